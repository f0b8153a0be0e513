import type { IChartApi, UTCTimestamp } from 'lightweight-charts'

import type { PriceSeries } from './chart-input.ts'
import type { Fill } from './fills.ts'
import type { Candle } from './series.ts'

/** A price farther than this from its candle is in the shares of before a split, so it has no place there. */
const farthest = 1.5

const daySeconds = 86_400

/** Whether each candle is a day: the newest week has two days in a row. Asked for each arrow and each picture of a chart that is dragged. */
const areDays = (candles: readonly Candle[]): boolean =>
  candles.slice(-8).some((each, at, newest) => each.time - (newest[at - 1]?.time ?? NaN) === daySeconds)

/**
 * The candle that a fill belongs to: the last one that had begun, or the next one where days without a session are between
 * them, in which practice hours count for the next day. Undefined before the first, and before a split.
 */
export function candleOf({ time, price }: Pick<Fill, 'time' | 'price'>, candles: readonly Candle[]) {
  const index = candles.findLastIndex((each) => each.time <= time)
  const [begun, next] = [candles[index], candles[index + 1]]
  const candle = begun !== undefined && areDays(candles) && time >= begun.time + daySeconds ? (next ?? begun) : begun
  if (candle === undefined) return undefined
  return price > candle.high * farthest || price < candle.low / farthest ? undefined : candle
}

type Place = { readonly left: number; readonly top: number }

/** Between what is drawn of the price and the tip of an arrow, in px. */
const gap = 4

/** Where the tip of a fill stands in the chart: below or above its candle, which it does not cover; undefined out of view. */
export function placeOf(
  chart: IChartApi,
  series: PriceSeries,
  fill: Fill,
  candles: readonly Candle[],
): Place | undefined {
  const candle = candleOf(fill, candles)
  const left = candle === undefined ? null : chart.timeScale().timeToCoordinate(candle.time as UTCTimestamp)
  const top = series.priceToCoordinate(fill.price)
  if (candle === undefined || left === null || top === null) return undefined
  const isInView = left >= 0 && left <= chart.timeScale().width() && top >= 0 && top <= series.getPane().getHeight()
  if (!isInView) return undefined
  const isBuy = fill.side === 'buy'
  const edge = series.seriesType() === 'Candlestick' ? series.priceToCoordinate(isBuy ? candle.low : candle.high) : null
  return { left, top: isBuy ? Math.max(top, edge ?? top) + gap : Math.min(top, edge ?? top) - gap }
}

/** The size of the link of an arrow, and how near two of them may come, so that a finger can choose. */
const size = { width: 28, height: 32, distance: 28 }

type Tip = { readonly side: Fill['side']; readonly tip: Place | undefined }

/**
 * The links of arrows by their left upper corners: a purchase hangs below its tip, a sale stands above. The newest come
 * first; one that would lie on a newer one has no place until the chart is closer.
 */
export function boxesOf(tips: readonly Tip[]): readonly (Place | undefined)[] {
  const taken: Place[] = []
  return tips.map(({ side, tip }) => {
    if (tip === undefined) return undefined
    const box = { left: tip.left - size.width / 2, top: side === 'buy' ? tip.top : tip.top - size.height }
    const isFree = taken.every(
      ({ left, top }) => Math.abs(left - box.left) >= size.distance || Math.abs(top - box.top) >= size.distance,
    )
    if (isFree) taken.push(box)
    return isFree ? box : undefined
  })
}
