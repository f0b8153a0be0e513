import { nextSession, type Calendar, type Session } from '@mex/core/market/calendar.ts'
import { isBetween, isDividend, type CorporateAction } from '@mex/core/market/corporate-actions.ts'
import { outsideBarMinutes, outsidePhase } from '@mex/core/market/day-figures.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import {
  isMinutePeriod,
  minutesOf,
  type Bar,
  type ChartPeriod,
  type DaySummary,
  type SessionFigures,
  type YearRange,
} from '@mex/core/market/quote.ts'
import { tickNear } from '@mex/core/market/ticks.ts'
import { price, quantity, type Price } from '@mex/core/money/money.ts'
import { isoDate, minuteMilliseconds, type DayNumber } from '@mex/core/time-zone.ts'
import { firstDayOf } from '#feeds/bars/first-day.ts'
import { flat, folded, type Candle, type DayPath } from './path.ts'
import { inSharesOf } from './row-actions.ts'
import { firstTick, joined, type Series, type Values } from './series.ts'

/** The history of an instrument: its days, and the path of any of them. */
export type History = {
  readonly instrument: Instrument
  readonly calendar: Calendar
  readonly series: Series
  readonly pathOf: (position: number) => DayPath
  /** Its dividends and splits. Every answer for `now` is in the shares of `now`. */
  readonly actions: readonly CorporateAction[]
}

/** The span that the day's figures cover at an instant (rulebook §13.4, as `figureSpan` in the simulated market). */
type InForce = {
  /** The newest day whose opening print has come; −1 when none has. */
  readonly position: number
  /** The quotes since its close: undefined until there is one; then the figures have rolled to the next day. */
  readonly outside: { readonly values: Values; readonly start: number; readonly session: Session } | undefined
}

function inForceAt(history: History, now: number): InForce | undefined {
  const { series, calendar } = history
  const begun = series.positionAt(now)
  if (begun < 0) return undefined
  const candles = outsideCandles(history, now, now)
  const [position, first] = [openedBy(series, now), candles[0]]
  const values = folded(candles)
  if (first === undefined || values === undefined) return { position, outside: undefined }
  const { session } = series.dayAt(begun)
  return {
    position,
    outside: {
      values: onGrid(values, history.instrument),
      start: first.start,
      session: position === begun ? nextSession(calendar, session.close - 1) : session,
    },
  }
}

/** Candles outside of the regular hours since the close of the newest day that has opened by `until`. */
function outsideCandles(history: History, until: number, now: number): readonly Candle[] {
  const { series, pathOf } = history
  const begun = series.positionAt(until)
  const position = openedBy(series, until)
  const after = position < 0 ? [] : pathOf(position).quotedAfter(until, now)
  const before = begun < 0 || begun === position ? [] : pathOf(begun).quotedBefore(until, now)
  return inSharesOfNow(history, [...after, ...before], now)
}

const inSharesOfNow = ({ actions }: History, candles: readonly Candle[], now: number): readonly Candle[] =>
  candles.map(({ start, values }) => ({ start, values: inSharesOf(actions, start, now, values) }))

/**
 * The newest `limit` bars that have begun by `end`, oldest first, as they stand at `now`. A finished day is the file's
 * row, the day in force is computed from its quotes. Longer bars are folds of days and complete even when they continue
 * after `end`. A bar's time is the open of its first day. `intraday` is the minutes (or the file's own bars) of the
 * latest session that has opened by `end`, and the candles since its close.
 */
export function barsOf(history: History, period: ChartPeriod, end: number, limit: number, now: number): readonly Bar[] {
  const until = Math.min(end, now)
  if (limit <= 0) return []
  if (period === 'intraday') return intradayBars(history, until, limit, now)
  if (isMinutePeriod(period)) return intervalBars(history, minutesOf(period), until, limit, now)
  const { series } = history
  const first = firstDayOf[period]
  const inForce = inForceAt(history, now)
  const newest = lastOfBar(series, first, until, now)
  const bars: Bar[] = []
  let group = inForce === undefined ? undefined : formingGroup(history, inForce, first, newest, until)
  for (let position = newest; position >= 0; position -= 1) {
    const { day, session } = series.dayAt(position)
    const values = valuesOn(history, position, now, inForce)
    if (values === undefined) continue
    const start = first(day)
    if (group !== undefined && group.first !== start) {
      bars.push(barOf(group.open / 1000, group.values))
      if (bars.length === limit) return bars.reverse()
      group = undefined
    }
    group = { first: start, values: group === undefined ? values : joined(values, group.values), open: session.open }
  }
  if (group !== undefined) bars.push(barOf(group.open / 1000, group.values))
  return bars.reverse()
}

type Group = { readonly first: DayNumber; readonly values: Values; readonly open: number }

