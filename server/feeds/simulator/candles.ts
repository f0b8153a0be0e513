import { assert } from '@mex/core/assert.ts'
import { type Calendar, type Session, sessionOn } from '@mex/core/market/calendar.ts'
import { figureSpan, outsideBarMinutes, outsidePhase, type FigureSpan } from '@mex/core/market/day-figures.ts'
import type { Bar } from '@mex/core/market/quote.ts'
import type { DayNumber } from '@mex/core/time-zone.ts'
import { candleOf, joinBars, type LongPeriod, type RawBar, sessionsBack } from './history.ts'
import type { Listed } from './listed.ts'
import type { MarketHours } from './market-hours.ts'
import { minutesOfSession, minutesOfStretches } from './session-minutes.ts'
import { barOfSpan, lotsOf } from './summary.ts'

/** A request for the newest `limit` bars that have begun by `end` ≤ `now`, as they stand at `now`. */
export type BarRequest = { readonly end: number; readonly limit: number; readonly now: number }

/** An instrument with its market hours. */
export type Charted = { readonly listed: Listed; readonly hours: MarketHours }

/**
 * Minute bars of the last session that opened by `end`, and longer bars of the quotes outside of the regular hours
 * since. The last bar ends at the price in force.
 */
export function minuteBars(charted: Charted, request: BarRequest): readonly Bar[] {
  const since = outsideBars(charted, outsideBarMinutes, request)
  return [...newestBars(charted, 1, since, request), ...since]
}

/** Bars of `length` minutes: of the newest sessions that opened by `end`, and of what was quoted since the last. */
export function intervalBars(charted: Charted, length: number, request: BarRequest): readonly Bar[] {
  const { listed, hours } = charted
  const calendar = hours.calendarOf(listed.instrument.session)
  const since = outsideBars(charted, length, request)
  const parts = [since, newestBars(charted, length, since, request)]
  let left = request.limit - parts.flat().length
  let isNewest = true
  for (const session of sessionsBack(calendar, request.end, listed.firstDay)) {
    if (left <= 0) break
    if (!isNewest) {
      const bars = listed.course.pastBars(session, length, left).map((bar) => barOf(listed, bar, bar.time))
      left -= bars.length
      parts.push(bars)
    }
    isNewest = false
  }
  return parts.reverse().flat()
}

/** Bars of the quotes outside of the regular hours since the session that opened last. */
function outsideBars({ listed, hours }: Charted, length: number, request: BarRequest): readonly Bar[] {
  const calendar = hours.calendarOf(listed.instrument.session)
  const { outside } = figureSpan(calendar, request.end, hours.mode)
  if (outside.length === 0) return []
  const bars = listed.course.outside.bars(minutesOfStretches(outside), { ...request, length })
  return bars.map((bar) => ({ ...barOf(listed, bar, bar.time), outside: outsidePhase(calendar, bar.time) }))
}

/** Bars of the session that opened last, as many as those `since` leave place for. */
function newestBars(
  { listed, hours }: Charted,
  length: number,
  since: readonly Bar[],
  request: BarRequest,
): readonly Bar[] {
  const session = newestSession(hours.calendarOf(listed.instrument.session), request.end, listed.firstDay)
  const limit = request.limit - since.length
  if (session === undefined || limit <= 0) return []
  const bars = listed.course.stepBars(minutesOfSession(session), { ...request, length, limit })
  return bars.map((bar) => barOf(listed, bar, bar.time))
}

/**
 * Candles of whole sessions, oldest first. After a roll the last one is that of the next trading day, which forms from
 * the quotes since the close; its time is the next open.
 */
export function sessionBars(charted: Charted, period: LongPeriod, request: BarRequest): readonly Bar[] {
  const { listed, hours } = charted
  const { firstDay } = listed
  const { end, limit, now } = request
  const calendar = hours.calendarOf(listed.instrument.session)
  const newest = newestSession(calendar, end, firstDay)
  if (newest === undefined) return []
  const bars: Bar[] = []
  const span = hours.spanAt(listed.instrument.session, now)
  let candle = isForming(span, period, newest, end) ? candleFrom(listed, span, period, now) : undefined
  for (const session of sessionsBack(calendar, lastOfCandle(calendar, period, newest, now), firstDay)) {
    const number = candleOf(period, session.day)
    if (candle !== undefined && candle.number !== number) {
      bars.push(barOf(listed, candle.raw, candle.open))
      candle = undefined
      if (bars.length === limit) break
    }
    const isOfSpan = span.isRegular && span.session.day === session.day
    const raw = isOfSpan ? barOfSpan(listed, span, now) : listed.course.until(session, now)
    assert(raw !== undefined, 'a session that has begun has a bar')
    candle = { number, raw: candle === undefined ? raw : joinBars(raw, candle.raw), open: session.open }
  }
  if (candle !== undefined) bars.push(barOf(listed, candle.raw, candle.open))
  return bars.reverse()
}

type Candle = { readonly number: number; readonly raw: RawBar; readonly open: number }

/** Whether the candle of the next trading day has begun to form by `end`, or is the candle of `newest`. */
function isForming({ session, isRegular, outside }: FigureSpan, period: LongPeriod, newest: Session, end: number) {
  const [first] = outside
  if (isRegular || first === undefined) return false
  return first.start <= end || candleOf(period, newest.day) === candleOf(period, session.day)
}

function candleFrom(listed: Listed, span: FigureSpan, period: LongPeriod, now: number): Candle | undefined {
  const raw = barOfSpan(listed, span, now)
  return raw === undefined ? undefined : { number: candleOf(period, span.session.day), raw, open: span.session.open }
}

function newestSession(calendar: Calendar, end: number, firstDay: DayNumber): Session | undefined {
  const newest = sessionsBack(calendar, end, firstDay).next()
  return newest.done === true ? undefined : newest.value
}

/** The open of the last session by `now` in the candle of `newest`: a candle continues after `end`. */
function lastOfCandle(calendar: Calendar, period: LongPeriod, newest: Session, now: number): number {
  const number = candleOf(period, newest.day)
  let last = newest.open
  for (let day = newest.day + 1; candleOf(period, day) === number; day += 1) {
    const session = sessionOn(calendar, day)
    if (session !== undefined && session.open > now) break
    last = session?.open ?? last
  }
  return last
}

function barOf({ grid, instrument }: Listed, raw: RawBar, time: number): Bar {
  return {
    time: Math.floor(time / 1000),
    open: grid.lastOf(raw.open),
    high: grid.lastOf(raw.high),
    low: grid.lastOf(raw.low),
    close: grid.lastOf(raw.close),
    volume: lotsOf(instrument, raw.lots),
  }
}
