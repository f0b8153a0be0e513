import { readStored, writeStored } from '#data/storage.ts'
import { createStore, useStore } from '#data/store.ts'
import { chosenNames, lowerIndicators, lowerMax, type ChosenName } from './indicator-names.ts'

/** What a chart shows, as this device last chose it. */
export type Chosen = ReadonlySet<ChosenName>

export const usual: Chosen = new Set<ChosenName>(['average', 'volume', 'cost', 'orders'])

/** The choice in a stored text; unknown names, of an older version, are left out. */
export function chosenOf(stored: string | undefined): Chosen {
  if (stored === undefined) return usual
  const names = new Set(stored.split(','))
  return new Set(chosenNames.filter((name) => names.has(name)))
}

/** Whether another indicator below the price would be one too many. */
export const isFull = (chosen: Chosen): boolean => lowerIndicators.filter((name) => chosen.has(name)).length >= lowerMax

/** The choice with a name added or removed; one indicator too many below the price changes nothing. */
export function choose(chosen: Chosen, name: ChosenName, wanted: boolean): Chosen {
  const isLower = lowerIndicators.some((lower) => lower === name)
  if (wanted && isLower && !chosen.has(name) && isFull(chosen)) return chosen
  return new Set(chosenNames.filter((other) => (other === name ? wanted : chosen.has(other))))
}

const store = createStore<Chosen>(chosenOf(readStored('chart')))

export const useChosen = (): Chosen => useStore(store)

export function setChosen(chosen: Chosen): void {
  writeStored('chart', [...chosen].join(','))
  store.set(chosen)
}

export function resetChosen(): void {
  writeStored('chart', undefined)
  store.set(usual)
}
