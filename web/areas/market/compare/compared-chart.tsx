import type { Quote } from '@mex/contract/market/shapes.ts'
import { percent, type Percent } from '@mex/core/money/money.ts'
import type { ChartPeriod } from '@mex/core/market/quote.ts'
import { X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'

import { changePercentText } from '#components/figures.ts'
import { useLiveQuote } from '#data/quotes.ts'
import { candleTimeText } from '#areas/market/chart/axis.ts'
import type { Charted } from '#areas/market/chart/charted.ts'
import chart from '#areas/market/chart/chart.module.css'
import { candlesOf, wallTime, withLive } from '#areas/market/chart/series.ts'
import { readChartTheme } from '#areas/market/chart/theme.ts'
import { useBars, type Bars } from '#areas/market/chart/use-bars.ts'
import { useLive } from '#areas/market/chart/use-live.ts'
import { usePeriodText } from '#areas/market/chart/period-tabs.tsx'
import { useThemeChange } from '#areas/market/chart/use-theme-change.ts'
import type { VenueTime } from '#areas/market/door/market-times.ts'
import { venueTimeOf } from '#areas/market/venue-time.ts'
import { explained } from '#text/sentences.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ComparedDrawing } from './compared-drawing.ts'
import { comparedRows, gainsAt, type Compared, type ComparedRow } from './compared-rows.ts'
import { compareWith } from './comparing.ts'
import styles from './compared-chart.module.css'

type Props = {
  charted: Charted
  period: ChartPeriod
  time: VenueTime
  /** The instrument that it is compared with. */
  other: Quote
}

/** The chart of two instruments: how much each has gained since the left edge, in percent. */
export function ComparedChart({ charted, period, time, other: fetched }: Props) {
  const t = useText()
  const language = useLanguage()
  const other: Quote = useLiveQuote(fetched)
  const own = useBars({ code: charted.code, market: charted.market, period })
  const second = useBars({ code: other.code, market: other.market, period }, 'kline-compared')
  const [mine, theirs] = [own.data, second.data]
  const failed = [own, second].find(({ data, failure }) => data === undefined && failure !== undefined)
  if (failed !== undefined) {
    return (
      <div className={chart['instead']} role="alert">
        <span>{explained(language, t('quote.chartFailed'), t('quote.chartFailedText'))}</span>
        <Button text={t('ui.tryAgain')} kind="secondary" onPress={() => void failed.retry()} />
        <Chip other={other} onRemove={() => compareWith(charted, undefined)} />
      </div>
    )
  }
  // While a new period loads, one may be there before the other.
  if (mine === undefined || theirs === undefined || mine.period !== theirs.period) {
    return (
      <div className={chart['waiting']}>
        <Skeleton height={200} />
      </div>
    )
  }
  return <Drawn charted={charted} mine={mine} theirs={theirs} time={time} other={other} />
}

type DrawnProps = Omit<Props, 'period'> & { mine: Bars; theirs: Bars }

function Drawn({ charted, mine, theirs, time, other }: DrawnProps) {
  const t = useText()
  const { period } = mine
  // Minutes of both on the clock of the chart, so that the same instant is the same time.
  const otherTime = period === 'intraday' || period.endsWith('min') ? time : venueTimeOf(other)
  const own = useCompared(charted, mine, time)
  const second = useCompared(other, theirs, otherTime)
  const rows = useMemo(() => comparedRows(period, own, second), [period, own, second])
  if (rows.length === 0) {
    return (
      <div className={chart['instead']}>
        <span>{t('quote.compareNothing')}</span>
        <Chip other={other} onRemove={() => compareWith(charted, undefined)} />
      </div>
    )
  }
  return <Lines charted={charted} other={other} period={period} rows={rows} />
}

function useCompared(charted: Charted, shown: Bars, time: VenueTime): Compared {
  const { bars, outside } = shown
  const { zone } = time
  const candles = useMemo(() => candlesOf(bars, zone), [bars, zone])
  const live = useLive(charted, shown, time)
  const [first] = outside
  const from = first?.from
  return useMemo(
    () => ({
      candles: withLive(candles, live),
      outsideFrom: from === undefined ? undefined : wallTime(from / 1000, zone),
    }),
    [candles, live, from, zone],
  )
}

type LinesProps = { charted: Charted; other: Quote; period: ChartPeriod; rows: readonly ComparedRow[] }

function Lines({ charted, other, period, rows }: LinesProps) {
  const t = useText()
  const language = useLanguage()
  const periodText = usePeriodText()
  const place = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLSpanElement>(null)
  const drawing = useRef<ComparedDrawing>(undefined)
  const [pointed, setPointed] = useState<number>()
  const [[left, right], setRange] = useState([0, rows.length - 1])
  useEffect(() => {
    if (place.current === null || probe.current === null) return undefined
    const drawn = new ComparedDrawing(place.current, readChartTheme(probe.current), {
      onPoint: setPointed,
      onRange: (...range) => setRange(range),
    })
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
  useEffect(() => drawing.current?.show({ period, rows, language }), [period, rows, language])
  const index = pointed === undefined ? -1 : rows.findIndex(({ time }) => time === pointed)
  const gains = gainsAt(rows, left, index < 0 ? right : index)
  const [mine, theirs] = [percentOf(gains.own), percentOf(gains.other)]
  const said = (value: Percent | undefined) => changePercentText(value)?.text ?? '—'
  const label = t('quote.comparedChart', {
    name: charted.name,
    other: other.name,
    period: periodText(period),
    own: said(mine),
    theirs: said(theirs),
  })
  return (
    <figure className={chart['figure']} aria-label={label}>
      <span ref={probe} hidden />
      <div ref={place} className={chart['canvas']} aria-hidden="true" />
      <div className={styles['legend']}>
        <span className={styles['entry']}>
          <span className={classes(styles['swatch'], styles['own'])} />
          <span className={styles['name']}>{charted.name}</span>
          <Change change={changePercentText(mine)} glyph={false} size={12} />
        </span>
        <Chip other={other} gain={theirs} onRemove={() => compareWith(charted, undefined)} />
        {index < 0 ? undefined : (
          <span className={classes(styles['entry'], styles['time'])}>
            {candleTimeText(period, rows[index]?.time ?? 0)}
          </span>
        )}
      </div>
    </figure>
  )
}

/** Stops touches on the chart from triggering pull-to-refresh. */
const keepTouch = (event: TouchEvent) => event.stopPropagation()

/** In hundredths of a percent, to the nearest. */
const percentOf = (gain: number | undefined): Percent | undefined =>
  gain === undefined ? undefined : percent(BigInt(Math.round(gain * 10_000)))

/** The other instrument; a tap ends the comparison. */
function Chip({ other, gain, onRemove }: { other: Quote; gain?: Percent | undefined; onRemove: () => void }) {
  const t = useText()
  return (
    <button type="button" className={styles['entry']} title={t('quote.compareEnd')} onClick={onRemove}>
      <span className={classes(styles['swatch'], styles['other'])} />
      <span className={styles['name']}>{other.name}</span>
      {gain === undefined ? undefined : <Change change={changePercentText(gain)} glyph={false} size={12} />}
      <X className={styles['cross']} aria-label={t('quote.compareEnd')} />
    </button>
  )
}
