import {
  BaselineSeries,
  LineSeries,
  LineStyle,
  type BaselineSeriesPartialOptions,
  type IChartApi,
  type ISeriesApi,
} from 'lightweight-charts'

import { at } from './axis.ts'
import type { Candle } from './series.ts'

/** What is drawn of a session that has ended: its candles, and the close before it, against which its day counts. */
export type EndedSession = {
  readonly candles: readonly Candle[]
  readonly base: number
  /** Its own close, against which the prices since then count, and the newest of them. */
  readonly close: number
  readonly newest: Candle | undefined
}

/**
 * The session before the practice hours. Its prices rise and fall against the close before it, those of now against its
 * own close, as the two changes in the head of the page do; a series of the library has one base.
 */
export class SessionDrawing {
  readonly #chart: IChartApi
  readonly #price: ISeriesApi<'Baseline'>
  readonly #base: ISeriesApi<'Line'>
  readonly #close: ISeriesApi<'Line'>

  constructor(chart: IChartApi, look: BaselineSeriesPartialOptions, colour: string) {
    this.#chart = chart
    const silent = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false }
    this.#price = chart.addSeries(BaselineSeries, { ...look, ...silent })
    const dashed = { ...silent, color: colour, lineWidth: 1 as const, lineStyle: LineStyle.Dashed }
    this.#base = chart.addSeries(LineSeries, dashed)
    this.#close = chart.addSeries(LineSeries, dashed)
  }

  show({ candles, base, close, newest }: EndedSession, halfStep: number): void {
    const [first, last] = [candles[0], candles.at(-1)]
    this.#price.applyOptions({ baseValue: { type: 'price', price: base + halfStep } })
    this.#price.setData(candles.map(({ time, close }) => ({ time: at(time), value: close })))
    this.#base.setData(level(base, first, last))
    this.#close.setData(level(close, last, newest))
  }

  remove(): void {
    this.#chart.removeSeries(this.#price)
    this.#chart.removeSeries(this.#base)
    this.#chart.removeSeries(this.#close)
  }
}

const level = (value: number, first: Candle | undefined, last: Candle | undefined) =>
  first === undefined || last === undefined || first.time >= last.time
    ? []
    : [first, last].map(({ time }) => ({ time: at(time), value }))
