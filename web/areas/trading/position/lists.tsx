import { useState, type ReactNode } from 'react'

import { trading } from '@mex/contract/trading/calls.ts'

import { hrefOf } from '#data/links.ts'
import type { RouteName } from '#data/routes.ts'
import { usePages, type Pages } from '#data/pages.ts'
import { useProduct } from '#data/product.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { detailHrefOf, listLabels, type ListName } from './links.ts'
import styles from './lists.module.css'
import type { CardState } from './row-card.tsx'

/** The page size of these lists. */
const pageSize = 20
export const firstPage = { pageNum: 1, pageSize }

/** Open positions, as the account card sums them and the list shows them. */
export const usePositions = (when = true) =>
  usePages(trading.positions, { pageNum: 1, pageSize: 50 }, { when, everySeconds: 30 })

export const idOf = ({ id }: { readonly id: number }): string => String(id)

/** Orders in progress: the total and the first page. */
export const useOrders = () => usePages(trading.orders, firstPage)

type RowsProps<Row> = {
  list: 'holding' | 'orders' | 'closed'
  pages: Pages<Row>
  keyOf: (row: Row) => string
  failed: string
  /** Replaces the empty state of the list. */
  empty?: ReactNode
  children: (row: Row, state: CardState) => ReactNode
}

/**
 * A list of cards with its loading, failed, empty and stale states, and the button for the next page. One card is open
 * at a time.
 */
export function Rows<Row extends Parameters<typeof detailHrefOf>[0]>({
  list,
  pages,
  keyOf,
  failed,
  empty,
  children,
}: RowsProps<Row>) {
  const t = useText()
  const { opensDetails } = useProduct()
  const [opened, setOpened] = useState<string>()
  const cardStateOf = (row: Row): CardState => {
    const key = keyOf(row)
    const open = key === opened
    return {
      open,
      onToggle: () => setOpened(open ? undefined : key),
      detail: opensDetails ? detailHrefOf(row, list) : undefined,
    }
  }
  const { data, failure, isStale, retry, total, more } = pages
  if (data === undefined) {
    if (failure !== undefined) {
      return <ErrorState title={failed} text={t('trade.failedText')} code={failure.code} onRetry={() => void retry()} />
    }
    return <WaitingCards />
  }
  if (data.length === 0) return empty ?? <Empty list={list} />
  const isMore = total !== undefined && data.length < total
  return (
    <Stack>
      {isStale ? (
        <Notice
          tone="warn"
          action={<Button text={t('ui.tryAgain')} size="small" kind="secondary" onPress={() => void retry()} />}
        >
          {failed}
        </Notice>
      ) : undefined}
      <ul className={styles['cards']} aria-label={t(listLabels[list])}>
        {data.map((row) => (
          <li key={keyOf(row)}>{children(row, cardStateOf(row))}</li>
        ))}
      </ul>
      {isMore ? (
        <Button text={t('trade.more')} kind="secondary" onPress={more} />
      ) : data.length > pageSize ? (
        <Typography size={12} tone="third" align="center" as="p">
          {t('trade.counted', { shown: String(data.length), total: String(total ?? data.length) })}
        </Typography>
      ) : undefined}
    </Stack>
  )
}

/** Skeletons of the cards. */
export function WaitingCards() {
  return (
    <Stack>
      <SkeletonCard height={77} />
      <SkeletonCard height={77} />
      <SkeletonCard height={77} />
    </Stack>
  )
}

const emptyActions = {
  holding: 'markets',
  orders: 'markets',
  closed: 'markets',
  subscriptions: 'newStocks',
  follow: 'follow',
  bonds: 'bonds',
} as const satisfies Record<ListName, RouteName>

/** The empty state of a list. */
export function Empty({ list }: { list: ListName }) {
  const t = useText()
  const words = {
    holding: [t('trade.noPositions'), t('trade.noPositionsText'), t('trade.findStock')],
    orders: [t('trade.noOrders'), t('trade.noOrdersText'), t('trade.findStock')],
    closed: [t('trade.noClosed'), t('trade.noClosedText'), t('trade.findStock')],
    subscriptions: [t('trade.noSubscriptions'), t('trade.noSubscriptionsText'), t('trade.seeNewStocks')],
    follow: [t('trade.noFollow'), t('trade.noFollowText'), t('trade.seeFollow')],
    bonds: [t('trade.noBonds'), t('trade.noBondsText'), t('trade.seeBonds')],
  } as const
  const [title, text, action] = words[list]
  return <EmptyState title={title} text={text} action={<Button text={action} href={hrefOf(emptyActions[list])} />} />
}
