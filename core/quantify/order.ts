import { assert } from '#assert.ts'
import { divide, greatest, least } from '#money/decimal.ts'
import { money, quantity, subtractMoney, type Money, type Price, type Quantity } from '#money/money.ts'
import { strikeAfter, strikeOf, type Strike } from '#strategies/strike.ts'
import type { DayNumber } from '#time-zone.ts'
import { managementFee, performanceFee } from './products.ts'

/** `waiting` has no units yet; `completed` is paid out (rulebook §25.3). */
export type QuantifyStatus = 'waiting' | 'running' | 'completed'

/** The price of a strike: the net asset value of a unit. */
export type StrikeValue = { readonly date: DayNumber; readonly nav: Price }

/** What an order brought at its end. */
export type QuantifyResult = StrikeValue & {
  readonly value: Money
  readonly managementFee: Money
  readonly performanceFee: Money
  readonly at: number
}

/** Money that somebody put in a product. */
export type QuantifyOrder = {
  readonly id: number
  readonly user: number
  readonly product: number
  readonly termDays: number
  readonly amount: Money
  readonly status: QuantifyStatus
  readonly savedAt: number
  /** The units and the price at which they were bought; undefined while it waits for its first strike. */
  readonly start: (StrikeValue & { readonly units: Quantity }) | undefined
  readonly result: QuantifyResult | undefined
  readonly changedAt: number
}

/** The strike at which an order gets its units: the next one after it was accepted. */
export const startStrike = ({ savedAt }: Pick<QuantifyOrder, 'savedAt'>): Strike => strikeAfter(savedAt)

/** The strike at which it ends: on or after start + term, which is a strike itself. */
export const endStrike = (order: Pick<QuantifyOrder, 'savedAt' | 'termDays'>): Strike =>
  strikeOf(startStrike(order).date + order.termDays)

const unit = 10n ** 8n

/** Units for an amount: a ÷ NAV, 8 decimals, cut off. */
export function unitsFor(amount: Money, nav: Price): Quantity {
  assert(nav > 0n, 'a unit is worth something')
  return quantity(divide(amount * 10n ** 6n * unit, nav, 'floor'))
}

/** What units are worth: units × NAV, cut off to the cent. */
export const worthOf = (units: Quantity, nav: Price): Money => money(divide(units * nav, 10n ** 14n, 'floor'))

const rateUnit = 10n ** 12n
const daysOfYear = 365n

export type QuantifyFees = { readonly management: Money; readonly performance: Money }

/**
 * The fees of an order that is worth `value` after `days` days (rulebook §25.3): min(v, ceil2(a × 0.5 % × days/365)), and ceil2 of 10 % of
 * max(0, v − mgmt − a).
 */
export function feesOf(amount: Money, value: Money, days: number): QuantifyFees {
  const yearly = divide(amount * managementFee * BigInt(days), rateUnit * daysOfYear, 'ceil')
  const management = money(least(value, yearly))
  const gained = greatest(0n, value - management - amount)
  return { management, performance: money(divide(gained * performanceFee, rateUnit, 'ceil')) }
}

/** What is paid out of a value after its fees. */
export const payoutOf = (value: Money, { management, performance }: QuantifyFees): Money =>
  money(value - management - performance)

/** What an order is worth at a price; the amount itself before its units are bought. */
export const valueNow = ({ amount, start, result }: QuantifyOrder, nav: Price | undefined): Money =>
  result?.value ?? (start === undefined || nav === undefined ? amount : worthOf(start.units, nav))

/** One day of an order. */
export type DailyMark = {
  readonly date: DayNumber
  readonly nav: Price
  /** Gained or lost since the mark before, and since the start; before fees. */
  readonly profit: Money
  readonly total: Money
}

/** The marks of an order from its first strike on, oldest first; `points` are the prices from then until its end. */
export function dailyMarks({ amount, start }: QuantifyOrder, points: readonly StrikeValue[]): readonly DailyMark[] {
  if (start === undefined) return []
  const marks: DailyMark[] = []
  let before = amount
  for (const { date, nav } of points) {
    const value = date === start.date ? amount : worthOf(start.units, nav)
    marks.push({ date, nav, profit: subtractMoney(value, before), total: subtractMoney(value, amount) })
    before = value
  }
  return marks
}
