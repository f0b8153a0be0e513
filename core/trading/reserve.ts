import { divide, greatest, magnitude } from '#money/decimal.ts'
import { blockFeeTableOf, convertFee, feeOf, feeTableOf, feeTotal, type Fee } from './fees.ts'
import type { Instrument } from '#market/instrument.ts'
import {
  absoluteValue,
  addMoney,
  convert,
  price,
  rateOf,
  valueOf,
  type Money,
  type Price,
  type Quantity,
  type Rate,
  type Value,
} from '#money/money.ts'
import type { BlockTerms, OrderType, Side } from './orders.ts'
import type { Quote } from '#market/quote.ts'

/** By how much the reserve may lie beyond the touch: in session, and queued (rulebook §14.2, §31). */
export const marketBuffer = rateOf('0.02')
export const queueBuffer = rateOf('0.05')
const whole = 10n ** 12n

/** IM: margin of a notional, up to the cent (rulebook §14.2). The conversion rate is the order's `fxLock`. */
export const initialMargin = (notional: Value, leverage: number, conversionRate: Rate): Money =>
  convert(absoluteValue(notional), conversionRate, 'ceil', BigInt(leverage))

/** What stays the same for all fills of an opening order. */
export type OpeningTerms = {
  readonly side: Side
  readonly leverage: number
  readonly conversionRate: Rate
  readonly feeDate: string
  /** Of the order of a block, which pays other fees. */
  readonly block?: BlockTerms | undefined
}

/** Margin and fee of an opening order that has filled this much (both cumulative, rulebook §14.2, §18), wallet cents. */
export type OpeningCost = { readonly margin: Money; readonly fee: Fee }

export function openingCost(
  instrument: Pick<Instrument, 'market'>,
  terms: OpeningTerms,
  units: Quantity,
  notional: Value,
): OpeningCost {
  const { block } = terms
  const table = block === undefined ? feeTableOf(instrument) : blockFeeTableOf(instrument, block.commissionMin)
  const fee = feeOf(table, { side: terms.side, units, notional, date: terms.feeDate })
  return {
    margin: initialMargin(notional, terms.leverage, terms.conversionRate),
    fee: convertFee(fee, terms.conversionRate),
  }
}

export type OpeningPrice = {
  readonly side: Side
  readonly type: OrderType
  readonly limit: Price | undefined
  readonly quote: Pick<Quote, 'bid' | 'ask'>
  readonly queued: boolean
}

/**
 * P_res (rulebook §14.2): the limit of a buy; for a sell limit, which may fill above its limit, at least the bid with
 * the buffer; the touch with the buffer for a market order, on both sides because margin grows with the price.
 */
export function reservePrice({ side, type, limit, quote, queued }: OpeningPrice): Price {
  const buffer = whole + (queued ? queueBuffer : marketBuffer)
  const touch = side === 'buy' ? quote.ask : quote.bid
  const beyond = price(divide(magnitude(touch) * buffer, whole, 'ceil'))
  if (type === 'market' || limit === undefined) return beyond
  return side === 'buy' ? limit : price(greatest(limit, beyond))
}

export type Reserve = OpeningCost & {
  /** P_res. */
  readonly price: Price
  /** R: what the order reserves. */
  readonly total: Money
}

/** R = IM(P_res) + F_open(P_res) (rulebook §14.2). */
export function reserveOf(
  instrument: Pick<Instrument, 'market' | 'multiplier'>,
  terms: OpeningTerms,
  units: Quantity,
  at: Price,
): Reserve {
  const notional = absoluteValue(valueOf(at, units, instrument.multiplier))
  const { margin, fee } = openingCost(instrument, terms, units, notional)
  return { price: at, margin, fee, total: addMoney(margin, feeTotal(fee)) }
}
