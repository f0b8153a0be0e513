import { money, moneyOf, quantity, subtractMoney, type Money, type Quantity } from '@mex/core/money/money.ts'
import {
  checkOpening,
  leverageChoices,
  notionalPrice,
  type AcceptedOpening,
  type MarketFacts,
  type OpeningFacts,
  type OpeningRequest,
} from '@mex/core/trading/order-check.ts'
import { previewOpening, type OpeningPreview } from '@mex/core/trading/preview.ts'
import { marketRules, orderRulesOf } from '@mex/core/market/products.ts'
import { overnightAmount } from '@mex/core/trading/overnight.ts'
import {
  affordable,
  lowestLeverage,
  reserveOfOneLot,
  type AffordableFacts,
} from '@mex/core/trading/affordable-quantity.ts'
import { quantityForAmount } from '@mex/core/trading/quantity-for-amount.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import type { Conditions } from './instrument.ts'
import { amountOfText, priceOfText, quantityOfText, type Ticket } from './ticket.ts'

/** The current facts of user and market. */
export type TicketFacts = {
  readonly market: MarketFacts
  readonly available: Money
  /** Market date whose fees apply, YYYY-MM-DD. */
  readonly feeDate: string
  /** The next night that is charged for; undefined where no night costs anything. */
  readonly night: Conditions['night']
  /** Whether the auction that the order is for takes orders. */
  readonly auctionIsOpen?: boolean
}

/** What a night would cost (below zero) or pay if the order filled as previewed; undefined if nothing. */
export type NightPreview = {
  readonly perNight: Money
  readonly next: Money
  readonly nights: number
  readonly at: number
}

/** The quantities of the four buttons; all zero when not one lot can be paid. */
export type Affordable = Readonly<Record<'quarter' | 'half' | 'threeQuarters' | 'full', Quantity>>

/** The money that an order needs, the part that is missing, and the order as it is accepted once the money is there. */
export type Shortfall = { readonly needed: Money; readonly missing: Money; readonly opening: AcceptedOpening }

export type TicketPreview = {
  readonly request: OpeningRequest
  readonly accepted: AcceptedOpening | undefined
  readonly preview: OpeningPreview | undefined
  /** Why the order would be refused; undefined when it would be accepted. */
  readonly refusal: Refusal | undefined
  /** Set when a too small balance is the only refusal. */
  readonly shortfall: Shortfall | undefined
  readonly affordable: Affordable
  /** Of an order by amount: the part that buys nothing; undefined without an amount or a price. */
  readonly rest: Money | undefined
  /** What the smallest order reserves at this leverage; undefined without a price. */
  readonly smallest: Money | undefined
  readonly night: NightPreview | undefined
}

/** A balance that suffices for every order, to preview one that the real balance does not pay for. */
const unlimited = moneyOf('1000000000000')
const nothing = quantity(0n)
const none: Affordable = { quarter: nothing, half: nothing, threeQuarters: nothing, full: nothing }

/**
 * Previews the order with the functions that accept, fill and charge orders on the server.
 */
export function previewTicket(ticket: Ticket, facts: TicketFacts): TicketPreview {
  const { request, rest } = requestOf(ticket, facts.market)
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
    ...affordableOf(request, facts),
    rest,
    night: preview === undefined ? undefined : nightOf(request, preview, facts),
  }
}

/** By the function that charges nights on the server, at present prices. */
function nightOf(
  { direction, leverage, quantity: units }: OpeningRequest,
  { price, notional }: OpeningPreview,
  { market: { instrument, conversionRate }, night }: TicketFacts,
): NightPreview | undefined {
  const rules = instrument === undefined ? undefined : marketRules[instrument.market].overnight
  if (instrument === undefined || conversionRate === undefined || night === undefined || rules === undefined)
    return undefined
  const held = { direction, leverage, quantity: units ?? nothing, cost: notional, addedMargin: money(0n) }
  const amountOf = (nights: number): Money =>
    overnightAmount(held, { ...night, rules, instrument, price, conversionRate, nights })
  const [perNight, next] = [amountOf(1), amountOf(night.nights)]
  return next === 0n ? undefined : { perNight, next, nights: night.nights, at: night.at }
}

