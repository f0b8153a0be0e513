import { assert } from '@mex/core/assert.ts'
import { type Calendar, previousSession, type Session, sessionOn } from '@mex/core/calendar.ts'
import type { Instrument } from '@mex/core/instrument.ts'
import { type Price, type Quantity, quantity, rate } from '@mex/core/money.ts'
import type { Bar, DaySummary, Quote } from '@mex/core/quote.ts'
import { type DayNumber, dayNumber, utcDay } from '@mex/core/time-zone.ts'
import type { Catalogue, Listing } from '#feeds/catalogue.ts'
import type { Feed } from '#feeds/feed.ts'
import { type Audit, type MarketStates, openAudit, readStates } from './audit.ts'
import { type Course, openCourse } from './course.ts'
import type { DayKeys, DaySecrets, ModelVersion } from './day-secrets.ts'
import { openEngine } from './engine.ts'
import { candleOf, joinBars, type RawBar, sessionsBack } from './history.ts'
import { priceOfLog } from './log-price.ts'
import { type MarketHours, type MarketMinute, openDaySessions, openMarketHours } from './market-hours.ts'
import { marketEpoch, openModel, type Priced } from './model.ts'
import type { Path } from './path.ts'
import { openPriceGrid, type PriceGrid, sizesOf, spreadFactorOf, usualLots } from './quoting.ts'
import { instantOfTick, type Place, placeOfTick, tickNumberAt, ticksPerMinute } from './time-grid.ts'

/** The version of the model that this product plays: part of every day's secret. */
export const modelVersion: ModelVersion = 1

export type SimulatedFeedOptions = {
  /** Day keys: all of them from the master secret, or those that have been revealed. */
  readonly keys: DayKeys
  readonly catalogue: Catalogue
  /** Whether quotes go on while the real session is closed (rulebook §13.4). */
  readonly practiceHours: boolean
  /** States of an earlier run or of a reveal: the feed then needs no key before that date. */
  readonly states?: MarketStates
  readonly keptPathDays?: number
}

export type SimulatedFeed = Feed & {
  /** The public side of the secrets, for an installation that was first started on `firstStart`. */
  audit(secrets: DaySecrets, firstStart: DayNumber): Audit
  /** States before the day of `now`: stored, they spare the next start some 2,000 days of every path. A secret. */
  checkpoint(now: number): MarketStates
  /**
   * Computes what a first visitor would wait for: the year of sessions behind every high and low, a session of an
   * instrument a step (some 0.1 ms). Run steps whenever nothing else is to do.
   */
  warmUp(now: number): Generator<void>
}

/** The first day that is answered for: sessions before it may reach back behind the epoch. */
const firstDay = marketEpoch + 7

/** What the feed keeps of one instrument. */
type Followed = {
  readonly instrument: Instrument
  readonly priced: Priced
  readonly course: Course
  readonly grid: PriceGrid
  readonly halfSpread: number
  readonly usualLots: number
  quote: Quote | undefined
}

