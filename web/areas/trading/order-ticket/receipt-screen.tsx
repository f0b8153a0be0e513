import { use, type ReactNode } from 'react'

import type { Order } from '@mex/contract/trading/shapes.ts'
import { isLive } from '@mex/core/trading/orders.ts'
import type { Phase } from '@mex/core/market/quote.ts'

import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { ScreenFrameContext } from '#ui/screen-frame.ts'
import { Screen } from '#ui/screen.tsx'
import { useFreshOrder } from './place-order.ts'
import { Receipt } from './receipt.tsx'

type Props = { title: string; head: ReactNode; placed: Order; phase: Phase }

/** The last step: the order's id and live state, and links to the next pages. */
export function ReceiptScreen({ title, head, placed, phase }: Props) {
  const t = useText()
  const { back } = use(ScreenFrameContext)
  const order = useFreshOrder(placed)
  const list = isLive(order) ? 2 : 0
  return (
    <Screen
      title={title}
      head={head}
      fit
      footer={
        <>
          <Button text={t('ticket.viewInTrade')} kind="secondary" size="large" wide href={hrefOf('trade', { list })} />
          <Button text={t('ticket.done')} size="large" wide onPress={() => back?.()} />
        </>
      }
    >
      <Stack gap={12}>
        <Receipt order={order} phase={phase} />
      </Stack>
    </Screen>
  )
}
