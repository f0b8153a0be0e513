import { assert } from '@mex/core/assert.ts'
import { type Calendar, type Session, sessionOn } from '@mex/core/market/calendar.ts'
import { figureSpan, type FigureSpan } from '@mex/core/market/day-figures.ts'
import type { Bar } from '@mex/core/market/quote.ts'
import type { DayNumber } from '@mex/core/time-zone.ts'
import { candleOf, joinBars, type LongPeriod, type RawBar, sessionsBack } from './history.ts'
import type { Listed } from './listed.ts'
import type { MarketHours } from './market-hours.ts'
import { minutesOfStretches } from './session-minutes.ts'
import { barOfSpan, lotsOf } from './summary.ts'

/** A request for the newest `limit` bars that have begun by `end` ≤ `now`, as they stand at `now`. */
export type BarRequest = { readonly end: number; readonly limit: number; readonly now: number }

/** An instrument with its market hours. */
export type Charted = { readonly listed: Listed; readonly hours: MarketHours }

/**
 * Minute bars of the last session that opened by `end`, and longer bars of the quotes outside of the regular hours
 * since. The last bar ends at the price in force.
 */
export function minuteBars({ listed, hours }: Charted, { end, limit, now }: BarRequest): readonly Bar[] {
  const { course, instrument, firstDay } = listed
  const calendar = hours.calendarOf(instrument.session)
  const session = newestSession(calendar, end, firstDay)
  if (session === undefined) return []
  const { outside } = figureSpan(calendar, end, hours.mode)
  const since = outside.length === 0 ? [] : course.outside.bars(minutesOfStretches(outside), end, limit, now)
  const regular = course.minuteBars(session, end, limit - since.length, now)
  return [
    ...regular.map((bar) => barOf(listed, bar, bar.time)),
    ...since.map((bar): Bar => ({ ...barOf(listed, bar, bar.time), outside: true })),
  ]
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