/** The forming bar of the next trading day, from the quotes since the close; its time is the next open. */
function formingGroup(
  { series }: History,
  { outside }: InForce,
  first: (day: DayNumber) => DayNumber,
  newest: number,
  until: number,
): Group | undefined {
  if (outside === undefined) return undefined
  const { session, start, values } = outside
  const own = first(session.day)
  const isAsked = start <= until || (newest >= 0 && first(series.dayAt(newest).day) === own)
  return isAsked ? { first: own, values, open: session.open } : undefined
}

/** The newest day that has opened by `now` and belongs to the bar that has begun by `until`; −1 when none has. */
function lastOfBar(series: Series, first: (day: DayNumber) => DayNumber, until: number, now: number): number {
  let position = openedBy(series, until)
  if (position < 0) return position
  const wanted = first(series.dayAt(position).day)
  while (position + 1 < series.count) {
    const next = series.dayAt(position + 1)
    if (next.opens > now || first(next.day) !== wanted) break
    position += 1
  }
  return position
}

/** The newest day whose opening print has come by an instant; −1 when none has. */
function openedBy(series: Series, instant: number): number {
  const position = series.positionAt(instant)
  return position >= 0 && series.dayAt(position).opens > instant ? position - 1 : position
}

function intradayBars(history: History, until: number, limit: number, now: number): readonly Bar[] {
  const { series, pathOf } = history
  const position = openedBy(series, until)
  const regular = position < 0 ? [] : inSharesOfNow(history, pathOf(position).candles(until, now), now)
  const outside = inSteps(outsideCandles(history, until, now), outsideBarMinutes)
  return chartBars(history, position, regular, outside).slice(-limit)
}

/** The most sessions of one answer: where only the days are known, the minutes of each are computed anew. */
const sessionsAtMost = 20

/**
 * Bars of `length` minutes of the newest sessions that have opened by `until`, and of what was quoted since the last.
 * Where the file's own bars are longer, they are the bars.
 */
function intervalBars(history: History, length: number, until: number, limit: number, now: number): readonly Bar[] {
  const { series, pathOf } = history
  const newest = openedBy(series, until)
  let outside = inSteps(outsideCandles(history, until, now), length)
  let bars: readonly Bar[] = []
  for (let position = newest; position > newest - sessionsAtMost && bars.length < limit; position -= 1) {
    const candles = position < 0 ? [] : inSharesOfNow(history, pathOf(position).candles(until, now), now)
    bars = [...chartBars(history, position, inSteps(candles, length), outside), ...bars]
    outside = []
    if (position < 0) break
  }
  return bars.slice(-limit)
}

/** The bars of a session and of what was quoted since its close. */
function chartBars(
  { instrument, series, calendar }: History,
  position: number,
  regular: readonly Candle[],
  outside: readonly Candle[],
): readonly Bar[] {
  const isFromFile = position >= 0 && series.dayAt(position).range !== undefined
  const candles = [...regular, ...outside]
  // The newest bar ends at the price in force, which is rounded to the tick; earlier bars are the file's own if it has
  // them.
  return candles.map(({ start, values }, index): Bar => {
    const isRaw = isFromFile && index < candles.length - 1
    const bar = barOf(start / 1000, isRaw ? values : onGrid(values, instrument))
    return index < regular.length ? bar : { ...bar, outside: outsidePhase(calendar, start) }
  })
}

/** Joins candles to bars of `length` minutes, aligned to the clock. */
function inSteps(candles: readonly Candle[], length: number): readonly Candle[] {
  const steps = Map.groupBy(candles, ({ start }) => Math.floor(start / (length * minuteMilliseconds)))
  return Array.from(steps.values()).flatMap((step) => {
    const [first, values] = [step[0], folded(step)]
    return first === undefined || values === undefined ? [] : [{ start: first.start, values }]
  })
}

/**
 * The figures of a day's regular hours at `now`: undefined before it opens. The day in force is computed from its
 * quotes, an earlier day is the file's row.
 */
function valuesOn(
  { instrument, series, pathOf, actions }: History,
  position: number,
  now: number,
  inForce: InForce | undefined,
): Values | undefined {
  const day = series.dayAt(position)
  const { open } = day.session
  const isInForce = inForce !== undefined && inForce.outside === undefined && inForce.position === position
  if (now >= day.session.close && !isInForce) return inSharesOf(actions, open, now, day.whole)
  const values = pathOf(position).soFar(now)
  return values === undefined ? undefined : onGrid(inSharesOf(actions, open, now, values), instrument)
}

/** Rounds prices to the tick table, as quotes are. Rounding keeps the order of prices. */
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

/** The span of the figures at an instant, and the position of the day before it, whose close is the previous close. */
function figuresAt(history: History, now: number) {
  const inForce = inForceAt(history, now)
  if (inForce === undefined) return undefined
  const { position, outside } = inForce
  const values = outside?.values ?? valuesOn(history, position, now, inForce)
  return { position, outside, values, before: outside === undefined ? position - 1 : position }
}