/** The simulated market as a feed: a pure function of (day secrets, instrument, time) with caches around it. */
export function openSimulatedFeed(options: SimulatedFeedOptions): SimulatedFeed {
  const { keys, catalogue, practiceHours, states, keptPathDays = 1500 } = options
  const { calendars } = catalogue
  const sessions = openDaySessions(calendars)
  const engine = openEngine({ keys, modelVersion, epoch: marketEpoch, sessions, keptPathDays })
  const model = openModel(catalogue)
  if (states !== undefined) engine.restore(dayNumber(states.date), statesByPath(states, model.paths()))
  const hours = openMarketHours(calendars, practiceHours ? 'practice' : 'real')
  const follow = openFollowing(catalogue, model.pricedOf, (priced, instrument) => {
    const lotsPerDay = Number(instrument.averageVolume) / Number(instrument.lot)
    return openCourse(engine, priced, { lotsPerDay, auctions: isAuctioned(instrument) })
  })

  const quoteAt = (followed: Followed, number: number, minute: MarketMinute): Quote => {
    const { course, instrument, grid, halfSpread, usualLots: usual } = followed
    const place = minute.pausedSince === undefined ? placeOfTick(number) : endBefore(placeOfTick(number))
    const { logs, bytes, clock } = course.play(place)
    const byte = bytes[place.tick % ticksPerMinute]!
    const time = instantOfTick(number)
    return {
      id: `${instrument.key}@${number}`,
      key: instrument.key,
      exchangeTime: time,
      receivedTime: time,
      ...grid.touchOf(logs[place.tick]!, halfSpread, spreadFactorOf(clock, minute.phase)),
      ...sizesOf(instrument, usual, byte, minute.phase),
      phase: minute.phase,
      opening: minute.opening && place.tick === 0,
    }
  }

  function quote(key: string, now: number): Quote | undefined {
    const followed = follow(key, now)
    if (followed === undefined || utcDay(now) < firstDay) return undefined
    const minute = hours.minuteAt(followed.instrument.session, now)
    const number = tickNumberAt(minute.pausedSince ?? now)
    if (followed.quote?.exchangeTime !== instantOfTick(number)) followed.quote = quoteAt(followed, number, minute)
    return followed.quote
  }

  return {
    mode: 'sim',
    delaySeconds: 0,
    instruments: (now) => catalogue.instrumentsAt(now),
    quote,
    nextTick: (now) => instantOfTick(tickNumberAt(now) + 1),
    quoteById(id, now) {
      const at = id.lastIndexOf('@')
      const number = Number(id.slice(at + 1))
      if (at < 0 || !Number.isSafeInteger(number) || number < 0) return undefined
      const instant = instantOfTick(number)
      if (instant > now) return undefined
      const found = quote(id.slice(0, at), instant)
      return found?.id === id ? found : undefined
    },
    day(key, now) {
      const followed = follow(key, now)
      return followed !== undefined && utcDay(now) >= firstDay ? summarise(followed, hours, now) : undefined
    },
    bars(key, period, end, limit, now) {
      const followed = follow(key, now)
      if (followed === undefined || limit <= 0 || utcDay(now) < firstDay) return []
      const until = Math.min(end, now)
      if (period === 'intraday') return intradayBars(followed, hours, until, limit, now)
      return periodBars(followed, hours.calendarOf(followed.instrument.session), period, until, limit, now)
    },
    exchangeRate(from, to, now) {
      const [dollarsFrom, dollarsTo] = [model.dollarsOf(from), model.dollarsOf(to)]
      if (dollarsFrom === undefined || dollarsTo === undefined || utcDay(now) < firstDay) return undefined
      const { pausedSince } = hours.minuteAt('forex', now)
      const number = tickNumberAt(pausedSince ?? now)
      const { day, minute, tick } = pausedSince === undefined ? placeOfTick(number) : endBefore(placeOfTick(number))
      const log = engine.logAt(dollarsFrom, day, minute, tick) - engine.logAt(dollarsTo, day, minute, tick)
      return { rate: rate(BigInt(Math.floor(priceOfLog(log) * 1e12 + 0.5))), time: instantOfTick(number) }
    },
    audit: (secrets, firstStart) => openAudit(secrets, engine, model.paths, firstStart),
    checkpoint: (now) => readStates(engine, model.paths(), utcDay(now)),
    *warmUp(now) {
      const all = [...catalogue.instrumentsAt(now).keys()].flatMap((key) => follow(key, now) ?? [])
      // A day at a time for all instruments: they share paths, and a scan remembers two days of each.
      for (let day = Math.max(utcDay(now) - 366, firstDay); day < utcDay(now); day += 1) {
        for (const { course, instrument } of all) {
          const session = sessionOn(hours.calendarOf(instrument.session), day)
          if (session === undefined) continue
          course.finished(session)
          yield
        }
      }
    },
  }
}

/** Shares open and close with an auction; everything else just begins and ends. */
function isAuctioned({ classify }: Instrument): boolean {
  return classify === 'UsStock' || classify === 'HK' || classify === 'MX'
}

function statesByPath(states: MarketStates, paths: readonly Path[]): ReadonlyMap<Path, MarketStates['states'][number]> {
  return new Map(
    paths.flatMap((path) => {
      const state = states.states[path.id]
      return state !== undefined ? [[path, state] as const] : []
    }),
  )
}

/** A tick at a whole minute, seen from the minute that ends with it: before whatever jumps there. */
function endBefore(place: Place): Place {
  const inside = placeOfTick((place.day * 1440 + place.minute) * ticksPerMinute - 1)
  return { ...inside, tick: ticksPerMinute }
}

/** The instruments asked for so far. A listing changes when a tick table does; its course stays the same. */
function openFollowing(
  catalogue: Catalogue,
  pricedOf: (listing: Listing) => Priced | undefined,
  courseOf: (priced: Priced, instrument: Instrument) => Course,
): (key: string, now: number) => Followed | undefined {
  const all = new Map<string, Followed>()
  return (key, now) => {
    const listing = catalogue.listing(key, now)
    if (listing === undefined) return undefined
    const { instrument } = listing
    const known = all.get(key)
    if (known?.instrument === instrument) return known
    const priced = known?.priced ?? pricedOf(listing)
    if (priced === undefined) return undefined
    const followed: Followed = {
      instrument,
      priced,
      course: known?.course ?? courseOf(priced, instrument),
      grid: openPriceGrid(instrument.ticks),
      halfSpread: Number(instrument.halfSpread) / 1e12,
      usualLots: usualLots(instrument),
      quote: undefined,
    }
    all.set(key, followed)
    return followed
  }
}

