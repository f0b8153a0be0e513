import type { Order, Position } from '@mex/contract/trading/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'

import { usePages } from '#data/pages.ts'
import { averageText, quantityText } from '#components/figures.ts'
import { MoreRows } from '#components/loaded-rows.tsx'
import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { List, Row } from '#ui/list.tsx'
import { Section } from '#ui/screen.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { detailHrefOf } from './links.ts'
import { actionText } from './order-card.tsx'
import { orderStateText } from './order-state.ts'

/** The orders that opened a position or closed portions of it, with filled quantity and average price. */
export function PositionOrders({ position }: { position: Pick<Position, 'id'> }) {
  const t = useText()
  const pages = usePages(trading.orders, { pageNum: 1, pageSize: 20, positionId: position.id })
  const { data: orders, failure } = pages
  if (orders === undefined && failure !== undefined) return undefined
  return (
    <Section title={t('trade.executions')}>
      {orders === undefined ? <SkeletonRows rows={2} /> : undefined}
      {orders?.length === 0 ? (
        <Card>
          <Typography size={13} tone="second">
            {t('trade.noExecutions')}
          </Typography>
        </Card>
      ) : undefined}
      {orders === undefined || orders.length === 0 ? undefined : (
        <List label={t('trade.executions')}>
          {orders.map((order) => (
            <OrderLine key={order.id} order={order} />
          ))}
        </List>
      )}
      <MoreRows pages={pages} />
    </Section>
  )
}

function OrderLine({ order }: { order: Order }) {
  const t = useText()
  const type = t(order.type === 'market' ? 'trade.market' : 'trade.limit')
  const filled =
    order.averagePrice === undefined
      ? t('trade.unfilled')
      : t('trade.filledAt', {
          quantity: quantityText(order.filled),
          price: averageText(order.averagePrice, order.tick),
        })
  return (
    <Row
      height={62}
      href={detailHrefOf(order, 'orders')}
      title={t('trade.orderLine', { action: actionText(t, order), type })}
      subtitle={formatTimestamp(order.acceptedAt)}
      value={filled}
      note={<Tag text={orderStateText(t, order)} tone={order.status === 'filled' ? 'brand' : 'plain'} />}
    />
  )
}
