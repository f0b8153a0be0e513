import { divide } from '#money/decimal.ts'
import { addMoney, money, quantity, subtractMoney, value, type Money, type Quantity, type Value } from '#money/money.ts'
import { closable, type Position } from './positions.ts'

/** The share of a position that closes with `units`; the last close takes the remainder. */
export type Portion = {
  readonly cost: Value
  readonly margin: Money
  readonly initialMargin: Money
  readonly addedMargin: Money
  readonly openingFee: Money
  readonly financing: Money
}

/**
 * Splits a position (rulebook §16.2, §16.6): cost floors at 8 decimals, money at the cent; initial and added margin
 * fall in the same proportion as the margin.
 */
export function portionOf(position: Position, units: Quantity): Portion {
  const whole = position.quantity
  if (units === whole) {
    const { cost, margin, initialMargin, addedMargin, openingFee, financing } = position
    return { cost, margin, initialMargin, addedMargin, openingFee, financing }
  }
  const cents = (amount: Money): Money => money(divide(amount * units, whole, 'floor'))
  return {
    cost: value(divide(position.cost * units, whole, 'floor')),
    margin: cents(position.margin),
    initialMargin: cents(position.initialMargin),
    addedMargin: cents(position.addedMargin),
    openingFee: cents(position.openingFee),
    financing: cents(position.financing),
  }
}

/** The position without a portion of it. */
export function withoutPortion(position: Position, units: Quantity, portion: Portion): Position {
  return {
    ...position,
    quantity: quantity(position.quantity - units),
    cost: value(position.cost - portion.cost),
    margin: subtractMoney(position.margin, portion.margin),
    initialMargin: subtractMoney(position.initialMargin, portion.initialMargin),
    addedMargin: subtractMoney(position.addedMargin, portion.addedMargin),
    openingFee: subtractMoney(position.openingFee, portion.openingFee),
    financing: subtractMoney(position.financing, portion.financing),
  }
}

/** Net profit of a closed portion, as lists show it (rulebook §16.2 `sellProfit`). */
export const netProfit = (profit: Money, portion: Portion, closingFee: Money): Money =>
  subtractMoney(addMoney(profit, portion.financing), addMoney(portion.openingFee, closingFee))

/** Half of what is open in whole lots, or all of it when that is nothing (rulebook §16.6). */
export function halfOf(position: Position, lot: Quantity): Quantity {
  const half = quantity((position.quantity / 2n / lot) * lot)
  const atMost = closable(position)
  return half === 0n || half > atMost ? atMost : half
}
