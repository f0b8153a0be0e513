import type { MarketClock } from '@mex/contract/market/calls.ts'
import type { Market } from '@mex/core/market/instrument.ts'
import type { Bar, ChartPeriod } from '@mex/core/market/quote.ts'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type CSSProperties } from 'react'

import { decimalsOfPrice } from '#components/figures.ts'
import type { VenueTime } from '#areas/market/door/market-times.ts'
import { useMarketNow } from '#areas/market/door/market-now.ts'
import { formatPrice } from '#text/format.ts'
import { explained } from '#text/sentences.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { lazyComponent } from '#ui/lazy.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './chart.module.css'
import { useComparison } from '#areas/market/compare/comparing.ts'
import type { ChartInput, Overlays } from './chart-input.ts'
import type { Charted } from './charted.ts'
import { useChosen } from './chosen.ts'
import { useFills } from './fills.ts'
import { useOwnMarks } from './own-marks.ts'
import { useCandleText, usePeriodText } from './period-tabs.tsx'
import { useBars, type Bars } from './use-bars.ts'
import { useLive } from './use-live.ts'
import { baseOfSession, candlesOf, drawn, restOfSession, shadesOf, withLive, type Candle } from './series.ts'

const loadCanvas = () => import('./chart-canvas.tsx')
const Canvas = lazyComponent(() => loadCanvas().then((file) => file.ChartCanvas))
const FillArrows = lazyComponent(() => import('./fill-arrows.tsx').then((file) => file.FillArrows))
const ComparedChart = lazyComponent(() =>
  import('#areas/market/compare/compared-chart.tsx').then((file) => file.ComparedChart),
)

type Props = {
  charted: Charted
  period: ChartPeriod
  time: VenueTime
  /** Fills the height of its container instead of 268 px and what its panes need. */
  fill?: boolean
}

/** The chart of one instrument: intraday a line against the previous close, otherwise candles with volume. */
export function PriceChart({ charted, period, time, fill = false }: Props) {
  const { code, market } = charted
  const bars = useBars({ code, market, period })
  const chosen = useChosen()
  useRoll(charted, bars.retry)
  useEffect(() => {
    // Fetched beside the candles. Drawing them tells of a failure.
    loadCanvas().catch(() => undefined)
  }, [])
  const other = useComparison(charted)
  const panes = (['rsi', 'macd'] as const).filter((name) => chosen.has(name)).length
  return (
    <div className={classes(styles['chart'], fill && styles['fill'])} style={{ '--panes': panes } as CSSProperties}>
      {other === undefined ? (
        <Content charted={charted} time={time} bars={bars} />
      ) : (
        <Suspense fallback={<Waiting />}>
          <ComparedChart charted={charted} period={period} time={time} other={other} />
        </Suspense>
      )}
    </div>
  )
}

type ContentProps = Pick<Props, 'charted' | 'time'> & { bars: ReturnType<typeof useBars> }

function Content({ charted, time, bars: { data, failure, retry } }: ContentProps) {
  const t = useText()
  const language = useLanguage()
  if (data === undefined && failure !== undefined) {
    return (
      <div className={styles['instead']} role="alert">
        <span>{explained(language, t('quote.chartFailed'), t('quote.chartFailedText'))}</span>
        <Button text={t('ui.tryAgain')} kind="secondary" onPress={() => void retry()} />
      </div>
    )
  }
  if (data === undefined) return <Waiting />
  if (data.bars.length === 0) return <div className={styles['instead']}>{t('quote.chartEmpty')}</div>
  return <Drawn charted={charted} shown={data} time={time} />
}

/** Refetches the candles when the daily figures roll over or a session opens, because a new day starts. */
function useRoll({ previousClose, sinceClose }: Charted, retry: () => Promise<unknown>): void {
  const seen = useRef({ previousClose, sinceClose })
  useEffect(() => {
    const { current: before } = seen
    seen.current = { previousClose, sinceClose }
    if (before.previousClose !== previousClose || before.sinceClose !== sinceClose) void retry()
  }, [previousClose, sinceClose, retry])
}

