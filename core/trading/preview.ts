import { closingFill } from './closing.ts'
import { takenQuantity, takesOf, type Take } from './execution.ts'
import { convertFee, feeOf, feeTableOf, feeTotal, noFee, type Fee } from './fees.ts'
import type { Instrument, TradedInstrument } from '#market/instrument.ts'
import { liquidationPrice, type ConversionRateOf } from './liquidation.ts'
import {
  absoluteValue,
  addMoney,
  price,
  quantity,
  subtractMoney,
  value,
  valueOf,
  type Money,
  type Price,
  type Quantity,
  type Value,
} from '#money/money.ts'
import { divide } from '#money/decimal.ts'
import { closingSide, type Direction, type OrderType, type Side } from './orders.ts'
import type { AcceptedClosing, AcceptedOpening } from './order-check.ts'
import { openingCost } from './reserve.ts'
import { nothingOwed } from './postings.ts'
import { isAuctionOnly } from '#market/products.ts'
import type { Quote } from '#market/quote.ts'

/** The figures that the order ticket shows before an order is sent, in cents of the wallet. */
export type OpeningPreview = {
  /** What the order sets aside, and what would be free after it. */
  readonly reserve: Money
  readonly availableAfter: Money
  /**
   * Average price, margin and fee if the order filled on this quote; a limit that does not fill yet: at its limit. In an auction all
   * of it at the limit, or else at the last price.
   */
  readonly price: Price
  readonly notional: Value
  readonly margin: Money
  readonly fee: Fee
  /** Where such a position would be liquidated; undefined where no price can. */
  readonly liquidationPrice: Price | undefined
}

/**
 * The result of an accepted opening (design §8, preview = execution): made by `checkOpening`, the ladder, the margin
 * and the liquidation price that execute it.
 */
export function previewOpening(
  accepted: AcceptedOpening,
  request: {
    readonly direction: Direction
    readonly type: OrderType
    readonly limit: Price | undefined
    /** The product, if not the instrument's own. */
    readonly source?: Instrument['source']
  },
  available: Money,
): OpeningPreview {
  const { instrument, quote, terms, reserve, quantity: units } = accepted
  const { source = instrument.source } = request
  const asking = { side: terms.side, type: request.type, limit: request.limit, units }
  const cost = isAuctionOnly({ source })
    ? valueOf(request.limit ?? quote.last, units, instrument.multiplier)
    : expectedValue(instrument, quote, asking)
  const notional = absoluteValue(cost)
  const { margin, fee } = openingCost(instrument, terms, units, notional)
  const { direction } = request
  const position = { direction, leverage: terms.leverage, quantity: units, cost, margin, owed: nothingOwed }
  return {
    reserve: reserve.total,
    availableAfter: subtractMoney(available, reserve.total),
    price: averageOf(cost, units, instrument),
    notional,
    margin,
    fee,
    liquidationPrice: liquidationPrice(position, instrument, terms.conversionRate),
  }
}

export type ClosingPreview = {
  readonly price: Price
  readonly profit: Money
  readonly fee: Money
  /** Net profit of the portion, and the change of free money. */
  readonly netProfit: Money
  readonly received: Money
}

/** The result of an accepted closing if it filled on this quote. */
export function previewClosing(
  accepted: AcceptedClosing,
  request: { readonly type: OrderType; readonly limit: Price | undefined },
  facts: { readonly conversionRateOf: ConversionRateOf; readonly available: Money; readonly feeDate: string },
): ClosingPreview {
  const { instrument, quote, position, quantity: units } = accepted
  const side = closingSide(position.direction)
  const exit = expectedValue(instrument, quote, { side, type: request.type, limit: request.limit, units })
  const basis = { side, units, notional: absoluteValue(exit), date: facts.feeDate }
  const fee = units > 0n ? convertFee(feeOf(feeTableOf(instrument), basis), accepted.conversionRate) : noFee
  const { conversionRateOf, available } = facts
  const fill = closingFill(position, { quantity: units, exit, conversionRateOf, fee, available, opposites: [] })
  return {
    price: averageOf(exit, units, instrument),
    profit: fill.profit,
    fee: feeTotal(fill.fee),
    netProfit: fill.netProfit,
    received: fill.received,
  }
}

type Asked = {
  readonly side: Side
  readonly type: OrderType
  readonly limit: Price | undefined
  readonly units: Quantity
}

/** The value of the whole order: what this quote fills, and the rest at its limit or at the last level reached. */
function expectedValue(instrument: TradedInstrument, quote: Quote, asked: Asked): Value {
  const { side, type, limit, units } = asked
  const asking = { side, type, limit, remaining: units }
  const takes = takesOf(asking, { instrument, quote, previous: undefined, used: quantity(0n) })
  const rest = quantity(units - takenQuantity(takes))
  const touch = side === 'buy' ? quote.ask : quote.bid
  const restPrice = type === 'limit' && limit !== undefined ? limit : (takes.at(-1)?.price ?? touch)
  const filled = takes.reduce((sum, take) => sum + valueOfTake(take, instrument), 0n)
  return value(filled + valueOf(restPrice, rest, instrument.multiplier))
}

const valueOfTake = (take: Take, instrument: Pick<Instrument, 'multiplier'>): bigint =>
  valueOf(take.price, take.quantity, instrument.multiplier)

const averageOf = (total: Value, units: Quantity, instrument: Pick<Instrument, 'multiplier'>): Price =>
  price(divide(total * 10n ** 20n, units * instrument.multiplier, 'near'))

/** Margin and fee together: what the user pays to open. */
export const openingTotal = (preview: OpeningPreview): Money => addMoney(preview.margin, feeTotal(preview.fee))
