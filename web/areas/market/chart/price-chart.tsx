import type { MarketClock } from '@mex/contract/market/calls.ts'
import type { Market } from '@mex/core/market/instrument.ts'
import type { Price } from '@mex/core/money/money.ts'
import type { Bar, Period, Phase } from '@mex/core/market/quote.ts'
import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react'

import { decimalsOfPrice } from '#components/figures.ts'
import type { VenueTime } from '#areas/market/venue-time.ts'
import { useMarketNow } from '#areas/market/door/market-now.ts'
import { formatPrice } from '#text/format.ts'
import { capitalize } from '#text/capitalize.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { lazyComponent } from '#ui/lazy.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './chart.module.css'
import type { ChartInput } from './drawing.ts'
import { usePeriodTexts } from './period-tabs.tsx'
import { useBars, type Bars } from './use-bars.ts'
import { candlesOf, drawn, restOfSession, startOfLive, wallTime } from './series.ts'

const Canvas = lazyComponent(() => import('./chart-canvas.tsx').then((file) => file.ChartCanvas))

export type Charted = {
  readonly code: string
  readonly market: Market
  readonly name: string
  /** The newest price. */
  readonly last: Price | undefined
  readonly previousClose: Price | undefined
  readonly phase: Phase
  readonly sinceClose: boolean
  readonly tick: Price
}

type Props = {
  charted: Charted
  period: Period
  time: VenueTime
  /** Fills the height of its container instead of 268 px. */
  fill?: boolean
}

/** The chart of one instrument: intraday a line against the previous close, otherwise candles with volume. */
export function PriceChart({ charted, period, time, fill = false }: Props) {
  const t = useText()
  const { code, market } = charted
  const { data, failure, retry } = useBars({ code, market, period })
  useRoll(charted, retry)
  const name = classes(styles['chart'], fill && styles['fill'])
  if (data === undefined && failure !== undefined) {
    return (
      <div className={name}>
        <div className={styles['instead']} role="alert">
          <span>{`${t('quote.chartFailed')}. ${t('quote.chartFailedText')}`}</span>
          <Button text={t('ui.tryAgain')} kind="secondary" onPress={() => void retry()} />
        </div>
      </div>
    )
  }
  if (data === undefined) {
    return (
      <div className={name}>
        <Waiting />
      </div>
    )
  }
  if (data.bars.length === 0) {
    return (
      <div className={name}>
        <div className={styles['instead']}>{t('quote.chartEmpty')}</div>
      </div>
    )
  }
  return <Drawn charted={charted} shown={data} time={time} fill={fill} />
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

type DrawnProps = Omit<Props, 'period'> & { shown: Bars }

/** Phases without quotes. */
const silent: ReadonlySet<Phase> = new Set<Phase>(['closed', 'lunch'])

function Drawn({ charted, shown, time, fill = false }: DrawnProps) {
  const t = useText()
  const language = useLanguage()
  const { clocks, now } = useMarketNow()
  const { period, bars, outsideFrom } = shown
  const { market, name, last, previousClose: base, phase } = charted
  const { zone, lunch } = time
  const decimals = decimalsOfPrice(charted.tick)
  const lastBar = bars.at(-1)?.time ?? 0
  const end = period === 'intraday' ? sessionEnd(clocks, market, bars) : undefined
  const priceText = useCallback((price: number) => formatPrice(price.toFixed(decimals), decimals), [decimals])
  const input = useMemo<ChartInput>(
    () => ({
      period,
      candles: candlesOf(bars, zone),
      outsideFrom: outsideFrom === undefined ? undefined : wallTime(outsideFrom / 1000, zone),
      rest: end === undefined ? [] : restOfSession({ last: lastBar, end, zone, lunch }),
      base: base === undefined ? undefined : drawn(base),
      decimals,
      priceText,
      language,
    }),
    [period, bars, outsideFrom, zone, lunch, end, lastBar, base, decimals, priceText, language],
  )
  const isMoving = !silent.has(phase) && now !== undefined && last !== undefined
  const start = isMoving ? startOfLive(period, lastBar, now / 1000, phase !== 'regular') : 0
  const live = isMoving ? { time: wallTime(start, zone), price: drawn(last) } : undefined
  const liveTime = live?.time
  const livePrice = live?.price
  const point = useMemo(
    () => (liveTime === undefined || livePrice === undefined ? undefined : { time: liveTime, price: livePrice }),
    [liveTime, livePrice],
  )
  const words = usePeriodTexts()
  const closes = input.candles.map(({ close }) => close)
  const label = t('quote.chart', {
    name,
    period: capitalize(words[period]),
    first: priceText(closes[0] ?? 0),
    last: priceText(closes.at(-1) ?? 0),
    low: priceText(Math.min(...input.candles.map(({ low }) => low))),
    high: priceText(Math.max(...input.candles.map(({ high }) => high))),
  })
  return (
    <figure className={classes(styles['chart'], fill && styles['fill'])} aria-label={label}>
      <Suspense fallback={<Waiting />}>
        <Canvas input={input} live={point} />
      </Suspense>
    </figure>
  )
}
