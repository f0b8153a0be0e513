/** What the page keeps in the browser (spec §3, "Stored locally"). A password is never among it. */
export type StorageKey =
  | 'token'
  | 'paperDraft'
  | 'user'
  | 'searches'
  | 'username'
  | 'language'
  | 'theme'
  | 'colours'
  | 'amountsHidden'
  | 'haptics'
  | 'averageDecimals'

const prefix = 'mex.'
/** Stands in where the browser refuses storage (private windows, tests). */
const memory = new Map<string, string>()

function browserStorage(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage
  } catch {
    return undefined
  }
}

/** What is kept under the key; undefined when nothing is. */
export function readStored(key: StorageKey): string | undefined {
  try {
    return browserStorage()?.getItem(prefix + key) ?? memory.get(key)
  } catch {
    return memory.get(key)
  }
}

/** Keeps a text; undefined forgets it. */
export function writeStored(key: StorageKey, value: string | undefined): void {
  if (value === undefined) memory.delete(key)
  else memory.set(key, value)
  try {
    if (value === undefined) browserStorage()?.removeItem(prefix + key)
    else browserStorage()?.setItem(prefix + key, value)
  } catch {
    // A full or forbidden storage loses nothing but the memory of a choice.
  }
}

const reloadKey = `${prefix}left`

/** Hands a text to the page that this window is about to load in place of this one. */
export function saveForReload(text: string): void {
  try {
    window.sessionStorage.setItem(reloadKey, text)
  } catch {
    // Then what was being entered is lost with the page, as by any reload.
  }
}

/** The text that was left for this page; it is forgotten with that. */
export function takeSavedForReload(): string | undefined {
  try {
    const text = window.sessionStorage.getItem(reloadKey) ?? undefined
    window.sessionStorage.removeItem(reloadKey)
    return text
  } catch {
    return undefined
  }
}

/** Calls back when another window of the same browser changes the key. */
export function onOtherWindowChange(key: StorageKey, listener: () => void): void {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', (event) => {
    if (event.key === prefix + key || event.key === null) {
      if (event.newValue === null) memory.delete(key)
      listener()
    }
  })
}
