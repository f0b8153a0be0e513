import { BollingerBands, EMA, MACD, RSI, SMA, VWAP } from 'trading-signals'

import { indicatorColours, type IndicatorLine, type IndicatorName, type Point } from './indicator-names.ts'
import type { Candle } from './series.ts'

/** The lengths that brokers use by default; a length is a number of candles. */
const averageLengths = [5, 20] as const
const exponentialLength = 20
const bollinger = { length: 20, deviations: 2 } as const
const rsiLength = 14
const macd = { short: 12, long: 26, signal: 9 } as const

/** The lines of one indicator, computed from the candles of the chart. A line begins with enough history. */
export function indicatorLines(name: IndicatorName, candles: readonly Candle[]): readonly IndicatorLine[] {
  switch (name) {
    case 'average':
      return averageLengths.map((length, index) => ({
        ...line(name, `MA${length}`, averages(candles, new SMA(length))),
        colour: index === 0 ? 'warn' : 'brand-text',
      }))
    case 'exponential':
      return [line(name, `EMA${exponentialLength}`, averages(candles, new EMA(exponentialLength)))]
    case 'bollinger':
      return bollingerLines(candles)
    case 'vwap':
      return [line(name, 'VWAP', volumeWeighted(candles))]
    case 'rsi':
      return [line(name, `RSI ${rsiLength}`, averages(candles, new RSI(rsiLength)))]
    case 'macd':
      return macdLines(candles)
    case 'volume':
      return []
  }
}

const line = (of: IndicatorName, name: string | undefined, points: readonly Point[], part = ''): IndicatorLine => ({
  id: `${name ?? of}${part}`,
  name,
  of,
  colour: indicatorColours[of],
  look: 'line',
  points,
})

/** The values that an indicator of closes gives once it has seen enough of them. */
function averages(candles: readonly Candle[], indicator: SMA | EMA | RSI): Point[] {
  const points: Point[] = []
  for (const { time, close } of candles) {
    const value = indicator.update(close, false)
    if (value !== null && indicator.isStable) points.push({ time, value })
  }
  return points
}

function bollingerLines(candles: readonly Candle[]): readonly IndicatorLine[] {
  const bands = new BollingerBands(bollinger.length, bollinger.deviations)
  const [upper, middle, lower]: [Point[], Point[], Point[]] = [[], [], []]
  for (const { time, close } of candles) {
    const value = bands.update(close, false)
    if (value === null) continue
    upper.push({ time, value: value.upper })
    middle.push({ time, value: value.middle })
    lower.push({ time, value: value.lower })
  }
  return [
    line('bollinger', 'BOLL', upper, 'upper'),
    line('bollinger', undefined, middle, 'middle'),
    line('bollinger', undefined, lower, 'lower'),
  ]
}

/** Minutes without volume have no part in it. */
function volumeWeighted(candles: readonly Candle[]): Point[] {
  const average = new VWAP()
  const points: Point[] = []
  for (const candle of candles) {
    const value = average.update(candle, false)
    if (value !== null) points.push({ time: candle.time, value })
  }
  return points
}

/** The signal begins once it has averaged enough values of the MACD. */
function macdLines(candles: readonly Candle[]): readonly IndicatorLine[] {
  const signalOf = new EMA(macd.signal)
  const indicator = new MACD(new EMA(macd.short), new EMA(macd.long), signalOf)
  const [values, signals, histogram]: [Point[], Point[], Point[]] = [[], [], []]
  for (const { time, close } of candles) {
    const value = indicator.update(close, false)
    if (value === null) continue
    values.push({ time, value: value.macd })
    if (!signalOf.isStable) continue
    signals.push({ time, value: value.signal })
    histogram.push({ time, value: value.histogram })
  }
  return [
    { ...line('macd', undefined, histogram, 'histogram'), look: 'histogram', colour: 'control' },
    line('macd', `MACD ${macd.short} ${macd.long} ${macd.signal}`, values),
    { ...line('macd', undefined, signals, 'signal'), colour: 'info' },
  ]
}
