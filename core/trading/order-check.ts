import { divide, greatest, magnitude } from '#money/decimal.ts'
import type { Instrument, TradedInstrument } from '#market/instrument.ts'
import { isAuctionOnly, isSoldBy, orderRulesOf } from '#market/products.ts'
import {
  absoluteValue,
  convert,
  formatPrice,
  formatQuantity,
  moneyOf,
  quantity,
  rateOf,
  type Money,
  type Price,
  type Quantity,
  type Rate,
} from '#money/money.ts'
import { leverageSteps, openingSide, type Direction, type OrderType } from './orders.ts'
import { halfOf } from './portions.ts'
import { closable, worth, type Position } from './positions.ts'
import type { Quote } from '#market/quote.ts'
import { refusal, type Refusal } from '#refusal.ts'
import { worksIn } from './execution.ts'
import { reserveOf, reservePrice, type OpeningTerms, type Reserve } from './reserve.ts'
import { isMultiple, tickAt } from '#market/ticks.ts'
import { isoDate, utcDay } from '#time-zone.ts'

/** Rulebook §31 `order.maxOpen`, `order.maxAdvPct`, `order.maxNotional` (in cents of USD). */
export const openOrdersMax = 200
/** Maximum of working orders and open positions of one user together: lists and sums read all of them (specification, calls B 2011). */
export const contractsMax = 1000
export const volumeShareMax = rateOf('0.05')
export const notionalMax = moneyOf('5000000')
const whole = 10n ** 12n

/** Leverage that the form offers for an instrument. */
export const leverageChoices = (instrument: Pick<Instrument, 'leverageCap'>): readonly number[] =>
  leverageSteps.filter((step) => step <= instrument.leverageCap)

/** A request to open a position. */
export type OpeningRequest = {
  readonly source: Instrument['source']
  readonly direction: Direction
  readonly type: OrderType
  /** Of a limit order. */
  readonly limit: Price | undefined
  readonly quantity: Quantity | undefined
  readonly leverage: number
  readonly extendedHours: boolean
}

/**
 * How far a contract of futures is: near its last trade (`expiry.noOpenDays`) it is only closed, after it nothing can be
 * done until it is settled (rulebook §17.5). Anything else trades always.
 */
export type ContractStage = 'trading' | 'closing_only' | 'ended'

/** The refusal of everything in a contract that has ended and waits for its settlement. */
export const contractEnded = refusal('expires_soon', { values: { reason: 'contract_ended' } })

/** Facts about the market, the same for every user. */
export type MarketFacts = {
  /** Undefined when there is none of that name. */
  readonly instrument: TradedInstrument | undefined
  /** The newest quote, however old: it may be the last one before the close. Undefined before the first. */
  readonly quote: Quote | undefined
  readonly halted: boolean
  readonly stage: ContractStage
  /** Mid of the instrument's currency in the wallet's and in USD; undefined when a rate is missing (not tradable). */
  readonly conversionRate: Rate | undefined
  readonly conversionRateToUsd: Rate | undefined
}

/** Facts about the user and the day of an opening. */
export type OpeningFacts = MarketFacts & {
  /** Why the user may not trade this product (identity, permission); undefined when they may. */
  readonly permission: Refusal | undefined
  /** An offer is under way that forbids new shorts (rulebook §21). */
  readonly underOffer: boolean
  /** Live orders of the user. */
  readonly openOrders: number
  /** Open positions of the user. */
  readonly openPositions: number
  /** Free money of the wallet that pays. */
  readonly available: Money
  /** `order.maxQty` of the instrument, where it has one. */
  readonly quantityMax: Quantity | undefined
  /** Market date whose fees apply, YYYY-MM-DD. */
  readonly feeDate: string
  /** Whether orders enter the next auction now (rulebook §23); for a product of auctions alone. */
  readonly auctionIsOpen?: boolean
}

/** An order that may be accepted, with what it reserves. */
export type AcceptedOpening = {
  readonly instrument: TradedInstrument
  readonly quote: Quote
  readonly quantity: Quantity
  readonly terms: OpeningTerms
  readonly queued: boolean
  readonly reserve: Reserve
}

/**
 * The validation sequence of an opening order after the session check (rulebook §14.1); the first failure wins.
 * Refuses: unknown_instrument, trading_halted, not_tradable, the permission's reason, short_not_available,
 * quantity_missing, quantity_step, order_too_large, leverage_not_allowed, price_step, price_far, invalid_parameter,
 * market_closed, auction_closed, expires_soon, too_many_orders, insufficient_balance.
 */
