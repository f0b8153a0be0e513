import type { ClosedPosition, Order } from '@mex/contract/trading/shapes.ts'
import type { Bill } from '@mex/contract/wallet/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import type { Money } from '@mex/core/money/money.ts'
import { useEffect } from 'react'

import { usePages } from '#data/pages.ts'
import { isClosing } from './bill-kinds.ts'

/** The trade behind a movement of money. */
export type BillTrade = {
  readonly code: string
  readonly name: string
  readonly direction: 'long' | 'short'
  /** The net result of a closing after fees, in the wallet's currency. */
  readonly result: Money | undefined
}

const opening = 31

/**
 * The trade of each movement, by the movement's id. A closing order with several fills has several rows; only the newest
 * has the result. `bills` are newest first.
 */
export function tradesOf(
  bills: readonly Bill[],
  orders: readonly Order[],
  closed: readonly ClosedPosition[],
): ReadonlyMap<number, BillTrade> {
  const byOrder = new Map(orders.map((order) => [order.id, order]))
  const byClosing = new Map(closed.map((row) => [row.closeOrderId ?? row.id, row]))
  const told = new Set<number>()
  const trades = new Map<number, BillTrade>()
  for (const { id, type, referenceId, detail } of bills) {
    if (referenceId === undefined) continue
    // A position may be closed by several orders, and a forced closing has none.
    const closedBy = detail?.orderId ?? referenceId
    const order = type === opening ? byOrder.get(referenceId) : undefined
    if (order !== undefined) {
      const { code, name, side } = order
      trades.set(id, { code, name, direction: side === 'buy' ? 'long' : 'short', result: undefined })
    }
    const closing = isClosing(type) ? byClosing.get(closedBy) : undefined
    if (closing !== undefined) {
      const { code, name, direction, netProfit } = closing
      trades.set(id, { code, name, direction, result: told.has(closedBy) ? undefined : netProfit })
      told.add(closedBy)
    }
  }
  return trades
}

const firstPage = { pageNum: 1, pageSize: 50 } as const

/** The trades of the displayed rows: fetches orders and closings back to the oldest row. */
export function useBillTrades(bills: readonly Bill[]): ReadonlyMap<number, BillTrade> {
  const hasOpenings = bills.some((bill) => bill.type === opening)
  const hasClosings = bills.some((bill) => isClosing(bill.type))
  const orders = usePages(trading.orders, { ...firstPage, status: 'all' }, { when: hasOpenings })
  const closed = usePages(trading.closedPositions, firstPage, { when: hasClosings })
  const oldest = bills.at(-1)?.createdAt
  const [lastOrder, lastClosing] = [orders.data?.at(-1)?.acceptedAt, closed.data?.at(-1)?.closedAt]
  useEffect(() => {
    if (oldest === undefined) return
    if (lastOrder !== undefined && lastOrder >= oldest) orders.next()
    if (lastClosing !== undefined && lastClosing >= oldest) closed.next()
  })
  return tradesOf(bills, orders.data ?? [], closed.data ?? [])
}