type Requested = { readonly request: OpeningRequest; readonly rest: Money | undefined }

function requestOf(ticket: Ticket, { instrument, quote }: MarketFacts): Requested {
  const { direction, type, leverage } = ticket
  const request: OpeningRequest = {
    source: instrument?.source ?? 0,
    direction,
    type,
    limit: type === 'limit' ? priceOfText(ticket.limit) : undefined,
    quantity: quantityOfText(ticket.quantity),
    leverage,
    extendedHours: type === 'limit' && ticket.extendedHours,
  }
  if (ticket.by === 'quantity') return { request, rest: undefined }
  const amount = amountOfText(ticket.amount)
  if (amount === undefined || instrument === undefined || quote === undefined || !isPriced(request, quote))
    return { request: { ...request, quantity: undefined }, rest: undefined }
  const { quantity: units, rest } = quantityForAmount(amount, notionalPrice(request, quote), instrument)
  return { request: { ...request, quantity: units }, rest }
}

/**
 * Conditions that only the server knows are assumed to hold, and checked there: permission, current offers, the last
 * days of a contract, the number of open orders.
 */
function openingFacts({ market, feeDate, auctionIsOpen = false }: TicketFacts, available: Money): OpeningFacts {
  return {
    ...market,
    permission: undefined,
    underOffer: false,
    openOrders: 0,
    openPositions: 0,
    available,
    quantityMax: undefined,
    feeDate,
    auctionIsOpen,
  }
}

/** Checks the order with an unlimited balance; undefined when it is refused for another reason. */
function checkUnlimited(refused: Refusal, request: OpeningRequest, facts: TicketFacts): AcceptedOpening | undefined {
  if (refused.refused !== 'insufficient_balance') return undefined
  const checked = checkOpening(request, openingFacts(facts, unlimited))
  return isRefusal(checked) ? undefined : checked
}

const shortfallOf = (opening: AcceptedOpening, available: Money): Shortfall => ({
  needed: opening.reserve.total,
  missing: subtractMoney(opening.reserve.total, available),
  opening,
})

/** The affordable quantity (rulebook §16.7) and its quarters in whole lots. */
function affordableOf(
  request: OpeningRequest,
  ticketFacts: TicketFacts,
): Pick<TicketPreview, 'affordable' | 'smallest'> {
  const facts = affordableFactsOf(ticketFacts)
  if (facts === undefined || !isPriced(request, facts.quote)) return { affordable: none, smallest: undefined }
  const { lot } = facts.instrument
  const { half, full } = affordable(request, facts)
  const quarters = (count: bigint): Quantity => quantity(((full * count) / 4n / lot) * lot)
  return {
    affordable: { quarter: quarters(1n), half, threeQuarters: quarters(3n), full },
    smallest: reserveOfOneLot(request, facts),
  }
}

function affordableFactsOf({ market, available, feeDate }: TicketFacts): AffordableFacts | undefined {
  const { instrument, quote, conversionRate, conversionRateToUsd } = market
  if (
    instrument === undefined ||
    quote === undefined ||
    conversionRate === undefined ||
    conversionRateToUsd === undefined
  )
    return undefined
  const free = available > 0n ? available : money(0n)
  return { instrument, quote, available: free, conversionRate, conversionRateToUsd, quantityMax: undefined, feeDate }
}

/**
 * The leverage that a ticket opens with. Contracts and pairs are too large to be paid in full, so theirs is the lowest with which the
 * money reaches the smallest order, or the highest when none does; shares open without a loan.
 */
export function openingLeverage(ticket: Ticket, ticketFacts: TicketFacts): number {
  const facts = affordableFactsOf(ticketFacts)
  const { instrument } = ticketFacts.market
  if (instrument === undefined || orderRulesOf(instrument.source).unit === 'shares') return 1
  const { request } = requestOf(ticket, ticketFacts.market)
  const highest = leverageChoices(instrument).at(-1) ?? 1
  if (facts === undefined || !isPriced(request, facts.quote)) return 1
  return lowestLeverage(request, facts) ?? highest
}

const isPriced = ({ type, limit }: OpeningRequest, quote: Quote): boolean =>
  quote.bid > 0n && (type === 'market' || (limit !== undefined && limit > 0n))
