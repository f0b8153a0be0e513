import { assert, present } from '#assert.ts'
import { remainingAt, type BlockMarket, type BlockOffer, type BlockSale } from '#blocks/block-offer.ts'
import { boughtOf, placeBlock, type BlockFacts } from '#blocks/block-order.ts'
import { greatest } from '#money/decimal.ts'
import type { Instrument, Source } from '#market/instrument.ts'
import { billsOf, type Balance, type Line } from '#ledger/ledger.ts'
import type { LiquidationMode } from './liquidation.ts'
import {
  money,
  moneyOf,
  one,
  priceOf,
  quantityOf,
  rate,
  rateOf,
  type Money,
  type Quantity,
  type Rate,
} from '#money/money.ts'
import { isLive, type Direction, type Order } from './orders.ts'
import type { MarginAddition, Position } from './positions.ts'
import type { Phase, Quote } from '#market/quote.ts'
import { isRefusal, type Refusal, type RefusalWord } from '#refusal.ts'
import { quoteOf } from './examples-testing.ts'
import type { ContractStage } from './order-check.ts'
import { openTrading, type LadderUse, type Trading } from './trading.ts'
import { placeClosing, placeOpening, requestCancel, requestMarginAddition, type CancelFacts } from './commands.ts'
import { placeAmendment } from './amending.ts'
import { handleTick, lapse, type TradingTick } from './tick.ts'
import { walletCurrency, wallets, type Wallet } from '#wallet/wallets.ts'

type Prices = {
  readonly time?: number
  readonly bid?: string
  readonly ask?: string
  readonly last?: string
  readonly size?: string
  readonly phase?: Phase
  readonly opening?: boolean
  /** Of the print of an auction with a book. */
  readonly auctionVolume?: string
}
type OpenCase = Prices & {
  readonly id: number
  readonly source?: Source
  readonly units: string
  readonly user?: number
  readonly direction?: Direction
  readonly leverage?: number
  readonly limit?: string
  readonly expiresAt?: number
}
type BlockCase = Prices & {
  readonly id: number
  readonly units: string
  readonly user?: number
  readonly offer: BlockOffer
  readonly facts?: Partial<BlockFacts>
}
type CloseCase = Prices & {
  readonly id: number
  readonly position: number
  readonly amount: 'half' | 'full' | Quantity
  readonly limit?: string
  readonly user?: number
  readonly isForced?: boolean
}
type CancelCase = Partial<CancelFacts> & { readonly id: number; readonly time: number; readonly user?: number }
type AmendCase = Prices & {
  readonly id: number
  readonly order: number
  readonly units: string
  readonly limit?: string
  /** What was seen to be filled; what is filled unless it is said. */
  readonly filled?: string
  readonly user?: number
  readonly expiresAt?: number
  readonly noCancelPhase?: boolean
}
type MarginCase = {
  readonly id: number
  readonly position: number
  readonly amount: string
  readonly time: number
  readonly user?: number
  readonly stage?: ContractStage
}
type TickCase = Prices & { readonly usable?: boolean; readonly users?: ReadonlySet<number> }
type TestFacts = {
  /** Mid of the instrument's currency in the wallet's. */
  readonly conversionRate?: string
  readonly mode?: LiquidationMode
  readonly releaseDate?: string
  readonly liveOrders?: number
  readonly openPositions?: number
  readonly used?: readonly LadderUse[]
  /** Offers of blocks with their sales. */
  readonly offers?: readonly OfferCase[]
}
export type OfferCase = { readonly offer: BlockOffer; readonly sales: readonly BlockSale[] }

/** A test fixture of trading: one instrument, users 7 and 8 with the same funds, and quotes one after the other. */
export type TestTrading = ReturnType<typeof testTrading>

const word = <T>(outcome: T | Refusal): T | RefusalWord => (isRefusal(outcome) ? outcome.refused : outcome)
const done = <T>(outcome: T | Refusal): T => {
  assert(!isRefusal(outcome), `accepted, not ${isRefusal(outcome) ? outcome.refused : ''}`)
  return outcome
}