function summarise(followed: Followed, hours: MarketHours, now: number): DaySummary {
  const { instrument, course, grid } = followed
  const calendar = hours.calendarOf(instrument.session)
  const session = hours.sessionAt(instrument.session, now)
  const before = previousSession(calendar, session.open)
  const soFar = course.until(session, now)
  const past = course.yearBefore(session, () => yearOfSessions(calendar, session))
  const high = soFar !== undefined && soFar.high > past.high ? soFar.high : past.high
  const low = soFar !== undefined && soFar.low < past.low ? soFar.low : past.low
  return {
    open: soFar !== undefined && grid.lastOf(soFar.open),
    high: soFar !== undefined && grid.lastOf(soFar.high),
    low: soFar !== undefined && grid.lastOf(soFar.low),
    previousClose: grid.lastOf(course.finished(before).close),
    volume: volumeOf(instrument, soFar?.lots ?? 0),
    openInterest: openInterestOf(followed, session.day),
    high52: grid.lastOf(high),
    low52: grid.lastOf(low),
    preMarket: extendedPrice(followed, session, 'pre', now),
    postMarket: extendedPrice(followed, session.begin <= now && session.open > now ? before : session, 'post', now),
  }
}

/** The last price of a session's extended hours, once they have begun; a pre-market price goes with the session. */
function extendedPrice(
  { course, grid }: Followed,
  session: Session,
  phase: 'pre' | 'post',
  now: number,
): Price | undefined {
  const stretch = session.stretches.find((one) => one.phase === phase)
  if (stretch === undefined || stretch.start > now || (phase === 'pre' && session.close <= now)) return undefined
  if (stretch.end <= now) return grid.lastOf(course.logBefore(stretch.end))
  const place = placeOfTick(tickNumberAt(now))
  return grid.lastOf(course.play(place).logs[place.tick]!)
}

function* yearOfSessions(calendar: Calendar, session: Session): Generator<Session> {
  const first = Math.max(session.day - 365, marketEpoch + 1)
  for (const one of sessionsBack(calendar, session.open - 1, first)) yield one
}

/** Contracts held overnight, about three days of volume in the months that are traded; other products have none. */
function openInterestOf({ instrument, priced }: Followed, day: DayNumber): Quantity | undefined {
  if (instrument.contract === undefined) return undefined
  const lots = Math.floor((Number(instrument.averageVolume) / Number(instrument.lot)) * 3 * priced.liquidity(day))
  return volumeOf(instrument, lots)
}

function volumeOf(instrument: Instrument, lots: number): Quantity {
  return quantity(BigInt(lots) * instrument.lot)
}

function intradayBars(followed: Followed, hours: MarketHours, end: number, limit: number, now: number): readonly Bar[] {
  const calendar = hours.calendarOf(followed.instrument.session)
  const newest = sessionsBack(calendar, end, marketEpoch + 1).next()
  if (newest.done === true) return []
  return followed.course.minuteBars(newest.value, end, limit, now).map((bar) => barOf(followed, bar, bar.time))
}

/** Candles of whole sessions, oldest first; the newest holds what there is of it at `now`. */
function periodBars(
  followed: Followed,
  calendar: Calendar,
  period: '1D' | '1W' | '1M' | '3M' | '1Y',
  end: number,
  limit: number,
  now: number,
): readonly Bar[] {
  const bars: Bar[] = []
  let candle: { readonly number: number; raw: RawBar; open: number } | undefined
  const last = lastOfCandle(calendar, period, end, now)
  for (const session of sessionsBack(calendar, last, marketEpoch + 1)) {
    const number = candleOf(period, session.day)
    if (candle !== undefined && candle.number !== number) {
      bars.push(barOf(followed, candle.raw, candle.open))
      candle = undefined
      if (bars.length === limit) break
    }
    const raw = followed.course.until(session, now)
    assert(raw !== undefined, 'a session that has begun has a bar')
    candle = { number, raw: candle !== undefined ? joinBars(raw, candle.raw) : raw, open: session.open }
  }
  if (candle !== undefined) bars.push(barOf(followed, candle.raw, candle.open))
  return bars.reverse()
}

/** The newest instant whose session belongs to the candle that has begun by `end`: at `now` it may have gone on. */
function lastOfCandle(calendar: Calendar, period: '1D' | '1W' | '1M' | '3M' | '1Y', end: number, now: number): number {
  const begun = sessionsBack(calendar, end, marketEpoch + 1).next()
  if (begun.done === true) return end
  const number = candleOf(period, begun.value.day)
  let last = begun.value.open
  for (let day = begun.value.day + 1; candleOf(period, day) === number; day += 1) {
    const session = sessionOn(calendar, day)
    if (session !== undefined && session.open > now) break
    last = session?.open ?? last
  }
  return last
}

function barOf({ grid, instrument }: Followed, raw: RawBar, time: number): Bar {
  return {
    time: Math.floor(time / 1000),
    open: grid.lastOf(raw.open),
    high: grid.lastOf(raw.high),
    low: grid.lastOf(raw.low),
    close: grid.lastOf(raw.close),
    volume: volumeOf(instrument, raw.lots),
  }
}
