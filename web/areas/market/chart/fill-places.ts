import type { IChartApi, UTCTimestamp } from 'lightweight-charts'

import type { PriceSeries } from './chart-input.ts'
import type { Fill } from './fills.ts'
import type { Candle } from './series.ts'

/** A price farther than this from its candle is in the shares of before a split, so it has no place there. */
const farthest = 1.5

/** The candle that a fill belongs to: the last one that had begun. Undefined before the first, and before a split. */
export function candleOf({ time, price }: Pick<Fill, 'time' | 'price'>, candles: readonly Candle[]) {
  const candle = candles.findLast((each) => each.time <= time)
  if (candle === undefined) return undefined
  return price > candle.high * farthest || price < candle.low / farthest ? undefined : candle
}

type Place = { readonly left: number; readonly top: number }

/** Where a fill stands in the chart; undefined out of view. */
export function placeOf(
  chart: IChartApi,
  series: PriceSeries,
  fill: Fill,
  candles: readonly Candle[],
): Place | undefined {
  const time = candleOf(fill, candles)?.time
  const left = time === undefined ? null : chart.timeScale().timeToCoordinate(time as UTCTimestamp)
  const top = series.priceToCoordinate(fill.price)
  if (left === null || top === null) return undefined
  const isInView = left >= 0 && left <= chart.timeScale().width() && top >= 0 && top <= series.getPane().getHeight()
  return isInView ? { left, top } : undefined
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
