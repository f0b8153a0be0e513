import { divide, greatest, least, magnitude } from '#money/decimal.ts'
import { confirmMilliseconds } from '#blocks/block-offer.ts'
import type { Instrument } from '#market/instrument.ts'
import { isAuctionOnly, orderRulesOf, products } from '#market/products.ts'
import { price, quantity, type Money, type Price, type Quantity } from '#money/money.ts'
import type { Order, OrderType, Side } from './orders.ts'
import type { Quote } from '#market/quote.ts'
import { tickAt, tickDown } from '#market/ticks.ts'

/** Levels of the public ladder (rulebook §15, `fill.levels`). */
export const ladderLevels = 5

export type Rung = { readonly level: number; readonly price: Price; readonly size: Quantity }

/** Size of a level where the quote has none: max(lot, adv × 0.0005), in whole lots (rulebook §15). */
export function defaultSize(instrument: Pick<Instrument, 'lot' | 'averageVolume'>): Quantity {
  const { lot, averageVolume } = instrument
  return quantity(greatest(lot, divide(averageVolume, 2000n * lot, 'floor') * lot))
}

/** The fields of an instrument that define its public ladder. */
type Laddered = Pick<Instrument, 'lot' | 'averageVolume' | 'ticks'>

/** Size of each level on this side, in whole lots. */
export function levelSize(instrument: Pick<Instrument, 'lot' | 'averageVolume'>, quote: Quote, side: Side): Quantity {
  const shown = side === 'buy' ? quote.askSize : quote.bidSize
  const lots = quantity((shown / instrument.lot) * instrument.lot)
  return lots > 0n ? lots : defaultSize(instrument)
}

/**
 * The public ladder that an order of this side meets (rulebook §15): ask + i × tick for a buy, bid − i × tick for a
 * sell, each level of one size. Where a level enters another band of the tick table it goes on by that band's tick; a
 * ladder that starts above zero ends there.
 */
export function ladder(instrument: Laddered, quote: Quote, side: Side): readonly Rung[] {
  const size = levelSize(instrument, quote, side)
  const rungs: Rung[] = []
  let at = side === 'buy' ? quote.ask : quote.bid
  const positive = at > 0n
  for (let level = 0; level < ladderLevels && (at > 0n || !positive); level += 1) {
    rungs.push({ level, price: at, size })
    at = side === 'buy' ? price(at + tickAt(instrument.ticks, at)) : tickDown(instrument.ticks, price(at - 1n))
  }
  return rungs
}

/** Whether a quote may fill or liquidate at all (rulebook §13.6): not too old, not in doubt, not crossed, not a lone jump. */
export function isUsable(quote: Quote, previous: Quote | undefined, now: number, ageSecondsMax: number): boolean {
  if (now - quote.receivedTime > ageSecondsMax * 1000 || quote.doubt !== undefined || quote.bid > quote.ask)
    return false
  return !isJump(quote, previous)
}

/** `quote.jumpPct`: a move of more than a quarter outside an opening waits for a second quote that confirms it. */
export function isJump(quote: Quote, previous: Quote | undefined): boolean {
  if (previous === undefined || quote.opening || previous.last === 0n) return false
  const moved = quote.last - previous.last
  return magnitude(moved) * 4n > magnitude(previous.last)
}

/** What decides in which phases an order works. */
export type WorkingTerms = Pick<Order, 'source' | 'type' | 'extendedHours'>

/** Whether an order works on quotes of this phase (rulebook §13.5); otherwise it is queued. */
export function worksIn(terms: WorkingTerms, phase: Quote['phase']): boolean {
  if (isAuctionOnly(terms)) return false
  if (phase === 'regular' || phase === 'practice') return true
  const extended = phase === 'pre' || phase === 'post'
  return (
    extended &&
    terms.extendedHours &&
    terms.type === 'limit' &&
    orderRulesOf(terms.source).extendedHoursMarket !== undefined
  )
}

/** From when on an order works: its acceptance, or the confirmation of a block (rulebook §22). */
export const worksAfter = ({ acceptedAt, block }: Pick<Order, 'acceptedAt' | 'block'>): number =>
  block === undefined ? acceptedAt : acceptedAt + confirmMilliseconds

/**
 * No look-back (rulebook §13.6): only a quote made after that instant fills an order, in a phase in which it works, or as the
 * print of the auction that it is for.
 */
export const worksOn = (order: WorkingTerms & Pick<Order, 'acceptedAt' | 'block'>, quote: Quote): boolean =>
  quote.venueTime > worksAfter(order) && (isAuctionOnly(order) ? isAuction(order, quote) : worksIn(order, quote.phase))

/** A limit order that the quote would fill. */
export const isMarketable = (side: Side, limit: Price, quote: Pick<Quote, 'bid' | 'ask'>): boolean =>
  side === 'buy' ? quote.ask <= limit : quote.bid >= limit

/**
 * Which rule gave the price: the ladder, the limit of a resting order, the first price of a session without an auction, or
 * the one price of an opening auction, or the discount of a block.
 */
export const fillRules = ['ladder', 'resting', 'opening', 'auction', 'block'] as const
export type FillRule = (typeof fillRules)[number]

/**
 * Whether an order of this product meets an auction at a quote (rulebook §13.5, §23): every order for a share the opening, an order for
 * auctions alone also a practice auction, at which all others go on trading.
 */
export const isAuction = (product: Pick<Instrument, 'source'>, quote: Quote): boolean =>
  (quote.opening && products[product.source].orders?.opensWithAuction === true) ||
  (quote.auctionVolume !== undefined && isAuctionOnly(product))

