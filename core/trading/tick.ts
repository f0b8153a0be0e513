import { present } from '#assert.ts'
import {
  closingFill,
  closingOf,
  closingPosting,
  positionAfterClosing,
  positionAfterCover,
  type ClosingFill,
} from './closing.ts'
import { blockPrice, type BlockMarket } from '#blocks/block-offer.ts'
import { isAuctionOnly } from '#market/products.ts'
import { liquidityOf, takenQuantity, takesOf, worksAfter, worksOn, type Take } from './execution.ts'
import { convertFee, feeIncrease, feeOf, feeTableOf, feeTotal, leviesOf, type Fee } from './fees.ts'
import type { Instrument, TradedInstrument } from '#market/instrument.ts'
import {
  assess,
  liquidationQuantity,
  positionEquity,
  warningSeconds,
  type Assessment,
  type ConversionRateOf,
  type LiquidationMode,
  type Opposite,
} from './liquidation.ts'
import {
  absoluteValue,
  addMoney,
  addQuantity,
  convert,
  nothing,
  quantity,
  value,
  valueOf,
  type Quantity,
  type Rate,
  type Value,
} from '#money/money.ts'
import { withoutReplacement } from './amending.ts'
import { affordableFill, executionsOf, orderAfterFill, positionAfterFill, type OpeningFill } from './opening.ts'
import { closingSide, isLive, type Order } from './orders.ts'
import { markOf, worth, type CloseReason, type MarginAddition, type Position } from './positions.ts'
import { addMargin, returnMargin } from './margin-additions.ts'
import { closed, openingFilled, type ClosingPosting } from './postings.ts'
import type { Quote } from '#market/quote.ts'
import {
  endOrder,
  putOrder,
  putPosition,
  releaseReserve,
  settleLater,
  usedLadder,
  useLadder,
  useUp,
  type Trading,
} from './trading.ts'

/** One quote of one instrument, and the public facts of its instant. */
export type TradingTick = {
  readonly instrument: TradedInstrument & Pick<Instrument, 'contract'>
  readonly quote: Quote
  /** The quote before it; undefined at the first. */
  readonly previous: Quote | undefined
  /** Epoch milliseconds: when it is handled. */
  readonly at: number
  /** Whether it may fill and liquidate: `isUsable`, and the instrument is not halted (rulebook §13.6). */
  readonly usable: boolean
  /** Mid of the instrument's currency in wallet currencies, and in USD. */
  readonly conversionRateOf: ConversionRateOf
  readonly conversionRateToUsd: Rate
  /** Market date of a trade made now, and when its proceeds settle; undefined when at once (rulebook §10.4). */
  readonly date: string
  readonly releaseDate: string | undefined
  readonly liquidationMode: LiquidationMode
  readonly blocks: BlockMarket
}

/**
 * Handles a quote for all loaded orders and positions of its instrument (rulebook §13.6, §15), in this order: the feed
 * applies requests from before the quote (expiries, cancels, margin additions); liquidation checks by
 * position id; working orders by acceptance. The caller may load more than the quote triggers: every rule is checked.
 * `users` limits the tick to these users, because no user may be handled twice for one quote.
 */
export function handleTick(trading: Trading, tick: TradingTick, users?: ReadonlySet<number>): void {
  const { quote } = tick
  const concerned = (row: Order | Position): boolean =>
    row.instrument === tick.instrument.key && (users === undefined || users.has(row.user))
  // A late quote of before a split that is booked already is a price of other shares.
  const watched = (position: Position): boolean => concerned(position) && position.actionsUntil <= quote.venueTime
  passFeed(trading, tick.at, concerned, { until: quote.venueTime, blocks: tick.blocks })
  if (!tick.usable) return
  for (const { id } of byId(trading.positions, watched)) watchPosition(trading, tick, id)
  for (const { id } of byId(trading.orders, concerned)) {
    const order = present(trading.orders.get(id), 'order')
    if (!isLive(order) || !worksOn(order, quote)) continue
    if (order.block === undefined) fillOrder(trading, tick, order)
    else fillBlock(trading, tick, order, order.block.offer)
    const left = present(trading.orders.get(id), 'order')
    // The auction was the only one that it was for (rulebook §23).
    if (isAuctionOnly(left) && isLive(left)) endOrder(trading, left, 'AUCTION_UNFILLED', tick.at)
  }
}

/** The rows that are meant, as they are now, by id. */
const byId = <Row extends { readonly id: number }>(
  rows: ReadonlyMap<number, Row>,
  which: (row: Row) => boolean,
): readonly Row[] => [...rows.values()].filter(which).toSorted((one, other) => one.id - other.id)

/** Until when the feed has passed, and the offers of blocks. */
type Passed = { readonly until: number; readonly blocks: BlockMarket }

