import { sources, type Instrument } from '@mex/core/market/instrument.ts'
import { formatPrice, formatQuantity, type Price } from '@mex/core/money/money.ts'
import { leverageChoices } from '@mex/core/trading/order-check.ts'
import type { Direction, OrderType } from '@mex/core/trading/orders.ts'
import { tickAt } from '@mex/core/market/ticks.ts'

import { decimalsOf } from '#ui/decimal-text.ts'

/** What quantities of a product are counted in. */
export type Unit = 'shares' | 'contracts' | 'lots'

export function unitOf(source: Instrument['source']): Unit {
  if (source === sources.future) return 'contracts'
  return source === sources.forex ? 'lots' : 'shares'
}

/** Which fields an order form has, and the steps of its amounts as decimal texts. */
export type Fields = {
  readonly unit: Unit
  /** The sides that are not refused: some shares cannot be sold short. */
  readonly directions: readonly Direction[]
  readonly leverages: readonly number[]
  /** Only limit orders on US shares can work outside the regular session (rulebook §13.5). */
  readonly hasExtendedHours: boolean
  readonly lot: string
  readonly quantityDecimals: number
  /** The price step where the limit stands. */
  readonly tick: Price
  readonly priceStep: string
  readonly priceDecimals: number
  /** How long a limit order works: one session, or 30 days (rulebook §13.5). */
  readonly validity: 'day' | 'month'
}

/** The sides of an order for an instrument. */
export const directionsOf = ({ shortable }: Pick<Instrument, 'shortable'>): readonly Direction[] =>
  shortable ? ['long', 'short'] : ['long']

/** Question one of the ticket: what there is to fill in. `at` is the limit, or the last price while there is none. */
export function fieldsOf(instrument: Instrument, type: OrderType, at: Price): Fields {
  const { source, market } = instrument
  const tick = tickAt(instrument.ticks, at)
  const lot = formatQuantity(instrument.lot)
  const priceStep = formatPrice(tick)
  const isShare = source === sources.stock || source === sources.hongKongStock
  return {
    unit: unitOf(source),
    directions: directionsOf(instrument),
    leverages: leverageChoices(instrument),
    hasExtendedHours: source === sources.stock && market === 'US' && type === 'limit',
    lot,
    quantityDecimals: decimalsOf(lot),
    tick,
    priceStep,
    priceDecimals: decimalsOf(priceStep),
    validity: isShare ? 'day' : 'month',
  }
}