function blocksOf(offers: readonly OfferCase[]): BlockMarket {
  const caseOf = (id: number): OfferCase | undefined => offers.find(({ offer }) => offer.id === id)
  return {
    offer: (id) => caseOf(id)?.offer,
    remaining: (offer, at) => remainingAt(offer, caseOf(offer.id)?.sales ?? [], at),
  }
}

type State = {
  readonly instrument: Instrument
  readonly facts: TestFacts
  readonly conversionRate: Rate
  readonly conversionRateToUsd: Rate
  readonly blocks: BlockMarket
  balances: readonly Balance[]
  trading: Trading
  previous: Quote | undefined
}

const users = [7, 8]
const feeDate = '2026-11-20'

export function testTrading(instrument: Instrument, funds: Partial<Record<Wallet, string>>, facts: TestFacts = {}) {
  const balances = users.flatMap((user) =>
    Object.entries(funds).map(([name, amount]): Balance => {
      const wallet = name as Wallet
      return { user, account: 'U.AVAIL', wallet, currency: walletCurrency[wallet], amount: moneyOf(amount) }
    }),
  )
  const rows = { orders: [], positions: [], additions: [], unsettled: [], used: facts.used ?? [] }
  const state: State = {
    instrument,
    facts,
    conversionRate: rateOf(facts.conversionRate ?? '1'),
    conversionRateToUsd: rateOf(instrument.currency === 'USD' ? '1' : '0.055'),
    blocks: blocksOf(facts.offers ?? []),
    balances,
    trading: openTrading({
      users,
      balances,
      ...rows,
      liveOrders: [[7, facts.liveOrders ?? 0]],
      openPositions: [[7, facts.openPositions ?? 0]],
    }),
    previous: undefined,
  }
  return {
    get trading() {
      return state.trading
    },
    reload: () => reload(state),
    tick: (given: TickCase) => tick(state, given),
    open: (given: OpenCase) => done(open(state, given)),
    tryOpen: (given: OpenCase) => word(open(state, given)),
    block: (given: BlockCase) => done(block(state, given)),
    tryBlock: (given: BlockCase) => word(block(state, given)),
    close: (given: CloseCase) => done(close(state, given)),
    tryClose: (given: CloseCase) => word(close(state, given)),
    cancel: (given: CancelCase) => done(cancel(state, given)),
    tryCancel: (given: CancelCase) => word(cancel(state, given)),
    amend: (given: AmendCase) => done(amend(state, given)),
    tryAmend: (given: AmendCase) => word(amend(state, given)),
    addMargin: (given: MarginCase) => done(addMargin(state, given)),
    tryAddMargin: (given: MarginCase) => word(addMargin(state, given)),
    lapse: (at: number, feed: { delaySeconds: number; quoteAgeSecondsMax: number }) =>
      lapse(state.trading, { at, ...feed, blocks: state.blocks }),
    order: (id: number): Order => present(state.trading.orders.get(id), 'order'),
    position: (id: number): Position => present(state.trading.positions.get(id), 'position'),
    cents: (text: string): Money => moneyOf(text),
    sum: (which: (line: Line) => boolean): Money => sumOf(state.trading, which),
    checkBalancedLedger: () => checkBalancedLedger(state.trading, balances),
  }
}

function quoted(state: State, { time, bid, ask, last, size, ...rest }: Prices): Quote {
  return quoteOf(state.instrument, {
    bid: bid ?? '99.99',
    ask: ask ?? '100.01',
    venueTime: time ?? 1000,
    phase: rest.phase ?? 'regular',
    opening: rest.opening ?? false,
    ...(last === undefined ? {} : { last }),
    ...(size === undefined ? {} : { size }),
    ...(rest.auctionVolume === undefined ? {} : { auctionVolume: quantityOf(rest.auctionVolume) }),
  })
}

