import type { Quote } from '@mex/contract/market/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { isMinutePeriod, periods, type ChartPeriod } from '@mex/core/market/quote.ts'
import { Maximize2, Minimize2 } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'

import { useLiveQuote } from '#data/quotes.ts'
import { AlertButton } from '#areas/alerts/door/alert-button.tsx'
import { ChartTools } from '#areas/market/chart/chart-panel.tsx'
import { MinuteChoice, PeriodTabs } from '#areas/market/chart/period-tabs.tsx'
import { PriceChart } from '#areas/market/chart/price-chart.tsx'
import { ShadeLegend } from '#areas/market/chart/shade-legend.tsx'
import { CoinUses } from './coin-uses.tsx'
import { ContractEnd } from '#areas/market/quote/contract-end.tsx'
import { FigureLine } from '#areas/market/quote/figure-line.tsx'
import { InstrumentFacts } from '#areas/market/quote/instrument-facts.tsx'
import { MonthChip } from '#areas/market/quote/month-chip.tsx'
import { Extended, NowWord, StateLine } from '#areas/market/quote/quote-head.tsx'
import { QuoteState } from '#areas/market/quote/quote-state.tsx'
import { venueTimeOf } from '#areas/market/venue-time.ts'
import { useWatching } from '#areas/watchlist/door/watching.ts'
import { WatchStar } from '#areas/watchlist/door/watch-star.tsx'
import { changePercentText, changeText, priceText } from '#components/figures.ts'
import { useShortcuts } from '#data/shortcuts.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { VisuallyHidden } from '#ui/layout.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { PriceNotice } from './price-notice.tsx'
import styles from '#areas/market/quote/instrument-panel.module.css'
import { keyOfListing } from './listing.ts'
import type { InstrumentState } from './use-instrument.ts'

type PanelView = 'chart' | 'figures'

/** The period of a key from 1 to 6; undefined for other keys. */
export const periodOfKey = (key: string): ChartPeriod | undefined => periods[Number(key) - 1]

type Props = {
  page: InstrumentState
  period: ChartPeriod
  onPeriod: (period: ChartPeriod) => void
  /** The chart takes the place of the lists and of the ticket. */
  isFull: boolean
  onFull: (isFull: boolean) => void
}

/** An instrument in the workspace: price, the figures of the day, and the chart or all its figures. */
export function InstrumentPanel({ page, ...panel }: Props) {
  const t = useText()
  const { quote } = page
  const element = useRef<HTMLElement>(null)
  useHeadingFocus(element, quote === undefined ? undefined : keyOfListing(quote))
  return (
    <section
      ref={element}
      className={styles['panel']}
      aria-label={t('workspace.instrument')}
      aria-busy={isWaiting(page)}
    >
      {quote === undefined ? (
        <div className={styles['state']}>
          <VisuallyHidden>
            <h1>{page.title ?? t('workspace.instrument')}</h1>
          </VisuallyHidden>
          <QuoteState page={page}>
            <Skeleton width={220} height={28} />
            <Skeleton width={380} height={34} />
            <Skeleton height={320} />
          </QuoteState>
        </div>
      ) : (
        <Loaded key={`${quote.market}:${quote.code}`} fetched={quote} {...{ page }} {...panel} />
      )}
    </section>
  )
}

/** Another instrument is read from its heading, unless the focus stayed in the list that opened it. */
function useHeadingFocus(panel: RefObject<HTMLElement | null>, shown: string | undefined): void {
  const before = useRef(shown)
  useEffect(() => {
    if (shown === undefined) return
    const isOther = before.current !== undefined && before.current !== shown
    if (isOther && document.activeElement === document.body) panel.current?.querySelector('h1')?.focus()
    before.current = shown
  }, [panel, shown])
}

const isWaiting = ({ quote, failure, isUnknown }: InstrumentState): boolean =>
  quote === undefined && failure === undefined && !isUnknown

