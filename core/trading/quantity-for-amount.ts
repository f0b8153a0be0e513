import type { Instrument } from '#market/instrument.ts'
import { convert, one, quantity, subtractMoney, value, type Money, type Price, type Quantity } from '#money/money.ts'
import { worth } from './positions.ts'

/** Values have 8 decimals, money has 2. */
const valuePerCent = 10n ** 6n

export type QuantityForAmount = {
  readonly quantity: Quantity
  /** The part of the amount that buys nothing, in cents of the instrument's currency. */
  readonly rest: Money
}

/** How many whole lots are worth no more than an amount in the instrument's currency at a price: none at a price of 0 or below. */
export function quantityForAmount(
  amount: Money,
  at: Price,
  instrument: Pick<Instrument, 'lot' | 'multiplier'>,
): QuantityForAmount {
  const ofLot = worth(instrument, at, instrument.lot)
  if (ofLot <= 0n || amount <= 0n) return { quantity: quantity(0n), rest: amount }
  const lots = (amount * valuePerCent) / ofLot
  return {
    quantity: quantity(lots * instrument.lot),
    rest: subtractMoney(amount, convert(value(lots * ofLot), one, 'ceil')),
  }
}