export function checkOpening(request: OpeningRequest, facts: OpeningFacts): AcceptedOpening | Refusal {
  const market = checkMarket(facts, request.source, true)
  if ('refused' in market) return market
  const { instrument, quote, conversionRate, conversionRateToUsd } = market
  if (facts.permission !== undefined) return facts.permission
  if (request.direction === 'short' && (!instrument.shortable || facts.underOffer)) {
    return refusal('short_not_available')
  }
  const wanted = request.quantity
  const at = notionalPrice(request, quote)
  const refused =
    checkQuantity(wanted, instrument) ??
    checkSize(wanted ?? quantity(0n), at, instrument, {
      conversionRateToUsd,
      quantityMax: facts.quantityMax,
    }) ??
    checkLeverage(request.leverage, instrument) ??
    checkLimit(request, instrument, quote)
  if (refused !== undefined || wanted === undefined)
    return refused ?? refusal('quantity_missing', { field: 'quantity' })
  const entry = isAuctionOnly(request)
    ? facts.auctionIsOpen === true
      ? 'queue'
      : refusal('auction_closed')
    : entryOf(request, instrument, quote)
  if (typeof entry === 'object') return entry
  if (facts.stage !== 'trading') return refusal('expires_soon')
  if (facts.openOrders >= openOrdersMax || facts.openOrders + facts.openPositions >= contractsMax)
    return refusal('too_many_orders')
  const queued = entry === 'queue'
  const side = openingSide(request.direction)
  const terms: OpeningTerms = { side, leverage: request.leverage, conversionRate, feeDate: facts.feeDate }
  const price = reservePrice({ side, type: request.type, limit: request.limit, quote, queued })
  const reserve = reserveOf(instrument, terms, wanted, price)
  if (reserve.total > facts.available) return refusal('insufficient_balance')
  return { instrument, quote, quantity: wanted, terms, queued, reserve }
}

/** A request to close half, all, or a number of units of a position. */
export type ClosingRequest = {
  readonly amount: 'half' | 'full' | Quantity
  readonly type: OrderType
  readonly limit: Price | undefined
  readonly extendedHours: boolean
}

export type ClosingFactsForCheck = MarketFacts & {
  /** The user's own position; undefined when no position has that id or it belongs to another user. */
  readonly position: Position | undefined
}

export type AcceptedClosing = {
  readonly instrument: TradedInstrument
  readonly quote: Quote
  readonly position: Position
  readonly quantity: Quantity
  readonly conversionRate: Rate
  readonly queued: boolean
}

/**
 * Decides whether a closing order may be accepted (rulebook §14.1, §16.6). Refuses: position_not_found,
 * position_locked, quantity_not_closable, quantity_missing, quantity_step, price_step, price_far, unknown_instrument,
 * trading_halted, expires_soon once the contract has ended, market_closed, invalid_parameter.
 */
export function checkClosing(request: ClosingRequest, facts: ClosingFactsForCheck): AcceptedClosing | Refusal {
  const { position } = facts
  if (position === undefined || position.state === 'CLOSED') return refusal('position_not_found')
  if (position.state === 'LOCKED') return lockedUntil(position)
  const market = checkMarket(facts, position.source, false)
  if ('refused' in market) return market
  const { instrument, quote, conversionRate } = market
  const atMost = closable(position)
  const wanted =
    request.amount === 'full' ? atMost : request.amount === 'half' ? halfOf(position, instrument.lot) : request.amount
  if (atMost === 0n || wanted > atMost) return refusal('quantity_not_closable')
  // An odd remainder, less than a lot, leaves only together with everything else (rulebook §16.6).
  const refused = wanted === atMost ? undefined : checkQuantity(wanted, instrument)
  if (refused !== undefined) return refused
  const far = checkLimit(request, instrument, quote)
  if (far !== undefined) return far
  const entry = entryOf(request, instrument, quote)
  if (typeof entry === 'object') return entry
  return { instrument, quote, position, quantity: wanted, conversionRate, queued: entry === 'queue' }
}

function lockedUntil({ expiresAt }: Position): Refusal {
  // Every market opens on the same date in UTC.
  const date = expiresAt === undefined ? '' : isoDate(utcDay(expiresAt))
  return refusal('position_locked', { values: { date } })
}

type TradableMarket = {
  readonly instrument: TradedInstrument
  readonly quote: Quote
  readonly conversionRate: Rate
  readonly conversionRateToUsd: Rate
}

/** Steps 2 and 3 of rulebook §14.1: it exists, trades, has a price and the rates that its money needs. */
function checkMarket(facts: MarketFacts, source: Instrument['source'], opening: boolean): TradableMarket | Refusal {
  const { instrument, quote, conversionRate, conversionRateToUsd } = facts
  if (instrument === undefined) return refusal('unknown_instrument')
  if (facts.stage === 'ended') return contractEnded
  // Without any price there is nothing to trade on; and nothing is opened at or below zero (rulebook §13.6).
  if (facts.halted || quote === undefined || (opening && quote.bid <= 0n)) return refusal('trading_halted')
  const matches = !opening || isSoldBy(source, instrument)
  if (
    !matches ||
    (opening && !instrument.tradable) ||
    conversionRate === undefined ||
    conversionRateToUsd === undefined
  ) {
    return refusal('not_tradable')
  }
  return { instrument, quote, conversionRate, conversionRateToUsd }
}

