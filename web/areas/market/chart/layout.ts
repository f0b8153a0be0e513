import type { IChartApi, Logical } from 'lightweight-charts'

import type { ChartLayout, PriceSeries } from './chart-input.ts'
import { roomOfLine, type Box, type DrawnCandle, type Pane } from './label-room.ts'
import { sideOf, stripOf, withStrips, type PlainPane, type Strip } from './label-strip.ts'
import type { Mark } from './marks.ts'
import type { Candle } from './series.ts'
import { ownLabelStep } from './text-size.ts'

/** The legend of the chart stands above the labels beyond the top of the scale. */
const legendHeight = 34

/** The part of the pane, from the top, that the volume leaves to the price. */
export const volumeTop = 0.84

/** The margins of the prices above the volume, and those where no volume is drawn. */
export const aboveVolume: PlainPane = { margins: { top: 0.08, bottom: 0.22 }, floor: volumeTop }
const withoutVolume: PlainPane = { margins: { top: 0.08, bottom: 0.08 }, floor: 1 }

type Shown = {
  readonly candles: readonly Candle[]
  readonly marks: readonly Mark[]
  readonly hasVolume: boolean
  /** How the labels were placed last. */
  readonly before: ChartLayout
}

/** Where the chart has drawn the marks, the panes and the last candle. Before that, labels beyond the scale get their strips, which moves its prices. */
export function layoutOf(chart: IChartApi, prices: PriceSeries, shown: Shown): ChartLayout {
  const { candles, marks, before } = shown
  const [pricePane, ...panes] = chart.panes()
  const height = pricePane?.getHeight() ?? 0
  const range = chart.timeScale().getVisibleLogicalRange()
  // A candle stands in the middle of its room: of the one after the edge a part is still in view.
  const last = range === null ? candles.length - 1 : Math.ceil(range.to)
  const plain = shown.hasVolume ? aboveVolume : withoutVolume
  const room = { width: chart.timeScale().width(), height, labelStep: ownLabelStep() }
  const { sides, strips, belowTop } = makeStrips(chart, plain, marks, room)
  const levels = marks.map(({ price }, index) => {
    const level = prices.priceToCoordinate(price)
    return sides[index] ?? (level === null ? 'above' : Math.round(level))
  })
  const pane: Pane = {
    ...room,
    candles: marks.length === 0 ? [] : drawnCandles(chart, prices, candles),
    spacing: chart.timeScale().options().barSpacing,
    floor: Math.round(height * plain.floor),
  }
  const boxesOf = (strip: Strip, from: number): readonly Box[] =>
    [...strip.rooms.values()].map(({ at, shift, width }) => {
      return { at, width, top: from + shift, bottom: from + shift + room.labelStep }
    })
  const legend: Box = { at: 'left', width: room.width / 2, top: 0, bottom: legendHeight / 2 }
  const taken = [legend, ...boxesOf(strips.above, legendHeight), ...boxesOf(strips.below, belowTop)]
  return {
    levels,
    rooms: marks.map((mark, index) => {
      const level = levels[index]
      const inStrip = typeof level === 'string' ? strips[level].rooms.get(mark) : undefined
      return inStrip ?? roomOfLine(Number(level), pane, taken, before.rooms[index])
    }),
    belowTop,
    height,
    labelStep: room.labelStep,
    aboveTop: legendHeight,
    paneTops: panes.map((each) => each.getHTMLElement()?.offsetTop ?? 0),
    scaleWidth: chart.priceScale('right').width(),
    awayAt: last < candles.length - 1 && candles.length > 0 ? Math.max(0, last) : undefined,
  }
}

type PaneRoom = Pick<Pane, 'width' | 'height' | 'labelStep'>

/** The strips of the labels beyond the scale, for which the prices move together: below them begins the volume, if there is any. */
function makeStrips(chart: IChartApi, plain: PlainPane, marks: readonly Mark[], room: PaneRoom) {
  const { height } = room
  const scale = chart.priceScale('right')
  const inView = scale.getVisibleRange()
  const sides = marks.map(({ price }) => (inView === null ? undefined : sideOf(price, inView, plain)))
  const stripAt = (edge: 'above' | 'below') =>
    stripOf(
      marks.filter((_, index) => sides[index] === edge),
      room,
    )
  const strips = { above: stripAt('above'), below: stripAt('below') }
  const [above, below] = [strips.above.height, strips.below.height]
  const margins =
    height === 0
      ? plain.margins
      : withStrips(plain.margins, height, { above: above === 0 ? 0 : legendHeight + above, below })
  const { top, bottom } = scale.options().scaleMargins
  if (top !== margins.top || bottom !== margins.bottom) scale.applyOptions({ scaleMargins: margins })
  const start = height * (plain.floor - margins.bottom + plain.margins.bottom)
  return { sides, strips, belowTop: below === 0 ? height : Math.round(Math.min(start, height - below)) }
}

/** The candles in view; of a line, the stretches between its points. */
function drawnCandles(chart: IChartApi, prices: PriceSeries, candles: readonly Candle[]): readonly DrawnCandle[] {
  const scale = chart.timeScale()
  const range = scale.getVisibleLogicalRange()
  if (range === null) return []
  const first = Math.max(0, Math.floor(range.from))
  const isLine = prices.seriesType() === 'Baseline'
  return candles.slice(first, Math.ceil(range.to) + 1).flatMap(({ high, low, close }, index) => {
    const before = candles[first + index - 1]?.close ?? close
    const left = scale.logicalToCoordinate((first + index) as Logical)
    const top = prices.priceToCoordinate(isLine ? Math.max(close, before) : high)
    const bottom = prices.priceToCoordinate(isLine ? Math.min(close, before) : low)
    return left === null || top === null || bottom === null ? [] : [{ left, top, bottom }]
  })
}
