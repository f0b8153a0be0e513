import { present } from '@mex/core/assert.ts'
import { unlockDue } from '@mex/core/blocks/unlock.ts'
import type { Closing } from '@mex/core/trading/closing.ts'
import type { BookedAction } from '@mex/core/trading/booked-action.ts'
import { isUsable } from '@mex/core/trading/execution.ts'
import { canonical, type Journal } from '@mex/core/ledger/ledger.ts'
import { addMoney, formatMoney, nothing, quantity, value, type Money } from '@mex/core/money/money.ts'
import { isLive, type Order } from '@mex/core/trading/orders.ts'
import type { MarginAddition, Position } from '@mex/core/trading/positions.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { handleTick, passFeed, type TradingTick } from '@mex/core/trading/tick.ts'
import { bookOvernight } from '@mex/core/trading/overnight.ts'
import { openTrading, type Trading } from '@mex/core/trading/trading.ts'
import type { StoredJournal } from '#areas/ledger/store-chain-links.ts'
import { walletFor } from '@mex/core/market/products.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import { openBalances, type Balances } from './balances.ts'
import {
  closingDifferences,
  executionTexts,
  forcedNames,
  rowDifferences,
  sumClosings,
  type SummedClosing,
  unneeded,
} from './compare.ts'
import { bookActions } from '#areas/trading/corporate-actions/corporate-actions.ts'
import { settle } from '#areas/trading/expiry/expiry.ts'
import { changeable, type Changeable } from './changeable.ts'
import { hasTick, instantsOf, type Instant } from './instants.ts'
import { waitsForPrint } from './auctions.ts'
import { unlockedAsStored, wrongBlockTerms } from './blocks.ts'
import { passedAt } from './passed.ts'
import { expectedReserve } from './reserves.ts'
import { blockMarket, pricesAt } from '#areas/trading/prices.ts'
import type { StoredClosing, Traded } from './store-verify.ts'
import { reservesOf, strayJournals } from './journals.ts'
import type { StoredCharge } from '#areas/trading/overnight/store-overnight.ts'
import { lockedAtAcceptance, withCancel, wrongReplacement } from './replacements.ts'
import { attempt, instantText, type FillFinding } from './findings.ts'
import type { PositionSince, ReplayMarket } from './market.ts'
import { wrongActions } from './corporate-actions.ts'
import { aboutCharge, expectedCharge } from './nights.ts'

/** The replay of one user's trading so far. */
type Replay = {
  readonly market: ReplayMarket
  readonly traded: Traded
  /** What each order put aside when it was accepted. */
  readonly reserves: ReadonlyMap<number, Money>
  readonly balances: Balances
  /** Orders that are not accepted yet, of each instrument, the next one last. */
  readonly waiting: ReadonlyMap<string, Order[]>
  /** Those of the orders and positions below that can change still, of each instrument. */
  readonly live: Changeable<Order>
  readonly open: Changeable<Position>
  readonly orders: Map<number, Order>
  readonly positions: Map<number, Position>
  readonly additions: Map<number, MarginAddition>
  /** Margin that is not asked for yet, the next one last, and margin that was asked for and waits. */
  readonly laterAdditions: MarginAddition[]
  readonly waitingAdditions: Map<number, MarginAddition>
  readonly closings: Map<number, SummedClosing>
  readonly history: PositionSince[]
  readonly findings: FillFinding[]
}

/**
 * Replays all trading of one user from the rules and public facts alone (rulebook P2, §15, §16), acceptance by acceptance
 * and quote by quote. Every execution, closing, journal line, order and position must equal the stored one: prices,
 * quantities, fees, margins, profits, and whether a position was liquidated.
 */
export function replayPerson(
  traded: Traded,
  journals: readonly StoredJournal[],
  allotted: readonly Position[],
  market: ReplayMarket,
): { readonly findings: readonly FillFinding[]; readonly history: readonly PositionSince[] } {
  const additions = traded.additions.map((addition): MarginAddition => ({ ...addition, state: 'waiting' }))
  const replay: Replay = {
    market,
    traded,
    reserves: reservesOf(journals),
    balances: openBalances(journals),
    waiting: Map.groupBy(
      traded.orders.toSorted((one, other) => other.acceptedAt - one.acceptedAt || other.id - one.id),
      ({ instrument }) => instrument,
    ),
    live: changeable<Order>(isLive),
    open: changeable<Position>(({ state }) => state !== 'CLOSED'),
    orders: new Map(),
    positions: new Map(),
    additions: new Map(additions.map((addition) => [addition.id, addition])),
    laterAdditions: additions.toSorted((one, other) => other.acceptedAt - one.acceptedAt || other.id - one.id),
    waitingAdditions: new Map(),
    closings: new Map(),
    history: [],
    findings: [],
  }
  for (const position of allotted) putPosition(replay, position, position.openedAt)
  const { findings } = replay
  findings.push(...strayJournals(traded, journals))
  for (const order of traded.orders) attempt(findings, `order ${order.id}`, () => checkAcceptance(replay, order))
  for (const instant of instantsOf(traded, journals))
    attempt(findings, aboutInstant(instant), () => replayInstant(replay, instant))
  for (const key of replay.waiting.keys()) accept(replay, key, Infinity)
  checkRows(replay)
  return { findings: replay.findings, history: replay.history }
}

