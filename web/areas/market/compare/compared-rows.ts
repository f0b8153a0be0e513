import { outsideBarMinutes } from '@mex/core/market/day-figures.ts'
import { isMinutePeriod, minutesOf, type ChartPeriod } from '@mex/core/market/quote.ts'

import type { Candle } from '#areas/market/chart/series.ts'

/** The candles of one of the two instruments. Minutes have the wall clock of the chart, longer candles that of their venue. */
export type Compared = {
  readonly candles: readonly Candle[]
  /** Of the intraday line: where its minutes end and longer steps outside of the regular hours begin. */
  readonly outsideFrom: number | undefined
}

/** An instant of the comparison: the closes of the candles that end there. */
export type ComparedRow = {
  readonly time: number
  readonly own: number
  /** Undefined while the other instrument has no price. */
  readonly other: number | undefined
}

const minuteSeconds = 60
const daySeconds = 86_400
/** A trading day that begins in the evening, as those of currencies and futures do, is the next date. */
const eveningSeconds = 7 * 3600

/** The closes of two instruments at the instants of the first, from the first to the last that both have. */
export function comparedRows(period: ChartPeriod, own: Compared, other: Compared): readonly ComparedRow[] {
  const closes = period === 'intraday' ? closesByMinute(own, other) : closesByStep(period, own, other)
  const rows = own.candles.map(({ time, close }, index) => ({ time, own: close, other: closes.get(index) }))
  const isCommon = ({ other: close }: ComparedRow): boolean => close !== undefined
  return rows.slice(Math.max(0, rows.findIndex(isCommon)), rows.findLastIndex(isCommon) + 1)
}

/** Each minute of the other belongs to the candle of the own line in which it ends. */
function closesByMinute(own: Compared, other: Compared): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  let index = -1
  for (const { time, close } of other.candles) {
    const last = time + stepOf(other, time) - minuteSeconds
    while ((own.candles[index + 1]?.time ?? Infinity) <= last) index += 1
    const candle = own.candles[index]
    if (candle !== undefined && last < candle.time + stepOf(own, candle.time)) found.set(index, close)
  }
  return found
}

const stepOf = ({ outsideFrom }: Compared, time: number): number =>
  minuteSeconds * (outsideFrom !== undefined && time >= outsideFrom ? outsideBarMinutes : 1)

/** Candles of the same minutes, day, week, month, quarter or year belong together. */
function closesByStep(period: ChartPeriod, own: Compared, other: Compared): ReadonlyMap<number, number> {
  const others = new Map(other.candles.map(({ time, close }) => [stepName(period, time), close]))
  return new Map(
    own.candles.flatMap(({ time }, index) => {
      const close = others.get(stepName(period, time))
      return close === undefined ? [] : [[index, close] as const]
    }),
  )
}

function stepName(period: ChartPeriod, time: number): number {
  if (isMinutePeriod(period)) return Math.floor(time / (minutesOf(period) * minuteSeconds))
  const day = Math.floor((time + eveningSeconds) / daySeconds)
  if (period === '1D') return day
  // Day 4 of 1970 was a Monday.
  if (period === '1W') return Math.floor((day - 4) / 7)
  const date = new Date(day * daySeconds * 1000)
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
  if (period === '1M') return month
  return Math.floor(month / (period === '3M' ? 3 : 12))
}

/** What both have gained at a row since the left edge, in parts; undefined as long as one has no price there. */
export type Gains = { readonly own: number | undefined; readonly other: number | undefined }

/** The gains from the row at the left edge to a row. Each begins at its first price in view. */
export function gainsAt(rows: readonly ComparedRow[], left: number, at: number): Gains {
  const shown = rows.slice(Math.max(0, left), at + 1)
  const others = shown.flatMap((row) => row.other ?? [])
  return { own: gain(shown[0]?.own, shown.at(-1)?.own), other: gain(others[0], others.at(-1)) }
}

const gain = (from: number | undefined, to: number | undefined): number | undefined =>
  from === undefined || to === undefined || from === 0 ? undefined : to / from - 1

/** A point of the second line; after the last one before a gap, nothing is drawn up to the next. */
export type OtherPoint = { readonly time: number; readonly value: number; readonly isBeforeGap: boolean }

export function otherPoints(rows: readonly ComparedRow[]): readonly OtherPoint[] {
  return rows.flatMap(({ time, other }, index) =>
    other === undefined
      ? []
      : [{ time, value: other, isBeforeGap: index + 1 < rows.length && rows[index + 1]?.other === undefined }],
  )
}
