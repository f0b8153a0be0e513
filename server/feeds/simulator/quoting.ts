import { assert } from '@mex/core/assert.ts'
import type { Instrument, TickBand } from '@mex/core/market/instrument.ts'
import { price, quantity, type Price, type Quantity } from '@mex/core/money/money.ts'
import type { Phase } from '@mex/core/market/quote.ts'
import { exponential } from './exponential.ts'
import { priceOfLog } from './log-price.ts'
import { normal16 } from './normal-tables.ts'

/**
 * Converts log integers to prices, integers that are multiples of the tick (market model §6, §2). Prices are doubles
 * only inside this conversion.
 */
export type PriceGrid = {
  /** The nearest price on the grid. */
  lastOf(log: number): Price
  /** Last, bid and ask around the unrounded mid. */
  touchOf(log: number, halfSpreadShare: number, spreadFactor: number): Touch
}
export type Touch = { readonly last: Price; readonly bid: Price; readonly ask: Price }

type NumberBand = { readonly below: number; readonly tick: number; readonly rawTick: bigint }

export function openPriceGrid(bands: readonly TickBand[]): PriceGrid {
  const numbers = bands.map(({ below, tick }): NumberBand => ({
    below: below === undefined ? Infinity : Number(below) / 1e8,
    tick: Number(tick) / 1e8,
    rawTick: tick,
  }))
  function bandOf(at: number): NumberBand {
    for (const band of numbers) if (at < band.below) return band
    assert(false, 'the last band of a tick table has no limit')
  }
  const nearest = (at: number, band: NumberBand): Price =>
    price(BigInt(Math.floor(at / band.tick + 0.5)) * band.rawTick)

  return {
    lastOf(log) {
      const mid = priceOfLog(log)
      return nearest(mid, bandOf(mid))
    },
    touchOf(log, halfSpreadShare, spreadFactor) {
      const mid = priceOfLog(log)
      const band = bandOf(mid)
      const quoted = Math.max(band.tick / 2, mid * halfSpreadShare) * spreadFactor
      const half = Math.max(band.tick / 2, quoted)
      // Bid and ask may be in another band than the mid; each uses the tick of its own band.
      const lower = Math.max(mid - half, 0)
      const bidBand = bandOf(lower)
      const askBand = bandOf(mid + half)
      const bid = BigInt(Math.floor(lower / bidBand.tick)) * bidBand.rawTick
      const ask = BigInt(Math.ceil((mid + half) / askBand.tick)) * askBand.rawTick
      return { last: nearest(mid, band), bid: price(bid), ask: price(bid === ask ? ask + askBand.rawTick : ask) }
    },
  }
}

/** Factor of the spread by phase (rulebook §13.4). */
const phaseSpreads: Record<Phase, number> = {
  regular: 1,
  auction: 1,
  pre: 1.5,
  post: 1.5,
  practice: 2,
  lunch: 1,
  closed: 1,
}
const widestClock = 3

/** Factor of half of the spread: wider in busy minutes and outside of regular hours. `clock` is 1 on average. */
export function spreadFactorOf(clock: number, phase: Phase): number {
  const busy = clock > widestClock ? widestClock : clock
  return (busy > 1 ? busy : 1) * phaseSpreads[phase]
}

/** Sixteen log-normal quantiles with mean 1: sizes at the touch relative to the usual size. */
const sizeDeviation = 0.6
const sizeFactors = normal16.map((normal) => exponential(sizeDeviation * normal - (sizeDeviation * sizeDeviation) / 2))
/** The usual size at the touch as a share of the average daily volume (`fill.defaultSize`, rulebook §15). */
const touchShare = 0.0005

/** The usual size at the touch in lots, at least one. */
export function usualLots(instrument: Instrument): number {
  return Math.max(1, (Number(instrument.averageVolume) * touchShare) / Number(instrument.lot))
}

/** Bid and ask size of a tick from its random byte, one nibble each. Practice hours show half the depth. */
export function sizesOf(
  instrument: Instrument,
  usual: number,
  byte: number,
  phase: Phase,
): { readonly bidSize: Quantity; readonly askSize: Quantity } {
  const shown = phase === 'practice' ? usual / 2 : usual
  return {
    bidSize: lotsOf(instrument, shown * sizeFactors[byte & 15]!),
    askSize: lotsOf(instrument, shown * sizeFactors[byte >> 4]!),
  }
}

function lotsOf(instrument: Instrument, lots: number): Quantity {
  return quantity(BigInt(Math.max(1, Math.floor(lots))) * instrument.lot)
}
