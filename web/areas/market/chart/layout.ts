import type { IChartApi, Logical } from 'lightweight-charts'

import type { ChartLayout, PriceSeries } from './chart-input.ts'
import { roomBelow, roomOfLine, type DrawnCandle, type Pane } from './label-room.ts'
import type { Level, Mark } from './marks.ts'
import type { Candle } from './series.ts'
import { ownLabelStep } from './text-size.ts'

/** The legend of the chart stands above the labels beyond the top of the scale. */
const legendHeight = 34

/** The part of the pane, from the top, that the volume leaves to the price. */
export const volumeTop = 0.84

type Shown = {
  readonly candles: readonly Candle[]
  readonly marks: readonly Mark[]
  readonly hasVolume: boolean
  /** How the labels were placed last. */
  readonly before: ChartLayout
}

/** Where the chart has drawn the marks, the panes and the last candle. */
export function layoutOf(chart: IChartApi, prices: PriceSeries, shown: Shown): ChartLayout {
  const { candles, marks, before } = shown
  const [pricePane, ...panes] = chart.panes()
  const height = pricePane?.getHeight() ?? 0
  const range = chart.timeScale().getVisibleLogicalRange()
  // A candle stands in the middle of its room: of the one after the edge a part is still in view.
  const last = range === null ? candles.length - 1 : Math.ceil(range.to)
  const levels = marks.map(({ price }) => levelOf(prices.priceToCoordinate(price), height))
  const pane: Pane = {
    candles: marks.length === 0 ? [] : drawnCandles(chart, prices, candles),
    spacing: chart.timeScale().options().barSpacing,
    width: chart.timeScale().width(),
    height,
    floor: Math.round(shown.hasVolume ? height * volumeTop : height),
    labelStep: ownLabelStep(),
  }
  const countOf = (edge: Level) => levels.filter((level) => level === edge).length
  const lowest = Math.max(0, ...levels.filter((level) => typeof level === 'number'))
  const below = roomBelow(countOf('below'), pane, lowest, before.below)
  const above = { at: 'right' as const, top: legendHeight, bottom: legendHeight + countOf('above') * pane.labelStep }
  const taken = [below, above, { at: 'left' as const, top: 0, bottom: legendHeight / 2 }]
  return {
    levels,
    rooms: levels.map((level, index) =>
      typeof level === 'number' ? roomOfLine(level, pane, taken, before.rooms[index]) : { at: 'right', shift: 0 },
    ),
    below,
    height,
    labelStep: pane.labelStep,
    aboveTop: legendHeight,
    paneTops: panes.map((each) => each.getHTMLElement()?.offsetTop ?? 0),
    scaleWidth: chart.priceScale('right').width(),
    awayAt: last < candles.length - 1 && candles.length > 0 ? Math.max(0, last) : undefined,
  }
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

function levelOf(coordinate: number | null, height: number): Level {
  if (coordinate === null || coordinate < 0) return 'above'
  return coordinate > height ? 'below' : Math.round(coordinate)
}
