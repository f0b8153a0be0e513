import { assert } from '@mex/core/assert.ts'
import { type Calendar, type Session, sessionOn } from '@mex/core/calendar.ts'
import type { Bar } from '@mex/core/quote.ts'
import type { DayNumber } from '@mex/core/time-zone.ts'
import { candleOf, joinBars, type LongPeriod, type RawBar, sessionsBack } from './history.ts'
import type { Listed } from './listed.ts'
import { lotsOf } from './summary.ts'

/** Which bars are wanted: the newest `limit` that have begun by `end` ≤ `now`, as they stand at `now`. */
export type BarRequest = { readonly end: number; readonly limit: number; readonly now: number }

/** Minute bars of the session that opened last by `end`. */
export function minuteBars(listed: Listed, calendar: Calendar, firstDay: DayNumber, request: BarRequest) {
  const { end, limit, now } = request
  const session = newestSession(calendar, end, firstDay)
  if (session === undefined) return []
  return listed.course.minuteBars(session, end, limit, now).map((bar) => barOf(listed, bar, bar.time))
}

/** Candles of whole sessions, oldest first. */
export function sessionBars(
  listed: Listed,
  calendar: Calendar,
  period: LongPeriod,
  firstDay: DayNumber,
  { end, limit, now }: BarRequest,
): readonly Bar[] {
  const newest = newestSession(calendar, end, firstDay)
  if (newest === undefined) return []
  const bars: Bar[] = []
  let candle: { readonly number: number; readonly raw: RawBar; readonly open: number } | undefined
  for (const session of sessionsBack(calendar, lastOfCandle(calendar, period, newest, now), firstDay)) {
    const number = candleOf(period, session.day)
    if (candle !== undefined && candle.number !== number) {
      bars.push(barOf(listed, candle.raw, candle.open))
      candle = undefined
      if (bars.length === limit) break
    }
    const raw = listed.course.until(session, now)
    assert(raw !== undefined, 'a session that has begun has a bar')
    candle = { number, raw: candle === undefined ? raw : joinBars(raw, candle.raw), open: session.open }
  }
  if (candle !== undefined) bars.push(barOf(listed, candle.raw, candle.open))
  return bars.reverse()
}

function newestSession(calendar: Calendar, end: number, firstDay: DayNumber): Session | undefined {
  const newest = sessionsBack(calendar, end, firstDay).next()
  return newest.done === true ? undefined : newest.value
}

/** The opening of the last session by `now` that shares the candle of another: the candle may have gone on. */
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
