import type { Instrument } from '@mex/core/instrument.ts'
import type { Bar, DaySummary, Period, YearRange } from '@mex/core/quote.ts'
import { tickNear } from '@mex/core/ticks.ts'
import { price, quantity, type Price } from '@mex/core/money.ts'
import { dateOfDay, dayOfDate, weekday, type DayNumber } from '@mex/core/time-zone.ts'
import type { DayPath } from './path.ts'
import { joined, type Series, type Values } from './series.ts'

/** What an instrument's history is made of: its days, and the path of any of them. */
export type History = {
  readonly instrument: Instrument
  readonly series: Series
  readonly pathOf: (position: number) => DayPath
}

/** First day of the week, month, quarter or year that a day lies in. */
const firstDay: Record<Exclude<Period, 'intraday'>, (day: DayNumber) => DayNumber> = {
  '1D': (day) => day,
  '1W': (day) => day - ((weekday(day) + 6) % 7),
  '1M': (day) => dayOfDate(dateOfDay(day).year, dateOfDay(day).month, 1),
  '3M': (day) => dayOfDate(dateOfDay(day).year, dateOfDay(day).month - ((dateOfDay(day).month - 1) % 3), 1),
  '1Y': (day) => dayOfDate(dateOfDay(day).year, 1, 1),
}

/**
 * The newest `limit` bars that have begun by `end`, oldest first, as they stand at `now`. A day that is over is the
 * file's row; longer bars are folds of days, whole even where they go on after `end`. A bar's time is when its first day
 * opens. `intraday` is the minutes (or the file's own bars) of the latest session that has opened by `end`.
 */
export function barsOf(history: History, period: Period, end: number, limit: number, now: number): readonly Bar[] {
  const until = Math.min(end, now)
  if (limit <= 0) return []
  if (period === 'intraday') return intradayBars(history, until, limit, now)
  const { series } = history
  const bars: Bar[] = []
  let group: { first: DayNumber; values: Values; open: number } | undefined
  for (let position = lastOfBar(series, firstDay[period], until, now); position >= 0; position -= 1) {
    const { day, session } = series.dayAt(position)
    const values = valuesOn(history, position, now)
    if (values === undefined) continue
    const first = firstDay[period](day)
    if (group !== undefined && group.first !== first) {
      bars.push(barOf(group.open / 1000, group.values))
      if (bars.length === limit) return bars.reverse()
      group = undefined
    }
    group = { first, values: group === undefined ? values : joined(values, group.values), open: session.open }
  }
  if (group !== undefined) bars.push(barOf(group.open / 1000, group.values))
  return bars.reverse()
}

/** The newest day that has opened by `now` and belongs to the bar that has begun by `until`; −1 when none has. */
function lastOfBar(series: Series, first: (day: DayNumber) => DayNumber, until: number, now: number): number {
  let position = openedBy(series, until)
  if (position < 0) return position
  const wanted = first(series.dayAt(position).day)
  while (position + 1 < series.count) {
    const next = series.dayAt(position + 1)
    if (next.session.open > now || first(next.day) !== wanted) break
    position += 1
  }
  return position
}

/** The newest day whose regular hours have begun by an instant; −1 when none has. */
function openedBy(series: Series, instant: number): number {
  const position = series.positionAt(instant)
  return position >= 0 && series.dayAt(position).session.open > instant ? position - 1 : position
}

function intradayBars(
  { instrument, series, pathOf }: History,
  until: number,
  limit: number,
  now: number,
): readonly Bar[] {
  const position = openedBy(series, until)
  if (position < 0) return []
  const candles = pathOf(position).candles(until, now)
  const isFromFile = series.dayAt(position).range !== undefined
  return candles
    .slice(-limit)
    .map(({ start, values }) => barOf(start / 1000, isFromFile ? values : onGrid(values, instrument)))
}

