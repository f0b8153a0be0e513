import type { Quote } from '@mex/contract/market/shapes.ts'
import type { ChartPeriod } from '@mex/core/market/quote.ts'
import { Suspense, useEffect, useState, type ReactNode } from 'react'

import { useLiveQuote } from '#data/quotes.ts'
import { ChartPanel, type ChartPanelProps } from '#areas/market/chart/chart-panel.tsx'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Later } from '#ui/later.tsx'
import { lazyComponent } from '#ui/lazy.tsx'
import { Screen } from '#ui/screen.tsx'
import { Skeleton, SkeletonCard } from '#ui/skeleton.tsx'
import { orderFormHrefOf, orderFormOf, type QuoteRoute } from '#areas/market/door/links.ts'
import type { InstrumentState } from '#areas/market/door/use-instrument.ts'
import { BidAsk } from './bid-ask.tsx'
import { ContractEnd } from './contract-end.tsx'
import { venueTimeOf } from '#areas/market/venue-time.ts'
import { PriceNotice } from '#areas/market/door/price-notice.tsx'
import { InstrumentFacts } from './instrument-facts.tsx'
import { MonthSelect } from './month-select.tsx'
import { MyPosition } from './my-position.tsx'
import { QuoteHead } from './quote-head.tsx'
import { QuoteState } from './quote-state.tsx'
import { useQuotePage } from './use-quote-page.ts'
import { AlertButton } from '#areas/alerts/door/alert-button.tsx'
import { useWatching } from '#areas/watchlist/door/watching.ts'
import { WatchStar } from '#areas/watchlist/door/watch-star.tsx'
import { useIsWide } from './use-is-wide.ts'

const FullChart = lazyComponent(() => import('#areas/market/chart/full-chart.tsx').then((file) => file.FullChart))

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

function WithoutQuote({ page, route }: { page: InstrumentState; route: QuoteRoute }) {
  const t = useText()
  const { isUnknown, failure, code } = page
  const isWaiting = !isUnknown && failure === undefined
  return (
    <Screen title={page.title ?? t(`titles.${route}`)} subtitle={isWaiting ? code : undefined} waiting={isWaiting}>
      <QuoteState page={page}>
        <Skeleton width={140} height={36} />
        <Skeleton width={180} height={18} />
        <Skeleton height={400} />
        <SkeletonCard height={48} />
        <SkeletonCard height={220} />
      </QuoteState>
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
  const [period, setPeriod] = useState<ChartPeriod>('intraday')
  const isWide = useIsWide()
  const time = venueTimeOf(quote)
  const { code, venue, currency, name } = quote
  const hasEnded = fetched.settlesAt !== undefined
  // An index has no bid and ask, those of an ended contract stand for nobody, and nobody orders a coin.
  const isOrdered = orderFormOf(quote.source) !== undefined
  const hasMarket = isOrdered && (quote.bid ?? quote.ask) !== undefined && !hasEnded
  const facts = <InstrumentFacts quote={quote} fetched={fetched} />
  const sides = sidesOf(quote, t, hasEnded)
  const action = hasEnded ? undefined : <AlertButton quote={quote} />
  const chart: ChartPanelProps = { quote, fetched, time, isStale, period, onPeriod: setPeriod, action, sides }
  if (isWide) {
    return (
      <Suspense>
        <FullChart {...chart} onClose={undefined} />
      </Suspense>
    )
  }
  return (
    <Screen
      title={name}
      subtitle={[code, venue, currency].join(' · ')}
      actions={<WatchStar listing={quote} watching={watching} />}
      footer={sides}
      onRefresh={retry}
    >
      <QuoteHead quote={quote} fetched={fetched} time={time} isStale={isStale} />
      <ChartPanel {...chart} />
      <PriceNotice quote={quote} />
      <ContractEnd quote={fetched} />
      {hasMarket ? <BidAsk quote={quote} /> : undefined}
      <Later>
        {extra?.(quote)}
        {isOrdered ? <MyPosition quote={quote}>{facts}</MyPosition> : facts}
      </Later>
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
