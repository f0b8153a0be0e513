import type { Order } from '@mex/contract/trading/shapes.ts'
import { isLive } from '@mex/core/trading/orders.ts'

import { priceText, quantityText } from '#components/figures.ts'
import { useReasons } from '#areas/trading/end-reasons.ts'
import { useText, type Text } from '#text/use-text.ts'
import { KeyValues } from '#ui/key-values.tsx'
import { Tag, type TagTone } from '#ui/tag.tsx'
import { isCancelling, LazyOrderActions } from './lazy-order-actions.tsx'
import { orderRows, orderTypeText } from './order-rows.tsx'
import { orderStateText } from './order-state.ts'
import { RowCard, type CardState } from './row-card.tsx'

/** The action of an order: 'Buy long', 'Close long'. */
export function actionText(t: Text, { purpose, side }: Pick<Order, 'purpose' | 'side'>): string {
  if (purpose === 'open') return t(side === 'buy' ? 'trade.buyLong' : 'trade.sellShort')
  return t(side === 'sell' ? 'trade.closeLong' : 'trade.closeShort')
}

/** '20 @ 176.10'; without a limit '20 · Market', because that is no price. */
export function quantityAtPrice(t: Text, order: Order): string {
  const quantity = quantityText(order.quantity)
  if (order.limit !== undefined) return t('trade.at', { quantity, price: priceText(order.limit, order.tick) })
  return t('orders.quantityAndType', { quantity, type: orderTypeText(t, order) })
}

const stateTone = (order: Order): TagTone => {
  if (order.status === 'filled') return 'brand'
  return isLive(order) && !isCancelling(order) ? 'info' : 'warn'
}

type Props = { order: Order; state: CardState }

/** An order; expanded: all figures and, while it is in progress, its actions. */
export function OrderCard({ order, state }: Props) {
  const t = useText()
  const reasons = useReasons()
  const filled = t('trade.filledSoFar', { filled: quantityText(order.filled), quantity: quantityText(order.quantity) })
  return (
    <RowCard
      row={order}
      state={state}
      under={
        <>
          <Tag text={actionText(t, order)} tone={order.side === 'buy' ? 'up' : 'down'} />
          <span>{quantityAtPrice(t, order)}</span>
        </>
      }
      right={
        <>
          <Tag text={orderStateText(t, order)} tone={stateTone(order)} />
          <span>{isCancelling(order) ? t('trade.cancelRequested') : filled}</span>
        </>
      }
    >
      <KeyValues columns="tablet" rows={orderRows(t, reasons, order)} />
      <LazyOrderActions order={order} />
    </RowCard>
  )
}
