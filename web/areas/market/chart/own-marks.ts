import { alerts } from '@mex/contract/alerts/calls.ts'
import type { Alert } from '@mex/contract/alerts/shapes.ts'
import type { Order, Position } from '@mex/contract/trading/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'
import { subtractQuantity } from '@mex/core/money/money.ts'
import { useMemo } from 'react'

import { hrefOf } from '#data/links.ts'
import { useCall } from '#data/call.ts'
import { useSession } from '#data/session.ts'
import { averageText, priceText, quantityText } from '#components/figures.ts'
import { useText, type Text } from '#text/use-text.ts'
import type { Chosen } from './chosen.ts'
import type { Mark } from './marks.ts'
import { drawn } from './series.ts'

/** The lists of the Trade tab that a mark leads to: the spec's numbers. */
const [holdings, orders] = [0, 2]
/** More would cover the chart; the Trade tab has all. */
const marksMax = 6
/** The most rows of one answer. */
const ordersAsked = 50

type Listing = Pick<Quote, 'code' | 'market' | 'source' | 'name'>

const detailOf = ({ name, code, source, market }: Listing, id: number, type: number) =>
  hrefOf('tradeDetail', { name, code, source, market, id, type })

/** The user's position in an instrument, and the orders and price alerts that wait on it, as marks of its chart. */
export function useOwnMarks(quote: Listing, chosen: Chosen): readonly Mark[] {
  const t = useText()
  const isSignedIn = useSession() !== undefined
  const { code, market, source } = quote
  const held = useCall(
    trading.holding,
    { code, market, source },
    { when: isSignedIn && chosen.has('cost'), everySeconds: 10 },
  )
  const working = useCall(
    trading.orders,
    { pageNum: 1, pageSize: ordersAsked, source },
    { when: isSignedIn && chosen.has('orders'), everySeconds: 10 },
  )
  const told = useCall(alerts.list, { code, market }, { when: isSignedIn && chosen.has('orders'), everySeconds: 30 })
  const positions = chosen.has('cost') ? held.data?.positions : undefined
  const rows = chosen.has('orders') ? working.data?.rows : undefined
  const levels = chosen.has('orders') ? told.data : undefined
  return useMemo(() => {
    const own = rows?.filter((order) => order.code === code && order.market === market) ?? []
    return [
      ...(positions ?? []).flatMap((position) => marksOfPosition(t, position)),
      ...own.flatMap((order) => marksOfOrder(t, order)),
      ...(levels ?? []).flatMap((alert) => marksOfAlert(t, alert)),
    ].slice(0, marksMax)
  }, [t, positions, rows, levels, code, market])
}

/** The average cost with the profit, and the price that liquidates the position. */
export function marksOfPosition(t: Text, position: Position): readonly Mark[] {
  const { id, direction, leverage, quantity, openPrice, liquidationPrice, lot, tick } = position
  const href = detailOf(position, id, holdings)
  const say = (shown: string): string =>
    t('quote.costMark', {
      side: t(direction === 'long' ? 'quote.long' : 'quote.short', { leverage: String(leverage) }),
      quantity: quantityText(quantity, lot),
      price: averageText(openPrice, tick),
      profit: shown,
    }).trim()
  const cost: Mark = { key: `cost ${id}`, kind: 'cost', price: drawn(openPrice), href, text: { position, say } }
  if (liquidationPrice === undefined) return [cost]
  const text = t('quote.liquidationMark', { price: priceText(liquidationPrice, tick) })
  return [cost, { key: `liquidation ${id}`, kind: 'liquidation', price: drawn(liquidationPrice), href, text }]
}

/** The limit of an order; one without a limit has no place on the chart. */
export function marksOfOrder(t: Text, order: Order): readonly Mark[] {
  const { id, side, limit, quantity, filled, lot, tick } = order
  if (limit === undefined) return []
  const text = t(side === 'buy' ? 'quote.buyLimitMark' : 'quote.sellLimitMark', {
    quantity: quantityText(subtractQuantity(quantity, filled), lot),
    price: priceText(limit, tick),
  })
  return [{ key: `order ${id}`, kind: 'order', price: drawn(limit), href: detailOf(order, id, orders), text }]
}

/** The level of an alert that still tells; one on the move of a day has no price. */
export function marksOfAlert(t: Text, { id, level, state, code, market, tick }: Alert): readonly Mark[] {
  if (level === undefined || state === 'reached' || state === 'gone') return []
  const text = t('quote.alertMark', { price: priceText(level, tick) })
  return [{ key: `alert ${id}`, kind: 'alert', price: drawn(level), href: hrefOf('alerts', { code, market }), text }]
}