/** What the orders of one user and side share at a quote: its ladder, or the volume of its auction. */
export const liquidityOf = (product: Pick<Instrument, 'source'>, quote: Quote): string =>
  isAuction(product, quote) ? `${quote.id}/auction` : quote.id

/** Whether an order takes part in an auction at this price: a market order always does, a limit at its limit or better. */
const meetsAuction = ({ side, limit }: Pick<WorkingOrder, 'side' | 'limit'>, at: Price): boolean =>
  limit === undefined || (side === 'buy' ? at <= limit : at >= limit)

/** One execution before it is assigned to an order (rulebook §15). */
export type Take = {
  readonly rule: FillRule
  readonly level: number
  readonly price: Price
  readonly quantity: Quantity
  /** Quantity that the same user had taken from this ladder before, in this tick. */
  readonly earlier: Quantity
}

export type WorkingOrder = {
  readonly side: Side
  readonly type: OrderType
  readonly limit: Price | undefined
  readonly remaining: Quantity
}

/** The tick as an order sees it: public facts, and how much of the ladder its user has used already (rulebook §15, P2). */
export type Tick = {
  readonly instrument: Laddered & Pick<Instrument, 'source'>
  /** The product that trades it, if not the instrument's own. */
  readonly source?: Instrument['source']
  readonly quote: Quote
  /** The quote before, where the order was working on it already. */
  readonly previous: Quote | undefined
  readonly used: Quantity
}

/**
 * The executions of an order on a tick (rulebook §15): a pure function of public facts, so that anyone can recompute it.
 * On the print of an auction every order fills at that one price or not at all, up to the published volume. On any other quote a market order
 * takes the ladder. A limit order takes the levels within its limit; if it was resting, that is if the quote before was
 * not marketable, it fills at its own price, and on the first tick of a session without an auction at the better of its
 * limit and the opening price.
 */
export function takesOf(order: WorkingOrder, tick: Tick): readonly Take[] {
  const { instrument, quote, previous, used, source = instrument.source } = tick
  const { side, limit } = order
  const rungs = ladder(instrument, quote, side)
  const depth = depthOf(rungs)
  if (isAuction({ source }, quote)) {
    const volume = auctionVolume(instrument, quote, side)
    return meetsAuction(order, quote.last) ? atOnePrice('auction', quote.last, volume, order.remaining, used) : []
  }
  if (order.type === 'market' || limit === undefined) return walk(rungs, order.remaining, used)
  if (!isMarketable(side, limit, quote)) return []
  if (quote.opening) {
    const opening = side === 'buy' ? least(limit, quote.last) : greatest(limit, quote.last)
    return atOnePrice('opening', price(opening), depth, order.remaining, used)
  }
  if (previous !== undefined && !wasMarketable(order, instrument, previous)) {
    return atOnePrice('resting', limit, depth, order.remaining, used)
  }
  const within = rungs.filter((rung) => (side === 'buy' ? rung.price <= limit : rung.price >= limit))
  return walk(within, order.remaining, used)
}

/** Whether the quote before would have filled it: an auction at its one price. */
const wasMarketable = (order: WorkingOrder, instrument: Pick<Instrument, 'source'>, previous: Quote): boolean =>
  isAuction(instrument, previous)
    ? meetsAuction(order, previous.last)
    : order.limit === undefined || isMarketable(order.side, order.limit, previous)

const depthOf = (rungs: readonly Rung[]): Quantity => quantity(rungs.reduce((sum, rung) => sum + rung.size, 0n))

/**
 * How much each user can take on one side of an auction (rulebook §23): the volume that it published, or the depth of the ladder where
 * there is no book.
 */
export const auctionVolume = (instrument: Laddered, quote: Quote, side: Side): Quantity =>
  quote.auctionVolume ?? depthOf(ladder(instrument, quote, side))

/** Takes levels from the first that the user has not used up. */
function walk(rungs: readonly Rung[], wanted: Quantity, used: Quantity): readonly Take[] {
  const takes: Take[] = []
  let left: bigint = wanted
  let reached: bigint = used
  let start = 0n
  for (const rung of rungs) {
    const end = start + rung.size
    if (left > 0n && reached < end) {
      const taken = least(left, end - reached)
      takes.push({
        rule: 'ladder',
        level: rung.level,
        price: rung.price,
        quantity: quantity(taken),
        earlier: quantity(reached),
      })
      left -= taken
      reached += taken
    }
    start = end
  }
  return takes
}

function atOnePrice(rule: FillRule, at: Price, depth: Quantity, wanted: Quantity, used: Quantity): readonly Take[] {
  const taken = least(wanted, depth - used)
  return taken > 0n ? [{ rule, level: 0, price: at, quantity: quantity(taken), earlier: used }] : []
}

export const takenQuantity = (takes: readonly Take[]): Quantity =>
  quantity(takes.reduce((sum, take) => sum + take.quantity, 0n))

/** The first `units` of the takes, in the same order. */
export function firstOf(takes: readonly Take[], units: Quantity): readonly Take[] {
  const first: Take[] = []
  let left: bigint = units
  for (const take of takes) {
    if (left <= 0n) break
    first.push({ ...take, quantity: quantity(least(take.quantity, left)) })
    left -= take.quantity
  }
  return first
}

/** One row per level (rulebook §15): enough for anyone to recompute the price from the quote that it names. */
export type Execution = Take & {
  readonly order: number
  readonly quote: string
  /** Epoch milliseconds: the tick that filled it, whose rates converted its money. */
  readonly at: number
  /** Free money when it cut the quantity (rulebook §14.3); undefined when it did not. */
  readonly available: Money | undefined
}
