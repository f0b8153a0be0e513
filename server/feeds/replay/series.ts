import { present } from '@mex/core/assert.ts'
import { currentSession, ordinarySession, type Calendar, type Session } from '@mex/core/market/calendar.ts'
import { localDay, type DayNumber } from '@mex/core/time-zone.ts'
import { volumeAt, type BarColumns } from './bar-file.ts'
import type { ManifestEntry } from './manifest.ts'

/** Open, high, low, close and volume in units of 1e-8. */
export type Values = {
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
}

/** A range of intraday bars: the columns, the first row, one past the last row, and the length of a bar. */
export type BarRange = {
  readonly bars: BarColumns
  readonly from: number
  readonly to: number
  readonly seconds: number
}

/** One trading day of one instrument, from the files. */
export type ReplayDay = {
  readonly day: DayNumber
  readonly session: Session
  /** The instant of the opening print; later than the open of the session when the bars begin late. */
  readonly opens: number
  /** The whole day: the daily row, or without one its intraday bars joined. */
  readonly whole: Values
  /** The bars of the day's path; undefined: the path is a bridge through the daily row. */
  readonly range: BarRange | undefined
}

/** The history of one instrument. Days are numbered by position, oldest first. */
export type Series = {
  readonly count: number
  /** The day number at a position, without what `dayAt` computes. */
  readonly dayOf: (position: number) => DayNumber
  readonly dayAt: (position: number) => ReplayDay
  /** The last day whose first tick is at or before an instant; −1 before the first. */
  readonly positionAt: (instant: number) => number
}

/** `extended`: bars before the open and after the close are pre and post hours; otherwise they are dropped. */
export function openSeries(entry: ManifestEntry, calendar: Calendar, extended: boolean): Series {
  const ranges = new Map<DayNumber, BarRange[]>()
  for (const { bars, seconds } of entry.intraday) {
    for (const [day, range] of rangesByDay(bars, seconds, calendar, extended)) {
      ranges.set(day, [...(ranges.get(day) ?? []), range])
    }
  }
  const rows = new Map(Array.from(entry.daily?.times ?? [], (day, row) => [day, row]))
  const days = Float64Array.from(new Set([...rows.keys(), ...ranges.keys()])).sort()
  const known = new Map<number, ReplayDay>()
  const dayAt = (position: number): ReplayDay => {
    const found = known.get(position)
    if (found !== undefined) return found
    const day = present(days[position], `day ${position} of ${entry.symbol}`)
    const session = ordinarySession(calendar, day)
    const row = rows.get(day)
    const daily = row === undefined ? undefined : valuesAt(present(entry.daily, 'a daily row has its bars'), row)
    const range = chooseRange(ranges.get(day) ?? [], session, daily !== undefined)
    const whole = wholeDay(daily, range, session, entry.symbol)
    const fresh = { day, session, opens: opensAt(session, range), whole, range }
    if (known.size > 4096) known.clear()
    known.set(position, fresh)
    return fresh
  }
  const positionAt = (instant: number): number => {
    // An evening session may belong to the next date, so the search starts one day after the local date.
    let position = lastAtMost(days, localDay(calendar.zone, instant) + 1)
    while (position >= 0 && firstTick(dayAt(position)) > instant) position -= 1
    return position
  }
  return { count: days.length, dayOf: (position) => days[position]!, dayAt, positionAt }
}

export function firstTick({ session, range }: ReplayDay): number {
  return range === undefined ? session.open : range.bars.times[range.from]!
}

function opensAt(session: Session, range: BarRange | undefined): number {
  if (range === undefined) return session.open
  const starts = range.bars.times.subarray(range.from, range.to)
  return starts.find((start) => isRegular(session, start)) ?? session.close
}

export function valuesAt(bars: BarColumns, row: number): Values {
  return {
    open: bars.open[row]!,
    high: bars.high[row]!,
    low: bars.low[row]!,
    close: bars.close[row]!,
    volume: volumeAt(bars, row),
  }
}

/** One bar of two consecutive ones. */
export function joined(before: Values | undefined, after: Values): Values {
  if (before === undefined) return after
  return {
    open: before.open,
    high: before.high > after.high ? before.high : after.high,
    low: before.low < after.low ? before.low : after.low,
    close: after.close,
    volume: before.volume + after.volume,
  }
}

/** The last position whose value is at most `wanted`; −1 when there is none. */
export function lastAtMost(sorted: Float64Array, wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= wanted) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The bars of each trading day. Bars outside all sessions (overnight trading of a fund) are dropped. */
function* rangesByDay(
  bars: BarColumns,
  seconds: number,
  calendar: Calendar,
  extended: boolean,
): Generator<[DayNumber, BarRange]> {
  let index = 0
  while (index < bars.times.length) {
    const session = currentSession(calendar, bars.times[index]!)
    const [begin, end] =
      session === undefined ? [0, 0] : extended ? [session.begin, session.end] : [session.open, session.close]
    if (session === undefined || bars.times[index]! < begin || bars.times[index]! >= end) {
      index += 1
      continue
    }
    const from = index
    while (index < bars.times.length && bars.times[index]! < end) index += 1
    const range = { bars, from, to: index, seconds }
    // Bars in pre and post hours alone do not make a trading day.
    if (countRegular(range, session) > 0) yield [session.day, range]
  }
}

/**
 * The finest bars that cover at least half of the regular hours: with fewer the price would stand still for most of the
 * day. A day without a daily row takes its finest bars in any case.
 */
function chooseRange(ranges: readonly BarRange[], session: Session, hasRow: boolean): BarRange | undefined {
  const needed = (session.close - session.open) / 2
  const good = ranges.find((range) => {
    const inside = countRegular(range, session)
    return inside * range.seconds * 1000 >= needed
  })
  return good ?? (hasRow ? undefined : ranges[0])
}

function countRegular({ bars, from, to }: BarRange, session: Session): number {
  let count = 0
  for (let index = from; index < to; index += 1) if (isRegular(session, bars.times[index]!)) count += 1
  return count
}

export function isRegular(session: Session, instant: number): boolean {
  return session.stretches.some(({ phase, start, end }) => phase === 'regular' && instant >= start && instant < end)
}

/** The daily row, with high and low widened to those of the replayed bars, so that every quote is inside them. */
function wholeDay(daily: Values | undefined, range: BarRange | undefined, session: Session, symbol: string): Values {
  const replayed = range === undefined ? undefined : foldRange(range, session)
  if (daily === undefined || replayed === undefined)
    return present(daily ?? replayed, `${symbol}: a day has a row or bars`)
  const { high, low } = joined(daily, replayed)
  return { ...daily, high, low }
}

function foldRange({ bars, from, to }: BarRange, session: Session): Values {
  let values: Values | undefined
  for (let index = from; index < to; index += 1) {
    if (isRegular(session, bars.times[index]!)) values = joined(values, valuesAt(bars, index))
  }
  return present(values, 'a day without a row has a bar in regular hours')
}
