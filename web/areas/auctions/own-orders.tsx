import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import type { Order } from '@mex/contract/trading/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { isLive } from '@mex/core/trading/orders.ts'

import { averageText, quantityText } from '#components/figures.ts'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'

const day = 86_400_000
const shown = 3

/** What became of the person's own orders for a share, and those that are in the auction. */
export function OwnOrders({ share: { code, crossesAt, lastCross } }: { share: AuctionQuote }) {
  const t = useText()
  const session = useSession()
  const { data } = useCall(
    trading.orders,
    { source: sources.auctionStock, status: 'all', pageNum: 1, pageSize: 20 },
    { when: session !== undefined, freshSeconds: 2, everySeconds: 10 },
  )
  const since = Math.min(crossesAt - day, lastCross?.crossedAt ?? Infinity)
  const own = (data?.rows ?? []).filter(
    (order) =>
      order.code === code &&
      order.purpose === 'open' &&
      order.reason !== 'CANCELLED' &&
      (isLive(order) || order.changedAt >= since),
  )
  if (own.length === 0) return undefined
  return (
    <Stack gap={8}>
      {own.slice(0, shown).map((order) => (
        <Notice key={order.id} tone={order.filled > 0n ? 'success' : 'info'}>
          <a href={hrefOf('trade', { list: isLive(order) ? 2 : 0 })}>{textOf(t, order)}</a>
        </Notice>
      ))}
    </Stack>
  )
}

function textOf(t: Text, { status, filled, quantity, averagePrice, tick, lot }: Order): string {
  if (status === 'accepted') return t('auctions.entered', { quantity: quantityText(quantity, lot) })
  if (filled === 0n) return t('auctions.unfilled')
  const fill = { quantity: quantityText(filled, lot), price: averageText(averagePrice, tick) }
  return t(status === 'ended' ? 'auctions.partly' : 'auctions.filled', fill)
}
