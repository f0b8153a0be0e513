import type { Quote } from '@mex/contract/market/shapes.ts'
import type { Phase } from '@mex/core/market/quote.ts'

import { useIsConnected } from '#data/live.ts'
import { changePercentText, changeText, priceText } from '#components/figures.ts'
import { formatTime, formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { classes } from '#ui/classes.ts'
import { VisuallyHidden } from '#ui/layout.tsx'
import { StaleMark } from '#ui/notice.tsx'
import { Tag, type TagTone } from '#ui/tag.tsx'
import { useMarketNow } from '#areas/market/door/market-now.ts'
import { isOldPrice } from '#areas/market/door/old-price.ts'
import { hoursOf } from './price-hours.ts'
import type { VenueTime } from '#areas/market/door/market-times.ts'
import { weekdayText } from '#areas/market/venue-time.ts'
import styles from './quote-head.module.css'

type Props = {
  quote: Quote
  /** The fetched quote without later ticks: it has the prices before and after the regular session. */
  fetched: Quote
  time: VenueTime
  /** The last refetch failed. */
  isStale: boolean
}

/**
 * The price in 34 px with its change and, outside of the regular session, its hours; beside it the phase of the venue and
 * the time of the price. A second line has the close that the change counts from.
 */
export function QuoteHead({ quote, fetched, time, isStale }: Props) {
  const t = useText()
  const isConnected = useIsConnected()
  const ratio = changePercentText(quote.changeRatio, quote.change)
  return (
    <div>
      <div className={styles['head']}>
        <VisuallyHidden>{t('spec.quoteLabels.last')}</VisuallyHidden>
        <span className={classes(styles['price'], ratio?.trend === 'up' ? styles['up'] : styles['down'])}>
          {priceText(quote.last, quote.tick)}
        </span>
        <SessionTags quote={quote} time={time} isStale={isStale || !isConnected} />
      </div>
      <div className={styles['changes']}>
        <VisuallyHidden>{t('spec.quoteLabels.change')}</VisuallyHidden>
        <Change change={changeText(quote.change, quote.tick)} size={15} />
        <Change change={ratio} glyph={false} size={15} />
        <NowWord quote={fetched} phase={quote.phase} />
        {quote.sinceClose ? undefined : <Extended quote={fetched} phase={quote.phase} />}
      </div>
      {quote.sinceClose ? (
        <div className={styles['session']}>
          <LastSession quote={quote} />
          <Extended quote={fetched} phase={quote.phase} />
        </div>
      ) : undefined}
    </div>
  )
}

type StateProps = Pick<Props, 'quote' | 'time' | 'isStale'>

/** The line under a price that has little room: the close that the change counts from, and the state of the price. */
export function StateLine({ quote, time, isStale }: StateProps) {
  const isConnected = useIsConnected()
  return (
    <div className={styles['state']}>
      <LastSession quote={quote} />
      <SessionTags quote={quote} time={time} isStale={isStale || !isConnected} />
    </div>
  )
}

/** Outside of the regular session: the hours that the price of now is from, where the phase beside its time is another one. */
export function NowWord({ quote, phase }: { quote: Quote; phase: Phase }) {
  const t = useText()
  const hours = hoursOf(quote, phase)
  return hours === undefined || hours === phase ? undefined : (
    <span className={styles['extra']}>{t(`market.phases.${hours}`)}</span>
  )
}

const afterTheClose: readonly Phase[] = ['post', 'closed', 'practice']

/** The previous session, from which the change counts: 'At close Fri 236.14 −1.79%'. */
function LastSession({ quote: { sinceClose, lastSession, previousClose, tick } }: Pick<Props, 'quote'>) {
  const t = useText()
  // Before the page knows the new close, the fetched session is not the one from which the change counts.
  if (!sinceClose || lastSession === undefined || lastSession.close !== previousClose) return undefined
  const day = weekdayText(lastSession.date, t)
  return (
    <>
      <span>{t('quote.atClose', { day })}</span>
      <span className={styles['close']}>{priceText(lastSession.close, tick)}</span>
      <Change change={changePercentText(lastSession.changeRatio)} glyph={false} size={12} weight="medium" />
    </>
  )
}

/**
 * The pre-market and after-hours prices of the instrument, the latter once the regular session has ended. A price that
 * the head already shows is not repeated.
 */
export function Extended({ quote, phase }: { quote: Quote; phase: Phase }) {
  const t = useText()
  const { hasPreMarket, preMarketChangeRatio, hasPostMarket, postMarketChangeRatio } = quote
  const isOther = (change: Quote['change'] | undefined): boolean => change !== quote.change
  return (
    <>
      {hasPreMarket && isOther(quote.preMarketChange) ? (
        <Outside name={t('quote.preMarket')} ratio={preMarketChangeRatio} />
      ) : undefined}
      {hasPostMarket && isOther(quote.postMarketChange) && afterTheClose.includes(phase) ? (
        <Outside name={t('quote.postMarket')} ratio={postMarketChangeRatio} />
      ) : undefined}
    </>
  )
}

function Outside({ name, ratio }: { name: string; ratio: Quote['preMarketChangeRatio'] }) {
  if (ratio === undefined) return undefined
  return (
    <span className={styles['extra']}>
      {name}
      <Change change={changePercentText(ratio)} glyph={false} size={12} weight="medium" />
    </span>
  )
}

const phaseTones: Readonly<Record<Phase, TagTone>> = {
  pre: 'info',
  auction: 'info',
  regular: 'success',
  lunch: 'warn',
  post: 'info',
  practice: 'warn',
  closed: 'plain',
}

/** 'Open · 13:32 ET' and the state of the price: stale, delayed, replayed, public, in doubt, halted. */
function SessionTags({ quote, time, isStale }: StateProps) {
  const t = useText()
  const { delaySeconds, mode, halted, doubt } = quote
  const Time = mode === 'live' ? PublicTime : PriceTime
  return (
    <div className={styles['tags']}>
      <Time quote={quote} time={time} isStale={isStale} />
      {halted ? <Tag text={t('quote.halted')} tone="danger" /> : undefined}
      {delaySeconds > 0 ? (
        <Tag text={t('quote.delayed', { minutes: Math.ceil(delaySeconds / 60) })} tone="warn" />
      ) : undefined}
      {doubt === undefined ? undefined : <Tag text={t('quote.doubtful')} tone="danger" />}
      {mode === 'sim' ? undefined : <Tag text={t(`quote.${mode}`)} tone="info" />}
    </div>
  )
}

type TimeProps = { quote: Quote; time: VenueTime; isStale: boolean }

/** The phase of the venue and the time of the price, or the time alone when it is stale. */
function PriceTime({ quote: { phase, quotedAt }, time, isStale }: TimeProps) {
  const t = useText()
  const clock = formatTime(quotedAt, time.zone)
  const stamp = `${formatTimestamp(quotedAt, time.zone)} ${time.label}`
  if (isStale) return <StaleMark time={`${clock} ${time.label}`} text={t('quote.staleAt', { time: stamp })} />
  const text = t('quote.sessionTime', { phase: t(`market.phases.${phase}`), time: clock, zone: time.label })
  return <Tag text={text} tone={phaseTones[phase]} title={stamp} />
}

/** A price of a public source is also stale when the source has told none for too long. */
function PublicTime({ isStale, ...shown }: TimeProps) {
  const { now } = useMarketNow()
  return <PriceTime {...shown} isStale={isStale || isOldPrice(shown.quote, now)} />
}
