import { useState } from 'react'

import type { Order } from '@mex/contract/shapes.ts'
import { trading } from '@mex/contract/trading.ts'
import { isLive } from '@mex/core/orders.ts'

import { useSend } from '#data/call.ts'
import { useIsConnected } from '#data/live.ts'
import { staleAfterOrder } from '#parts/order-ticket/placing.ts'
import { priceText, quantityText } from '#parts/figures.ts'
import { useReasons } from '#parts/reasons.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Notice } from '#ui/notice.tsx'
import { Tag, type TagTone } from '#ui/tag.tsx'
import { orderRows, orderStateText } from './rows.tsx'
import { RowCard, type Place } from './row-card.tsx'

/** 'Buy long', 'Close long': what an order does. */
export function actionText(t: Text, { purpose, side }: Pick<Order, 'purpose' | 'side'>): string {
  if (purpose === 'open') return t(side === 'buy' ? 'trade.buyLong' : 'trade.sellShort')
  return t(side === 'sell' ? 'trade.closeLong' : 'trade.closeShort')
}

const stateTone = (order: Order): TagTone => {
  if (order.status === 'filled') return 'brand'
  return isLive(order) && order.cancelRequestedAt === undefined ? 'info' : 'warn'
}

type Props = { order: Order; place: Place }

/** An order that works: opened, all its figures and the cancel. */
export function OrderCard({ order, place }: Props) {
  const t = useText()
  const reasons = useReasons()
  const price = order.limit === undefined ? t('trade.market') : priceText(order.limit, order.tick)
  return (
    <RowCard
      row={order}
      place={place}
      under={
        <>
          <Tag text={actionText(t, order)} tone={order.side === 'buy' ? 'up' : 'down'} />
          <span>{t('trade.at', { quantity: quantityText(order.quantity), price })}</span>
        </>
      }
      right={
        <>
          <Tag text={orderStateText(t, order)} tone={stateTone(order)} />
          <span>
            {t('trade.filledOf', { filled: quantityText(order.filled), quantity: quantityText(order.quantity) })}
          </span>
        </>
      }
    >
      <KeyValues rows={orderRows(t, reasons, order)} />
      <CancelOrder order={order} />
    </RowCard>
  )
}

/** Asks before it cancels; afterwards it says that the cancel waits for the feed (rulebook §13.6). */
export function CancelOrder({ order }: { order: Order }) {
  const t = useText()
  const isConnected = useIsConnected()
  const [isAsking, setAsking] = useState(false)
  const { send, isBusy } = useSend(trading.cancelOrder, { stale: staleAfterOrder })
  if (!isLive(order)) return undefined
  if (order.cancelRequestedAt !== undefined) return <Notice>{t('trade.cancelWaits')}</Notice>
  const cancel = async () => {
    await send({ id: order.id })
    setAsking(false)
  }
  return (
    <>
      <Button
        text={t('trade.cancel')}
        kind="secondary"
        wide
        disabled={!isConnected}
        reason={t('ticket.paused')}
        onPress={() => setAsking(true)}
      />
      <ConfirmDialog
        open={isAsking}
        title={t('trade.cancelTitle')}
        text={t('trade.cancelText')}
        confirm={t('trade.cancel')}
        kind="danger"
        busy={isBusy}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
