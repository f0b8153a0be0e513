import type { Instrument } from '@mex/core/market/instrument.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import { symbolOf } from './symbols.ts'

/** An instrument that the source may know, and its symbol there. */
export type Followed = { readonly instrument: Instrument; readonly symbol: string }

/** The instruments of the catalogue that the source has, by symbol: real ones only. */
export function followedBySymbol(catalogue: Pick<Catalogue, 'listedAt'>, now: number): ReadonlyMap<string, Followed> {
  const found = new Map<string, Followed>()
  for (const { instrument, invented } of catalogue.listedAt(now).listings.values()) {
    const symbol = invented === undefined ? symbolOf(instrument) : undefined
    if (symbol !== undefined) found.set(symbol, { instrument, symbol })
  }
  return found
}

/** The same by key. The map is made anew only when the catalogue lists something else. */
export function openFollowedByKey(
  catalogue: Pick<Catalogue, 'listedAt'>,
): (now: number) => ReadonlyMap<string, Followed> {
  let kept: { listings: unknown; byKey: ReadonlyMap<string, Followed> } | undefined
  return (now) => {
    const { listings } = catalogue.listedAt(now)
    if (kept?.listings !== listings) {
      const all = [...followedBySymbol(catalogue, now).values()]
      kept = { listings, byKey: new Map(all.map((one) => [one.instrument.key, one])) }
    }
    return kept.byKey
  }
}
