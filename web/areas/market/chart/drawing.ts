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
  type TickMarkType,
  type Time,
} from 'lightweight-charts'

import { at, axisText, crosshairText, isExact, isUnderTag } from './axis.ts'
import type { IndicatorDrawing } from './indicator-drawing.ts'
import { noLayout, type ChartInput, type ChartLayout, type Overlays, type PriceSeries } from './chart-input.ts'
import { aboveVolume, layoutOf, volumeTop } from './layout.ts'
import { SessionDrawing } from './session-drawing.ts'
import { Shading } from './shading.ts'
import { axisTextSize } from './text-size.ts'
import { fainter, type ChartTheme } from './theme.ts'
import { usualMax, type Candle } from './series.ts'

/** The part of a chart that is as wide as half a label of the axis on a narrow phone. */
const edgeShare = 0.05

/** The number of candles in view at first; dragging shows the others. */
const candlesInView = 64

/** The visible price range, extended to include the reference line. */
function withBase(own: AutoscaleInfo | null, base: number | undefined): AutoscaleInfo | null {
  const range = own?.priceRange
  if (range === undefined || range === null || base === undefined) return own
  return {
    ...own,
    priceRange: { minValue: Math.min(range.minValue, base), maxValue: Math.max(range.maxValue, base) },
  }
}

/** What the chart tells the page. */
export type ChartEvents = {
  /** The time (wall clock) under the crosshair; undefined when it leaves. */
  readonly onPoint: (time: number | undefined) => void
  /** Something moved: the range in view, the scale, the size. */
  readonly onLayout: (layout: ChartLayout) => void
}

const silent = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false }

/**
 * The chart library with our theme and settings. A class, because it owns a canvas, which `remove` releases. All data
 * comes through `show`, `overlay`, `live` and `paint`.
 */
export class PriceDrawing {
  readonly #chart: IChartApi
  readonly #events: ChartEvents
  /** Loaded with the first indicator. */
  #indicators: IndicatorDrawing | undefined
  readonly #shading = new Shading(() => this.#tellLayout())
  #theme: ChartTheme
  #input: ChartInput | undefined
  #overlays: Overlays = { lines: [], marks: [], openIndicators: undefined, place: undefined }
  #prices: PriceSeries | undefined
  #volumes: ISeriesApi<'Histogram'> | undefined
  #room: ISeriesApi<'Line'> | undefined
  #baseLine: IPriceLine | undefined
  #session: SessionDrawing | undefined
  #markLines: readonly IPriceLine[] = []
  /** The candles with the newest price. */
  #candles: readonly Candle[] = []
  #frame: number | undefined
  /** All candles were in view when the chart was laid out last. */
  #isWhole = false
  #told = ''
  #layout = noLayout
  /** Of each price that has a tag at the scale, where it is. */
  #tags = ''
  #hasBars = false

