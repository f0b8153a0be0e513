import { trading } from '@mex/contract/trading/calls.ts'

import { usePages } from '#data/pages.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { listNumbers } from './links.ts'
import { ClosedCard } from './closed-card.tsx'
import { firstPage, idOf, Rows } from './lists.tsx'
import { OrderCard } from './order-card.tsx'

/** The order filters by the number in the URL; in progress by default. */
const statuses = { '0': undefined, '1': 'filled', '2': 'ended', all: 'all' } as const
type Shown = keyof typeof statuses
const isShown = (text: string | undefined): text is Shown => text !== undefined && Object.hasOwn(statuses, text)

/** The orders in progress, or with the filter the filled, the cancelled or all orders. */
export function OrderList() {
  const t = useText()
  const navigation = useNavigation()
  const { status } = useParameters('trade')
  const shown = isShown(status) ? status : '0'
  const pages = usePages(trading.orders, { ...firstPage, status: statuses[shown] })
  const texts: Readonly<Record<Shown, string>> = {
    '0': t('spec.orderStatus.inProgress'),
    '1': t('spec.orderStatus.success'),
    '2': t('spec.orderStatus.cancelled'),
    all: t('trade.allOrders'),
  }
  return (
    <Stack>
      <Segmented
        label={t('spec.positionLabels.status')}
        options={(['0', '1', '2', 'all'] as const).map((value) => ({ value, text: capitalize(texts[value]) }))}
        value={shown}
        onChange={(chosen) =>
          navigation.setParameters('trade', {
            list: listNumbers.orders,
            status: chosen === '0' ? undefined : chosen,
          })
        }
      />
      <Rows
        key={shown}
        list="orders"
        pages={pages}
        keyOf={idOf}
        failed={t('trade.ordersFailed')}
        empty={
          shown === '0' ? undefined : (
            <EmptyState title={t('trade.noEndedOrders')} text={t('trade.noEndedOrdersText')} />
          )
        }
      >
        {(order, state) => <OrderCard {...{ order, state }} />}
      </Rows>
    </Stack>
  )
}

/** Each row is one closing order, so a position can appear several times. */
export function ClosedList() {
  const t = useText()
  const pages = usePages(trading.closedPositions, firstPage)
  return (
    <Rows
      list="closed"
      pages={pages}
      keyOf={({ id, closeOrderId, closedAt }) => `${id}-${closeOrderId}-${closedAt}`}
      failed={t('trade.closedFailed')}
    >
      {(closed, state) => <ClosedCard {...{ closed, state }} />}
    </Rows>
  )
}
