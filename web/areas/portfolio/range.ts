import type { CurveRange } from '@mex/core/portfolio/grid.ts'
import { benchmarks } from '@mex/core/portfolio/returns.ts'

import { choice } from '#data/preferences.ts'
import { createStore, useStore } from '#data/store.ts'

/** The range that was chosen last: the same on every page that shows a curve. */
export const chosenRange = createStore<CurveRange>('3M')
export const useChosenRange = (): CurveRange => useStore(chosenRange)

/** The index that was chosen last to compare with; remembered on the device. */
export const chosenBenchmark = choice('benchmark', ['NONE', ...benchmarks], 'NONE')
export const useChosenBenchmark = () => useStore(chosenBenchmark)
