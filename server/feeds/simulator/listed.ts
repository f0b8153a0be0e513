import { type Calendar, marketDay } from '@mex/core/market/calendar.ts'
import { isShareMarket, type Instrument } from '@mex/core/market/instrument.ts'
import type { Price } from '@mex/core/money/money.ts'
import { type DayNumber, minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { Quote, SessionFigures } from '@mex/core/market/quote.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { FirstPrice, Listing } from '#feeds/listing.ts'
import { type Blend, steppedBlend } from './blend.ts'
import { type Course, openCourse } from './course.ts'
import { companyOf } from './companies.ts'
import type { DayKeys } from './day-secrets.ts'
import type { Engine } from './engine.ts'
import type { MarketHours } from './market-hours.ts'
import { netYield } from './funds.ts'
import { logOfPrice } from './log-price.ts'
import { marketEpoch, type Model, type Priced } from './model.ts'
import { openPriceGrid, type PriceGrid, usualLots } from './quoting.ts'
import { openShareActions, type ShareActions } from './share-actions.ts'
import { minutesPerDay } from './time-grid.ts'

/** The first trading day with bars; paths begin before it. */
const firstTradingDay = marketEpoch + 1

/** An instrument with the feed's caches for it. */
export type Listed = {
  readonly instrument: Instrument
  readonly priced: Priced
  /** Undefined for anything but a share. */
  readonly actions: ShareActions | undefined
  /** Sessions after this day have prices. */
  readonly firstDay: DayNumber
  /** What the change of its first day counts from: the price of a new issue. */
  readonly firstClose: Price
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
  const { catalogue, keys, engine, hours } = sources
  const all = new Map<string, Listed>()
  const actionsByKey = new Map<string, ShareActions | undefined>()

  function actionsOf(listing: Listing, { blend }: Priced): ShareActions | undefined {
    const { instrument, basePrice, issue, origin } = listing
    const { key } = instrument
    if (!actionsByKey.has(key)) {
      const company = companyOf(listing, keys, catalogue)
      const facts = {
        instrument,
        blend,
        basePrice: Number(basePrice) / 1e8,
        engine,
        hours,
        company,
        fundYield: origin.kind === 'fund' ? netYield(origin) : undefined,
        isIssue: issue !== undefined,
      }
      actionsByKey.set(key, openShareActions(facts))
    }
    return actionsByKey.get(key)
  }

  const calendarOf = ({ instrument }: Listing): Calendar => hours.calendarOf(instrument.session)

  return (key, now) => {
    const listing = catalogue.listing(key, now) ?? catalogue.ended(key, now)
    if (listing === undefined) return undefined
    const { instrument } = listing
    const splits = actionsByKey.get(key)?.splits(now) ?? 0
    const known = all.get(`${key} ${splits}`)
    if (known?.instrument === instrument) return known
    const priced = known?.priced ?? pricedOf(listing, sources)
    if (priced === undefined) return undefined
    const actions = actionsOf(listing, priced)
    const number = actions?.splits(now) ?? 0
    const ratio = actions?.ratio(number) ?? 1
    const traded = actions === undefined ? priced : { ...priced, blend: actions.blend(number) }
    const listed: Listed = {
      instrument,
      priced,
      actions,
      firstDay:
        listing.issue === undefined ? firstTradingDay : marketDay(calendarOf(listing), listing.issue.listsAt) - 1,
      firstClose: listing.basePrice,
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

/** The price of a share of a new issue begins with its first price. */
function pricedOf(listing: Listing, { model, engine }: ListedSources): Priced | undefined {
  const priced = model.pricedOf(listing)
  const { issue, basePrice } = listing
  if (priced === undefined || issue === undefined) return priced
  return { ...priced, blend: listedBlend(priced.blend, issue, basePrice, engine) }
}

/** A blend that is the first price of a share at the opening of its first session. */
function listedBlend(blend: Blend, { listsAt, rise }: FirstPrice, issuedAt: Price, engine: Engine): Blend {
  const minute = listsAt / minuteMilliseconds
  const day = Math.floor(minute / minutesPerDay)
  const shift = logOfPrice(Number(issuedAt) / 1e8) + rise - engine.logAt(blend, day, minute - day * minutesPerDay, 0)
  const change = { shift, step: 0, minute: 0 }
  return steppedBlend(blend, () => change)
}

/** Shares open and close with an auction; everything else just begins and ends. */
function volumeShape({ market, averageVolume, lot }: Instrument, ratio: number) {
  const auctions = isShareMarket(market)
  return { lotsPerDay: (Number(averageVolume) / Number(lot)) * ratio, auctions }
}