function market(state: State, prices: Prices) {
  const { instrument, conversionRate, conversionRateToUsd } = state
  const stage = 'trading' as const
  return { instrument, quote: quoted(state, prices), halted: false, stage, conversionRate, conversionRateToUsd }
}

const limited = (limit: string | undefined) =>
  limit === undefined ? ({ type: 'market', limit } as const) : ({ type: 'limit', limit: priceOf(limit) } as const)

function open(state: State, given: OpenCase): Order | Refusal {
  const { id, user = 7, units, direction = 'long', leverage = 1, limit, expiresAt, time = 1000 } = given
  const terms = { source: given.source ?? state.instrument.source, direction, leverage, extendedHours: false }
  const request = { ...terms, ...limited(limit), quantity: quantityOf(units) }
  const rules = { permission: undefined, underOffer: false, quantityMax: undefined }
  const facts = { ...market(state, given), ...rules, feeDate, auctionIsOpen: true }
  return placeOpening(state.trading, { id, user, at: time, expiresAt, request }, facts)
}

function block(state: State, { id, user = 7, units, offer, facts, ...given }: BlockCase): Order | Refusal {
  const { instrument, quote, halted, conversionRate, conversionRateToUsd } = market(state, given)
  const at = given.time ?? 1000
  return placeBlock(
    state.trading,
    { id, user, at, offer, quantity: quantityOf(units) },
    {
      instrument,
      quote,
      halted,
      conversionRate,
      dollarRate: rate((one * one) / conversionRateToUsd),
      permission: undefined,
      remaining: state.blocks.remaining(offer, at),
      bought: boughtOf(state.trading.orders.values(), user, offer.id),
      feeDate,
      ...facts,
    },
  )
}

function close(state: State, given: CloseCase): Order | Refusal {
  const { id, user = 7, position, amount, limit, isForced, time = 1000 } = given
  const request = { amount, ...limited(limit), extendedHours: false }
  const command = { id, user, at: time, expiresAt: undefined, position, request, feeDate }
  const forced = isForced === undefined ? command : { ...command, isForced }
  return placeClosing(state.trading, forced, market(state, given))
}

function cancel(state: State, given: CancelCase): Order | Refusal {
  const { id, time, user = 7, feedHasPassed = false, noCancelPhase = false } = given
  return requestCancel(state.trading, { user, order: id, at: time }, { feedHasPassed, noCancelPhase })
}

function amend(state: State, given: AmendCase): Order | Refusal {
  const { id, order, user = 7, units, limit, expiresAt, noCancelPhase = false, time = 1000 } = given
  const filled = given.filled === undefined ? state.trading.orders.get(order)?.filled : quantityOf(given.filled)
  const rules = { permission: undefined, underOffer: false, quantityMax: undefined }
  return placeAmendment(
    state.trading,
    {
      id,
      user,
      at: time,
      expiresAt,
      order,
      filled: filled ?? quantityOf('0'),
      limit: limit === undefined ? undefined : priceOf(limit),
      quantity: quantityOf(units),
    },
    { ...market(state, given), ...rules, feeDate, auctionIsOpen: true, noCancelPhase },
  )
}

function addMargin(state: State, given: MarginCase): MarginAddition | Refusal {
  const { id, position, amount, time, user = 7, stage = 'trading' } = given
  return requestMarginAddition(state.trading, { id, user, position, amount: moneyOf(amount), at: time, stage })
}

function tick(state: State, given: TickCase): void {
  const quote = quoted(state, given)
  const facts: TradingTick = {
    instrument: state.instrument,
    quote,
    previous: state.previous,
    at: quote.venueTime,
    usable: given.usable ?? true,
    conversionRateOf: () => state.conversionRate,
    conversionRateToUsd: state.conversionRateToUsd,
    date: feeDate,
    releaseDate: state.facts.releaseDate,
    liquidationMode: state.facts.mode ?? 'full',
    blocks: state.blocks,
  }
  handleTick(state.trading, facts, given.users)
  state.previous = quote
}

