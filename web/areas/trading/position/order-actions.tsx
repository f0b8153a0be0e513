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
import { explained } from '#text/sentences.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Line } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { AmendForm } from './amend-form.tsx'
import { isCancelling } from './lazy-order-actions.tsx'

type Props = {
  order: Order
  /** The words of small buttons in a row of a table, which has a word where there are no buttons. */
  words?: { readonly change: string; readonly cancel: string } | undefined
  /** The key that cancels. */
  keys?: string | undefined
}

/** What can be done with an order in progress: change it, or cancel it. */
export function OrderActions({ order, words, keys }: Props) {
  const t = useText()
  if (words !== undefined && (order.block !== undefined || isCancelling(order)))
    return order.block === undefined ? <span>{t('trade.cancelRequested')}</span> : undefined
  if (order.block !== undefined) return <Notice>{t('blocks.noCancel')}</Notice>
  if (isCancelling(order)) return <Notice>{t('trade.cancelWaits')}</Notice>
  const buttons = (
    <Line gap={8} spread={words === undefined ? 'even' : 'end'}>
      <ChangeOrder {...{ order, words }} />
      <CancelOrder {...{ order, words, keys }} />
    </Line>
  )
  if (order.expiresAt === undefined || !isAuctionOnly(order)) return buttons
  return <UntilEntryCloses crossesAt={order.expiresAt}>{buttons}</UntilEntryCloses>
}

function ChangeOrder({ order, words }: Props) {
  const t = useText()
  const isConnected = useIsConnected()
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <Button
        text={words?.change ?? t('orders.change')}
        kind="secondary"
        size={words === undefined ? 'medium' : 'small'}
        wide={words === undefined}
        disabled={!isConnected}
        reason={words === undefined ? t('ticket.paused') : undefined}
        onPress={() => setChanging(true)}
      />
      <Sheet open={isChanging} onClose={() => setChanging(false)} title={t('orders.changeTitle')} whole>
        {/* What is filled meanwhile is not to be changed: the form starts anew with what is left. */}
        <AmendForm key={String(order.filled)} order={order} onDone={() => setChanging(false)} />
      </Sheet>
    </>
  )
}

/** Asks for confirmation; afterwards shows 'Success', or that the cancel waits for the feed. */
function CancelOrder({ order, words, keys }: Props) {
  const t = useText()
  const isConnected = useIsConnected()
  const [isAsking, setAsking] = useState(false)
  const { send, isBusy } = useSend(orderEntry.cancelOrder, {
    stale: staleAfterOrder,
    onAnswer: (answer) => {
      if ('issueId' in answer || !isLive(answer)) announce({ kind: 'done', text: undefined })
    },
  })
  const cancel = async () => {
    await send({ id: order.id })
    setAsking(false)
  }
  return (
    <>
      <Button
        text={words?.cancel ?? t('spec.actions.cancelOrder')}
        kind="secondary"
        size={words === undefined ? 'medium' : 'small'}
        wide={words === undefined}
        disabled={!isConnected}
        reason={words === undefined ? t('ticket.paused') : undefined}
        keys={keys}
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
}

/** Its children, until nothing can be cancelled any more; then the reason. */
function UntilEntryCloses({ crossesAt, children }: { crossesAt: number; children: ReactNode }) {
  const t = useText()
  const language = useLanguage()
  const now = useSecond()
  if (now < crossesAt - entryClosing) return children
  return (
    <Notice>
      {explained(language, t('auctions.closed'), t('auctions.closedText', { time: timeInNewYork(crossesAt) }))}
    </Notice>
  )
}