/**
 * The feed has passed an instant (rulebook §13.6): orders that expired or were cancelled before it end, and blocks whose
 * counterparty had sold too much by their confirmation (§22); margin that was added before it becomes margin.
 */
export function passFeed(
  trading: Trading,
  at: number,
  concerns: (row: Order | Position) => boolean,
  { until: passed, blocks }: Passed,
): void {
  for (const { id } of byId(trading.orders, (order) => isLive(order) && concerns(order))) {
    // As it is now: the end of an order changes the one that replaces it.
    const order = present(trading.orders.get(id), 'order')
    const { cancelRequestedAt, expiresAt = Infinity } = order
    // What came first counts, however late the order is looked at.
    if (cancelRequestedAt !== undefined && cancelRequestedAt < Math.min(passed, expiresAt))
      endOrder(trading, order, 'CANCELLED', at)
    else if (isSoldOut(order, passed, blocks)) endOrder(trading, order, 'SOLD_OUT', at)
    else if (expiresAt <= passed) endOrder(trading, order, isAuctionOnly(order) ? 'AUCTION_UNFILLED' : 'EXPIRED', at)
  }
  const due = (addition: MarginAddition): boolean => addition.state === 'waiting' && addition.acceptedAt < passed
  for (const addition of byId(trading.additions, due)) {
    const position = trading.positions.get(addition.position)
    if (position !== undefined && concerns(position)) addMargin(trading, addition, position, at)
  }
}

/** Whether a block has not been confirmed by an instant (rulebook §22): too little was left when it was to be. */
export function isSoldOut(order: Order, passed: number, { offer: offerOf, remaining }: BlockMarket): boolean {
  const confirmsAt = worksAfter(order)
  if (order.block === undefined || confirmsAt >= passed) return false
  const offer = present(offerOf(order.block.offer), `offer ${order.block.offer}`)
  return remaining(offer, confirmsAt) < order.quantity
}

/**
 * Without a quote, an instant counts as passed once no earlier quote can arrive: after the lag of the
 * feed and the greatest age of a quote (rulebook §13.6). For orders and additions of markets that do not tick.
 */
export function lapse(
  trading: Trading,
  facts: {
    readonly at: number
    readonly delaySeconds: number
    readonly quoteAgeSecondsMax: number
    /** How late the print of an auction may come; as late as any quote, unless it is said. */
    readonly printAgeSecondsMax?: number
    readonly blocks: BlockMarket
  },
): void {
  const { at, delaySeconds, quoteAgeSecondsMax, printAgeSecondsMax = quoteAgeSecondsMax, blocks } = facts
  const until = (ageSecondsMax: number): Passed => ({ until: at - (delaySeconds + ageSecondsMax) * 1000, blocks })
  const isForAuction = (row: Order | Position): boolean => 'purpose' in row && isAuctionOnly(row)
  passFeed(trading, at, (row) => !isForAuction(row), until(quoteAgeSecondsMax))
  passFeed(trading, at, isForAuction, until(printAgeSecondsMax))
}

/** The machine of rulebook §16.5 on one position. */
function watchPosition(trading: Trading, tick: TradingTick, id: number): void {
  const { instrument, quote, at } = tick
  const position = present(trading.positions.get(id), 'position')
  // Liquidation waits for a tick of an open market (rulebook §13.5).
  if (position.state !== 'OPEN' || (quote.phase !== 'regular' && quote.phase !== 'practice')) return
  const state = assess(position, instrument, quote, tick.conversionRateOf(position.currency))
  if (state.health === 'liquidated') return liquidate(trading, tick, position, state)
  const { warnedAt } = position
  if (state.health === 'warned' && (warnedAt === undefined || at - warnedAt >= warningSeconds * 1000)) {
    putPosition(trading, { ...position, warnedAt: at })
    trading.notices.push({ kind: 'MARGIN_CALL', user: position.user, at, id, reason: undefined, quote: quote.id })
  }
}

/** Closes at the exit side of this quote, without ladder and commission (rulebook §16.5). */
function liquidate(trading: Trading, tick: TradingTick, position: Position, state: Assessment): void {
  const { instrument, quote, at, date } = tick
  const open = worth(instrument, state.mark, position.quantity)
  const notionalUsd = convert(absoluteValue(open), tick.conversionRateToUsd, 'near')
  const units = liquidationQuantity(position, instrument.lot, state.equity, notionalUsd, tick.liquidationMode)
  endOrdersOf(trading, position.id, at, (order) => order.purpose === 'close')
  const exit = worth(instrument, state.mark, units)
  const side = closingSide(position.direction)
  const taken = leviesOf(feeTableOf(instrument), { side, units, notional: absoluteValue(exit), date })
  const fee = convertFee(taken, tick.conversionRateOf(position.currency))
  const unlocked = present(trading.positions.get(position.id), 'position')
  const portion = { units, exit, fee, available: nothing, order: undefined, reason: 'liquidation' } as const
  closePortion(trading, tick, { ...unlocked, halved: true }, portion)
  const notice = { user: position.user, at, id: position.id, reason: undefined, quote: quote.id }
  trading.notices.push({ kind: 'LIQUIDATION', ...notice })
}