/** Saves and loads again, as between two lists. */
function reload(state: State): void {
  const { trading } = state
  const name = (row: Balance): string => `${row.user} ${row.account} ${row.wallet}`
  const rows = new Map([...state.balances, ...trading.balances.changed()].map((row) => [name(row), row]))
  state.balances = [...rows.values()]
  state.trading = openTrading({
    users,
    balances: state.balances,
    orders: trading.orders.values(),
    positions: trading.positions.values(),
    additions: trading.additions.values(),
    unsettled: trading.unsettled.values(),
    liveOrders: trading.liveOrders,
    openPositions: trading.openPositions,
    used: usedOf(trading),
  })
}

const usedOf = (trading: Trading): readonly LadderUse[] =>
  [...trading.used].map(([key, used]) => {
    const [user = '', side = '', quote = ''] = key.split(' ')
    return { user: Number(user), side: side === 'buy' ? 'buy' : 'sell', quote, quantity: used }
  })

const sumOf = (trading: Trading, which: (line: Line) => boolean): Money =>
  money(
    trading.balances.journals
      .flatMap((entry) => entry.lines)
      .filter(which)
      .reduce((sum, line) => sum + line.credit - line.debit, 0n),
  )

/** The invariants of rulebook §8.5 that trading can break: I1, I3, I4, I9 and I10. */
export function checkBalancedLedger(trading: Trading, opening: readonly Balance[]): void {
  const { balances } = trading
  for (const currency of ['USD', 'MXN', 'HKD']) {
    assert(sumOf(trading, (line) => line.currency === currency) === 0n, `the trial balance in ${currency} is zero`)
  }
  for (const user of new Set(opening.map((row) => row.user))) {
    for (const wallet of wallets) checkWallet(trading, user, wallet, opening)
  }
  const keys = balances.journals.map((entry) => entry.key)
  assert(new Set(keys).size === keys.length, 'every event has a key of its own')
  const profit = trading.closings.reduce((sum, closing) => sum + closing.profit, 0n)
  assert(sumOf(trading, (line) => line.account === 'SYS.MARKET') + profit === 0n, 'the market pays what was won')
}

/** An order that waits to replace another one has locked what it needs beyond that one. */
const lockedBy = (order: Order, _: number, orders: readonly Order[]): bigint => {
  const old = orders.find(({ id }) => id === order.replaces?.order)
  const left = order.quantity - order.filled
  return old === undefined ? left : greatest(0n, left - (old.quantity - old.filled))
}

function checkWallet(trading: Trading, user: number, wallet: Wallet, opening: readonly Balance[]): void {
  const own = (row: { readonly user: number; readonly wallet: Wallet }): boolean =>
    row.user === user && row.wallet === wallet
  const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
  const held = trading.balances.holdings(user, wallet)
  const positions = [...trading.positions.values()].filter(own)
  assert(held.margin === total(positions.map((position) => position.margin)), 'margin is that of the positions')
  const orders = [...trading.orders.values()].filter((order) => own(order) && isLive(order))
  const waiting = [...trading.additions.values()].filter((row) => own(row) && row.state === 'waiting')
  const reserved = total(orders.map((order) => order.reserve)) + total(waiting.map((row) => row.amount))
  assert(held.order === reserved, 'what is reserved is that of the live orders and waiting margin')
  const bills = trading.balances.journals.flatMap((entry) => billsOf(entry)).filter(own)
  const granted = total(opening.filter(own).map((row) => row.amount))
  const expected = granted + total(bills.map((bill) => bill.amount))
  assert(held.available + held.order === expected, 'the bill rows add up')
  for (const position of positions) {
    const closing = orders.filter((order) => order.purpose === 'close' && order.position === position.id)
    const locked = total(closing.map(lockedBy))
    assert(position.locked === locked && locked <= position.quantity, 'what is locked is in closing orders')
    const empty = position.quantity === 0n
    assert(empty === (position.state === 'CLOSED') && (!empty || position.margin === 0n), 'closed is empty')
  }
}