function putPosition({ positions, open, history }: Replay, position: Position, from: number): void {
  if (positions.get(position.id) !== position) history.push({ position, from })
  positions.set(position.id, position)
  open.put(position)
}

function putOrder({ orders, live }: Pick<Replay, 'orders' | 'live'>, order: Order): void {
  orders.set(order.id, order)
  live.put(order)
}

const aboutInstant = ({ instrument, at }: Pick<Instant, 'instrument' | 'at'>): string =>
  `${instrument} at ${instantText(at)}`

const blame = ({ findings }: Replay, about: string, message: string): void => void findings.push({ about, message })

/** In a halt no order is accepted, filled or liquidated (rulebook §2.1). */
function checkHalt(
  replay: Replay,
  about: string,
  what: string,
  { instrument, at }: Pick<Instant, 'instrument' | 'at'>,
): void {
  const since = replay.market.haltedSince(instrument, at)
  if (since !== undefined) blame(replay, about, `${what} although it was halted since ${instantText(since)}`)
}

/** Checks the values that an order fixed at acceptance: conversion rate, fee date and reserve (rulebook §14.2). */
function checkAcceptance(replay: Replay, order: Order): void {
  const { feed, describe, timetable } = replay.market
  const about = `order ${order.id}`
  const instrument = describe(order.instrument, order.acceptedAt)
  checkHalt(replay, about, 'it was accepted', { instrument: order.instrument, at: order.acceptedAt })
  const wallet = order.purpose === 'close' ? order.wallet : walletFor({ ...order, market: instrument.market })
  if (wallet !== order.wallet) return blame(replay, about, `is paid from ${order.wallet}`)
  const mid = pricesAt(feed, order.acceptedAt).conversionRate(instrument.currency, walletCurrency[order.wallet])
  if (mid !== order.conversionRate) blame(replay, about, `converts by ${order.conversionRate}, should be ${mid}`)
  const feeDate = timetable.feeDate(instrument, order.acceptedAt)
  if (feeDate !== order.feeDate) blame(replay, about, `pays the fees of ${order.feeDate}, should be ${feeDate}`)
  for (const message of wrongBlockTerms(order, feed, instrument)) blame(replay, about, message)
  const expiry = timetable.expiry(instrument, order.acceptedAt, order)
  if (order.block === undefined && expiry !== order.expiresAt)
    blame(replay, about, `ends ${endText(order.expiresAt)}, should end ${endText(expiry)}`)
  const reserve = reservedInAll(replay, order)
  const expected = expectedReserve(replay.market, order, instrument)
  if (expected !== reserve)
    blame(
      replay,
      about,
      `reserved ${formatMoney(reserve)}, should be ${expected === undefined ? 'nothing' : formatMoney(expected)}`,
    )
}

const endText = (at: number | undefined): string => (at === undefined ? 'never' : instantText(at))

const reservedBy = ({ reserves }: Replay, { id }: Order): Money => reserves.get(id) ?? nothing

/** What an order put aside, and what it is to take over of the one that it replaces. */
const reservedInAll = (replay: Replay, order: Order): Money =>
  addMoney(reservedBy(replay, order), order.replaces?.reserve ?? nothing)

/** Adds the orders and margin additions that were accepted before an instant, in their initial state. */
function accept(replay: Replay, key: string, at: number): void {
  const { laterAdditions: later } = replay
  for (let addition = later.at(-1); addition !== undefined && addition.acceptedAt <= at; addition = later.at(-1)) {
    later.pop()
    replay.waitingAdditions.set(addition.id, addition)
  }
  const queue = replay.waiting.get(key) ?? []
  const sameInstant: Order[] = []
  for (let order = queue.at(-1); order !== undefined && order.acceptedAt <= at; order = queue.at(-1)) {
    queue.pop()
    if (order.acceptedAt < at || (order.changedAt === at && order.status !== 'accepted')) takeIn(replay, order)
    else sameInstant.push(order)
  }
  queue.push(...sameInstant.toReversed())
}

