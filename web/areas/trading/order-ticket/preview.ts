import type { TradedInstrument } from '@mex/core/market/instrument.ts'
import { money, moneyOf, quantity, subtractMoney, type Money, type Quantity } from '@mex/core/money/money.ts'
import {
  checkOpening,
  type AcceptedOpening,
  type MarketFacts,
  type OpeningFacts,
  type OpeningRequest,
} from '@mex/core/trading/order-check.ts'
import { previewOpening, type OpeningPreview } from '@mex/core/trading/preview.ts'
import { affordable } from '@mex/core/trading/affordable-quantity.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { priceOfText, quantityOfText, type Ticket } from './ticket.ts'

/** What the person and the market are now. */
export type TicketFacts = {
  readonly market: MarketFacts
  readonly available: Money
  /** Market date whose fees apply, YYYY-MM-DD. */
  readonly feeDate: string
}

/** The quantities of the four buttons; all zero when not one lot can be paid. */
export type Affordable = Readonly<Record<'quarter' | 'half' | 'threeQuarters' | 'full', Quantity>>

/** What an order needs beyond what is there. */
export type Shortfall = { readonly needed: Money; readonly missing: Money }

export type TicketPreview = {
  readonly request: OpeningRequest
  readonly accepted: AcceptedOpening | undefined
  readonly preview: OpeningPreview | undefined
  /** Why the order would be refused; undefined when it would be accepted. */
  readonly refusal: Refusal | undefined
  /** Set when money is all that it lacks. */
  readonly shortfall: Shortfall | undefined
  readonly affordable: Affordable
}

/** Enough for anything: what an order would need is asked with this much. */
const unlimited = moneyOf('1000000000000')
const nothing = quantity(0n)
const none: Affordable = { quarter: nothing, half: nothing, threeQuarters: nothing, full: nothing }

/**
 * Question two of the ticket: what would happen. Checks, previews and quantities are the functions that accept, fill
 * and charge orders on the server.
 */
export function previewTicket(ticket: Ticket, facts: TicketFacts): TicketPreview {
  const request = requestOf(ticket, facts.market.instrument)
  const { available } = facts
  const checked = checkOpening(request, openingFacts(facts, available))
  const paid = isRefusal(checked) ? checkUnlimited(checked, request, facts) : checked
  const preview = paid === undefined ? undefined : previewOpening(paid, request, available)
  return {
    request,
    accepted: isRefusal(checked) ? undefined : checked,
    preview,
    refusal: isRefusal(checked) ? checked : undefined,
    shortfall: isRefusal(checked) && paid !== undefined ? shortfallOf(paid, available) : undefined,
    affordable: affordableOf(request, facts),
  }
}

function requestOf(ticket: Ticket, instrument: TradedInstrument | undefined): OpeningRequest {
  const { direction, type, leverage } = ticket
  return {
    source: instrument?.source ?? 0,
    direction,
    type,
    limit: type === 'limit' ? priceOfText(ticket.limit) : undefined,
    quantity: quantityOfText(ticket.quantity),
    leverage,
    extendedHours: type === 'limit' && ticket.extendedHours,
  }
}

/**
 * What only the server knows is taken as good here, and checked there: permission, offers under way, the last days of a
 * contract, how many orders are open.
 */
function openingFacts({ market, feeDate }: TicketFacts, available: Money): OpeningFacts {
  return {
    ...market,
    permission: undefined,
    underOffer: false,
    closesSoon: false,
    openOrders: 0,
    openPositions: 0,
    available,
    quantityMax: undefined,
    feeDate,
  }
}

/** The order as it would be if money were no matter; undefined when something else is in its way. */
function checkUnlimited(refused: Refusal, request: OpeningRequest, facts: TicketFacts): AcceptedOpening | undefined {
  if (refused.refused !== 'insufficient_balance') return undefined
  const checked = checkOpening(request, openingFacts(facts, unlimited))
  return isRefusal(checked) ? undefined : checked
}

const shortfallOf = ({ reserve }: AcceptedOpening, available: Money): Shortfall => ({
  needed: reserve.total,
  missing: subtractMoney(reserve.total, available),
})

/** Rulebook §16.7, and quarters of the same whole in whole lots. */
function affordableOf(request: OpeningRequest, { market, available, feeDate }: TicketFacts): Affordable {
  const { instrument, quote, conversionRate, conversionRateToUsd } = market
  if (
    instrument === undefined ||
    quote === undefined ||
    conversionRate === undefined ||
    conversionRateToUsd === undefined
  )
    return none
  if (!isPriced(request, quote)) return none
  const free = available > 0n ? available : money(0n)
  const facts = {
    instrument,
    quote,
    available: free,
    conversionRate,
    conversionRateToUsd,
    quantityMax: undefined,
    feeDate,
  }
  const { half, full } = affordable(request, facts)
  const quarters = (count: bigint): Quantity => quantity(((full * count) / 4n / instrument.lot) * instrument.lot)
  return { quarter: quarters(1n), half, threeQuarters: quarters(3n), full }
}

const isPriced = ({ type, limit }: OpeningRequest, quote: Quote): boolean =>
  quote.bid > 0n && (type === 'market' || (limit !== undefined && limit > 0n))
