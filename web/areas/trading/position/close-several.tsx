import { useState } from 'react'

import type { Position } from '@mex/contract/trading/shapes.ts'
import { severalOrders } from '@mex/contract/trading/several.ts'

import { useSend } from '#data/call.ts'
import { staleAfterOrder } from '#areas/trading/order-ticket/place-order.ts'
import { moneyText, profitText, quantityText } from '#components/figures.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { estimateClosing } from './closing-estimate.ts'
import { productRow } from './rows.tsx'
import { SeveralForm, type SeveralRow } from './several-sheet.tsx'

/** The button over the positions that closes several of them at once, and its sheet. */
export function CloseSeveral({ positions }: { positions: readonly Position[] }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const rows = positions.filter(({ closable }) => closable > 0n).map((position) => rowOf(t, position))
  return (
    <>
      {rows.length < 2 ? undefined : (
        <Button text={t('orders.closeSeveral')} kind="secondary" onPress={() => setOpen(true)} />
      )}
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('orders.closeSeveral')} whole>
        <CloseForm rows={rows} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

function CloseForm({ rows, onDone }: { rows: readonly SeveralRow[]; onDone: () => void }) {
  const t = useText()
  const { send, isBusy, failure } = useSend(severalOrders.closeSeveral, { stale: staleAfterOrder, showsRefusals: true })
  return (
    <SeveralForm
      {...{ rows, isBusy, failure, onDone }}
      title={t('orders.closeSeveral')}
      confirm={(count) => t('orders.closeCount', { count: String(count) })}
      about={t('orders.closeAbout')}
      accepted={t('orders.closePlaced')}
      send={(ids) => send({ ids: [...ids] })}
    />
  )
}

function rowOf(t: Text, position: Position): SeveralRow {
  const { id, name, closable, direction, currency } = position
  const estimate = estimateClosing(position)
  const leverage = String(position.leverage)
  const side = t(direction === 'long' ? 'trade.long' : 'trade.short', { leverage })
  const product = productRow(t, position)
  return {
    id,
    name,
    text: t('orders.sideAndQuantity', { side, quantity: quantityText(closable) }),
    product: typeof product === 'object' && typeof product.value === 'string' ? product.value : '',
    value: <Change change={profitText(estimate?.net, currency)} />,
    note: t('orders.estimatedFee', { fee: moneyText(estimate?.fee, currency) }),
  }
}
