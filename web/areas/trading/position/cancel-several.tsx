import { useState } from 'react'

import type { Order } from '@mex/contract/trading/shapes.ts'
import { severalOrders } from '@mex/contract/trading/several.ts'

import { useSend } from '#data/call.ts'
import { staleAfterOrder } from '#areas/trading/order-ticket/place-order.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { isCancelling } from './lazy-order-actions.tsx'
import { actionText, quantityAtPrice } from './order-card.tsx'
import { productRow } from './rows.tsx'
import { SeveralForm, type SeveralRow } from './several-sheet.tsx'

/** The button over the orders in progress that cancels several of them at once, and its sheet. */
export function CancelSeveral({ orders }: { orders: readonly Order[] }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const rows = orders
    .filter((order) => order.block === undefined && !isCancelling(order))
    .map((order) => rowOf(t, order))
  return (
    <>
      {rows.length < 2 ? undefined : (
        <Button text={t('orders.cancelSeveral')} kind="secondary" onPress={() => setOpen(true)} />
      )}
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('orders.cancelSeveral')} whole>
        <CancelForm rows={rows} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

function CancelForm({ rows, onDone }: { rows: readonly SeveralRow[]; onDone: () => void }) {
  const t = useText()
  const { send, isBusy, failure } = useSend(severalOrders.cancelSeveral, {
    stale: staleAfterOrder,
    showsRefusals: true,
  })
  return (
    <SeveralForm
      {...{ rows, isBusy, failure, onDone }}
      title={t('orders.cancelSeveral')}
      confirm={(count) => t('orders.cancelCount', { count: String(count) })}
      about={t('trade.cancelText')}
      accepted={t('trade.cancelRequested')}
      send={(ids) => send({ ids: [...ids] })}
    />
  )
}

function rowOf(t: Text, order: Order): SeveralRow {
  const { id, name } = order
  const product = productRow(t, order)
  return {
    id,
    name,
    text: t('orders.sideAndQuantity', { side: actionText(t, order), quantity: quantityAtPrice(t, order) }),
    product: typeof product === 'object' && typeof product.value === 'string' ? product.value : '',
  }
}
