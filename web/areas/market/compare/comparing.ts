import type { Quote } from '@mex/contract/market/shapes.ts'
import type { Market } from '@mex/core/market/instrument.ts'

import { createStore, useStore } from '#data/store.ts'

type Key = { readonly market: Market; readonly code: string }

/** What each chart is compared with, by instrument. Only in memory: a reload shows prices again. */
const store = createStore<ReadonlyMap<string, Quote>>(new Map())

const keyOf = ({ market, code }: Key): string => `${market}:${code}`

/** The instrument that a chart is compared with. */
export const useComparison = (charted: Key): Quote | undefined => useStore(store).get(keyOf(charted))

/** Compares a chart with another instrument; undefined ends the comparison. */
export function compareWith(charted: Key, other: Quote | undefined): void {
  const next = new Map(store.get())
  if (other === undefined) next.delete(keyOf(charted))
  else next.set(keyOf(charted), other)
  store.set(next)
}
