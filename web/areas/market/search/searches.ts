import { readStored, writeStored } from '#data/storage.ts'
import { createStore, useStore } from '#data/store.ts'

/** The number of stored searches. */
export const searchesKept = 10

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readStored('searches') ?? '[]')
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, searchesKept) : []
  } catch {
    return []
  }
}

const store = createStore(read())

/** Newest first. */
export const useSearches = (): readonly string[] => useStore(store)

/** Puts a search at the front; an existing one moves there. */
export function rememberSearch(text: string): void {
  const wanted = text.trim()
  if (wanted === '') return
  const kept = [wanted, ...store.get().filter((other) => other !== wanted)].slice(0, searchesKept)
  writeStored('searches', JSON.stringify(kept))
  store.set(kept)
}

export function clearSearches(): void {
  writeStored('searches', undefined)
  store.set([])
}
