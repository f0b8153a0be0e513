import type { Market } from '@mex/core/market/instrument.ts'

/** The index that a market is usually measured by. */
const usualIndices: Readonly<Partial<Record<Market, string>>> = { US: 'SPX', HK: 'HSI', MX: 'IPC' }

/** The indices with that of a market first, else in their own order. */
export function indicesFor<Index extends { readonly code: string }>(
  market: Market,
  indices: readonly Index[],
): readonly Index[] {
  const usual = indices.filter(({ code }) => code === usualIndices[market])
  return [...usual, ...indices.filter((index) => !usual.includes(index))]
}
