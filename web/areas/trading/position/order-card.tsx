import { useState, type ReactNode } from 'react'

import type { Order } from '@mex/contract/trading/shapes.ts'
import { orderEntry } from '@mex/contract/trading/order-entry.ts'
import { entryClosing } from '@mex/core/auctions/schedule.ts'
import { isAuctionOnly } from '@mex/core/market/products.ts'
import { isLive } from '@mex/core/trading/orders.ts'

import { timeInNewYork } from '#areas/auctions/door/times.ts'
import { useSecond } from '#areas/auctions/door/use-auction.ts'
import { announce } from '#data/announce.ts'
import { useSend } from '#data/call.ts'
import { useIsConnected } from '#data/live.ts'
import { staleAfterOrder } from '#areas/trading/order-ticket/place-order.ts'
import { priceText, quantityText } from '#components/figures.ts'
import { useReasons } from '#areas/trading/end-reasons.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Notice } from '#ui/notice.tsx'
import { Tag, type TagTone } from '#ui/tag.tsx'
import { orderRows } from './order-rows.tsx'
import { orderStateText } from './order-state.ts'
import { RowCard, type CardState } from './row-card.tsx'

/** The action of an order: 'Buy long', 'Close long'. */
export function actionText(t: Text, { purpose, side }: Pick<Order, 'purpose' | 'side'>): string {
  if (purpose === 'open') return t(side === 'buy' ? 'trade.buyLong' : 'trade.sellShort')
  return t(side === 'sell' ? 'trade.closeLong' : 'trade.closeShort')
}

const stateTone = (order: Order): TagTone => {
  if (order.status === 'filled') return 'brand'
  return isLive(order) && !isCancelling(order) ? 'info' : 'warn'
}

/** A cancel waits for the feed to pass it (rulebook §13.6). */
const isCancelling = (order: Order): boolean => isLive(order) && order.cancelRequestedAt !== undefined

type Props = { order: Order; state: CardState }

/** An order; expanded: all figures and, while it is in progress, the cancel button. */
export function OrderCard({ order, state }: Props) {
  const t = useText()
  const reasons = useReasons()
  const price = order.limit === undefined ? t('trade.market') : priceText(order.limit, order.tick)
  const filled = t('trade.filledOf', { filled: quantityText(order.filled), quantity: quantityText(order.quantity) })
  return (
    <RowCard
      row={order}
      state={state}
      under={
        <>
          <Tag text={actionText(t, order)} tone={order.side === 'buy' ? 'up' : 'down'} />
          <span>{t('trade.at', { quantity: quantityText(order.quantity), price })}</span>
        </>
      }
      right={
        <>
          <Tag text={orderStateText(t, order)} tone={stateTone(order)} />
          <span>{isCancelling(order) ? t('trade.cancelRequested') : filled}</span>
        </>
      }
    >
      <KeyValues rows={orderRows(t, reasons, order)} />
      <CancelOrder order={order} />
    </RowCard>
  )
}

/** Asks for confirmation; afterwards shows 'Success', or that the cancel waits for the feed. */
export function CancelOrder({ order }: { order: Order }) {
  const t = useText()
  const isConnected = useIsConnected()
  const [isAsking, setAsking] = useState(false)
  const { send, isBusy } = useSend(orderEntry.cancelOrder, {
    stale: staleAfterOrder,
    onAnswer: (answer) => {
      if ('issueId' in answer || !isLive(answer)) announce({ kind: 'done', text: undefined })
    },
  })
  if (!isLive(order)) return undefined
  if (order.block !== undefined) return <Notice>{t('blocks.noCancel')}</Notice>
  if (isCancelling(order)) return <Notice>{t('trade.cancelWaits')}</Notice>
  const cancel = async () => {
    await send({ id: order.id })
    setAsking(false)
  }
  const button = (
    <>
      <Button
        text={t('spec.actions.cancelOrder')}
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
        confirm={t('spec.actions.cancelOrder')}
        kind="danger"
        busy={isBusy}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      />
    </>
  )
  if (order.expiresAt === undefined || !isAuctionOnly(order)) return button
  return <UntilEntryCloses crossesAt={order.expiresAt}>{button}</UntilEntryCloses>
}

/** Its children, until nothing can be cancelled any more; then the reason. */
function UntilEntryCloses({ crossesAt, children }: { crossesAt: number; children: ReactNode }) {
  const t = useText()
  const now = useSecond()
  if (now < crossesAt - entryClosing) return children
  return <Notice>{`${t('auctions.closed')}. ${t('auctions.closedText', { time: timeInNewYork(crossesAt) })}`}</Notice>
}
