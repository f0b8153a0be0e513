import { ChevronsRight } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'

import { useText } from '#text/use-text.ts'
import { lazyComponent } from '#ui/lazy.tsx'
import styles from './chart.module.css'
import { noLayout, type ChartInput, type ChartLayout, type Overlays } from './chart-input.ts'
import { PriceDrawing } from './drawing.ts'
import { CandleRow } from './legend.tsx'
import type { Mark } from './marks.ts'
import { readChartTheme } from './theme.ts'
import type { Candle } from './series.ts'
import type { Chosen } from './chosen.ts'
import { useIndicatorLines } from './use-indicator-lines.ts'
import { useThemeChange } from './use-theme-change.ts'

const IndicatorLegends = lazyComponent(() => import('./indicator-legends.tsx').then((file) => file.IndicatorLegends))
const MarkLabels = lazyComponent(() => import('./mark-labels.tsx').then((file) => file.MarkLabels))

type Props = {
  input: ChartInput
  /** The candles of the input with the newest price. */
  candles: readonly Candle[]
  chosen: Chosen
  marks: readonly Mark[]
  place: Overlays['place']
}

/** The canvas of the price chart. `PriceChart` loads it with the first chart, because the library is large. */
export function ChartCanvas({ input, candles, chosen, marks, place }: Props) {
  const t = useText()
  const holder = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLSpanElement>(null)
  const drawing = useRef<PriceDrawing>(undefined)
  const [pointed, setPointed] = useState<number>()
  const [layout, setLayout] = useState<ChartLayout>(noLayout)
  const { lines, openIndicators } = useIndicatorLines(candles, input.period, chosen)
  useEffect(() => {
    if (holder.current === null || probe.current === null) return undefined
    const events = { onPoint: setPointed, onLayout: setLayout }
    const drawn = new PriceDrawing(holder.current, readChartTheme(probe.current), events)
    drawing.current = drawn
    const { current: element } = holder
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
  useEffect(() => drawing.current?.live(candles), [candles])
  useEffect(
    () => drawing.current?.overlay({ lines, marks, openIndicators, place }),
    [lines, marks, openIndicators, place],
  )
  const shownAt = pointed ?? (layout.awayAt === undefined ? undefined : candles[layout.awayAt]?.time)
  const candle = pointed === undefined ? undefined : candles.find(({ time }) => time === pointed)
  return (
    <>
      <span ref={probe} hidden />
      <div ref={holder} className={styles['canvas']} aria-hidden="true" />
      {candle === undefined ? undefined : <CandleRow input={input} candle={candle} right={layout.scaleWidth} />}
      {lines.length === 0 ? undefined : (
        <Suspense>
          <IndicatorLegends {...{ input, lines, shownAt, layout }} isCandleShown={candle !== undefined} />
        </Suspense>
      )}
      {marks.length === 0 ? undefined : (
        <Suspense>
          <MarkLabels marks={marks} layout={layout} />
        </Suspense>
      )}
      {layout.awayAt === undefined ? undefined : (
        <button
          type="button"
          className={styles['now']}
          style={{ top: layout.belowTop - 52, right: layout.scaleWidth + 8 }}
          onClick={() => drawing.current?.backToNow()}
        >
          {t('quote.backToNow')}
          <ChevronsRight aria-hidden="true" size={16} />
        </button>
      )}
    </>
  )
}

/** Stops touches on the chart from triggering pull-to-refresh. */
const keepTouch = (event: TouchEvent) => event.stopPropagation()