/** Step 6, first half: there is a quantity, in whole lots. */
export function checkQuantity(wanted: Quantity | undefined, instrument: Pick<Instrument, 'lot'>): Refusal | undefined {
  if (wanted === undefined || wanted <= 0n) return refusal('quantity_missing', { field: 'quantity' })
  if (wanted % instrument.lot === 0n) return undefined
  return refusal('quantity_step', { field: 'quantity', values: { lot: formatQuantity(instrument.lot) } })
}

export type SizeFacts = { readonly conversionRateToUsd: Rate; readonly quantityMax: Quantity | undefined }

/** Step 6, second half: not too large for the instrument, its daily volume, or any user (rulebook §14.1). */
export function checkSize(
  wanted: Quantity,
  at: Price,
  instrument: Pick<Instrument, 'averageVolume' | 'multiplier'>,
  facts: SizeFacts,
): Refusal | undefined {
  const tooLarge = refusal('order_too_large', { field: 'quantity' })
  if (facts.quantityMax !== undefined && wanted > facts.quantityMax) return tooLarge
  const { averageVolume } = instrument
  // Where no volume is reported there is no share of it to respect.
  if (averageVolume > 0n && wanted * whole > averageVolume * volumeShareMax) return tooLarge
  const notional = convert(absoluteValue(worth(instrument, at, wanted)), facts.conversionRateToUsd, 'ceil')
  return notional > notionalMax ? tooLarge : undefined
}

/** Step 7. */
export function checkLeverage(leverage: number, instrument: Pick<Instrument, 'leverageCap'>): Refusal | undefined {
  const choices = leverageChoices(instrument)
  if (choices.includes(leverage)) return undefined
  return refusal('leverage_not_allowed', { field: 'leverage', values: { n: String(choices.at(-1) ?? 1) } })
}

type Limited = Pick<OpeningRequest, 'type' | 'limit'>

/** Step 8: a limit is above zero, on the grid and not too far from the market. */
export function checkLimit(
  request: Limited,
  instrument: Pick<Instrument, 'source' | 'ticks'>,
  quote: Pick<Quote, 'last'>,
): Refusal | undefined {
  if (request.type === 'market') return undefined
  const { limit } = request
  if (limit === undefined || limit <= 0n || !isMultiple(instrument.ticks, limit)) {
    const tick = formatPrice(tickAt(instrument.ticks, limit ?? quote.last))
    return refusal('price_step', { field: 'limitPrice', values: { tick } })
  }
  const far = magnitude(limit - quote.last) * whole > magnitude(quote.last) * orderRulesOf(instrument.source).limitBand
  return far ? refusal('price_far', { field: 'limitPrice' }) : undefined
}

type Entering = Pick<OpeningRequest, 'type' | 'extendedHours'>

/**
 * Step 9: whether the order works now, waits for its session, or is refused (rulebook §13.5). A limit order waits; a market
 * order waits for an opening auction, or needs an open market where there is none.
 */
export function entryOf(
  request: Entering,
  instrument: Pick<Instrument, 'source' | 'market'>,
  quote: Pick<Quote, 'phase'>,
): 'work' | 'queue' | Refusal {
  const { type, extendedHours } = request
  const { source, market } = instrument
  const { extendedHoursMarket, opensWithAuction } = orderRulesOf(source)
  if (extendedHours && (type === 'market' || market !== extendedHoursMarket)) {
    return refusal('invalid_parameter', { field: 'extendedHours' })
  }
  if (worksIn({ source, type, extendedHours }, quote.phase)) return 'work'
  return opensWithAuction || type === 'limit' ? 'queue' : refusal('market_closed')
}

/** The price for the size checks of an order: its limit, or the current price of its side. */
export function notionalPrice(request: Pick<OpeningRequest, 'direction' | 'type' | 'limit'>, quote: Quote): Price {
  if (request.type === 'limit' && request.limit !== undefined && request.limit > 0n) return request.limit
  return request.direction === 'long' ? quote.ask : quote.bid
}

/** The largest whole number of lots that the limits of rulebook §14.1 allow at this price. */
export function largestQuantity(
  at: Price,
  instrument: Pick<Instrument, 'lot' | 'averageVolume' | 'multiplier'>,
  facts: SizeFacts,
): Quantity {
  let fits = 0n
  let tooMany = greatest(1n, divide(10n ** 20n, instrument.lot, 'floor'))
  while (tooMany - fits > 1n) {
    const middle = (fits + tooMany) / 2n
    const refused = checkSize(quantity(middle * instrument.lot), at, instrument, facts)
    if (refused === undefined) fits = middle
    else tooMany = middle
  }
  return quantity(fits * instrument.lot)
}
