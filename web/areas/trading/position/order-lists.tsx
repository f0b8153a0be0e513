import { trading } from '@mex/contract/trading/calls.ts'

import { usePages } from '#data/pages.ts'
import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SelectChips } from '#ui/select-chip.tsx'
import { CancelSeveral } from './cancel-several.tsx'
import { ClosedCard } from './closed-card.tsx'
import { firstPage, idOf, Rows } from './lists.tsx'
import { OrderCard } from './order-card.tsx'
import { orderFilterOf, shownOrdersOf, statusOptions, useTradeView, withStatus } from './order-filter.ts'
import { noOrders, OrderFilters, OrderTimeChip } from './order-filters.tsx'

/** The orders in progress, or with the filter the filled, the cancelled or all orders. */
export function OrderList() {
  const t = useText()
  const view = useTradeView()
  const { parameters, onChange } = view
  const shown = shownOrdersOf(parameters)
  const filter = orderFilterOf(parameters)
  const pages = usePages(trading.orders, { ...firstPage, ...filter })
  return (
    <Stack>
      <Segmented
        label={t('spec.positionLabels.status')}
        options={statusOptions(t)}
        value={shown}
        onChange={(chosen) => onChange(withStatus(parameters, chosen))}
      />
      <SelectChips>
        <OrderFilters {...view} />
        <OrderTimeChip {...view} />
      </SelectChips>
      {shown === '0' ? <CancelSeveral orders={pages.data ?? []} /> : undefined}
      <Rows
        key={JSON.stringify(filter)}
        list="orders"
        pages={pages}
        keyOf={idOf}
        failed={t('trade.ordersFailed')}
        empty={noOrders(t, parameters)}
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
