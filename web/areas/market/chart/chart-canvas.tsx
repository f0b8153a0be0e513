import { useEffect, useRef, useState } from 'react'

import { useColours, useTheme } from '#data/preferences.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { formatCompact } from '#text/format.ts'
import styles from './chart.module.css'
import { averageLengths, PriceDrawing, type ChartInput } from './drawing.ts'
import { readChartTheme } from './theme.ts'
import { movingAverage, type Candle } from './series.ts'

export type Live = { readonly time: number; readonly price: number }

type Props = {
  input: ChartInput
  /** The live price and its time (wall clock); undefined while the market is closed. */
  live: Live | undefined
}

/** The canvas of the price chart. `PriceChart` loads it with the first chart, because the library is large. */
export function ChartCanvas({ input, live }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLSpanElement>(null)
  const drawing = useRef<PriceDrawing>(undefined)
  const [pointed, setPointed] = useState<number>()
  useEffect(() => {
    if (place.current === null || probe.current === null) return undefined
    const drawn = new PriceDrawing(place.current, readChartTheme(probe.current), setPointed)
    drawing.current = drawn
    const { current: element } = place
    element.addEventListener('touchstart', keepTouch, { passive: true })
    return () => {
      element.removeEventListener('touchstart', keepTouch)
      drawn.remove()
    }
  }, [])
  useThemeChange(() => {
    if (probe.current !== null) drawing.current?.paint(readChartTheme(probe.current))
  })
  useEffect(() => drawing.current?.show(input), [input])
  useEffect(() => {
    if (live !== undefined) drawing.current?.live(live.time, live.price)
  }, [live, input])
  const candle = pointed === undefined ? undefined : input.candles.find(({ time }) => time === pointed)
  return (
    <>
      <span ref={probe} hidden />
      <div ref={place} className={styles['canvas']} />
      <Legend input={input} candle={candle} />
    </>
  )
}

/** Stops touches on the chart from triggering pull-to-refresh. */
const keepTouch = (event: TouchEvent) => event.stopPropagation()

/** Calls back when the theme or the colour scheme changes, here or in the system. */
function useThemeChange(onChange: () => void): void {
  const theme = useTheme()
  const colours = useColours()
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    latest.current()
  }, [theme, colours])
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => latest.current()
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [])
}

/** Above the chart: the candle under the crosshair, otherwise the legend of the two averages. */
function Legend({ input, candle }: { input: ChartInput; candle: Candle | undefined }) {
  const t = useText()
  const language = useLanguage()
  const { period, priceText, candles } = input
  if (candle !== undefined) {
    const { open, high, low, close, volume } = candle
    const parts =
      period === 'intraday'
        ? [[t('quote.close'), priceText(close)]]
        : [
            [t('quote.open'), priceText(open)],
            [t('quote.high'), priceText(high)],
            [t('quote.low'), priceText(low)],
            [t('quote.close'), priceText(close)],
          ]
    return (
      <p className={styles['legend']}>
        {parts.map(([name, value]) => (
          <span key={name}>{`${name} ${value}`}</span>
        ))}
        <span>{`${t('quote.volume')} ${formatCompact(volume.toFixed(2), language)}`}</span>
      </p>
    )
  }
  if (period === 'intraday') return undefined
  return (
    <p className={styles['legend']}>
      {averageLengths.map((length, index) => {
        const last = movingAverage(candles, length).at(-1)
        return last === undefined ? undefined : (
          <span key={length} className={styles[`average-${index}`]}>
            {`${t('quote.average', { length: String(length) })} ${priceText(last.value)}`}
          </span>
        )
      })}
    </p>
  )
}