type ClosedPortion = {
  readonly units: Quantity
  readonly exit: Value
  readonly fee: Fee
  readonly available: ClosingFill['received']
  readonly order: Order | undefined
  readonly reason: CloseReason
}

/** The ledger events of closings that are no trades. */
const forcedEvents: Readonly<Partial<Record<CloseReason, 'E40' | 'E41'>>> = {
  split: 'E40',
  delisting: 'E41',
  expiry: 'E41',
}

/** What a closing needs to know of the market; at a settlement bid, ask and last are its price. */
export type ClosingMarket = Pick<TradingTick, 'at' | 'conversionRateOf' | 'releaseDate'> & {
  readonly instrument: TradedInstrument
  readonly quote: Pick<Quote, 'id' | 'bid' | 'ask' | 'last' | 'phase'>
}

/** Money, position, unsettled proceeds and opposite positions of a closing (rulebook §16.5, §16.6). */
export function closePortion(
  trading: Trading,
  market: ClosingMarket,
  position: Position,
  portion: ClosedPortion,
): ClosingFill {
  const { instrument, quote, at, conversionRateOf } = market
  const { user, wallet } = position
  const { order, reason, units, exit, fee, available } = portion
  const opposites = oppositesOf(trading, market, position)
  const fill = closingFill(position, { quantity: units, exit, conversionRateOf, fee, available, opposites })
  const reference: ClosingPosting['reference'] =
    order === undefined ? { type: 'position', id: position.id } : { type: 'order', id: order.id }
  const names = { reference, period: quote.id, forcedEvent: forcedEvents[reason] }
  trading.balances.post(closed({ user, at }, closingPosting(position, fill, names)))
  for (const cover of fill.covers) {
    putPosition(trading, positionAfterCover(present(trading.positions.get(cover.position), 'position'), cover, at))
  }
  const unlocked = order === undefined ? quantity(0n) : units
  const after = positionAfterClosing(position, fill, { at, reason, unlocked })
  putPosition(trading, after)
  settleLater(trading, { user, at }, wallet, fill.received, market.releaseDate)
  const facts = { order: order?.id, quote: quote.id, reason, at }
  trading.closings.push(closingOf(position, fill, instrument.multiplier, facts))
  if (after.state === 'CLOSED') endWith(trading, after, at, order?.id)
  return fill
}

function oppositesOf(trading: Trading, market: ClosingMarket, position: Position): readonly Opposite[] {
  const { instrument, quote } = market
  const opposite = (other: Position): boolean =>
    other.user === position.user &&
    other.instrument === position.instrument &&
    other.direction !== position.direction &&
    other.state === 'OPEN'
  return byId(trading.positions, opposite).map((other) => {
    const mark = markOf(other.direction, quote)
    return { position: other, equity: positionEquity(other, instrument, mark, market.conversionRateOf(other.currency)) }
  })
}

/** A closed position ends the order that opened it, orders that close it, and margin still on its way to it. */
function endWith(trading: Trading, position: Position, at: number, except: number | undefined): void {
  endOrdersOf(trading, position.id, at, (order) => order.id !== except)
  const waiting = (row: MarginAddition): boolean => row.position === position.id && row.state === 'waiting'
  for (const addition of byId(trading.additions, waiting)) returnMargin(trading, addition, at)
}

function endOrdersOf(trading: Trading, position: number, at: number, which: (order: Order) => boolean): void {
  const ending = (order: Order): boolean => order.position === position && isLive(order) && which(order)
  for (const order of byId(trading.orders, ending)) endOrder(trading, order, 'POSITION_CLOSED', at)
}

/** Fills a working order from the tick (rulebook §15). */
function fillOrder(trading: Trading, tick: TradingTick, order: Order): void {
  const { instrument, quote } = tick
  if (order.purpose === 'open' && quote.bid <= 0n) return
  const { previous: before } = tick
  const previous = before !== undefined && worksOn(order, before) ? before : undefined
  const used = usedLadder(trading, order.user, liquidityOf(order, quote), order.side)
  const remaining = quantity(order.quantity - order.filled)
  const { side, type, limit, source } = order
  const takes = takesOf({ side, type, limit, remaining }, { instrument, source, quote, previous, used })
  if (takes.length === 0) return
  const filling = withoutReplacement(trading, order, tick.at)
  if (order.purpose === 'open') fillOpening(trading, tick, filling, takes)
  else fillClosing(trading, tick, filling, takes)
}

