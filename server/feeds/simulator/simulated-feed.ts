import { resultsDays } from './results-days.ts'
import { present } from '@mex/core/assert.ts'
import { nextAuction } from '@mex/core/auctions/schedule.ts'
import { quantity, rate, type Price } from '@mex/core/money/money.ts'
import { isMinutePeriod, minutesOf, type Quote } from '@mex/core/market/quote.ts'
import { marketDay, nextPhaseChange, previousSession, sessionOn } from '@mex/core/market/calendar.ts'
import { dayNumber, utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'
import type { AuctionBooks, Feed } from '#feeds/feed.ts'
import { isPlacing } from '@mex/core/offerings/offer.ts'
import { untilPassed } from '#feeds/phase-changes.ts'
import { openAuctions, type Auctions } from './auctions.ts'
import { intervalBars, minuteBars, sessionBars } from './candles.ts'
import { openBondIssues } from './bond-issues.ts'
import { openCapacityPlans } from './capacity-plans.ts'
import { openAgencies } from './agencies.ts'
import { openCompanyListings } from './companies.ts'
import { openBlockOffers } from './block-offers.ts'
import { openNewIssues, type NewIssues } from './new-issues.ts'
import { openPlacings, type Placings } from './placings.ts'
import { withNewIssues } from './new-listings.ts'
import { openRobotMarket } from './robots.ts'
import type { DayKeys, ModelVersion } from './day-secrets.ts'
import { type Engine, openEngine } from './engine.ts'
import { type Listed, type ListedByKey, openListed } from './listed.ts'
import { priceOfLog } from './log-price.ts'
import { type MarketHours, type MarketMinute, openDaySessions, openMarketHours } from './market-hours.ts'
import { marketEpoch, type Model, openModel } from './model.ts'
import { sizesOf, spreadFactorOf } from './quoting.ts'
import { summarise, yearRangeOf } from './summary.ts'
import { instantOfTick, type Place, placeOfTick, tickNumberAt, ticksPerMinute } from './time-grid.ts'

/** The model version of this product; it is part of every day's secret. */
export const modelVersion: ModelVersion = 3

export type SimulatedFeedOptions = {
  /** Day keys: all from the master secret, or only the revealed ones. */
  readonly keys: DayKeys
  readonly catalogue: Catalogue
  /** Whether quotes continue while the real session is closed (rulebook §13.4). */
  readonly practiceHours: boolean
  /** Whether auctions also cross every hour outside of the exchange's hours; without saying, with practice hours. */
  readonly practiceAuctions?: boolean
  readonly keptPathDays?: number
}

/** The first day with quotes; paths begin before it. */
const firstDay = marketEpoch + 7

/** The records of strategies begin here, so that every installation has two years of them. */
const firstRecordDay = dayNumber('2025-01-01')
const forProducts = (keys: DayKeys) => ({ capacity: openCapacityPlans(keys), recordsFrom: firstRecordDay })

/** The simulated market as a feed: a pure function of (day secrets, instrument, time), with caches. */
export function openSimulatedFeed(options: SimulatedFeedOptions): DrawnFeed {
  const { keys, practiceHours, practiceAuctions = practiceHours, keptPathDays = 1500 } = options
  const issues = openNewIssues(options.catalogue, keys)
  const catalogue = withNewIssues(options.catalogue, issues, keys)
  const sessions = openDaySessions(catalogue.calendars)
  const engine = openEngine({ keys, modelVersion, epoch: marketEpoch, sessions, keptPathDays })
  const model = openModel(catalogue)
  const hours = openMarketHours(catalogue.calendars, practiceHours ? 'practice' : 'real')
  const listedByKey = openListed({ catalogue, keys, engine, model, hours })
  const listedAt: ListedByKey = (key, now) => (utcDay(now) < firstDay ? undefined : listedByKey(key, now))

  const auctions = openAuctions(keys, hours, { practice: practiceAuctions })
  const calendars = [...catalogue.calendars.values()]
  const nextCross = (now: number) => nextAuction(hours.calendarOf('us-equity'), now, practiceAuctions).crossesAt
  const actions: DrawnFeed['actions'] = (key, now) => listedAt(key, now)?.actions?.declared(now) ?? []
  const listings = openCompanyListings(catalogue, actions)
  const rateAt = openMidRates({ model, engine, hours })

  const quote = openQuotes(listedAt, hours, auctions)
  const bars = barsOf(listedAt, hours)

  return {
    mode: 'sim',
    delaySeconds: 0,
    delayOf: () => 0,
    firstDrawnDay: marketEpoch,
    withKeys: (others) => openSimulatedFeed({ ...options, keys: others }),
    catalogue,
    ...offersOf(issues, openPlacings({ catalogue, keys, actions, closeOf: closesOf(listedAt, hours) })),
    ...openBlockOffers({ catalogue, keys, listings, quote, actions, conversionRate: rateAt }),
    bonds: bondsOf(options),
    ...forProducts(keys),
    agencies: openAgencies({ quote, actions, bars, keys, calendar: hours.calendarOf('us-equity') }),
    robots: openRobotMarket(keys),
    instruments: listings.instruments,
    removed: listings.removed,
    actions,
    resultsDays: (key, until, now) => resultsDaysOf(hours, listedAt(key, now), until, now),
    ended: (key, now) => catalogue.ended(key, now)?.instrument ?? listings.removed(now).get(key),
    quote,
    nextTick: (now) => instantOfTick(tickNumberAt(now) + 1),
    nextPhaseChange: untilPassed((now) =>
      Math.min(...calendars.map((calendar) => nextPhaseChange(calendar, now)), nextCross(now)),
    ),
    auctions: booksOf(auctions, listedAt, quote, practiceAuctions),
    quoteById(id, now) {
      const parts = /^(.+)@(\d{1,15})$/.exec(id)
      if (parts === null) return undefined
      const instant = instantOfTick(Number(parts[2]))
      if (instant > now) return undefined
      const found = quote(parts[1]!, instant)
      return found?.id === id ? found : undefined
    },
    day(key, now) {
      const listed = listedAt(key, now)
      return listed === undefined ? undefined : summarise(listed, hours, standing(listed, now))
    },
    year(key, now) {
      const listed = listedAt(key, now)
      return listed === undefined ? undefined : yearRangeOf(listed, hours, standing(listed, now))
    },
    bars,
    conversionRate: rateAt,
    lastConversionRate: rateAt,
    warmUp: (now, isWanted) => warmUp([...listings.instruments(now).keys()].filter(isWanted), listedAt, hours, now),
  }
}

const bondsOf = ({ catalogue, keys, practiceHours }: SimulatedFeedOptions): Feed['bonds'] =>
  openBondIssues(catalogue, keys, practiceHours ? 'practice' : 'real')

const barsOf =
  (listedAt: ListedByKey, hours: MarketHours): DrawnFeed['bars'] =>
  (key, period, end, limit, now) => {
    const listed = listedAt(key, now)
    if (listed === undefined || limit <= 0) return []
    const charted = { listed, hours }
    const until = standing(listed, now)
    const request = { end: Math.min(end, until), limit, now: until }
    if (period === 'intraday') return minuteBars(charted, request)
    return isMinutePeriod(period)
      ? intervalBars(charted, minutesOf(period), request)
      : sessionBars(charted, period, request)
  }

/** Every quote, made once as long as it is in force. */
function openQuotes(listedAt: ListedByKey, hours: MarketHours, auctions: Auctions): Feed['quote'] {
  return (key, now) => {
    const listed = listedAt(key, now)
    if (listed === undefined) return undefined
    const quoted = standing(listed, now)
    const minute = hours.minuteAt(listed.instrument.session, quoted)
    const number = tickNumberAt(minute.pausedSince ?? quoted)
    if (listed.quote?.venueTime !== instantOfTick(number))
      listed.quote = withAuction(listed, makeQuote(listed, number, minute), auctions)
    return quoted < now ? { ...listed.quote, phase: 'closed' } : listed.quote
  }
}

/** The print of an auction says how much is exchanged at it; any other quote is as it was. */
function withAuction(listed: Listed, quote: Quote, auctions: Auctions): Quote {
  const auction = auctions.crossing(listed, quote.venueTime)
  if (auction === undefined) return quote
  return { ...quote, auctionVolume: auctions.crossOf(listed, auction, quote.last)?.volume ?? quantity(0n) }
}

function booksOf(auctions: Auctions, listedAt: ListedByKey, quote: Feed['quote'], hasPractice: boolean): AuctionBooks {
  return {
    hasPractice,
    figures(key, now) {
      const listed = listedAt(key, now)
      return listed === undefined
        ? undefined
        : auctions.figures(listed, now, (instant) => present(quote(key, instant), 'a quote').last)
    },
    book(key, crossesAt, now) {
      const listed = crossesAt > now ? undefined : listedAt(key, crossesAt)
      const auction = listed === undefined ? undefined : auctions.crossing(listed, crossesAt)
      const print = quote(key, crossesAt)
      if (listed === undefined || auction === undefined || print === undefined) return undefined
      return auctions.bookOf(listed, auction, print.last)
    },
  }
}

const offersOf = (
  issues: NewIssues,
  placings: Placings,
): Pick<Feed, 'newIssues' | 'placings' | 'commitmentOf' | 'seedOf'> => ({
  newIssues: issues.published,
  placings: placings.published,
  commitmentOf: (offer) => (isPlacing(offer) ? placings.commitmentOf(offer) : issues.commitmentOf(offer)),
  seedOf: (offer, now) => {
    if (now < offer.endsAt) return undefined
    return isPlacing(offer) ? placings.seedOf(offer) : issues.seedOf(offer)
  },
})

/** The last official close of a share by an instant, in the shares of that instant. */
const closesOf =
  (listedAt: ListedByKey, hours: MarketHours) =>
  (key: string, now: number): Price | undefined => {
    const listed = listedAt(key, now)
    if (listed === undefined) return undefined
    const session = previousSession(hours.calendarOf(listed.instrument.session), now)
    return session.day <= listed.firstDay ? undefined : listed.grid.lastOf(listed.course.finished(session).close)
  }

function resultsDaysOf(hours: MarketHours, listed: Listed | undefined, until: DayNumber, now: number) {
  if (listed === undefined || (listed.actions?.removedAt(now) ?? Infinity) <= now) return []
  const { priced, instrument } = listed
  const calendar = hours.calendarOf(instrument.session)
  return resultsDays(priced.blend.paths[priced.mark]!, calendar, marketDay(calendar, now), until)
}

/** The instant whose prices an instrument shows at `now`: a contract that has ended, or a share that has left, stands still. */
const standing = ({ instrument: { contract }, actions }: Listed, now: number): number =>
  Math.min(now, (contract?.lastTrade ?? Infinity) - 1, (actions?.removedAt(now) ?? Infinity) - 1)

/** The quote of a tick. In a pause it is the quote at the start of the pause, before any jump at that instant. */
function makeQuote(listed: Listed, number: number, minute: MarketMinute): Quote {
  const { course, instrument, grid, halfSpread, usualLots } = listed
  const place = quotedPlace(number, minute)
  const { logs, bytes, clock } = course.play(place)
  const byte = bytes[place.tick % ticksPerMinute]!
  const time = instantOfTick(number)
  return {
    id: `${instrument.key}@${number}`,
    key: instrument.key,
    venueTime: time,
    receivedTime: time,
    ...grid.touchOf(logs[place.tick]!, halfSpread, spreadFactorOf(clock, minute.phase)),
    ...sizesOf(instrument, usualLots, byte, minute.phase),
    phase: minute.phase,
    opening: minute.opening && place.tick === 0,
  }
}

/** The place of a tick's price. A pause begins at a whole minute and shows the end of the minute before it. */
function quotedPlace(number: number, { pausedSince }: MarketMinute): Place {
  if (pausedSince === undefined) return placeOfTick(number)
  return { ...placeOfTick(number - 1), tick: ticksPerMinute }
}

type RateSources = { readonly model: Model; readonly engine: Engine; readonly hours: MarketHours }

const openMidRates =
  (sources: RateSources): DrawnFeed['conversionRate'] =>
  (from, to, now) =>
    utcDay(now) < firstDay ? undefined : midRate(sources, from, to, now)

/** The conversion rate of 1 `from` in `to` by mid prices, through their values in dollars. */
function midRate({ model, engine, hours }: RateSources, from: string, to: string, now: number) {
  const [dollarsFrom, dollarsTo] = [model.dollarsOf(from), model.dollarsOf(to)]
  if (dollarsFrom === undefined || dollarsTo === undefined) return undefined
  const minute = hours.minuteAt('forex', now)
  const number = tickNumberAt(minute.pausedSince ?? now)
  const place = quotedPlace(number, minute)
  const logOf = (blend: typeof dollarsFrom): number => engine.logAt(blend, place.day, place.minute, place.tick)
  const worth = priceOfLog(logOf(dollarsFrom) - logOf(dollarsTo))
  return { rate: rate(BigInt(Math.floor(worth * 1e12 + 0.5))), time: instantOfTick(number) }
}

/**
 * Fills the cache of the past year's sessions, one session of one instrument per step (some 0.1 ms). The outer loop is
 * over days, because instruments share paths and the scan cache has two days of each path.
 */
function* warmUp(keys: readonly string[], listedAt: ListedByKey, hours: MarketHours, now: number): Generator<void> {
  const all = keys.flatMap((key) => listedAt(key, now) ?? [])
  for (let day = Math.max(utcDay(now) - 366, firstDay); day < utcDay(now); day += 1) {
    for (const { course, instrument, firstDay: first } of all) {
      if (day <= first) continue
      const session = sessionOn(hours.calendarOf(instrument.session), day)
      if (session === undefined) continue
      course.finished(session)
      yield
    }
  }
}
