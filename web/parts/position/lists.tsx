import { useState, type ReactNode } from 'react'

import { trading } from '@mex/contract/trading.ts'
import type { Position } from '@mex/contract/shapes.ts'

import { addressOf, type Path } from '#data/addresses.ts'
import { usePages, type Pages } from '#data/pages.ts'
import { useProduct } from '#data/product.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Words } from '#ui/words.tsx'
import { detailAddressOf, type ListName } from './addresses.ts'
import { ClosedCard } from './closed-card.tsx'
import { OrderCard } from './order-card.tsx'
import styles from './lists.module.css'
import { PositionCard } from './position-card.tsx'

/** How many rows a page of these lists has. */
const pageSize = 20
const firstPage = { pageNum: 1, pageSize }

/** Open positions, as the account card sums them and the list shows them. */
export const usePositions = () => usePages(trading.positions, { pageNum: 1, pageSize: 50 }, { everySeconds: 30 })

type Opened = { readonly key: string | undefined; readonly toggle: (key: string) => void }

/** One card of a list is open at a time. */
function useOpened(): Opened {
  const [key, setKey] = useState<string>()
  return { key, toggle: (pressed) => setKey(pressed === key ? undefined : pressed) }
}

/** Where the titles of a list lead: nowhere when the spec's mode flag says so. */
function useDetail(list: ListName) {
  const { opensDetails } = useProduct()
  return (row: Parameters<typeof detailAddressOf>[0]) => (opensDetails ? detailAddressOf(row, list) : undefined)
}

type PositionsProps = { pages: ReturnType<typeof usePositions>; onAddMargin: (position: Position) => void }

export function PositionList({ pages, onAddMargin }: PositionsProps) {
  const t = useText()
  const opened = useOpened()
  const detailOf = useDetail('holding')
  return (
    <Rows
      pages={pages}
      label={t('trade.holding')}
      keyOf={({ id }) => String(id)}
      failed={t('trade.positionsFailed')}
      empty={<Empty list="holding" />}
    >
      {(position) => (
        <PositionCard
          {...{ position, onAddMargin }}
          open={opened.key === String(position.id)}
          onToggle={() => opened.toggle(String(position.id))}
          detail={detailOf(position)}
        />
      )}
    </Rows>
  )
}

/** Orders that work. */
export const useOrders = () => usePages(trading.orders, firstPage)

export function OrderList({ pages }: { pages: ReturnType<typeof useOrders> }) {
  const t = useText()
  const opened = useOpened()
  const detailOf = useDetail('orders')
  return (
    <Rows
      pages={pages}
      label={t('trade.orders')}
      keyOf={({ id }) => String(id)}
      failed={t('trade.ordersFailed')}
      empty={<Empty list="orders" />}
    >
      {(order) => (
        <OrderCard
          order={order}
          open={opened.key === String(order.id)}
          onToggle={() => opened.toggle(String(order.id))}
          detail={detailOf(order)}
        />
      )}
    </Rows>
  )
}

/** Each row is one closing order, so a position may be there several times. */
export function ClosedList() {
  const t = useText()
  const pages = usePages(trading.closedPositions, firstPage)
  const opened = useOpened()
  const detailOf = useDetail('closed')
  return (
    <Rows
      pages={pages}
      label={t('trade.closed')}
      keyOf={({ id, closeOrderId, closedAt }) => `${id}-${closeOrderId}-${closedAt}`}
      failed={t('trade.closedFailed')}
      empty={<Empty list="closed" />}
    >
      {(closed, key) => (
        <ClosedCard
          closed={closed}
          open={opened.key === key}
          onToggle={() => opened.toggle(key)}
          detail={detailOf(closed)}
        />
      )}
    </Rows>
  )
}

type RowsProps<Row> = {
  pages: Pages<Row>
  label: string
  keyOf: (row: Row) => string
  failed: string
  empty: ReactNode
  children: (row: Row, key: string) => ReactNode
}

/** A list of cards with its waiting, failed, empty and stale states, and the way to the next page. */
function Rows<Row>({ pages, label, keyOf, failed, empty, children }: RowsProps<Row>) {
  const t = useText()
  const { data, failure, isStale, retry, total, more } = pages
  if (data === undefined) {
    if (failure !== undefined) {
      return <ErrorState title={failed} text={t('trade.failedText')} code={failure.code} onRetry={() => void retry()} />
    }
    return (
      <Stack>
        <SkeletonCard height={77} />
        <SkeletonCard height={77} />
        <SkeletonCard height={77} />
      </Stack>
    )
  }
  if (data.length === 0) return empty
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
      <ul className={styles['cards']} aria-label={label}>
        {data.map((row) => (
          <li key={keyOf(row)}>{children(row, keyOf(row))}</li>
        ))}
      </ul>
      {isMore ? (
        <Button text={t('trade.more')} kind="secondary" onPress={more} />
      ) : data.length > pageSize ? (
        <Words size={12} tone="third" align="center" as="p">
          {t('trade.counted', { shown: String(data.length), total: String(total ?? data.length) })}
        </Words>
      ) : undefined}
    </Stack>
  )
}

const emptyActions = {
  holding: '/pages/market/index',
  orders: '/pages/market/index',
  closed: '/pages/market/index',
  subscriptions: '/pages/product/newstock',
  follow: '/pages/product/follow',
  bonds: '/pages/bonds/list',
} as const satisfies Record<ListName, Path>

/** A list without rows: why, and where to go. */
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
  return <EmptyState title={title} text={text} action={<Button text={action} href={addressOf(emptyActions[list])} />} />
}
