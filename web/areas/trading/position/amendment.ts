import type { Order, Position } from '@mex/contract/trading/shapes.ts'
import { addMoney, quantity, subtractMoney, type Money, type Price, type Quantity } from '@mex/core/money/money.ts'
import type { MarketFacts } from '@mex/core/trading/order-check.ts'
import { directionOf } from '@mex/core/trading/orders.ts'
import { feeTotal } from '@mex/core/trading/fees.ts'
import { refusal, type Refusal } from '@mex/core/refusal.ts'

import { previewClosingTicket } from '#areas/trading/order-ticket/closing.ts'
import { previewTicket, type Shortfall } from '#areas/trading/order-ticket/preview.ts'
import { priceOfText, quantityOfText } from '#areas/trading/order-ticket/ticket.ts'
import { positionOf } from './position-of.ts'

export type AmendmentFacts = {
  readonly market: MarketFacts
  readonly feeDate: string
  /** Free money of the wallet; what the order has put aside comes on top. */
  readonly available: Money
  /** Of a closing order. */
  readonly position: Position | undefined
}

/** What a change of an order would do, by the functions that decide it on the server. */
export type Amendment = {
  readonly limit: Price | undefined
  readonly quantity: Quantity | undefined
  /** What the new order puts aside in all, and the fee of all that it fills; undefined for a closing order. */
  readonly reserve: Money | undefined
  readonly fee: Money | undefined
  /** The money for the new order: what is free, and what the old one has put aside. */
  readonly available: Money
  /** What is free afterwards. */
  readonly left: Money | undefined
  readonly refusal: Refusal | undefined
  readonly shortfall: Shortfall | undefined
}

export function previewAmendment(
  order: Order,
  entry: { readonly limit: string; readonly quantity: string },
  { market, feeDate, available: free, position }: AmendmentFacts,
): Amendment {
  const limit = order.type === 'limit' ? priceOfText(entry.limit) : undefined
  const wanted = quantityOfText(entry.quantity)
  const terms = { type: order.type, limit: entry.limit, quantity: entry.quantity }
  const available = addMoney(free, order.reserve)
  const unchanged =
    limit === order.limit && wanted === order.quantity - order.filled ? refusal('order_unchanged') : undefined
  const asked = { limit, quantity: wanted, available }
  if (position !== undefined) {
    const held = positionOf(position)
    // As if the old order had ended.
    const unlocked = { ...held, locked: quantity(held.locked - (order.quantity - order.filled)) }
    const closing = previewClosingTicket(terms, { market, position: unlocked, available, feeDate })
    const { preview, refusal: refused } = closing
    const [fee, left, reserve, shortfall] = [preview?.fee, undefined, undefined, undefined]
    return { ...asked, reserve, fee, left, refusal: unchanged ?? refused, shortfall }
  }
  const ticket = {
    ...terms,
    direction: directionOf(order.side),
    leverage: order.leverage,
    autoRoll: false,
    by: 'quantity',
    amount: '',
  } as const
  const facts = { market, available, feeDate, night: undefined, auctionIsOpen: true }
  const { accepted, refusal: refused, shortfall } = previewTicket({ ...ticket, extendedHours: false }, facts)
  const reserve = accepted?.reserve.total
  return {
    ...asked,
    reserve,
    fee: accepted === undefined ? undefined : feeTotal(accepted.reserve.fee),
    left: reserve === undefined ? undefined : subtractMoney(available, reserve),
    refusal: unchanged ?? refused,
    shortfall,
  }
}