/** Regular hours of a day as they stand at `now`: the whole day once it is over, undefined before it opens. */
function valuesOn({ instrument, series, pathOf }: History, position: number, now: number): Values | undefined {
  const day = series.dayAt(position)
  if (now >= day.session.close) return day.whole
  const values = pathOf(position).soFar(now)
  return values === undefined ? undefined : onGrid(values, instrument)
}

/** A growing day is what quotes were: on the grid of the tick table. Rounding keeps the order of prices. */
function onGrid(values: Values, { ticks }: Instrument): Values {
  const round = (raw: bigint): bigint => tickNear(ticks, price(raw))
  return {
    open: round(values.open),
    high: round(values.high),
    low: round(values.low),
    close: round(values.close),
    volume: values.volume,
  }
}

function barOf(time: number, { open, high, low, close, volume }: Values): Bar {
  return {
    time,
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
    volume: quantity(volume),
  }
}

/** Days of one year. */
const yearDays = 365

/** Highest and lowest of the year behind `now`; undefined before the first day. */
export function yearRangeOf(history: History, now: number): YearRange | undefined {
  const { series } = history
  const position = series.positionAt(now)
  if (position < 0) return undefined
  const values = valuesOn(history, position, now)
  const { high, low } = yearBefore(series, position)
  const before = position > 0 ? series.dayAt(position - 1).whole.close : series.dayAt(position).whole.open
  const top = high ?? before
  const bottom = low ?? before
  return {
    high: price(values === undefined || values.high < top ? top : values.high),
    low: price(values === undefined || values.low > bottom ? bottom : values.low),
  }
}

/** The latest day that has begun; undefined before the first. */
export function summaryOf(history: History, now: number): DaySummary | undefined {
  const { series } = history
  const position = series.positionAt(now)
  if (position < 0) return undefined
  const today = series.dayAt(position)
  const values = valuesOn(history, position, now)
  const previous = position > 0 ? series.dayAt(position - 1).whole.close : today.whole.open
  return {
    open: values === undefined ? undefined : price(values.open),
    high: values === undefined ? undefined : price(values.high),
    low: values === undefined ? undefined : price(values.low),
    previousClose: price(previous),
    volume: quantity(values?.volume ?? 0n),
    openInterest: undefined,
    ...extendedPrices(history, position, now),
  }
}

/** Last prices before the open and after the close of the day, where the files have them. */
function extendedPrices(
  { instrument, series, pathOf }: History,
  position: number,
  now: number,
): { preMarket: Price | undefined; postMarket: Price | undefined } {
  const { session, range } = series.dayAt(position)
  if (range === undefined) return { preMarket: undefined, postMarket: undefined }
  const { bars, from, to } = range
  const round = (raw: bigint | undefined) => (raw === undefined ? undefined : tickNear(instrument.ticks, price(raw)))
  const path = pathOf(position)
  const hasPre = bars.times[from]! < session.open
  const hasPost = bars.times[to - 1]! >= session.close && now > session.close
  return {
    preMarket: hasPre ? round(path.tickAt(Math.min(now, session.open - 1000))?.price) : undefined,
    postMarket: hasPost ? round(path.tickAt(now)?.price) : undefined,
  }
}

const years = new WeakMap<Series, Map<number, { high: bigint | undefined; low: bigint | undefined }>>()

/** Highest and lowest price of the 365 days before a day. Kept, because it changes once a day and is asked for often. */
function yearBefore(series: Series, position: number): { high: bigint | undefined; low: bigint | undefined } {
  const known = years.get(series) ?? new Map<number, { high: bigint | undefined; low: bigint | undefined }>()
  years.set(series, known)
  const found = known.get(position)
  if (found !== undefined) return found
  const since = series.dayAt(position).day - yearDays
  let high: bigint | undefined
  let low: bigint | undefined
  for (let index = position - 1; index >= 0; index -= 1) {
    const { day, whole } = series.dayAt(index)
    if (day < since) break
    if (high === undefined || whole.high > high) high = whole.high
    if (low === undefined || whole.low < low) low = whole.low
  }
  if (known.size > 8) known.clear()
  known.set(position, { high, low })
  return { high, low }
}
