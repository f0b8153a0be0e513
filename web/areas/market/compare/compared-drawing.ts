import {
  createChart,
  CrosshairMode,
  LineSeries,
  PriceScaleMode,
  TrackingModeExitMode,
  type IChartApi,
  type ISeriesApi,
} from 'lightweight-charts'
import type { ChartPeriod } from '@mex/core/market/quote.ts'

import { at, axisText, crosshairText } from '#areas/market/chart/axis.ts'
import { fainter, type ChartTheme } from '#areas/market/chart/theme.ts'
import { otherPoints, type ComparedRow } from './compared-rows.ts'

export type ComparedInput = {
  readonly period: ChartPeriod
  readonly rows: readonly ComparedRow[]
  readonly language: string
}

export type ComparedEvents = {
  /** The time (wall clock) under the crosshair; undefined when it leaves. */
  readonly onPoint: (time: number | undefined) => void
  /** The index of the row at the left edge, and that of the last in view. */
  readonly onRange: (left: number, right: number) => void
}

/** The number of rows in view at first, as in the chart of prices. */
const rowsInView = 64

/**
 * Two lines in percent of their first values in view. A class, because it owns a canvas, which `remove` releases. The library's
 * scale in percent follows the range by itself.
 */
export class ComparedDrawing {
  readonly #chart: IChartApi
  readonly #own: ISeriesApi<'Line'>
  readonly #other: ISeriesApi<'Line'>
  readonly #events: ComparedEvents
  #rows: readonly ComparedRow[] = []
  #period: ChartPeriod | undefined
  #told = ''

  constructor(place: HTMLElement, theme: ChartTheme, events: ComparedEvents) {
    this.#events = events
    this.#chart = createChart(place, {
      autoSize: true,
      layout: { attributionLogo: false, fontSize: 11, fontFamily: getComputedStyle(place).fontFamily },
      grid: { vertLines: { visible: false } },
      rightPriceScale: {
        borderVisible: false,
        mode: PriceScaleMode.Percentage,
        // Below the legend with its chip.
        scaleMargins: { top: 0.2, bottom: 0.08 },
      },
      timeScale: {
        borderVisible: false,
        minBarSpacing: 0.05,
        fixLeftEdge: true,
        timeVisible: true,
        allowBoldLabels: false,
        tickMarkFormatter: axisText,
      },
      crosshair: { mode: CrosshairMode.Normal },
      // A touch scrolls the page; only a long press shows the crosshair.
      handleScroll: { vertTouchDrag: false, mouseWheel: false },
      handleScale: { mouseWheel: false, axisPressedMouseMove: false },
      trackingMode: { exitMode: TrackingModeExitMode.OnTouchEnd },
    })
    const line = { lineWidth: 2 as const, priceLineVisible: false }
    this.#other = this.#chart.addSeries(LineSeries, line)
    this.#own = this.#chart.addSeries(LineSeries, line)
    this.#chart.subscribeCrosshairMove(({ time }) => events.onPoint(typeof time === 'number' ? time : undefined))
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(() => this.#tellRange())
    this.paint(theme)
  }

  show({ period, rows, language }: ComparedInput): void {
    const before = this.#rows
    this.#rows = rows
    this.#chart.applyOptions({ localization: { locale: language, timeFormatter: crosshairText({ period }) } })
    this.#own.setData(rows.map(({ time, own }) => ({ time: at(time), value: own })))
    this.#other.setData(
      otherPoints(rows).map(({ time, value, isBeforeGap }) => ({
        time: at(time),
        value,
        // The library draws the way to the next point in the colour of the one before it.
        ...(isBeforeGap ? { color: 'transparent' } : {}),
      })),
    )
    if (this.#period !== period || before.length === 0) this.#bringIntoView(period, rows.length)
    this.#period = period
    this.#tellRange()
  }

  paint(theme: ChartTheme): void {
    const label = { color: theme.quiet, labelBackgroundColor: theme.strong }
    this.#chart.applyOptions({
      layout: { background: { color: theme.surface }, textColor: theme.text },
      grid: { horzLines: { color: fainter(theme.grid, 0.7) } },
      crosshair: { vertLine: label, horzLine: label },
    })
    this.#own.applyOptions({ color: theme.lines['brand-text'] })
    this.#other.applyOptions({ color: theme.lines.orange })
  }

  remove(): void {
    this.#chart.remove()
  }

  #bringIntoView(period: ChartPeriod, count: number): void {
    const scale = this.#chart.timeScale()
    if (period === 'intraday' || count <= rowsInView) scale.fitContent()
    else scale.setVisibleLogicalRange({ from: count - rowsInView, to: count + 1 })
  }

  #tellRange(): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    if (range === null || this.#rows.length === 0) return
    const last = this.#rows.length - 1
    const left = Math.min(last, Math.max(0, Math.floor(range.from)))
    const right = Math.min(last, Math.max(left, Math.ceil(range.to)))
    const text = `${left} ${right}`
    if (text === this.#told) return
    this.#told = text
    this.#events.onRange(left, right)
  }
}
