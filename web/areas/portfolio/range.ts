import type { CurveRange } from '@mex/core/portfolio/grid.ts'
import { benchmarks } from '@mex/core/portfolio/returns.ts'

import { useMarketNow } from '#areas/market/door/market-now.ts'
import { choice } from '#data/preferences.ts'
import { useSession } from '#data/session.ts'
import { createStore, useStore } from '#data/store.ts'

/** The range that was chosen last: the same on every page that shows a curve. */
export const chosenRange = createStore<CurveRange | undefined>(undefined)

const usual = '3M'
const day = 24 * 60 * 60 * 1000
/** An account that is younger than this begins with the range. */
const youngerThan: readonly (readonly [CurveRange, number])[] = [
  ['1D', day],
  ['1W', 7 * day],
  ['1M', 30 * day],
]

/** The first range to show: the usual one, or a shorter one that an account of this age does fill. */
export const firstRange = (age: number): CurveRange => youngerThan.find(([, length]) => age < length)?.[0] ?? usual

/** The range to show; undefined until it is known how old the account is. */
export function useChosenRange(): CurveRange | undefined {
  const chosen = useStore(chosenRange)
  const began = useSession()?.user?.createdAt
  const { now, failure } = useMarketNow(3600)
  if (chosen !== undefined) return chosen
  if (began === undefined || failure !== undefined) return usual
  return now === undefined ? undefined : firstRange(now - began)
}

/** The index that was chosen last to compare with; remembered on the device. */
export const chosenBenchmark = choice('benchmark', ['NONE', ...benchmarks], 'NONE')
export const useChosenBenchmark = () => useStore(chosenBenchmark)