function takeIn(replay: Replay, order: Order): void {
  const { orders, positions } = replay
  const fresh: Order = {
    ...order,
    filled: quantity(0n),
    status: 'accepted',
    reason: undefined,
    position: order.purpose === 'close' ? order.position : undefined,
    changedAt: order.acceptedAt,
    reserve: reservedBy(replay, order),
    cost: value(0n),
    notional: value(0n),
    margin: nothing,
    fee: nothing,
  }
  for (const message of wrongReplacement(fresh, orders, reservedInAll(replay, order)))
    blame(replay, `order ${order.id}`, message)
  const replaced = orders.get(order.replaces?.order ?? 0)
  if (replaced !== undefined && isLive(replaced)) putOrder(replay, { ...replaced, cancelRequestedAt: order.acceptedAt })
  putOrder(replay, fresh)
  const closes = order.purpose === 'close' ? positions.get(order.position ?? 0) : undefined
  if (closes !== undefined && closes.state !== 'CLOSED') {
    const locked = { ...closes, locked: quantity(closes.locked + lockedAtAcceptance(fresh, orders)) }
    positions.set(closes.id, locked)
    replay.open.put(locked)
  }
}

/** All events of a user in one instrument at one instant. */
function replayInstant(replay: Replay, instant: Instant): void {
  const { market } = replay
  const { user } = replay.traded
  const { instrument: key, at } = instant
  accept(replay, key, at)
  const inForce = market.feed.quote(key, at)
  const passed = passedAt(instant, replay.additions, inForce, market)
  const made: Made = { journals: [], executions: [], closings: [], actions: [] }
  for (const charge of instant.charges)
    attempt(replay.findings, aboutCharge(charge), () => bookCharge(replay, instant, charge, made))
  run(replay, instant, instant.firstAction ?? instant.firstJournal, made, (trading) => {
    if (hasPlace(instant)) bookActions(market, trading, at)
    unlockDue(trading, at)
  })
  if (instant.hasPassed)
    run(replay, instant, instant.firstJournal, made, (trading) =>
      passFeed(trading, at, (row) => row.instrument === key && !waitsForPrint(row, replay.traded.orders, at, market), {
        until: passed,
        blocks: blockMarket(market.feed, at),
      }),
    )
  const hadFills = hasTick(instant, inForce)
  if (hadFills) checkHalt(replay, aboutInstant(instant), 'something was filled or liquidated', instant)
  const tick = hadFills ? tickOf(replay, instant, inForce) : undefined
  if (tick !== undefined) run(replay, instant, instant.firstFill, made, (trading) => handleTick(trading, tick))
  if (instant.isSettlement)
    run(replay, instant, instant.firstFill, made, (trading) => settle(market, trading, { key, users: [user], at }))
  compare(replay, instant, made)
}

/**
 * Whether the journals or the actions of an instant say when it was decided. A tick that only ends a closing order posts nothing: its list
 * may have booked an action first, at its own later time.
 */
const hasPlace = ({ firstJournal, actions, quote }: Instant): boolean =>
  firstJournal !== undefined || actions.length > 0 || quote !== undefined

/** A list books what is due before it decides anything else (rulebook §17.1). */
function bookCharge(replay: Replay, instant: Instant, charge: StoredCharge, made: Made): void {
  const expected = expectedCharge(charge, replay.history, replay.market)
  if (typeof expected === 'string') return blame(replay, aboutCharge(charge), expected)
  // Several positions may be charged in one list: what one paid, the next has no more.
  const own = instant.journals.find(({ entry }) => entry.key.endsWith(`:${charge.position}:${charge.period}`))?.id
  run(replay, instant, own ?? instant.firstJournal, made, (trading) => bookOvernight(trading, expected, instant.at))
}

type Made = {
  journals: Journal[]
  executions: Trading['executions'][number][]
  closings: Closing[]
  actions: BookedAction[]
}

/** Lets core decide on the replayed rows, and applies the result. */
function run(
  replay: Replay,
  { instrument: key, at }: Instant,
  before: number | undefined,
  made: Made,
  decide: (trading: Trading) => void,
): void {
  const { user } = replay.traded
  const trading = openTrading({
    users: [user],
    balances: before === undefined ? replay.balances.leastAt(user, at) : replay.balances.before(user, before),
    orders: replay.live.of(key),
    positions: replay.open.of(key),
    additions: replay.waitingAdditions.values(),
    unsettled: [],
    liveOrders: [],
    openPositions: [],
    used: [],
  })
  decide(trading)
  for (const id of trading.changed.orders) {
    const order = present(trading.orders.get(id), `order ${id}`)
    putOrder(replay, withCancel(order, replay.traded))
  }
  for (const id of trading.changed.positions) {
    putPosition(replay, present(trading.positions.get(id), `position ${id}`), at)
  }
  for (const id of trading.changed.additions) {
    replay.additions.set(id, present(trading.additions.get(id), `margin addition ${id}`))
    replay.waitingAdditions.delete(id)
  }
  made.journals.push(...trading.balances.journals)
  made.executions.push(...trading.executions)
  made.closings.push(...trading.closings)
  made.actions.push(...trading.actions)
}

