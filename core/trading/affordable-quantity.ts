import type { Source, TradedInstrument } from '#market/instrument.ts'
import { isAuctionOnly } from '#market/products.ts'
import { quantity, type Money, type Price, type Quantity, type Rate } from '#money/money.ts'
import { openingSide, type Direction, type OrderType } from './orders.ts'
import { entryOf, largestQuantity, leverageChoices, notionalPrice } from './order-check.ts'
import type { Quote } from '#market/quote.ts'
import { isRefusal } from '#refusal.ts'
import { reserveOf, reservePrice, type OpeningTerms } from './reserve.ts'

export type AffordableRequest = {
  /** The product, if not the instrument's own. */
  readonly source?: Source
  readonly direction: Direction
  readonly type: OrderType
  readonly limit: Price | undefined
  readonly leverage: number
  readonly extendedHours: boolean
}

export type AffordableFacts = {
  readonly instrument: TradedInstrument
  readonly quote: Quote
  readonly available: Money
  readonly conversionRate: Rate
  readonly conversionRateToUsd: Rate
  readonly quantityMax: Quantity | undefined
  readonly feeDate: string
}

/** The quantities of the buttons "half" and "full". */
export type Affordable = { readonly half: Quantity; readonly full: Quantity }

/** What so many units would reserve. */
function reserveOfUnits(request: AffordableRequest, facts: Omit<AffordableFacts, 'available' | 'quantityMax'>) {
  const { instrument, quote } = facts
  const side = openingSide(request.direction)
  const { source = instrument.source } = request
  const entry = entryOf(request, instrument, quote)
  const queued = isAuctionOnly({ source }) || (!isRefusal(entry) && entry === 'queue')
  const at = reservePrice({ side, type: request.type, limit: request.limit, quote, queued })
  const terms: OpeningTerms = {
    side,
    leverage: request.leverage,
    conversionRate: facts.conversionRate,
    feeDate: facts.feeDate,
  }
  return (units: Quantity): Money => reserveOf(instrument, terms, units, at).total
}

/** What the smallest order reserves. */
export const reserveOfOneLot = (
  request: AffordableRequest,
  facts: Omit<AffordableFacts, 'available' | 'quantityMax'>,
): Money => reserveOfUnits(request, facts)(facts.instrument.lot)

/** The lowest leverage at which the free money covers the smallest order; undefined when none is enough. */
export const lowestLeverage = (
  request: Omit<AffordableRequest, 'leverage'>,
  facts: Omit<AffordableFacts, 'quantityMax'>,
): number | undefined =>
  leverageChoices(facts.instrument).find(
    (leverage) => reserveOfOneLot({ ...request, leverage }, facts) <= facts.available,
  )

/**
 * The largest multiple of the lot whose reserve the free money covers, within the limits of an order, and half of it
 * (rulebook §16.7): 0 when not one lot can be paid.
 */
export function affordable(request: AffordableRequest, facts: AffordableFacts): Affordable {
  const { instrument, quote } = facts
  const { lot } = instrument
  const reserve = reserveOfUnits(request, facts)
  const covered = (lots: bigint): boolean => reserve(quantity(lots * lot)) <= facts.available
  let fits = 0n
  let tooMany = largestQuantity(notionalPrice(request, quote), instrument, facts) / lot + 1n
  while (tooMany - fits > 1n) {
    const middle = (fits + tooMany) / 2n
    if (covered(middle)) fits = middle
    else tooMany = middle
  }
  return { half: quantity((fits / 2n) * lot), full: quantity(fits * lot) }
}