  constructor(place: HTMLElement, theme: ChartTheme, events: ChartEvents) {
    this.#theme = theme
    this.#events = events
    this.#chart = createChart(place, {
      autoSize: true,
      layout: {
        attributionLogo: false,
        fontSize: axisTextSize(),
        fontFamily: getComputedStyle(place).fontFamily,
        panes: { enableResize: false },
      },
      grid: { vertLines: { visible: false } },
      rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: aboveVolume.margins },
      timeScale: {
        borderVisible: false,
        minBarSpacing: 0.05,
        fixLeftEdge: true,
        timeVisible: true,
        allowBoldLabels: false,
        tickMarkFormatter: (time: Time, type: TickMarkType, language: string) =>
          this.#isAtEdge(time) ? '' : axisText(time, type, language, this.#input?.period),
      },
      crosshair: { mode: CrosshairMode.Normal },
      // A touch scrolls the page; only a long press shows the crosshair.
      handleScroll: { vertTouchDrag: false, mouseWheel: false },
      handleScale: { mouseWheel: false, axisPressedMouseMove: false },
      trackingMode: { exitMode: TrackingModeExitMode.OnTouchEnd },
    })
    // A wider window shows a whole session as wide as it is.
    this.#chart.timeScale().subscribeSizeChange(() => {
      if (this.#isWhole) this.#chart.timeScale().fitContent()
    })
    this.#chart.subscribeCrosshairMove(({ time }) => events.onPoint(typeof time === 'number' ? time : undefined))
    this.paint(theme)
  }

  show(input: ChartInput): void {
    const before = this.#input
    this.#input = input
    this.#candles = input.candles
    const isOtherKind = before === undefined || (before.period === 'intraday') !== (input.period === 'intraday')
    if (isOtherKind) this.#rebuild(input)
    this.#chart.applyOptions({
      localization: { locale: input.language, timeFormatter: crosshairText(input) },
    })
    this.#fill(input)
    this.overlay(this.#overlays)
    const hasRoom = input.rest.length > 0 && before?.rest.length === 0
    if (before?.period !== input.period || hasRoom) this.#bringIntoView(input)
  }

  /** Draws the indicators and the user's own prices. */
  overlay(overlays: Overlays): void {
    this.#overlays = overlays
    const { decimals, priceText } = this.#input ?? {}
    if (this.#prices === undefined || decimals === undefined || priceText === undefined) return
    this.#indicators ??= overlays.openIndicators?.(this.#chart)
    this.#indicators?.show(overlays.lines, this.#theme, { minMove: 10 ** -decimals, priceText })
    for (const line of this.#markLines) this.#prices.removePriceLine(line)
    this.#markLines = overlays.marks.map(({ kind, price }) =>
      this.#prices!.createPriceLine({
        price,
        color: this.#theme.marks[kind],
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: kind === 'cost',
        axisLabelTextColor: this.#theme.surface,
      }),
    )
    this.#tellLayout()
  }

  /** Updates the newest candle, or starts that of the current minute. The candles are those with the newest price. */
  live(candles: readonly Candle[]): void {
    const last = candles.at(-1)
    const known = this.#candles.at(-1)
    if (this.#prices === undefined || last === undefined || known === undefined || last.time < known.time) return
    this.#candles = candles
    const { time, open, high, low, close } = last
    if (isBaseline(this.#prices)) this.#prices.update({ time: at(time), value: close })
    else this.#prices.update({ time: at(time), open, high, low, close })
    this.#shade()
  }

  paint(theme: ChartTheme): void {
    this.#theme = theme
    const label = { color: theme.quiet, labelBackgroundColor: theme.strong }
    this.#chart.applyOptions({
      layout: {
        background: { color: theme.surface },
        textColor: theme.text,
        panes: { separatorColor: theme.grid },
      },
      grid: { horzLines: { color: fainter(theme.grid, 0.7) } },
      crosshair: { vertLine: label, horzLine: label },
    })
    if (this.#input === undefined) return
    this.#rebuild(this.#input)
    this.#fill(this.#input)
    this.#indicators?.clear()
    this.overlay(this.#overlays)
  }

  /** Scrolls to the newest candle and keeps the size of the candles. */
  backToNow(): void {
    const scale = this.#chart.timeScale()
    const range = scale.getVisibleLogicalRange()
    if (range === null) return
    const to = this.#candles.length + (range.to - range.from) / 20
    scale.setVisibleLogicalRange({ from: to - (range.to - range.from), to })
  }

  remove(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#frame = undefined
    this.#chart.remove()
  }

  #rebuild({ period, decimals, priceText }: ChartInput): void {
    for (const series of [this.#prices, this.#volumes, this.#room]) {
      if (series !== undefined) this.#chart.removeSeries(series)
    }
    this.#session?.remove()
    this.#session = undefined
    const { up, down, quiet } = this.#theme
    const priceFormat = this.#priceFormat({ decimals, priceText })
    this.#baseLine = undefined
    this.#markLines = []
    this.#volumes = this.#chart.addSeries(HistogramSeries, {
      color: fainter(quiet, 0.5),
      priceScaleId: '',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    })
    this.#volumes.priceScale().applyOptions({ scaleMargins: { top: volumeTop, bottom: 0 } })
    this.#tags = ''
    this.#room = this.#chart.addSeries(LineSeries, { ...silent, priceFormat })
    this.#prices =
      period === 'intraday'
        ? this.#chart.addSeries(BaselineSeries, {
            ...this.#lineLook(),
            priceFormat,
            priceLineVisible: false,
            autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => withBase(own(), this.#input?.base),
          })
        : this.#chart.addSeries(CandlestickSeries, {
            priceFormat,
            upColor: up,
            wickUpColor: up,
            downColor: down,
            wickDownColor: down,
            borderVisible: false,
            priceLineVisible: false,
          })
    this.#prices.attachPrimitive(this.#shading)
  }

  #lineLook() {
    const { up, down } = this.#theme
    return {
      lineWidth: 2 as const,
      topLineColor: up,
      topFillColor1: fainter(up, 0.24),
      topFillColor2: fainter(up, 0.04),
      bottomLineColor: down,
      bottomFillColor1: fainter(down, 0.04),
      bottomFillColor2: fainter(down, 0.24),
    }
  }

  #priceFormat({ decimals, priceText }: Pick<ChartInput, 'decimals' | 'priceText'>) {
    return {
      type: 'custom' as const,
      minMove: 10 ** -decimals,
      formatter: priceText,
      // A tag would cover half of a price of the scale, and a rounded price would stand beside its line.
      tickmarksFormatter: (prices: readonly number[]) =>
        prices.map((price) => (this.#isUnderTag(price) || !isExact(price, decimals) ? '' : priceText(price))),
    }
  }

  /** The prices that have a tag at the scale: the last in view, and what was paid. */
  #tagged(): readonly number[] {
    const last = this.#candles[this.#layout.awayAt ?? this.#candles.length - 1]?.close
    const paid = this.#overlays.marks.flatMap(({ kind, price }) => (kind === 'cost' ? [price] : []))
    return last === undefined ? paid : [last, ...paid]
  }

  #isUnderTag(price: number): boolean {
    const top = this.#prices?.priceToCoordinate(price) ?? null
    if (top === null) return false
    const tops = this.#tagged().flatMap((each) => this.#prices?.priceToCoordinate(each) ?? [])
    return isUnderTag(top, tops, axisTextSize())
  }

  /** The library writes the prices of the scale only when its range changes, but the tag moves with the price. */
  #hideCovered({ height }: ChartLayout): void {
    const tops = this.#tagged().map((price) => Math.round(this.#prices?.priceToCoordinate(price) ?? height))
    const tags = tops.join()
    if (tags === this.#tags || this.#input === undefined) return
    this.#tags = tags
    this.#room?.applyOptions({ priceFormat: this.#priceFormat(this.#input) })
  }

  #fill({ period, candles, rest, base, session, decimals, hasVolume }: ChartInput): void {
    const { up, down, quiet } = this.#theme
    const prices = this.#prices
    if (prices === undefined) return
    if (isBaseline(prices)) {
      const split = session === undefined ? -1 : candles.findIndex(({ time }) => time >= session.until)
      // Both parts have the close, where they meet.
      const own = candles.slice(Math.max(0, split - 1))
      prices.setData(own.map(({ time, close }) => ({ time: at(time), value: close })))
      if (session === undefined || split < 1) {
        this.#session?.remove()
        this.#session = undefined
      } else {
        this.#session ??= new SessionDrawing(this.#chart, this.#lineLook(), quiet)
        const close = base ?? own[0]!.close
        const ended = { candles: candles.slice(0, split), base: session.base, close, newest: candles.at(-1) }
        this.#session.show(ended, 10 ** -decimals / 2)
      }
      if (this.#baseLine !== undefined) prices.removePriceLine(this.#baseLine)
      this.#baseLine = undefined
      if (base !== undefined) {
        // Half a step above, so that no change has the colour of a fall, as in the head of the page.
        prices.applyOptions({ baseValue: { type: 'price', price: base + 10 ** -decimals / 2 } })
        const line = { price: base, color: quiet, lineWidth: 1 as const, lineStyle: LineStyle.Dashed }
        if (this.#session === undefined) this.#baseLine = prices.createPriceLine({ ...line, axisLabelVisible: false })
      }
    } else {
      prices.setData(candles.map(({ time, open, high, low, close }) => ({ time: at(time), open, high, low, close })))
    }
    const max = usualMax(candles.map(({ volume }) => volume))
    // Without volume (an index) bars of zero height would draw a dotted line.
    const traded = hasVolume && max > 0 ? candles : []
    this.#hasBars = traded.length > 0
    this.#volumes?.setData(
      traded.map(({ time, open, close, volume }) => ({
        time: at(time),
        value: Math.min(volume, max),
        color: period === 'intraday' ? fainter(quiet, 0.5) : fainter(close > open ? up : down, 0.45),
      })),
    )
    this.#room?.setData(rest.map((time) => ({ time: at(time) })))
    this.#shade()
  }

  /** The middle of a label so near to the start or the end of a session would be at the edge, which cuts it. It counts candles, not time: a night has none. */
  #isAtEdge(time: Time): boolean {
    if (this.#input?.period !== 'intraday' || typeof time !== 'number') return false
    const times = [...this.#candles.map((candle) => candle.time), ...this.#input.rest]
    const place = times.findIndex((one) => one >= time)
    return Math.min(place, times.length - 1 - place) < times.length * edgeShare
  }

  #shade(): void {
    const { shades = [] } = this.#input ?? {}
    const stretches = shades.flatMap(({ kind, from, until }) => {
      const first = this.#candles.findIndex(({ time }) => time >= from)
      const last = this.#candles.findLastIndex(({ time }) => time < until)
      return first < 0 || last < first ? [] : [{ first, last, colour: this.#theme.shades[kind] }]
    })
    this.#shading.show(stretches)
  }

  #bringIntoView({ period, candles }: ChartInput): void {
    const scale = this.#chart.timeScale()
    if (period === 'intraday' || candles.length <= candlesInView) scale.fitContent()
    else {
      // Room for half the label of the newest candle.
      const to = candles.length + candlesInView * edgeShare
      scale.setVisibleLogicalRange({ from: candles.length - candlesInView, to })
    }
  }

  /** Tells the layout once in a frame, because the library lays out often, and only if it has changed. */
  #tellLayout(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined
      if (this.#prices === undefined) return
      this.#overlays.place?.(this.#chart, this.#prices)
      const range = this.#chart.timeScale().getVisibleLogicalRange()
      this.#isWhole = range !== null && range.from <= 1 && range.to >= this.#candles.length - 1
      const layout = layoutOf(this.#chart, this.#prices, {
        candles: this.#candles,
        marks: this.#overlays.marks,
        hasVolume: this.#hasBars,
        before: this.#layout,
      })
      this.#layout = layout
      this.#hideCovered(layout)
      this.#colourTag(this.#prices, layout)
      const text = JSON.stringify(layout)
      if (text === this.#told) return
      this.#told = text
      this.#events.onLayout(layout)
    })
  }

  /**
   * The tag at the scale is that of the last candle in view: the newest one has the colour of the day's change, as in the
   * head of the page, and an older one does not look like the price of now.
   */
  #colourTag(prices: PriceSeries, { awayAt }: ChartLayout): void {
    const last = this.#candles.at(-1)
    const base = this.#input?.base
    const { up, down, quiet } = this.#theme
    let priceLineColor = awayAt === undefined ? '' : quiet
    if (awayAt === undefined && last !== undefined && base !== undefined) priceLineColor = last.close > base ? up : down
    if (prices.options().priceLineColor !== priceLineColor) prices.applyOptions({ priceLineColor })
  }
}

const isBaseline = (series: PriceSeries): series is ISeriesApi<'Baseline'> => series.seriesType() === 'Baseline'
