import { latestSession, type Calendar, type Session } from '@mex/core/market/calendar.ts'
import { isSplit, type CorporateAction } from '@mex/core/market/corporate-actions.ts'
import { isMinutePeriod, minutesOf, type Bar, type ChartPeriod, type YearRange } from '@mex/core/market/quote.ts'
import { greatest, least } from '@mex/core/money/decimal.ts'
import { price, quantity } from '@mex/core/money/money.ts'
import { dayMilliseconds, minuteMilliseconds, type DayNumber } from '@mex/core/time-zone.ts'
import { firstDayOf } from '#feeds/bars/first-day.ts'
import type { HistoryInterval } from './source.ts'
import type { Tape, TapeQuote } from './tape.ts'

/** What a chart of an instrument is made of. */
export type ChartFacts = {
  readonly key: string
  readonly calendar: Calendar
  /** The source's bars in present shares, oldest first. */
  readonly rows: readonly Bar[]
  /** Our own quotes: what is newer than the rows. */
  readonly tape: Pick<Tape, 'at' | 'since'>
  readonly actions: readonly CorporateAction[]
}

export type ChartWanted = {
  readonly period: ChartPeriod
  readonly end: number
  readonly limit: number
  readonly now: number
}

/** The bars of the source that a period is made of. */
export function intervalOf(period: ChartPeriod): HistoryInterval {
  if (period === 'intraday' || period === '1min') return '1m'
  if (period === '5min' || period === '15min') return '5m'
  return period === '60min' ? '60m' : '1d'
}

/** The newest `limit` bars that have begun by `end`, oldest first, as they stand at `now`. */
export function chartOf(facts: ChartFacts, { period, end, limit, now }: ChartWanted): readonly Bar[] {
  const until = Math.min(end, now)
  const begun = ({ time }: Bar): boolean => time * 1000 <= until
  const bars =
    period === 'intraday'
      ? latestMinutes(facts, until, now)
      : isMinutePeriod(period)
        ? inSteps(minutesBy(facts, now), minutesOf(period))
        : inSpans(facts, period, now)
  return limit <= 0 ? [] : bars.filter(begun).slice(-limit)
}

/** Highest and lowest price of the 365 days before `now`; undefined without a past. */
export function yearOf(facts: ChartFacts, now: number): YearRange | undefined {
  const year = inSpans(facts, '1D', now).filter(({ time }) => time * 1000 > now - 365 * dayMilliseconds)
  const [first] = year
  if (first === undefined) return undefined
  const { high, low } = year.reduce(join, first)
  return { high, low }
}

const join = (before: Bar, after: Bar): Bar => ({
  time: before.time,
  open: before.open,
  high: price(greatest(before.high, after.high)),
  low: price(least(before.low, after.low)),
  close: after.close,
  volume: quantity(before.volume + after.volume),
})

/** Joins neighbours that belong to the same part of time. */
function joined(bars: readonly Bar[], partOf: (bar: Bar) => number): readonly Bar[] {
  const found: Bar[] = []
  let part: number | undefined
  for (const bar of bars) {
    const last = found.at(-1)
    if (last !== undefined && partOf(bar) === part) found[found.length - 1] = join(last, bar)
    else found.push(bar)
    part = partOf(bar)
  }
  return found
}

/** Aligned to the clock. */
const inSteps = (bars: readonly Bar[], minutes: number): readonly Bar[] =>
  joined(bars, ({ time }) => Math.floor(time / (minutes * 60)))

type Day = { readonly session: Session; readonly bar: Bar }

/** Days, weeks, months … A bar's time is the open of its first day. */
function inSpans(facts: ChartFacts, period: keyof typeof firstDayOf, now: number): readonly Bar[] {
  const first = firstDayOf[period]
  const days = daysOf(facts, now)
  const spans = new Map<DayNumber, Bar>()
  for (const { session, bar } of days) {
    const start = first(session.day)
    const before = spans.get(start)
    spans.set(start, before === undefined ? bar : join(before, bar))
  }
  return [...spans.values()]
}

/** The days of the source, and the newest one as our own quotes have it. */
function daysOf({ key, calendar, rows, tape }: ChartFacts, now: number): readonly Day[] {
  const days = new Map<DayNumber, Day>()
  for (const row of rows) {
    const session = latestSession(calendar, row.time * 1000)
    days.set(session.day, { session, bar: { ...row, time: session.open / 1000 } })
  }
  const stored = tape.at(key, now)
  const today = stored === undefined ? undefined : dayOf(stored, calendar)
  if (today !== undefined) days.set(today.session.day, today)
  return [...days.values()].toSorted((one, other) => one.session.day - other.session.day)
}

/** The day that the source told beside its newest price. Before an opening that is the day before, which is over. */
function dayOf(stored: TapeQuote, calendar: Calendar): Day | undefined {
  const { day, phase, last, venueTime, doubt } = stored
  if (doubt === 'other_shares' || phase === 'pre' || day.open === undefined) return undefined
  const close = phase === 'post' ? day.regular : last
  if (close === undefined) return undefined
  const session = latestSession(calendar, venueTime)
  const [top, bottom] = [greatest(day.open, close), least(day.open, close)]
  const bar = {
    time: session.open / 1000,
    open: day.open,
    high: price(greatest(day.high ?? top, top)),
    low: price(least(day.low ?? bottom, bottom)),
    close,
    volume: day.volume ?? quantity(0n),
  }
  return { session, bar }
}

/** The minutes of the newest session that has opened by an instant. */
function latestMinutes(facts: ChartFacts, until: number, now: number): readonly Bar[] {
  const minutes = minutesBy(facts, now).filter(({ time }) => time * 1000 <= until)
  const newest = minutes.at(-1)
  if (newest === undefined) return []
  const session = latestSession(facts.calendar, newest.time * 1000)
  return minutes.filter(({ time }) => time * 1000 >= session.open)
}

/** The source's bars, and after them the minutes of our own quotes of regular hours. */
function minutesBy({ key, rows, tape, actions }: ChartFacts, now: number): readonly Bar[] {
  const newest = rows.at(-1)
  // A minute that the source has begun may have gone on since.
  const known = newest === undefined ? -Infinity : newest.time * 1000 + minuteMilliseconds - 1
  const split = actions.findLast((action) => isSplit(action) && action.exAt <= now)?.exAt ?? -Infinity
  const own = tape
    .since(key, Math.max(known, split), now)
    .filter(({ phase, doubt }) => phase === 'regular' && doubt === undefined)
    .map(({ venueTime, last }): Bar => {
      const time = Math.floor(venueTime / minuteMilliseconds) * 60
      return { time, open: last, high: last, low: last, close: last, volume: quantity(0n) }
    })
  return [...rows, ...inSteps(own, 1)]
}