function Loaded({ fetched, page, period, onPeriod, isFull, onFull }: Props & { fetched: Quote }) {
  const t = useText()
  const quote: Quote = useLiveQuote(fetched)
  const { retry } = page
  // Push frames lack the figures of the previous session, so those are refetched when a new day starts.
  const isRolled = quote.previousClose !== fetched.previousClose || quote.sinceClose !== fetched.sinceClose
  useEffect(() => {
    if (isRolled) void retry()
  }, [isRolled, retry])
  const [view, setView] = useState<PanelView>('chart')
  const time = venueTimeOf(quote)
  return (
    <>
      <Head quote={quote} fetched={fetched} isStale={page.isStale} />
      <FigureLine quote={quote}>
        <Extended quote={fetched} phase={quote.phase} />
      </FigureLine>
      <div className={styles['bar']}>
        <Periods period={period} onPeriod={onPeriod} />
        <div className={styles['views']}>
          <Tabs
            label={t('workspace.view')}
            options={[
              { value: 'chart', text: t('workspace.shown') },
              { value: 'figures', text: t('workspace.figures') },
            ]}
            value={view}
            onChange={setView}
          />
        </div>
        <ChartTools charted={quote} />
        <IconButton
          icon={isFull ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
          label={isFull ? t('workspace.leaveFullScreen') : t('workspace.fullScreen')}
          tone="sunken"
          keys="F"
          onPress={() => onFull(!isFull)}
        />
      </div>
      <div className={styles['notices']}>
        <PriceNotice quote={quote} />
        <ContractEnd quote={fetched} />
      </div>
      {view === 'chart' && (period === 'intraday' || isMinutePeriod(period)) ? (
        <div className={styles['minutes']}>
          <div>
            <MinuteChoice period={period} onPeriod={onPeriod} />
          </div>
          <ShadeLegend charted={quote} period={period} />
        </div>
      ) : undefined}
      {view === 'chart' ? (
        <div className={styles['chart']}>
          <PriceChart charted={quote} period={period} time={time} fill />
        </div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        <section className={styles['facts']} aria-label={t('workspace.figures')} tabIndex={0}>
          <InstrumentFacts quote={quote} fetched={fetched} />
          {quote.source === sources.robotCrypto ? <CoinUses quote={quote} /> : undefined}
        </section>
      )}
    </>
  )
}

type HeadProps = { quote: Quote; fetched: Quote; isStale: boolean }

function Head({ quote, fetched, isStale }: HeadProps) {
  const t = useText()
  const watching = useWatching()
  const { name, code, venue, currency, tick } = quote
  const ratio = changePercentText(quote.changeRatio, quote.change)
  return (
    <div className={styles['head']}>
      <div className={styles['names']}>
        <h1 className={styles['name']} tabIndex={-1}>
          {name}
        </h1>
        {quote.source === sources.future ? (
          <MonthChip quote={quote} />
        ) : (
          <span className={styles['code']}>{[code, venue, currency].join(' · ')}</span>
        )}
        <WatchStar listing={quote} watching={watching} />
        {fetched.settlesAt === undefined ? <AlertButton quote={quote} /> : undefined}
      </div>
      <div>
        <div className={styles['price']}>
          <VisuallyHidden>{t('spec.quoteLabels.last')}</VisuallyHidden>
          <span className={classes(styles['last'], ratio?.trend === 'up' ? styles['up'] : styles['down'])}>
            {priceText(quote.last, tick)}
          </span>
          <VisuallyHidden>{t('spec.quoteLabels.change')}</VisuallyHidden>
          <Change change={changeText(quote.change, tick)} size={15} />
          <Change change={ratio} glyph={false} size={15} />
          <NowWord quote={fetched} phase={quote.phase} />
        </div>
        <StateLine quote={quote} time={venueTimeOf(quote)} isStale={isStale} />
      </div>
    </div>
  )
}

/** The periods, and which keys choose them unless single keys are turned off. The key line says it to screen readers. */
function Periods(props: Pick<Props, 'period' | 'onPeriod'>) {
  const hasKeys = useShortcuts()
  return (
    <>
      <div className={styles['periods']}>
        <PeriodTabs {...props} />
      </div>
      {hasKeys ? (
        <kbd className={styles['keys']} aria-hidden="true">
          1–6
        </kbd>
      ) : undefined}
    </>
  )
}
