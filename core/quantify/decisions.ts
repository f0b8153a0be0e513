import type { Journal } from '#ledger/ledger.ts'
import { addMoney, formatMoney, subtractMoney, type Money, type Price } from '#money/money.ts'
import { refusal, type Refusal } from '#refusal.ts'
import type { DayNumber } from '#time-zone.ts'
import { contractsMax } from '#trading/order-check.ts'
import { endStrike, feesOf, startStrike, unitsFor, worthOf, type QuantifyOrder } from './order.ts'
import { quantifySettled, quantifySubscribed } from './postings.ts'
import { quantifyAmountMax, quantifyAmountMin, quantifyUserMax, type QuantifyProduct } from './products.ts'

export type Subscription = {
  readonly id: number
  readonly user: number
  readonly amount: Money
  readonly at: number
}

export type SubscriptionFacts = {
  /** Whether its strategy has a price, so that there will be one at the next strike. */
  readonly isOpen: boolean
  /** What is left of the product by the plan of the period. */
  readonly remaining: Money
  /** What the person has put in the product in this period. */
  readonly putInBefore: Money
  /** Orders of the person that are not over, in all products. */
  readonly openOrders: number
  readonly available: Money
}

export type QuantifyOutcome = { readonly order: QuantifyOrder; readonly journals: readonly Journal[] }

const shown = (amount: Money): string => formatMoney(amount).replace('.00', '')

/**
 * Decides whether money is put in a product (rulebook §25.3, E75); its units are bought at the next strike. Refuses: product_not_open,
 * amount_outside, quantify_full, too_many_orders, insufficient_balance.
 */
export function decideSubscription(
  product: QuantifyProduct,
  { id, user, amount, at }: Subscription,
  { isOpen, remaining, putInBefore, openOrders, available }: SubscriptionFacts,
): QuantifyOutcome | Refusal {
  if (!isOpen) return refusal('product_not_open')
  if (amount < quantifyAmountMin || amount > quantifyAmountMax) {
    const values = { min: shown(quantifyAmountMin), max: shown(quantifyAmountMax) }
    return refusal('amount_outside', { field: 'amount', values })
  }
  if (amount > remaining || addMoney(putInBefore, amount) > quantifyUserMax)
    return refusal('quantify_full', { field: 'amount' })
  if (openOrders >= contractsMax) return refusal('too_many_orders')
  if (amount > available) return refusal('insufficient_balance', { field: 'amount' })
  return {
    order: {
      id,
      user,
      product: product.id,
      termDays: product.termDays,
      amount,
      status: 'waiting',
      savedAt: at,
      start: undefined,
      result: undefined,
      changedAt: at,
    },
    journals: [quantifySubscribed({ user, at }, id, amount)],
  }
}

/** When something happens to an order next, epoch milliseconds; undefined when it is over. */
export function nextStrikeOf(order: QuantifyOrder): number | undefined {
  switch (order.status) {
    case 'waiting':
      return startStrike(order).instant
    case 'running':
      return endStrike(order).instant
    case 'completed':
      return undefined
  }
}

export type DueStrikes = {
  /** The price of a strike; undefined where it is not known. */
  readonly navOn: (date: DayNumber) => Price | undefined
  readonly now: number
}

/**
 * Does everything that is due on an order by now (rulebook §25.3, E76). Units and amounts follow from the prices of its two strikes alone,
 * however late this runs. Stops where a price is missing.
 */
export function settleDue(order: QuantifyOrder, { navOn, now }: DueStrikes): QuantifyOutcome {
  const started = begin(order, navOn, now)
  const { start } = started
  const { date, instant } = endStrike(order)
  const nav = started.status === 'running' && instant <= now ? navOn(date) : undefined
  if (start === undefined || nav === undefined) return { order: started, journals: [] }
  const value = worthOf(start.units, nav)
  const { management, performance } = feesOf(order.amount, value, order.termDays)
  const result = { date, nav, value, managementFee: management, performanceFee: performance, at: now }
  return {
    order: { ...started, status: 'completed', result, changedAt: now },
    journals: [quantifySettled({ user: order.user, at: now }, order.id, order.amount, result)],
  }
}

function begin(order: QuantifyOrder, navOn: DueStrikes['navOn'], now: number): QuantifyOrder {
  const { date, instant } = startStrike(order)
  if (order.status !== 'waiting' || instant > now) return order
  const nav = navOn(date)
  if (nav === undefined) return order
  const start = { date, nav, units: unitsFor(order.amount, nav) }
  return { ...order, status: 'running', start, changedAt: now }
}

/** What an order has gained so far at a price, after the fees of its end once it is over. */
export function profitOf({ amount, result }: QuantifyOrder, value: Money): Money {
  const fees = result === undefined ? 0n : result.managementFee + result.performanceFee
  return subtractMoney(value, addMoney(amount, fees as Money))
}
