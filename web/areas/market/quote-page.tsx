import type { Quote } from '@mex/contract/market/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'
import type { Period } from '@mex/core/market/quote.ts'
import { SearchX } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'

import { hrefOf } from '#data/links.ts'
import { useLiveQuote } from '#data/quotes.ts'
import { PeriodTabs } from './chart/period-tabs.tsx'
import { PriceChart } from './chart/price-chart.tsx'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { Skeleton, SkeletonCard } from '#ui/skeleton.tsx'
import { NextEvent } from './next-event.tsx'
import { ShareActions } from './share-actions.tsx'
import { AboutInstrument } from './about-instrument.tsx'
import { orderFormHrefOf, type QuoteRoute } from './door/links.ts'
import { BidAsk } from './bid-ask.tsx'
import { ContractEnd } from './contract-end.tsx'
import { venueTimeOf } from './venue-time.ts'
import { HaltNotice } from './door/halt-notice.tsx'
import { KeyFigures } from './key-figures.tsx'
import { MonthSelect } from './month-select.tsx'
import { MyPosition } from './my-position.tsx'
import { QuoteHead } from './quote-head.tsx'
import styles from './quote-page.module.css'
import { useQuotePage, type QuotePage as Page } from './use-quote-page.ts'
import { useWatching } from '#areas/watchlist/door/watching.ts'
import { WatchStar } from '#areas/watchlist/door/watch-star.tsx'
import { WideChart, useIsWide } from './wide-chart.tsx'

/** The quote of a US or Mexican share; the fallback for instruments without their own page. */
export const StockQuote = () => <QuotePage route="stockQuote" />

/** The quote of a futures contract, with the listed months of its product. */
export const FutureQuote = () => <QuotePage route="futureQuote">{(quote) => <MonthSelect quote={quote} />}</QuotePage>

/** The level of a stock index: shown, not traded. */
export const GlobalIndexQuote = () => <QuotePage route="indexQuote" />

/** The quote of a currency pair or of a metal against a currency. */
export const ForexQuote = () => <QuotePage route="forexQuote" />

/** The quote of a Hong Kong share. */
export const HongKongQuote = () => <QuotePage route="hongKongQuote" />

type Props = {
  route: QuoteRoute
  /** Content between the chart and the figures. */
  children?: (quote: Quote) => ReactNode
}

/** The page of one instrument: price, chart, bid and ask, position, all figures, and the order buttons. */
export function QuotePage({ route, children }: Props) {
  const page = useQuotePage(route)
  const { quote } = page
  if (quote === undefined) return <WithoutQuote page={page} route={route} />
  return (
    <WithQuote
      key={`${quote.market}:${quote.code}`}
      quote={quote}
      isStale={page.isStale}
      extra={children}
      retry={page.retry}
    />
  )
}

function WithoutQuote({ page, route }: { page: Page; route: QuoteRoute }) {
  const t = useText()
  const { isUnknown, failure, code, retry } = page
  const title = page.title ?? t(`titles.${route}`)
  if (isUnknown) {
    return (
      <Screen title={title}>
        <EmptyState
          icon={<SearchX aria-hidden="true" />}
          title={t('quote.unknownTitle')}
          text={t('quote.unknownText', { code: code === '' ? '—' : code })}
          action={<Button text={t('quote.findAnother')} href={hrefOf('search')} />}
        />
      </Screen>
    )
  }
  if (failure !== undefined) {
    return (
      <Screen title={title}>
        <ErrorState
          title={t('quote.failed')}
          text={[failure.message, t('quote.failedText')].filter((text) => text !== '').join(' ')}
          code={failure.code}
          onRetry={() => void retry()}
        />
      </Screen>
    )
  }
  return (
    <Screen title={title} subtitle={code} waiting>
      <Skeleton width={140} height={36} />
      <Skeleton width={180} height={18} />
      <Skeleton height={250} />
      <SkeletonCard height={48} />
      <SkeletonCard height={220} />
    </Screen>
  )
}

type WithQuoteProps = {
  quote: Quote
  isStale: boolean
  extra: ((quote: Quote) => ReactNode) | undefined
  retry: () => Promise<unknown>
}

function WithQuote({ quote: fetched, isStale, extra, retry }: WithQuoteProps) {
  const t = useText()
  const quote: Quote = useLiveQuote(fetched)
  // Push frames lack the figures of the previous session, so those are refetched when a new day starts.
  const isRolled = quote.previousClose !== fetched.previousClose || quote.sinceClose !== fetched.sinceClose
  useEffect(() => {
    if (isRolled) void retry()
  }, [isRolled, retry])
  const watching = useWatching()
  const [period, setPeriod] = useState<Period>('intraday')
  const isWide = useIsWide()
  const time = venueTimeOf(quote)
  const { code, venue, currency, name, halted } = quote
  const hasEnded = fetched.settlesAt !== undefined
  // An index has no bid and ask, those of an ended contract stand for nobody, and nobody orders a coin.
  const isOrdered = quote.source !== sources.globalIndex && quote.source !== sources.robotCrypto
  const hasMarket = isOrdered && (quote.bid ?? quote.ask) !== undefined && !hasEnded
  const facts = (
    <>
      <KeyFigures quote={quote} />
      <NextEvent quote={fetched} />
      <ShareActions quote={fetched} />
      <AboutInstrument quote={fetched} />
    </>
  )
  const chart = (fill: boolean) => <PriceChart charted={quote} period={period} time={time} fill={fill} />
  if (isWide) {
    return (
      <WideChart quote={quote} period={period} onPeriod={setPeriod}>
        {chart(true)}
      </WideChart>
    )
  }
  return (
    <Screen
      title={name}
      subtitle={[code, venue, currency].join(' · ')}
      actions={<WatchStar listing={quote} watching={watching} />}
      footer={sidesOf(quote, t, hasEnded)}
      onRefresh={retry}
    >
      <QuoteHead quote={quote} fetched={fetched} time={time} isStale={isStale} />
      <div className={styles['bleed']}>{chart(false)}</div>
      <PeriodTabs period={period} onPeriod={setPeriod} />
      <HaltNotice halted={halted} />
      <ContractEnd quote={fetched} />
      {hasMarket ? <BidAsk quote={quote} /> : undefined}
      {extra?.(quote)}
      {isOrdered ? <MyPosition quote={quote}>{facts}</MyPosition> : facts}
    </Screen>
  )
}

/** The order buttons: both sides, the allowed one, or none for instruments without orders; disabled once it has ended. */
function sidesOf(quote: Quote, t: Text, hasEnded: boolean): ReactNode {
  const sell = orderFormHrefOf(quote, 'sell')
  const buy = orderFormHrefOf(quote, 'buy')
  if (buy === undefined) return undefined
  return (
    <>
      {sell === undefined ? undefined : (
        <Button text={t('quote.sellShort')} kind="down" size="large" wide disabled={hasEnded} href={sell} />
      )}
      <Button text={t('quote.buyLong')} kind="up" size="large" wide disabled={hasEnded} href={buy} />
    </>
  )
}
