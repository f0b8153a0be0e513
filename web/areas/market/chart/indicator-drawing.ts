import {
  HistogramSeries,
  LineSeries,
  LineStyle,
  type AutoscaleInfo,
  type IChartApi,
  type ISeriesApi,
} from 'lightweight-charts'

import { at } from './axis.ts'
import { paneOf, type IndicatorLine, type Point } from './indicator-names.ts'
import type { ChartTheme } from './theme.ts'
import { fainter } from './theme.ts'

type Series = ISeriesApi<'Line'> | ISeriesApi<'Histogram'>
type Drawn = { readonly series: Series; points: readonly Point[] }
type Format = { readonly minMove: number; readonly priceText: (price: number) => string }

/** The height of a pane below the price. */
const paneHeight = 76

/** The lines of indicators: those on the price in its pane, the others in panes of their own below. */
export class IndicatorDrawing {
  readonly #chart: IChartApi
  #drawn = new Map<string, Drawn>()
  #shown = ''

  constructor(chart: IChartApi) {
    this.#chart = chart
  }

  /** Draws anew when other indicators are shown, and otherwise only what has changed. */
  show(lines: readonly IndicatorLine[], theme: ChartTheme, format: Format): void {
    const shown = `${lines.map(({ id }) => id).join()} ${format.minMove}`
    if (shown !== this.#shown) {
      this.clear()
      this.#shown = shown
      this.#add(lines, theme, format)
    }
    for (const { id, points } of lines) {
      const drawn = this.#drawn.get(id)
      if (drawn !== undefined) update(drawn, points)
    }
  }

  clear(): void {
    for (const { series } of this.#drawn.values()) this.#chart.removeSeries(series)
    this.#drawn = new Map()
    this.#shown = ''
  }

  #add(lines: readonly IndicatorLine[], theme: ChartTheme, format: Format): void {
    const panes = [...new Set(lines.flatMap(({ of }) => paneOf(of) ?? []))]
    for (const { id, of, colour, look } of lines) {
      const pane = paneOf(of)
      const index = pane === undefined ? 0 : panes.indexOf(pane) + 1
      const options = {
        lastValueVisible: false,
        priceLineVisible: false,
        priceFormat: {
          type: 'custom' as const,
          minMove: of === 'rsi' ? 0.1 : format.minMove,
          formatter: of === 'rsi' ? (value: number) => value.toFixed(0) : format.priceText,
        },
      }
      const series =
        look === 'histogram'
          ? this.#chart.addSeries(HistogramSeries, { ...options, color: fainter(theme.lines[colour], 0.5) }, index)
          : this.#chart.addSeries(
              LineSeries,
              { ...options, color: theme.lines[colour], lineWidth: 1, crosshairMarkerVisible: false },
              index,
            )
      if (of === 'rsi') addLevels(series, theme)
      if (index > 0) series.priceScale().applyOptions({ scaleMargins: { top: 0.24, bottom: 0.08 } })
      this.#drawn.set(id, { series, points: [] })
    }
    for (const pane of this.#chart.panes().slice(1)) pane.setHeight(paneHeight)
  }
}

/** The levels that the RSI is read against, and its whole scale. */
function addLevels(series: Series, theme: ChartTheme): void {
  for (const price of [30, 70]) {
    series.createPriceLine({
      price,
      color: theme.quiet,
      lineWidth: 1,
      lineStyle: LineStyle.Dotted,
      axisLabelVisible: false,
    })
  }
  series.applyOptions({
    autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => {
      const { minValue = 25, maxValue = 75 } = own()?.priceRange ?? {}
      return { priceRange: { minValue: Math.min(minValue, 25), maxValue: Math.max(maxValue, 75) } }
    },
  })
}

/** Only the last point changes with a price; everything else is set anew. */
function update(drawn: Drawn, points: readonly Point[]): void {
  const last = points.at(-1)
  const isSame =
    drawn.points.length > 1 &&
    (points.length === drawn.points.length || points.length === drawn.points.length + 1) &&
    points[0]?.time === drawn.points[0]?.time &&
    points[0]?.value === drawn.points[0]?.value &&
    points.at(-2)?.time === drawn.points.at(points.length === drawn.points.length ? -2 : -1)?.time
  drawn.points = points
  const { series } = drawn
  if (isSame && last !== undefined) series.update({ time: at(last.time), value: last.value })
  else series.setData(points.map(({ time, value }) => ({ time: at(time), value })))
}