/** The tick of the instant's quote, from public facts; undefined, with a finding, if there was no such tick. */
function tickOf(
  replay: Replay,
  { instrument: key, at, quote: id }: Instant,
  inForce: Quote | undefined,
): TradingTick | undefined {
  const { feed, describe, timetable, quoteAgeSecondsMax } = replay.market
  const about = aboutInstant({ instrument: key, at })
  if (inForce === undefined || (id !== undefined && inForce.id !== id)) {
    blame(replay, about, `the quote in force is ${inForce?.id}, not ${id}`)
    return undefined
  }
  const instrument = describe(key, at)
  const prices = pricesAt(feed, at)
  const previous = feed.quote(key, inForce.receivedTime - 1)
  return {
    instrument,
    quote: inForce,
    previous,
    at,
    usable: isUsable(inForce, previous, at, quoteAgeSecondsMax),
    conversionRateOf: (currency) =>
      present(prices.conversionRate(instrument.currency, currency), `the rate into ${currency}`),
    conversionRateToUsd: present(prices.conversionRate(instrument.currency, 'USD'), 'the rate into USD'),
    date: timetable.feeDate(instrument, at),
    releaseDate: undefined,
    liquidationMode: 'full',
    blocks: blockMarket(feed, at),
  }
}

/** Compares the replayed events of this instant with the stored ones. */
function compare(replay: Replay, instant: Instant, made: Made): void {
  const about = aboutInstant(instant)
  const stored = new Set(executionTexts(instant.executions.map((row) => ({ ...row, order: row.order.id }))))
  const expected = new Set(executionTexts(made.executions))
  for (const text of expected) if (!stored.has(text)) blame(replay, about, `there should be a fill: ${text}`)
  for (const text of stored) if (!expected.has(text)) blame(replay, about, `there should be no such fill: ${text}`)
  const journals = new Map(instant.journals.map(({ entry }) => [entry.key, canonical(entry)]))
  for (const entry of made.journals) {
    const found = journals.get(entry.key)
    journals.delete(entry.key)
    if (found === undefined) blame(replay, `journal ${entry.key}`, `is missing: ${canonical(entry)}`)
    else if (found !== canonical(entry))
      blame(replay, `journal ${entry.key}`, `is ${found}, should be ${canonical(entry)}`)
  }
  for (const [key, text] of journals) blame(replay, `journal ${key}`, `has no reason: ${text}`)
  for (const closing of made.closings) {
    if (closing.order !== undefined) sumClosings(replay.closings, closing.order, closing)
    else compareForced(replay, closing, instant.forced)
  }
  const forced = new Set(made.closings.map(({ order, position }) => (order === undefined ? position : 0)))
  for (const { position, reason } of instant.forced)
    if (!forced.has(position)) blame(replay, `position ${position}`, unneeded[reason] ?? 'was liquidated without need')
  replay.findings.push(...wrongActions(instant.actions, made.actions))
}

function compareForced(replay: Replay, expected: Closing, forced: readonly StoredClosing[]): void {
  const about = `${forcedNames[expected.reason] ?? 'liquidation'} of position ${expected.position}`
  const found = forced.find(({ position }) => position === expected.position)
  if (found === undefined) return blame(replay, about, 'should have happened')
  for (const message of closingDifferences(found, expected)) blame(replay, about, message)
}

/** Compares the stored final orders, positions, margin additions and closings with the replayed ones. */
function checkRows({ traded, orders, positions, additions, closings, findings, market }: Replay): void {
  const check = (about: string, differences: () => readonly string[]): void =>
    attempt(findings, about, () => {
      for (const message of differences()) findings.push({ about, message })
    })
  for (const order of traded.orders) check(`order ${order.id}`, () => rowDifferences(order, orders.get(order.id)))
  for (const stored of traded.positions)
    check(`position ${stored.id}`, () =>
      rowDifferences(stored, unlockedAsStored(positions.get(stored.id), stored, market.settledUntil)),
    )
  const storedPositions = new Set(traded.positions.map(({ id }) => id))
  for (const { id } of positions.values())
    if (!storedPositions.has(id)) findings.push({ about: `position ${id}`, message: 'is missing' })
  for (const stored of traded.additions)
    check(`margin addition ${stored.id}`, () => rowDifferences(stored, additions.get(stored.id)))
  const closedBy = new Set(traded.closings.map(({ order }) => order))
  for (const stored of traded.closings) {
    const { order } = stored
    if (order !== undefined)
      check(`closing by order ${stored.id}`, () => closingDifferences(stored, closings.get(order)))
  }
  for (const id of closings.keys())
    if (!closedBy.has(id)) findings.push({ about: `closing by order ${id}`, message: 'is missing' })
}
