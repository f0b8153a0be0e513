import { trading } from '@mex/contract/trading/calls.ts'
import type { Order } from '@mex/contract/trading/shapes.ts'
import { isLive } from '@mex/core/trading/orders.ts'

import { usePages } from '#data/pages.ts'
import { quoteHrefOf } from '#areas/market/door/links.ts'
import { keyOfListing } from '#areas/market/door/listing.ts'
import { OrderActions } from '#areas/trading/position/order-actions.tsx'
import { actionText } from '#areas/trading/position/order-card.tsx'
import { firstPage } from '#areas/trading/position/lists.tsx'
import {
  orderFilterOf,
  shownOrdersOf,
  statusOptions,
  withStatus,
  type TradeView,
} from '#areas/trading/position/order-filter.ts'
import { noOrders, OrderFilters } from '#areas/trading/position/order-filters.tsx'
import { orderStateText } from '#areas/trading/position/order-state.ts'
import { typeText } from '#areas/trading/position/rows.tsx'
import { averageText, moneyText, priceText, quantityText } from '#components/figures.ts'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { classes } from '#ui/classes.ts'
import { SelectChip, SelectChips } from '#ui/select-chip.tsx'
import { Tag } from '#ui/tag.tsx'
import { DenseTable, DetailsLink, NameCell, TimeCell, type Spare } from './table.tsx'
import styles from './table.module.css'

type Props = { view: TradeView; current: string | undefined }

/** The orders in progress, or what the filters show; the key C cancels the first one in progress of the instrument in view. */
export function OrderTable({ view, current }: Props) {
  const t = useText()
  const { parameters, onChange } = view
  const filter = orderFilterOf(parameters)
  const isOldestFirst = filter.order === 'asc'
  const pages = usePages(trading.orders, { ...firstPage, ...filter }, { keepEarlier: true })
  const time = {
    from: isOldestFirst ? 'low' : 'high',
    onPress: () => onChange({ ...parameters, order: isOldestFirst ? undefined : 'asc' }),
  } as const
  const first = pages.data?.find((order) => isLive(order) && keyOfListing(order) === current)
  const columns = [
    { text: t('market.name') },
    { text: t('workspace.side') },
    { text: t('workspace.type'), spare: 'spareThird' },
    { text: t('workspace.filled'), kind: 'figure' },
    { text: t('workspace.price'), kind: 'figure' },
    { text: t('workspace.average'), kind: 'figure', spare: 'spareSecond' },
    { text: capitalize(t('spec.positionLabels.margin')), kind: 'figure', spare: 'spareFirst' },
    { text: t('trade.placed'), kind: 'figure', sort: time, spare: 'spareSecond' },
    { text: t('workspace.state'), spare: 'spareLast' },
    { text: t('workspace.actions'), kind: 'actions' },
  ] as const
  return (
    <>
      <div className={styles['filters']}>
        <SelectChips>
          <SelectChip
            label={t('spec.positionLabels.status')}
            options={statusOptions(t)}
            value={shownOrdersOf(parameters)}
            onChange={(chosen) => onChange(withStatus(parameters, chosen))}
          />
          <OrderFilters {...view} />
        </SelectChips>
      </div>
      <DenseTable
        list="orders"
        columns={columns}
        pages={pages}
        failed={t('trade.ordersFailed')}
        empty={noOrders(t, parameters)}
      >
        {(order) => (
          <OrderRow
            key={order.id}
            order={order}
            isCurrent={keyOfListing(order) === current}
            keys={order === first ? 'C' : undefined}
          />
        )}
      </DenseTable>
    </>
  )
}

type RowProps = { order: Order; isCurrent: boolean; keys: string | undefined }

function OrderRow({ order, isCurrent, keys }: RowProps) {
  const t = useText()
  const { name, code, tick, limit, averagePrice } = order
  const words = { change: t('workspace.change'), cancel: t('workspace.cancel') }
  const filled = t('trade.filledOf', { filled: quantityText(order.filled), quantity: quantityText(order.quantity) })
  const state = orderStateText(t, order)
  const figure = (spare: Spare) => classes(styles['figure'], styles[spare])
  return (
    <tr aria-current={isCurrent ? 'true' : undefined}>
      <NameCell name={name} code={code} href={quoteHrefOf(order)} />
      <td>
        <Tag text={actionText(t, order)} tone={order.side === 'buy' ? 'up' : 'down'} />
      </td>
      <td className={styles['spareThird']}>{typeText(t, order.type)}</td>
      <td className={styles['figure']}>
        {filled}
        <span className={styles['belowLast']}>{state}</span>
      </td>
      <td className={styles['figure']}>{limit === undefined ? '–' : priceText(limit, tick)}</td>
      <td className={figure('spareSecond')}>{averagePrice === undefined ? '–' : averageText(averagePrice, tick)}</td>
      <td className={figure('spareFirst')}>{moneyText(order.margin, order.currency)}</td>
      <TimeCell at={order.acceptedAt} spare="spareSecond" />
      <td className={styles['spareLast']}>{state}</td>
      <td className={styles['end']}>
        <span className={styles['actions']}>
          {isLive(order) ? <OrderActions order={order} words={words} keys={keys} /> : undefined}
          <DetailsLink row={order} list="orders" />
        </span>
      </td>
    </tr>
  )
}
