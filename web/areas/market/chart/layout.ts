import type { IChartApi, Logical } from 'lightweight-charts'

import type { ChartLayout, PriceSeries } from './chart-input.ts'
import type { Level, Mark } from './marks.ts'
import { ownLabelStep } from './text-size.ts'

/** Where the chart has drawn the marks, the panes and the last candle. */
export function layoutOf(chart: IChartApi, prices: PriceSeries, count: number, marks: readonly Mark[]): ChartLayout {
  const [pricePane, ...panes] = chart.panes()
  const height = pricePane?.getHeight() ?? 0
  const scale = chart.timeScale()
  const range = scale.getVisibleLogicalRange()
  const newest = scale.logicalToCoordinate((count - 1) as Logical)
  const last = range === null ? count - 1 : Math.floor(range.to)
  return {
    levels: marks.map(({ price }) => levelOf(prices.priceToCoordinate(price), height)),
    height,
    labelStep: ownLabelStep(),
    paneTops: panes.map((pane) => pane.getHTMLElement()?.offsetTop ?? 0),
    scaleWidth: chart.priceScale('right').width(),
    isEarly: newest !== null && newest < scale.width() / 2,
    awayAt: last < count - 1 && count > 0 ? Math.max(0, last) : undefined,
  }
}

function levelOf(coordinate: number | null, height: number): Level {
  if (coordinate === null || coordinate < 0) return 'above'
  return coordinate > height ? 'below' : Math.round(coordinate)
}
