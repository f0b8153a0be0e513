import { type Calendar, type Session, sessionOn } from '@mex/core/market/calendar.ts'
import type { Period } from '@mex/core/market/quote.ts'
import { dateOfDay, dayMilliseconds } from '@mex/core/time-zone.ts'
import type { LogBar } from './bar.ts'

/** A bar in log integers with its volume in lots. */
export type RawBar = LogBar & { readonly lots: number }

/** A cache of the finished sessions of one instrument by trading day, about 9 KB a year. */
export type FinishedSessions = { readonly get: (session: Session) => RawBar }

type Year = { readonly logs: Int32Array; readonly lots: Float64Array; readonly known: Uint8Array }
const daysOfYear = 366

export function keepSessions(compute: (session: Session) => RawBar): FinishedSessions {
  const years = new Map<number, Year>()
  return {
    get(session) {
      const number = Math.floor(session.day / daysOfYear)
      let year = years.get(number)
      if (year === undefined) {
        year = {
          logs: new Int32Array(4 * daysOfYear),
          lots: new Float64Array(daysOfYear),
          known: new Uint8Array(daysOfYear),
        }
        years.set(number, year)
      }
      const place = session.day - number * daysOfYear
      if (year.known[place] === 0) {
        const bar = compute(session)
        year.logs.set([bar.open, bar.high, bar.low, bar.close], 4 * place)
        year.lots[place] = bar.lots
        year.known[place] = 1
        return bar
      }
      return {
        open: year.logs[4 * place]!,
        high: year.logs[4 * place + 1]!,
        low: year.logs[4 * place + 2]!,
        close: year.logs[4 * place + 3]!,
        lots: year.lots[place]!,
      }
    },
  }
}

/** Joins two consecutive bars. */
export function joinBars(first: RawBar, next: RawBar): RawBar {
  return {
    open: first.open,
    high: first.high > next.high ? first.high : next.high,
    low: first.low < next.low ? first.low : next.low,
    close: next.close,
    lots: first.lots + next.lots,
  }
}

/** Sessions that opened by an instant, newest first, back to the day after `firstDay`. */
export function* sessionsBack(calendar: Calendar, instant: number, firstDay: number): Generator<Session> {
  const newest = Math.floor(instant / dayMilliseconds) + 1
  for (let day = newest; day > firstDay; day -= 1) {
    const session = sessionOn(calendar, day)
    if (session !== undefined && session.open <= instant) yield session
  }
}

/** Periods with candles of whole sessions. */
export type LongPeriod = Exclude<Period, 'intraday'>

/** The number of the candle of a trading day: days with the same number share a candle. Weeks begin on Monday. */
export function candleOf(period: LongPeriod, day: number): number {
  const { year, month } = dateOfDay(day)
  switch (period) {
    case '1D':
      return day
    case '1W':
      return Math.floor((day - 4) / 7)
    case '1M':
      return year * 12 + month
    case '3M':
      return year * 4 + Math.floor((month - 1) / 3)
    case '1Y':
      return year
  }
}