/** Highest and lowest price of the year before `now`; undefined before the first day. */
export function yearRangeOf(history: History, now: number): YearRange | undefined {
  const figures = figuresAt(history, now)
  if (figures === undefined) return undefined
  const { before, values } = figures
  const { high, low } = yearBefore(history, before + 1, now)
  const [top, bottom] = [high ?? values?.high, low ?? values?.low]
  if (top === undefined || bottom === undefined) return undefined
  return {
    high: price(values === undefined || values.high < top ? top : values.high),
    low: price(values === undefined || values.low > bottom ? bottom : values.low),
  }
}

/** The figures of the day; undefined before the first. */
export function summaryOf(history: History, now: number): DaySummary | undefined {
  const figures = figuresAt(history, now)
  if (figures === undefined) return undefined
  const { before, values } = figures
  const lastSession = before < 0 ? undefined : sessionOf(history, before, now)
  const previousClose =
    lastSession === undefined
      ? values?.open
      : closeWithout(history, lastSession.close, before, history.series.positionAt(now), now)
  if (previousClose === undefined) return undefined
  return {
    open: values === undefined ? undefined : price(values.open),
    high: values === undefined ? undefined : price(values.high),
    low: values === undefined ? undefined : price(values.low),
    previousClose: price(previousClose),
    volume: quantity(values?.volume ?? 0n),
    openInterest: undefined,
    ...extendedPrices(history, before, figures.outside !== undefined, now),
    lastSession,
    sinceClose: figures.outside !== undefined,
  }
}

/** The day at a position from its row in the file, in the shares of now. */
function rowOf({ series, actions }: History, position: number, now: number): Values {
  const { session, whole } = series.dayAt(position)
  return inSharesOf(actions, session.open, now, whole)
}

/**
 * A day's close less the dividends of the days after it up to another (rulebook §17.3): a change is then a gain or a loss.
 * In the shares of now.
 */
function closeWithout(
  { series, actions }: History,
  close: bigint,
  position: number,
  until: number,
  now: number,
): Price {
  const [after, by] = [series.dayAt(position).session.close, series.dayAt(until).opens]
  let left = close
  for (const action of actions)
    if (isDividend(action) && isBetween(action, after, by))
      left -= inSharesOf(actions, action.exAt, now, flat(action.amount)).close
  return price(left)
}

/** The figures of a finished day, from its row in the file. */
function sessionOf(history: History, position: number, now: number): SessionFigures {
  const { day } = history.series.dayAt(position)
  const { open, high, low, close, volume } = rowOf(history, position, now)
  const before =
    position > 0
      ? closeWithout(history, rowOf(history, position - 1, now).close, position - 1, position, now)
      : undefined
  return {
    date: isoDate(day),
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
    previousClose: before,
    volume: quantity(volume),
  }
}

/** The last prices after the close of the day `before` and before the open of the next one, if the files have them. */
function extendedPrices(
  history: History,
  before: number,
  isRolled: boolean,
  now: number,
): { preMarket: Price | undefined; postMarket: Price | undefined } {
  const { instrument, series, pathOf } = history
  const lastOf = (candles: readonly Candle[]): Price | undefined => {
    const last = inSharesOfNow(history, candles.slice(-1), now)[0]
    return last === undefined ? undefined : tickNear(instrument.ticks, price(last.values.close))
  }
  const next = before + 1 < series.count ? series.dayAt(before + 1) : undefined
  const hasPre = next !== undefined && firstTick(next) <= now && now < next.session.close
  return {
    preMarket: hasPre ? lastOf(pathOf(before + 1).quotedBefore(now, now)) : undefined,
    postMarket: before < 0 || !isRolled ? undefined : lastOf(pathOf(before).quotedAfter(now, now)),
  }
}

type Extremes = { readonly high: bigint | undefined; readonly low: bigint | undefined }
const years = new WeakMap<Series, Map<string, Extremes>>()

/** Highest and lowest price of the 365 days before a day. Cached, because it changes once a day and is read often. */
function yearBefore(history: History, position: number, now: number): Extremes {
  const { series, actions } = history
  const known = years.get(series) ?? new Map<string, Extremes>()
  years.set(series, known)
  const name = `${position} ${actions.filter(({ exAt }) => exAt <= now).length}`
  const found = known.get(name)
  if (found !== undefined) return found
  const since = series.dayAt(position).day - yearDays
  let high: bigint | undefined
  let low: bigint | undefined
  for (let index = position - 1; index >= 0 && series.dayOf(index) >= since; index -= 1) {
    const row = rowOf(history, index, now)
    if (high === undefined || row.high > high) high = row.high
    if (low === undefined || row.low < low) low = row.low
  }
  if (known.size > 8) known.clear()
  known.set(name, { high, low })
  return { high, low }
}
