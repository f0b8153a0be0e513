import { isShareMarket, type Instrument } from '@mex/core/market/instrument.ts'
import type { Quote, SessionFigures } from '@mex/core/market/quote.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import { type Course, openCourse } from './course.ts'
import type { Engine } from './engine.ts'
import type { Model, Priced } from './model.ts'
import { openPriceGrid, type PriceGrid, usualLots } from './quoting.ts'

/** An instrument with the feed's caches for it. */
export type Listed = {
  readonly instrument: Instrument
  readonly priced: Priced
  readonly course: Course
  readonly grid: PriceGrid
  /** Half of the spread as a share of the price. */
  readonly halfSpread: number
  readonly usualLots: number
  /** The last requested quote. */
  quote: Quote | undefined
  /** The last requested previous session. */
  lastSession: SessionFigures | undefined
}

export type ListedByKey = (key: string, now: number) => Listed | undefined

/** A cache of the requested instruments, ended contracts included. A new tick table gives a new listing with the same prices. */
export function openListed(catalogue: Catalogue, engine: Engine, model: Model): ListedByKey {
  const all = new Map<string, Listed>()
  return (key, now) => {
    const listing = catalogue.listing(key, now) ?? catalogue.ended(key, now)
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
