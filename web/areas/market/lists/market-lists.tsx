import { market as marketCalls } from '@mex/contract/market/calls.ts'
import { marketLists } from '@mex/contract/market/lists.ts'
import type { ShareMarket } from '@mex/core/market/instrument.ts'
import { ChevronRight } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { useCall } from '#data/call.ts'
import { usePages } from '#data/pages.ts'
import { sortParameters, type SortOrder } from './sort-order.ts'
import { QuoteList } from '#areas/market/door/quote-list.tsx'
import { useText } from '#text/use-text.ts'
import styles from './markets.module.css'

type ListProps = { label: string; order: SortOrder; onOrder: (order: SortOrder) => void }

/** The polling interval of lists, for volumes and sparklines; prices come by push. */
const everySeconds = 60
const rowsOfPage = 50

type MoreProps = { href: string; text: string }

/** Link to the page of the whole list, or of another view of it. */
const More = (link: MoreProps) => (
  <div className={styles['more']}>
    <MoreLink {...link} />
  </div>
)

function MoreLink({ href, text }: MoreProps) {
  return (
    <a href={href}>
      {text}
      <ChevronRight aria-hidden="true" />
    </a>
  )
}

/** The shares of one market, loaded page by page on scrolling. */
export function ShareList({ market, label, order, onOrder }: ListProps & { market: ShareMarket }) {
  const t = useText()
  const pages = usePages(
    marketLists.stocks,
    { market, pageNum: 1, pageSize: rowsOfPage, ...sortParameters(order) },
    { everySeconds, keepEarlier: true },
  )
  return (
    <>
      <div className={styles['more']}>
        <MoreLink href={hrefOf('screener', { market })} text={t('titles.screener')} />
        {market === 'HK' ? <MoreLink href={hrefOf('hongKongStocks')} text={t('market.allHongKong')} /> : undefined}
      </div>
      <QuoteList
        label={label}
        rows={pages.data}
        source={pages}
        order={order}
        onOrder={onOrder}
        isSorted
        onEnd={pages.next}
      />
    </>
  )
}

export function IndexList({ label, order, onOrder }: ListProps) {
  const called = useCall(marketCalls.globalIndices, {}, { everySeconds })
  return <QuoteList label={label} rows={called.data} source={called} order={order} onOrder={onOrder} />
}

export type FutureGroup = 'index' | 'metal' | 'energy' | 'agricultural'

/** The front months of all products or of one group. */
export function FutureList({ group, label, order, onOrder }: ListProps & { group: FutureGroup | undefined }) {
  const t = useText()
  const called = useCall(marketLists.futures, { group }, { everySeconds })
  return (
    <>
      {group === undefined ? <More href={hrefOf('futures')} text={t('market.allFutures')} /> : undefined}
      <QuoteList label={label} rows={called.data} source={called} order={order} onOrder={onOrder} />
    </>
  )
}

export function ForexList({ label, order, onOrder }: ListProps) {
  const t = useText()
  const called = useCall(marketLists.forex, {}, { everySeconds })
  return (
    <>
      <More href={hrefOf('forex')} text={t('market.allForex')} />
      <QuoteList label={label} rows={called.data} source={called} order={order} onOrder={onOrder} />
    </>
  )
}

/** Metals trade at spot against a currency, and as futures. */
export function MetalList({ label, order, onOrder }: ListProps) {
  const spot = useCall(marketLists.forex, { group: 'metal' }, { everySeconds })
  const futures = useCall(marketLists.futures, { group: 'metal' }, { everySeconds })
  const isKnown = spot.data !== undefined || futures.data !== undefined
  const source = {
    isWaiting: spot.isWaiting || futures.isWaiting,
    failure: spot.failure ?? futures.failure,
    retry: () => Promise.all([spot.retry(), futures.retry()]),
  }
  const rows = isKnown ? [...(spot.data ?? []), ...(futures.data ?? [])] : undefined
  return <QuoteList label={label} rows={rows} source={source} order={order} onOrder={onOrder} />
}