function Waiting() {
  return (
    <div className={styles['waiting']}>
      <Skeleton height={200} />
    </div>
  )
}

/**
 * The end (epoch seconds) of the session of these minutes, if it is in the future: of the market's sessions that contain
 * the last minute, the one that started nearest to the first minute.
 */
function sessionEnd(
  clocks: readonly MarketClock[] | undefined,
  market: Market,
  bars: readonly Bar[],
): number | undefined {
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return undefined
  let found: number | undefined
  let nearest = Infinity
  for (const { market: other, opensAt, closesAt } of clocks ?? []) {
    if (other !== market || opensAt === undefined || closesAt === undefined) continue
    if (opensAt > last.time * 1000 || closesAt <= last.time * 1000) continue
    const distance = Math.abs(opensAt - first.time * 1000)
    if (distance >= nearest) continue
    nearest = distance
    found = closesAt / 1000
  }
  return found
}

type DrawnProps = Pick<Props, 'charted' | 'time'> & { shown: Bars }

function Drawn({ charted, shown, time }: DrawnProps) {
  const input = useInput(charted, shown, time)
  const live = useLive(charted, shown, time)
  const chosen = useChosen()
  const marks = useOwnMarks(charted, chosen)
  const fills = useFills(charted, time.zone, chosen)
  const [place, setPlace] = useState<Overlays['place']>()
  const candles = useMemo(() => withLive(input.candles, live), [input.candles, live])
  const label = useLabel(charted.name, input, candles)
  return (
    <figure className={styles['figure']} aria-label={label}>
      <Suspense fallback={<Waiting />}>
        <Canvas input={input} candles={candles} chosen={chosen} marks={marks} place={place} />
      </Suspense>
      {fills.length === 0 ? undefined : (
        <Suspense>
          <FillArrows fills={fills} candles={input.candles} onPlace={setPlace} />
        </Suspense>
      )}
    </figure>
  )
}

function useInput(charted: Charted, shown: Bars, { zone, lunch }: VenueTime): ChartInput {
  const language = useLanguage()
  const { clocks } = useMarketNow()
  const hasVolume = useChosen().has('volume')
  const { period, bars, outside } = shown
  const { market, previousClose: base } = charted
  const sessionBase = period === 'intraday' ? baseOfSession(charted) : undefined
  const decimals = decimalsOfPrice(charted.tick)
  const lastBar = bars.at(-1)?.time ?? 0
  const end = period === 'intraday' ? sessionEnd(clocks, market, bars) : undefined
  const priceText = useCallback((price: number) => formatPrice(price.toFixed(decimals), decimals), [decimals])
  const candles = useMemo(() => candlesOf(bars, zone), [bars, zone])
  return useMemo<ChartInput>(() => {
    const shades = shadesOf(outside, zone)
    const [first] = shades
    return {
      period,
      candles,
      shades,
      rest: end === undefined ? [] : restOfSession({ last: lastBar, end, zone, lunch }),
      base: base === undefined ? undefined : drawn(base),
      session: first === undefined || sessionBase === undefined ? undefined : { until: first.from, base: sessionBase },
      hasVolume,
      decimals,
      priceText,
      language,
    }
  }, [period, candles, outside, zone, lunch, end, lastBar, base, sessionBase, hasVolume, decimals, priceText, language])
}

/** The chart in words: what a candle is, and where the price began, ends, and was lowest and highest. */
function useLabel(name: string, { period, priceText }: ChartInput, candles: readonly Candle[]): string {
  const t = useText()
  const candleText = useCandleText()
  const periodText = usePeriodText()
  return t('quote.chart', {
    name,
    period: periodText(period),
    candles: candleText(period),
    first: priceText(candles[0]?.close ?? 0),
    last: priceText(candles.at(-1)?.close ?? 0),
    low: priceText(Math.min(...candles.map(({ low }) => low))),
    high: priceText(Math.max(...candles.map(({ high }) => high))),
  })
}
