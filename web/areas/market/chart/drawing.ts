import type { Period } from '@mex/core/market/quote.ts'
import {
  BaselineSeries,
  CandlestickSeries,
  createChart,
  CrosshairMode,
  HistogramSeries,
  LineSeries,
  LineStyle,
  TrackingModeExitMode,
  type AutoscaleInfo,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts'

import { axisText, crosshairText } from './axis.ts'
import { fainter, type ChartTheme } from './theme.ts'
import { movingAverage, type Candle } from './series.ts'

export type ChartInput = {
  readonly period: Period
  /** Oldest first, times on the venue's wall clock. */
  readonly candles: readonly Candle[]
  /** The start of the candles outside the regular hours, which are shaded. */
  readonly outsideFrom: number | undefined
  /** The remaining minutes of the session, for which the chart keeps space. */
  readonly rest: readonly number[]
  /** The previous close, which separates rise and fall in the intraday chart. */
  readonly base: number | undefined
  readonly decimals: number
  readonly priceText: (price: number) => string
  readonly language: string
}

/** The lengths of the two moving averages over candles. */
export const averageLengths = [5, 20] as const
/** The number of candles in view at first; dragging shows the others. */
const candlesInView = 64

/** Auctions trade many times the volume of a minute: cuts higher volumes, so that the others stay visible. */
function usualMax(volumes: readonly number[]): number {
  const sorted = volumes.toSorted((left, right) => left - right)
  return 1.5 * (sorted[Math.floor(sorted.length * 0.97)] ?? 0)
}

/** The visible price range, extended to include the reference line. */
function withBase(own: AutoscaleInfo | null, base: number | undefined): AutoscaleInfo | null {
  const range = own?.priceRange
  if (range === undefined || range === null || base === undefined) return own
  return {
    ...own,
    priceRange: { minValue: Math.min(range.minValue, base), maxValue: Math.max(range.maxValue, base) },
  }
}

const at = (seconds: number) => seconds as UTCTimestamp
type Line = ISeriesApi<'Line'>

/**
 * The chart library with our theme and settings. A class, because it owns a canvas, which `remove` releases. All data
 * comes through `show`, `live` and `paint`.
 */
export class PriceDrawing {
  readonly #chart: IChartApi
  #theme: ChartTheme
  #input: ChartInput | undefined
  #prices: ISeriesApi<'Baseline'> | ISeriesApi<'Candlestick'> | undefined
  #volumes: ISeriesApi<'Histogram'> | undefined
  #averages: readonly Line[] = []
  #room: Line | undefined
  #shade: ISeriesApi<'Baseline'> | undefined
  #baseLine: IPriceLine | undefined

  /** Calls `onPoint` with the time (wall clock) under the crosshair; undefined when it leaves. */
  constructor(place: HTMLElement, theme: ChartTheme, onPoint: (time: number | undefined) => void) {
    this.#theme = theme
    this.#chart = createChart(place, {
      autoSize: true,
      layout: { attributionLogo: false, fontSize: 11, fontFamily: getComputedStyle(place).fontFamily },
      grid: { vertLines: { visible: false } },
      rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.08, bottom: 0.22 } },
      timeScale: {
        borderVisible: false,
        minBarSpacing: 0.05,
        fixLeftEdge: true,
        timeVisible: true,
        tickMarkFormatter: axisText,
      },
      crosshair: { mode: CrosshairMode.Normal },
      // A touch scrolls the page; only a long press shows the crosshair.
      handleScroll: { vertTouchDrag: false, mouseWheel: false },
      handleScale: { mouseWheel: false, axisPressedMouseMove: false },
      trackingMode: { exitMode: TrackingModeExitMode.OnTouchEnd },
    })
    this.#chart.subscribeCrosshairMove(({ time }) => onPoint(typeof time === 'number' ? time : undefined))
    this.paint(theme)
  }

  show(input: ChartInput): void {
    const before = this.#input
    this.#input = input
    const isOtherKind = before === undefined || (before.period === 'intraday') !== (input.period === 'intraday')
    if (isOtherKind) this.#rebuild(input)
    this.#chart.applyOptions({
      localization: { locale: input.language, priceFormatter: input.priceText, timeFormatter: crosshairText(input) },
    })
    this.#fill(input)
    const hasRoom = input.rest.length > 0 && before?.rest.length === 0
    if (before?.period !== input.period || hasRoom) this.#frame(input)
  }

  /** Updates the newest candle, or starts that of the current minute. */
  live(time: number, price: number): void {
    const last = this.#input?.candles.at(-1)
    if (this.#prices === undefined || last === undefined || time < last.time) return
    if (this.#isBaseline(this.#prices)) {
      this.#prices.update({ time: at(time), value: price })
      if (this.#isOutside(time)) this.#shade?.update({ time: at(time), value: 1 })
      return
    }
    const { open, high, low } = last
    this.#prices.update({
      time: at(last.time),
      open,
      high: Math.max(high, price),
      low: Math.min(low, price),
      close: price,
    })
  }

  paint(theme: ChartTheme): void {
    this.#theme = theme
    const label = { color: theme.quiet, labelBackgroundColor: theme.strong }
    this.#chart.applyOptions({
      layout: { background: { color: theme.surface }, textColor: theme.text },
      grid: { horzLines: { color: fainter(theme.grid, 0.7) } },
      crosshair: { vertLine: label, horzLine: label },
    })
    if (this.#input !== undefined) {
      this.#rebuild(this.#input)
      this.#fill(this.#input)
    }
  }

  remove(): void {
    this.#chart.remove()
  }

  #isOutside(time: number): boolean {
    const { outsideFrom } = this.#input ?? {}
    return outsideFrom !== undefined && time >= outsideFrom
  }

  #isBaseline(series: ISeriesApi<'Baseline'> | ISeriesApi<'Candlestick'>): series is ISeriesApi<'Baseline'> {
    return series.seriesType() === 'Baseline'
  }

  #rebuild({ period, decimals, priceText }: ChartInput): void {
    for (const series of [this.#shade, this.#prices, this.#volumes, this.#room, ...this.#averages]) {
      if (series !== undefined) this.#chart.removeSeries(series)
    }
    const { up, down, quiet, averages } = this.#theme
    const priceFormat = { type: 'custom' as const, minMove: 10 ** -decimals, formatter: priceText }
    const silent = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false }
    this.#baseLine = undefined
    const shade = fainter(quiet, 0.16)
    this.#shade = this.#chart.addSeries(BaselineSeries, {
      ...silent,
      lineVisible: false,
      topFillColor1: shade,
      topFillColor2: shade,
      priceScaleId: 'shade',
      autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 1 } }),
    })
    this.#shade.priceScale().applyOptions({ scaleMargins: { top: 0, bottom: 0 } })
    this.#volumes = this.#chart.addSeries(HistogramSeries, {
      color: fainter(quiet, 0.5),
      priceScaleId: '',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    })
    this.#volumes.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
    this.#room = this.#chart.addSeries(LineSeries, silent)
    if (period === 'intraday') {
      this.#averages = []
      this.#prices = this.#chart.addSeries(BaselineSeries, {
        priceFormat,
        lineWidth: 2,
        priceLineVisible: false,
        topLineColor: up,
        topFillColor1: fainter(up, 0.24),
        topFillColor2: fainter(up, 0.04),
        bottomLineColor: down,
        bottomFillColor1: fainter(down, 0.04),
        bottomFillColor2: fainter(down, 0.24),
        autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => withBase(own(), this.#input?.base),
      })
      return
    }
    this.#prices = this.#chart.addSeries(CandlestickSeries, {
      priceFormat,
      upColor: up,
      wickUpColor: up,
      downColor: down,
      wickDownColor: down,
      borderVisible: false,
      priceLineVisible: false,
    })
    this.#averages = averages.map((color) =>
      this.#chart.addSeries(LineSeries, { color, lineWidth: 1, priceFormat, ...silent }),
    )
  }

  #fill({ period, candles, rest, base, decimals }: ChartInput): void {
    const { up, down, quiet } = this.#theme
    const prices = this.#prices
    if (prices === undefined) return
    if (this.#isBaseline(prices)) {
      prices.setData(candles.map(({ time, close }) => ({ time: at(time), value: close })))
      if (this.#baseLine !== undefined) prices.removePriceLine(this.#baseLine)
      this.#baseLine = undefined
      if (base !== undefined) {
        // Half a step above, so that no change has the colour of a fall, as in the head of the page.
        prices.applyOptions({ baseValue: { type: 'price', price: base + 10 ** -decimals / 2 } })
        const line = { price: base, color: quiet, lineWidth: 1 as const, lineStyle: LineStyle.Dashed }
        this.#baseLine = prices.createPriceLine({ ...line, axisLabelVisible: false })
      }
    } else {
      prices.setData(candles.map(({ time, open, high, low, close }) => ({ time: at(time), open, high, low, close })))
    }
    this.#averages.forEach((series, index) => {
      const averages = movingAverage(candles, averageLengths[index] ?? 1)
      series.setData(averages.map(({ time, value }) => ({ time: at(time), value })))
    })
    const max = usualMax(candles.map(({ volume }) => volume))
    // Without volume (an index) bars of zero height would draw a dotted line.
    const traded = max > 0 ? candles : []
    this.#volumes?.setData(
      traded.map(({ time, open, close, volume }) => ({
        time: at(time),
        value: Math.min(volume, max),
        color: period === 'intraday' ? fainter(quiet, 0.5) : fainter(close > open ? up : down, 0.45),
      })),
    )
    this.#shade?.setData(
      candles.filter(({ time }) => this.#isOutside(time)).map(({ time }) => ({ time: at(time), value: 1 })),
    )
    this.#room?.setData(rest.map((time) => ({ time: at(time) })))
  }

  #frame({ period, candles }: ChartInput): void {
    const scale = this.#chart.timeScale()
    if (period === 'intraday' || candles.length <= candlesInView) scale.fitContent()
    else scale.setVisibleLogicalRange({ from: candles.length - candlesInView, to: candles.length + 1 })
  }
}