function fillOpening(trading: Trading, tick: TradingTick, order: Order, takes: readonly Take[]): void {
  const { instrument, quote } = tick
  const expiresAt = instrument.contract?.lastTrade
  const fill = openPosition(trading, tick, order, { takes, expiresAt, isLocked: false })
  if (fill !== undefined)
    useLadder(trading, {
      user: order.user,
      quote: liquidityOf(order, quote),
      side: order.side,
      quantity: fill.quantity,
    })
}

/**
 * Fills a confirmed block at once, at its discount to this quote (rulebook §22). It takes nothing from the order book. What cannot
 * be paid is given up: the next quote has another price.
 */
function fillBlock(trading: Trading, tick: TradingTick, order: Order, id: number): void {
  const { instrument, quote, at, blocks } = tick
  const offer = present(blocks.offer(id), `offer ${id}`)
  const price = blockPrice(offer, instrument.ticks, quote.last)
  const takes: readonly Take[] = [{ rule: 'block', level: 0, price, quantity: order.quantity, earlier: quantity(0n) }]
  const fill = openPosition(trading, tick, order, { takes, expiresAt: offer.unlocksAt, isLocked: true })
  if (fill?.cutBy !== undefined) endOrder(trading, present(trading.orders.get(order.id), 'order'), 'NO_FUNDS', at)
}

type Opened = {
  readonly takes: readonly Take[]
  readonly expiresAt: number | undefined
  readonly isLocked: boolean
}

/** Money and position of an opening fill; undefined when nothing could be paid, which ends the order (rulebook §14.3). */
function openPosition(
  trading: Trading,
  { quote, at, instrument }: TradingTick,
  order: Order,
  { takes, ...position }: Opened,
): OpeningFill | undefined {
  const { id, user, wallet } = order
  const fill = affordableFill(order, instrument, takes, trading.balances.available(user, wallet))
  if (fill === undefined) {
    endOrder(trading, order, 'NO_FUNDS', at)
    return undefined
  }
  const { margin, fee } = fill
  trading.balances.post(
    openingFilled({ user, at }, { order: id, quote: quote.id, wallet, reserve: order.reserve, margin, fee }),
  )
  useUp(trading, { user, at }, wallet, addMoney(margin, feeTotal(fee)))
  trading.executions.push(...executionsOf({ order: id, quote: quote.id, at }, fill.takes, fill.cutBy))
  const facts = { at, quotedAt: quote.venueTime, ...position }
  putPosition(trading, positionAfterFill(order, trading.positions.get(order.position ?? id), fill, facts))
  finish(trading, orderAfterFill(order, fill, at), quote, at)
  return fill
}

function fillClosing(trading: Trading, tick: TradingTick, order: Order, takes: readonly Take[]): void {
  const { instrument, quote, at } = tick
  const { id, user, side, feeDate: date } = order
  const position = present(trading.positions.get(order.position ?? 0), 'the position of a closing order')
  const units = takenQuantity(takes)
  const values = takes.map((take) => valueOf(take.price, take.quantity, instrument.multiplier))
  const exit = value(values.reduce((sum, each) => sum + each, 0n))
  const notional = value(values.reduce((sum, each) => sum + absoluteValue(each), BigInt(order.notional)))
  const filled = addQuantity(order.filled, units)
  const table = feeTableOf(instrument)
  const before = feeOf(table, { side, units: order.filled, notional: order.notional, date })
  const increase = feeIncrease(before, feeOf(table, { side, units: filled, notional, date }))
  const fee = convertFee(increase, tick.conversionRateOf(position.currency))
  const available = trading.balances.available(user, position.wallet)
  const reason = order.isForced ? 'reset' : 'user'
  const fill = closePortion(trading, tick, position, { units, exit, fee, available, order, reason })
  useLadder(trading, { user, quote: liquidityOf(order, quote), side, quantity: units })
  trading.executions.push(...executionsOf({ order: id, quote: quote.id, at }, takes, undefined))
  const after: Order = {
    ...order,
    filled,
    status: filled === order.quantity ? 'filled' : 'partly_filled',
    cost: value(order.cost + exit),
    notional,
    fee: addMoney(order.fee, feeTotal(fill.fee)),
    changedAt: at,
  }
  finish(trading, after, quote, at)
}

/** Saves the order; a filled order releases its unused reserve (E32). */
function finish(trading: Trading, order: Order, quote: Quote, at: number): void {
  if (order.status !== 'filled') return putOrder(trading, order)
  releaseReserve(trading, order, at)
  putOrder(trading, { ...order, reserve: nothing })
  const { id, user } = order
  trading.notices.push({ kind: 'ORDER_FILLED', user, at, id, reason: undefined, quote: quote.id })
}
