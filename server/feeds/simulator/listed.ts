import { isShareMarket, type Instrument } from '@mex/core/market/instrument.ts'
import type { Quote, SessionFigures } from '@mex/core/market/quote.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { Listing } from '#feeds/listing.ts'
import { type Course, openCourse } from './course.ts'
import { companyOf } from './companies.ts'
import type { DayKeys } from './day-secrets.ts'
import type { Engine } from './engine.ts'
import type { MarketHours } from './market-hours.ts'
import type { Model, Priced } from './model.ts'
import { openPriceGrid, type PriceGrid, usualLots } from './quoting.ts'
import { openShareActions, type ShareActions } from './share-actions.ts'

/** An instrument with the feed's caches for it. */
export type Listed = {
  readonly instrument: Instrument
  readonly priced: Priced
  /** Undefined for anything but a share. */
  readonly actions: ShareActions | undefined
  /** Prices in the shares of now: after a split, past prices too are those of the new shares. */
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

export type ListedSources = {
  readonly catalogue: Catalogue
  readonly keys: DayKeys
  readonly engine: Engine
  readonly model: Model
  readonly hours: MarketHours
}

/**
 * A cache of the requested instruments, ended contracts included. A new tick table gives a new listing with the same
 * prices, a split one with new prices.
 */
export function openListed(sources: ListedSources): ListedByKey {
  const { catalogue, keys, engine, model, hours } = sources
  const all = new Map<string, Listed>()
  const actionsByKey = new Map<string, ShareActions | undefined>()

  function actionsOf(listing: Listing, { blend }: Priced): ShareActions | undefined {
    const { instrument, basePrice } = listing
    const { key } = instrument
    if (!actionsByKey.has(key)) {
      const company = companyOf(listing, keys, catalogue)
      const facts = { instrument, blend, basePrice: Number(basePrice) / 1e8, engine, hours, company }
      actionsByKey.set(key, openShareActions(facts))
    }
    return actionsByKey.get(key)
  }

  return (key, now) => {
    const listing = catalogue.listing(key, now) ?? catalogue.ended(key, now)
    if (listing === undefined) return undefined
    const { instrument } = listing
    const splits = actionsByKey.get(key)?.splits(now) ?? 0
    const known = all.get(`${key} ${splits}`)
    if (known?.instrument === instrument) return known
    const priced = known?.priced ?? model.pricedOf(listing)
    if (priced === undefined) return undefined
    const actions = actionsOf(listing, priced)
    const number = actions?.splits(now) ?? 0
    const ratio = actions?.ratio(number) ?? 1
    const traded = actions === undefined ? priced : { ...priced, blend: actions.blend(number) }
    const listed: Listed = {
      instrument,
      priced,
      actions,
      course: known?.course ?? openCourse(engine, traded, volumeShape(instrument, ratio)),
      grid: openPriceGrid(instrument.ticks),
      halfSpread: Number(instrument.halfSpread) / 1e12,
      usualLots: usualLots(instrument) * ratio,
      quote: undefined,
      lastSession: undefined,
    }
    all.set(`${key} ${number}`, listed)
    return listed
  }
}

/** Shares open and close with an auction; everything else just begins and ends. */
function volumeShape({ market, averageVolume, lot }: Instrument, ratio: number) {
  const auctions = isShareMarket(market)
  return { lotsPerDay: (Number(averageVolume) / Number(lot)) * ratio, auctions }
}
