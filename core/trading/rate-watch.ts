import { hasConversionRateMoved } from './liquidation.ts'
import type { Rate, WalletCurrency } from '#money/money.ts'

/** From which currency into which one an id's level was converted. */
export type Pair = { readonly from: string; readonly to: WalletCurrency }

/** Mid of a pair; undefined where it is not known. */
export type RateOf = (pair: Pair) => Rate | undefined

/**
 * By which rates levels were computed (rulebook §16.4). Ids are kept in bands of rates, so that a tick looks at some forty
 * bands of each pair and not at every id: those within the step of 0.1 % need nothing.
 */
export type RateWatch = {
  /** Remembers the rate by which an id's level was computed; undefined where none was known. */
  put(id: number, pair: Pair, rate: Rate | undefined): void
  remove(id: number): void
  /**
   * Ids whose rate has moved by the step, or is known now and was not. Each must be put again; ids may be put and removed
   * between two of them.
   */
  moved(rateOf: RateOf): Iterable<number>
  readonly size: number
}

type Band = { low: Rate; high: Rate; readonly ids: Set<number> }
type Watched = { readonly pair: Pair; readonly bands: Map<number, Band>; readonly unknown: Set<number> }

/** A twentieth of the step: an id is recomputed at most this share before its own rate has moved by the full step. */
const bandWidth = 0.000_05

const bandOf = (rate: Rate): number => Math.floor(Math.log(Number(rate)) / bandWidth)

export function openRateWatch(): RateWatch {
  const pairs = new Map<string, Watched>()
  const places = new Map<number, Set<number>>()

  function watchedOf(pair: Pair): Watched {
    const name = `${pair.from} ${pair.to}`
    const found = pairs.get(name) ?? { pair, bands: new Map<number, Band>(), unknown: new Set<number>() }
    pairs.set(name, found)
    return found
  }

  function placeOf({ bands, unknown }: Watched, rate: Rate | undefined): Set<number> {
    if (rate === undefined || rate <= 0n) return unknown
    const key = bandOf(rate)
    const band = bands.get(key) ?? { low: rate, high: rate, ids: new Set() }
    bands.set(key, band)
    if (rate < band.low) band.low = rate
    if (rate > band.high) band.high = rate
    return band.ids
  }

  function remove(id: number): void {
    places.get(id)?.delete(id)
    places.delete(id)
  }

  return {
    remove,
    put(id, pair, rate) {
      const place = placeOf(watchedOf(pair), rate)
      const before = places.get(id)
      if (before === place) return
      before?.delete(id)
      place.add(id)
      places.set(id, place)
    },
    *moved(rateOf) {
      for (const { pair, bands, unknown } of pairs.values()) {
        const now = rateOf(pair)
        if (now === undefined) continue
        yield* unknown
        for (const [key, { low, high, ids }] of bands) {
          if (ids.size === 0) bands.delete(key)
          else if (hasConversionRateMoved(low, now) || hasConversionRateMoved(high, now)) yield* ids
        }
      }
    },
    get size() {
      return places.size
    },
  }
}
