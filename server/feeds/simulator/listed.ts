import { isShareMarket, type Instrument } from '@mex/core/market/instrument.ts'
import type { Quote, SessionFigures } from '@mex/core/market/quote.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import { type Course, openCourse } from './course.ts'
import type { Engine } from './engine.ts'
import type { Model, Priced } from './model.ts'
import { openPriceGrid, type PriceGrid, usualLots } from './quoting.ts'

/** An instrument with all that the feed keeps of it. */
export type Listed = {
  readonly instrument: Instrument
  readonly priced: Priced
  readonly course: Course
  readonly grid: PriceGrid
  /** Half of the spread as a share of the price. */
  readonly halfSpread: number
  readonly usualLots: number
  /** The quote that was asked for last. */
  quote: Quote | undefined
  /** The session that was asked for last as the one before. */
  lastSession: SessionFigures | undefined
}

export type ListedByKey = (key: string, now: number) => Listed | undefined

/**
 * The instruments asked for so far. When a tick table changes, a listing is another object; the prices behind it are the
 * same.
 */
export function openListed(catalogue: Catalogue, engine: Engine, model: Model): ListedByKey {
  const all = new Map<string, Listed>()
  return (key, now) => {
    const listing = catalogue.listing(key, now)
    if (listing === undefined) return undefined
    const { instrument } = listing
    const known = all.get(key)
    if (known?.instrument === instrument) return known
    const priced = known?.priced ?? model.pricedOf(listing)
    if (priced === undefined) return undefined
    const listed: Listed = {
      instrument,
      priced,
      course: known?.course ?? openCourse(engine, priced, volumeShape(instrument)),
      grid: openPriceGrid(instrument.ticks),
      halfSpread: Number(instrument.halfSpread) / 1e12,
      usualLots: usualLots(instrument),
      quote: undefined,
      lastSession: undefined,
    }
    all.set(key, listed)
    return listed
  }
}

/** Shares open and close with an auction; everything else just begins and ends. */
function volumeShape({ market, averageVolume, lot }: Instrument) {
  const auctions = isShareMarket(market)
  return { lotsPerDay: Number(averageVolume) / Number(lot), auctions }
}
