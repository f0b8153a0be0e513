import { least } from '@mex/core/money/decimal.ts'
import { formatMoney, money, quantity, type Money, type Quantity } from '@mex/core/money/money.ts'
import { isLive, type Order } from '@mex/core/trading/orders.ts'
import { lockedBeyond } from '@mex/core/trading/trading.ts'

const sameFields = ['user', 'instrument', 'source', 'purpose', 'side', 'type', 'leverage', 'extendedHours'] as const

/**
 * What is wrong with an order that amended another one, as both are when it is accepted (docs/decisions/053): it is for the same,
 * and it takes over what both need of the money that the other one has reserved. `total` is what it reserves in all.
 */
export function wrongReplacement(
  { replaces, ...order }: Order,
  orders: ReadonlyMap<number, Order>,
  total: Money,
): readonly string[] {
  if (replaces === undefined) return []
  const old = orders.get(replaces.order)
  if (old === undefined || !isLive(old)) return [`replaces order ${replaces.order}, which did not work`]
  const expected = money(order.purpose === 'close' ? 0n : least(old.reserve, total))
  return [
    ...sameFields.flatMap((field) =>
      order[field] === old[field] ? [] : [`has another ${field} than order ${old.id}, which it replaces`],
    ),
    ...(replaces.reserve === expected
      ? []
      : [`takes over ${formatMoney(replaces.reserve)}, should be ${formatMoney(expected)}`]),
  ]
}

/** What a closing order locks of its position: all that it closes, or what it needs beyond the order that it replaces. */
export function lockedAtAcceptance(order: Order, orders: ReadonlyMap<number, Order>): Quantity {
  const old = orders.get(order.replaces?.order ?? 0)
  return old === undefined || !isLive(old) ? quantity(order.quantity) : lockedBeyond(order, old)
}

/** An order that works on because a fill came before its change may have been cancelled later, as its row says. */
export function withCancel(order: Order, { orders }: { readonly orders: readonly Order[] }): Order {
  if (!isLive(order) || order.cancelRequestedAt !== undefined) return order
  return { ...order, cancelRequestedAt: orders.find(({ id }) => id === order.id)?.cancelRequestedAt }
}
