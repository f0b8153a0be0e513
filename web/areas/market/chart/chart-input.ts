import type { ChartPeriod } from '@mex/core/market/quote.ts'

import type { IChartApi, ISeriesApi } from 'lightweight-charts'

import type { IndicatorDrawing } from './indicator-drawing.ts'
import type { IndicatorLine } from './indicator-names.ts'
import type { LabelRoom } from './label-room.ts'
import type { Level, Mark } from './marks.ts'
import type { Candle, Shade } from './series.ts'

/** What a chart shows, apart from the newest price. */
export type ChartInput = {
  readonly period: ChartPeriod
  /** Oldest first, times on the venue's wall clock. */
  readonly candles: readonly Candle[]
  /** The stretches outside of the regular hours. */
  readonly shades: readonly Shade[]
  /** The remaining minutes of the session, for which the chart keeps space. */
  readonly rest: readonly number[]
  /** The previous close, which separates rise and fall in the intraday chart. */
  readonly base: number | undefined
  /** Until when the chart shows the session before, and the close before that one; undefined when it shows no such session. */
  readonly session: { readonly until: number; readonly base: number } | undefined
  readonly hasVolume: boolean
  readonly decimals: number
  readonly priceText: (price: number) => string
  readonly language: string
}

export type PriceSeries = ISeriesApi<'Baseline'> | ISeriesApi<'Candlestick'>

/** What is drawn over the candles. */
export type Overlays = {
  readonly lines: readonly IndicatorLine[]
  readonly marks: readonly Mark[]
  /** Draws the lines; undefined until its code is loaded. */
  readonly openIndicators: ((chart: IChartApi) => IndicatorDrawing) | undefined
  /** Places the user's fills whenever the chart is laid out; undefined without any. */
  readonly place: ((chart: IChartApi, series: PriceSeries) => void) | undefined
}

/** Where the chart has drawn things, so that texts of the page stand beside them. */
export type ChartLayout = {
  /** Of the marks, in their order. */
  readonly levels: readonly Level[]
  /** The height of the price pane, and the distance of each pane below it from the top. */
  readonly height: number
  /** The height of a label of a mark with the distance to the next one, in px. */
  readonly labelStep: number
  /** Where the strip of the labels above the scale begins: below the legend. */
  readonly aboveTop: number
  /** Where that of the labels below the scale begins; the end of the pane without any. */
  readonly belowTop: number
  readonly paneTops: readonly number[]
  /** The width of the price scale at the right. */
  readonly scaleWidth: number
  /** Where the label of each mark has room near its line, or in its strip. */
  readonly rooms: readonly LabelRoom[]
  /** The index of the last candle in view; undefined when it is the newest. */
  readonly awayAt: number | undefined
}

export const noLayout: ChartLayout = {
  levels: [],
  height: 0,
  labelStep: 0,
  aboveTop: 0,
  belowTop: 0,
  paneTops: [],
  scaleWidth: 72,
  rooms: [],
  awayAt: undefined,
}
