import { sources, type Instrument, type TradedInstrument } from '@mex/core/market/instrument.ts'
import { orderRulesOf, type OrderRules } from '@mex/core/market/products.ts'
import { formatPrice, formatQuantity, type Price } from '@mex/core/money/money.ts'
import { leverageChoices } from '@mex/core/trading/order-check.ts'
import type { Direction, OrderType } from '@mex/core/trading/orders.ts'
import { tickAt } from '@mex/core/market/ticks.ts'

import { decimalsOf } from '#ui/decimal-text.ts'

/** The unit of quantities of a product. */
export type Unit = OrderRules['unit']

/** Which fields an order form has, and the steps of its amounts as decimal texts. */
export type Fields = {
  readonly unit: Unit
  /** The allowed sides: some shares cannot be sold short. */
  readonly directions: readonly Direction[]
  readonly leverages: readonly number[]
  /** Whether the order can work outside the regular session (rulebook §13.5). */
  readonly hasExtendedHours: boolean
  /** Whether the position can go on in another month (rulebook §17.5). */
  readonly hasAutoRoll: boolean
  readonly lot: string
  readonly quantityDecimals: number
  /** The price step at the limit price. */
  readonly tick: Price
  readonly priceStep: string
  readonly priceDecimals: number
  /** The validity of a limit order: one session, or 30 days (rulebook §13.5). */
  readonly validity: 'day' | 'month'
}

/** The allowed sides of an order for an instrument. */
export const directionsOf = ({ shortable }: Pick<Instrument, 'shortable'>): readonly Direction[] =>
  shortable ? ['long', 'short'] : ['long']

/** The fields of the ticket. `at` is the limit price, or the last price without one. */
export function fieldsOf(instrument: TradedInstrument, type: OrderType, at: Price): Fields {
  const { source, market } = instrument
  const tick = tickAt(instrument.ticks, at)
  const lot = formatQuantity(instrument.lot)
  const priceStep = formatPrice(tick)
  const { unit, validityDays, extendedHoursMarket } = orderRulesOf(source)
  return {
    unit,
    directions: directionsOf(instrument),
    leverages: leverageChoices(instrument),
    hasExtendedHours: market === extendedHoursMarket && type === 'limit',
    hasAutoRoll: source === sources.future,
    lot,
    quantityDecimals: decimalsOf(lot),
    tick,
    priceStep,
    priceDecimals: decimalsOf(priceStep),
    validity: validityDays === undefined ? 'day' : 'month',
  }
}
