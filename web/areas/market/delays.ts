import type { Listing } from './door/listing.ts'

export type Delay = { readonly market: Listing['market']; readonly seconds: number }

/** By how much the prices of each market in a list lag, in the order of the rows; a list of one lag has one. */
export function delaysOf(rows: readonly Pick<Listing, 'market' | 'publicPrice'>[]): readonly Delay[] {
  const found = new Map<Delay['market'], number>()
  for (const { market, publicPrice } of rows)
    if (publicPrice !== undefined) found.set(market, Math.max(found.get(market) ?? 0, publicPrice.delaySeconds))
  const delays = Array.from(found, ([market, seconds]) => ({ market, seconds }))
  return new Set(found.values()).size === 1 ? delays.slice(0, 1) : delays
}
