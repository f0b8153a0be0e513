import type { Order } from '@mex/contract/trading/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { isLive } from '@mex/core/trading/orders.ts'

import { quantityText } from '#components/figures.ts'
import { useMarketNow } from '#areas/market/door/market-now.ts'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import type { Text } from '#text/use-text.ts'
import { discountText } from '#areas/blocks/door/discount-text.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Tag, type TagTone } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { dayOf } from './figures.ts'

const shown = 10

/** The newest blocks of the person, and where each stands. */
export function MyBlocks() {
  const t = useText()
  const session = useSession()
  const { now } = useMarketNow(5)
  const { data } = useCall(
    trading.orders,
    { pageNum: 1, pageSize: shown, source: 4, status: 'all' },
    { when: session !== undefined, everySeconds: 10, freshSeconds: 2 },
  )
  const rows = data?.rows ?? []
  if (rows.length === 0) return undefined
  return (
    <Stack>
      <Typography as="h2" size={17} weight="bold">
        {t('blocks.mine')}
      </Typography>
      {rows.map((order) => (
        <OrderRow key={order.id} order={order} now={now} />
      ))}
    </Stack>
  )
}

export function stateOf(t: Text, order: Order, now: number | undefined): { text: string; tone: TagTone } {
  const { block, status, reason } = order
  if (isLive(order))
    return now !== undefined && block !== undefined && now >= block.confirmsAt
      ? { text: t('blocks.waiting'), tone: 'info' }
      : { text: t('blocks.confirming'), tone: 'info' }
  if (reason === 'SOLD_OUT') return { text: t('blocks.soldOut'), tone: 'plain' }
  if (order.filled === 0n) return { text: t('blocks.ended'), tone: 'plain' }
  if (block !== undefined && (now === undefined || now < block.unlocksAt))
    return { text: t('blocks.lockedUntil', { date: dayOf(block.unlocksAt) }), tone: 'warn' }
  return status === 'filled'
    ? { text: t('blocks.sellable'), tone: 'success' }
    : { text: t('blocks.cut'), tone: 'success' }
}

function OrderRow({ order, now }: { order: Order; now: number | undefined }) {
  const t = useText()
  const { name, quantity, filled, block, status } = order
  const state = stateOf(t, order, now)
  const shares = t('blocks.shares', { shares: quantityText(filled === 0n ? quantity : filled) })
  return (
    <Card>
      <Line spread="apart" align="start" wrap>
        <a href={hrefOf('trade', { list: status === 'filled' ? 0 : 2 })} aria-label={name}>
          <Stack gap={0}>
            <Typography as="h3" size={15} weight="bold">
              {name}
            </Typography>
            <Typography size={12} tone="second">
              {block === undefined ? shares : `${shares} · ${t('blocks.discount')} ${discountText(block.discount)}`}
            </Typography>
          </Stack>
        </a>
        <Tag {...state} />
      </Line>
    </Card>
  )
}
