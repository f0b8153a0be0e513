/** The keys in localStorage (spec §3, "Stored locally"). No password is ever stored. */
export type StorageKey =
  | 'token'
  | 'paperDraft'
  | 'user'
  | 'searches'
  | 'lessons'
  | 'username'
  | 'language'
  | 'theme'
  | 'colours'
  | 'amountsHidden'
  | 'haptics'
  | 'averageDecimals'
  | 'chart'
  | 'benchmark'
  | 'shortcuts'
  | 'positionOrder'

const prefix = 'mex.'
/** Fallback where the browser refuses storage (private windows, tests). */
const memory = new Map<string, string>()

function browserStorage(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage
  } catch {
    return undefined
  }
}

/** The stored value; undefined when there is none. */
export function readStored(key: StorageKey): string | undefined {
  try {
    return browserStorage()?.getItem(prefix + key) ?? memory.get(key)
  } catch {
    return memory.get(key)
  }
}

/** Stores a value; undefined deletes it. */
export function writeStored(key: StorageKey, value: string | undefined): void {
  if (value === undefined) memory.delete(key)
  else memory.set(key, value)
  try {
    if (value === undefined) browserStorage()?.removeItem(prefix + key)
    else browserStorage()?.setItem(prefix + key, value)
  } catch {
    // Without storage the value is only lost at the next reload.
  }
}

const reloadKey = `${prefix}left`

/** Saves a text in sessionStorage for the page after the reload. */
export function saveForReload(text: string): void {
  try {
    window.sessionStorage.setItem(reloadKey, text)
  } catch {
    // Without sessionStorage the entered text is lost, as by any reload.
  }
}

/** Reads and deletes the text saved before the reload. */
export function takeSavedForReload(): string | undefined {
  try {
    const text = window.sessionStorage.getItem(reloadKey) ?? undefined
    window.sessionStorage.removeItem(reloadKey)
    return text
  } catch {
    return undefined
  }
}

/** Calls back when another window of this browser changes the key. */
export function onOtherWindowChange(key: StorageKey, listener: () => void): void {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', (event) => {
    if (event.key === prefix + key || event.key === null) {
      if (event.newValue === null) memory.delete(key)
      listener()
    }
  })
}
