import { present } from '@mex/core/assert.ts'
import { isUsable, worksIn } from '@mex/core/execution.ts'
import type { Instrument } from '@mex/core/instrument.ts'
import { canonical, type Journal } from '@mex/core/ledger.ts'
import { formatMoney, money, nothing, quantity, value, type Money } from '@mex/core/money.ts'
import { isLive, type Order } from '@mex/core/orders.ts'
import type { MarginAddition, Position } from '@mex/core/positions.ts'
import type { Quote } from '@mex/core/quote.ts'
import { reserveOf, reservePrice } from '@mex/core/reserve.ts'
import { handleTick, passFeed, type TradingTick } from '@mex/core/trading-tick.ts'
import { openTrading, type Trading } from '@mex/core/trading.ts'
import { walletCurrency, walletOfInstrument } from '@mex/core/wallets.ts'
import type { StoredJournal } from '#areas/ledger/actions.ts'
import type { Feed } from '#feeds/feed.ts'
import { openBalances, type Balances } from './verify-balances.ts'
import {
  closingDifferences,
  executionTexts,
  rowDifferences,
  sumClosings,
  type SummedClosing,
} from './verify-compare.ts'
import { instantsOf, type Instant } from './verify-instants.ts'
import { pricesAt } from './prices.ts'
import type { StoredClosing, Traded } from './store-verify.ts'
import { attempt, instantText, type FillFinding } from './verify-findings.ts'
import type { PositionSince } from './verify-missed.ts'
import type { Timetable } from './timetable.ts'

/** The public facts by which everything is executed again. */
export type ReplayMarket = {
  readonly feed: Feed
  readonly describe: (key: string, now: number) => Instrument
  readonly timetable: Timetable
  readonly quoteMaximumAgeSeconds: number
  /** When the halt began in which an instant certainly lies. */
  readonly haltedSince: (key: string, at: number) => number | undefined
}

/** One person's trading as far as it was executed again. */
type Replay = {
  readonly market: ReplayMarket
  readonly traded: Traded
  readonly journals: readonly StoredJournal[]
  readonly balances: Balances
  readonly waiting: Order[]
  readonly orders: Map<number, Order>
  readonly positions: Map<number, Position>
  readonly additions: Map<number, MarginAddition>
  readonly closings: Map<number, SummedClosing>
  readonly history: PositionSince[]
  readonly findings: FillFinding[]
}

/**
 * Executes again, by the rules and public facts alone, everything that the market did to one person (rulebook P2, §15, §16):
 * acceptance by acceptance and quote by quote. Every execution, closing, journal line, order and position must come out as
 * it is stored: prices, quantities, fees, margins, profits, and whether a position had to be liquidated.
 */
export function replayPerson(
  traded: Traded,
  journals: readonly StoredJournal[],
  market: ReplayMarket,
): { readonly findings: readonly FillFinding[]; readonly history: readonly PositionSince[] } {
  const replay: Replay = {
    market,
    traded,
    journals,
    balances: openBalances(journals),
    waiting: traded.orders
      .toReversed()
      .toSorted((one, other) => other.acceptedAt - one.acceptedAt || other.id - one.id),
    orders: new Map(),
    positions: new Map(),
    additions: new Map(traded.additions.map((addition) => [addition.id, { ...addition, state: 'waiting' }])),
    closings: new Map(),
    history: [],
    findings: [],
  }
  const { findings } = replay
  for (const order of traded.orders) attempt(findings, `order ${order.id}`, () => checkAcceptance(replay, order))
  for (const instant of instantsOf(traded, journals))
    attempt(findings, aboutInstant(instant), () => replayInstant(replay, instant))
  accept(replay, () => true)
  checkRows(replay)
  return { findings: replay.findings, history: replay.history }
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

/** What an order fixed when it was accepted: its rate, the date of its fees and what it reserved (rulebook §14.2). */
function checkAcceptance(replay: Replay, order: Order): void {
  const { feed, describe, timetable } = replay.market
  const about = `order ${order.id}`
  const instrument = describe(order.instrument, order.acceptedAt)
  checkHalt(replay, about, 'it was accepted', { instrument: order.instrument, at: order.acceptedAt })
  const wallet = order.purpose === 'close' ? order.wallet : walletOfInstrument(instrument)
  if (wallet !== order.wallet) return blame(replay, about, `is paid from ${order.wallet}`)
  const exchange = pricesAt(feed, order.acceptedAt).exchange(instrument.currency, walletCurrency[order.wallet])
  if (exchange !== order.exchange) blame(replay, about, `converts by ${order.exchange}, should be ${exchange}`)
  const feeDate = timetable.feeDate(instrument, order.acceptedAt)
  if (feeDate !== order.feeDate) blame(replay, about, `pays the fees of ${order.feeDate}, should be ${feeDate}`)
  const reserve = reservedBy(replay, order)
  const expected = expectedReserve(replay, order, instrument)
  if (expected !== reserve)
    blame(
      replay,
      about,
      `reserved ${formatMoney(reserve)}, should be ${expected === undefined ? 'nothing' : formatMoney(expected)}`,
    )
}

function expectedReserve({ market }: Replay, order: Order, instrument: Instrument): Money | undefined {
  if (order.purpose === 'close') return nothing
  const quote = market.feed.quote(order.instrument, order.acceptedAt)
  if (quote === undefined) return undefined
  const { side, type, limit } = order
  const at = reservePrice({ side, type, limit, quote, queued: !worksIn(order, quote.phase) })
  return reserveOf(instrument, order, order.quantity, at).total
}

/** What the journal of its acceptance put aside. */
const reservedBy = ({ journals }: Replay, { id }: Order): Money =>
  money(
    journals
      .filter(({ entry }) => entry.event === 'E30' && entry.reference.type === 'order' && entry.reference.id === id)
      .flatMap(({ entry }) => entry.lines)
      .reduce((sum, line) => (line.account === 'U.ORDER' ? sum + line.credit - line.debit : sum), 0n),
  )

/** Takes in the orders that were accepted meanwhile, as they were then. */
function accept(replay: Replay, isThere: (order: Order) => boolean): void {
  const { waiting, orders, positions } = replay
  for (const order of waiting.toReversed()) {
    if (!isThere(order)) continue
    waiting.splice(waiting.indexOf(order), 1)
    orders.set(order.id, {
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
    })
    const closes = order.purpose === 'close' ? positions.get(order.position ?? 0) : undefined
    if (closes !== undefined && closes.state !== 'CLOSED')
      positions.set(closes.id, { ...closes, locked: quantity(closes.locked + order.quantity) })
  }
}

/** Everything that happened to a person in one instrument at one instant. */
function replayInstant(replay: Replay, instant: Instant): void {
  const { market, orders } = replay
  const { instrument: key, at } = instant
  accept(replay, (order) => order.instrument === key && (order.acceptedAt < at || order.changedAt === at))
  const inForce = market.feed.quote(key, at)
  const passed = Math.max(
    inForce?.exchangeTime ?? -Infinity,
    at - (market.feed.delaySeconds + market.quoteMaximumAgeSeconds) * 1000,
  )
  const made: Made = { journals: [], executions: [], closings: [] }
  run(replay, instant, instant.firstJournal, made, (trading) =>
    passFeed(trading, at, (row) => row.instrument === key, passed),
  )
  const hadFills =
    instant.quote !== undefined || [...orders.values()].some((order) => lacksFunds(replay, order, instant))
  if (hadFills) checkHalt(replay, aboutInstant(instant), 'something was filled or liquidated', instant)
  const tick = hadFills ? tickOf(replay, instant, inForce) : undefined
  if (tick !== undefined) run(replay, instant, instant.firstFill, made, (trading) => handleTick(trading, tick))
  compare(replay, instant, made)
}

const lacksFunds = ({ traded }: Replay, { id, instrument }: Order, instant: Instant): boolean =>
  instrument === instant.instrument &&
  traded.orders.some((stored) => stored.id === id && stored.reason === 'NO_FUNDS' && stored.changedAt === instant.at)

type Made = {
  journals: Journal[]
  executions: Trading['executions'][number][]
  closings: Trading['closings'][number][]
}

/** Lets core decide on the rows as they are now, and takes over what it made of them. */
function run(
  replay: Replay,
  { instrument: key, at }: Instant,
  before: number | undefined,
  made: Made,
  decide: (trading: Trading) => void,
): void {
  const { user } = replay.traded
  const own = <Row extends Order | Position>(rows: ReadonlyMap<number, Row>, isOpen: (row: Row) => boolean) =>
    [...rows.values()].filter((row) => row.instrument === key && isOpen(row))
  const trading = openTrading({
    users: [user],
    balances: replay.balances.before(user, before),
    orders: own(replay.orders, isLive),
    positions: own(replay.positions, ({ state }) => state !== 'CLOSED'),
    additions: [...replay.additions.values()].filter(({ state }) => state === 'waiting'),
    unsettled: [],
    liveOrders: [],
    openPositions: [],
    used: [],
  })
  decide(trading)
  for (const [id, order] of trading.orders) replay.orders.set(id, order)
  for (const [id, position] of trading.positions) {
    if (replay.positions.get(id) !== position) replay.history.push({ position, from: at })
    replay.positions.set(id, position)
  }
  for (const [id, addition] of trading.additions) replay.additions.set(id, addition)
  made.journals.push(...trading.book.journals)
  made.executions.push(...trading.executions)
  made.closings.push(...trading.closings)
}

/** The tick that the instant's quote was, from public facts; undefined, and said, where it was none. */
function tickOf(
  replay: Replay,
  { instrument: key, at, quote: id }: Instant,
  inForce: Quote | undefined,
): TradingTick | undefined {
  const { feed, describe, timetable, quoteMaximumAgeSeconds } = replay.market
  const about = aboutInstant({ instrument: key, at })
  if (inForce === undefined || (id !== undefined && inForce.id !== id)) {
    blame(replay, about, `the quote in force is ${inForce?.id}, not ${id}`)
    return undefined
  }
  const instrument = describe(key, at)
  const prices = pricesAt(feed, at)
  const previous = feed.quote(key, inForce.exchangeTime - 1)
  return {
    instrument,
    quote: inForce,
    previous,
    at,
    usable: isUsable(inForce, previous, at, quoteMaximumAgeSeconds),
    exchangeOf: (currency) => present(prices.exchange(instrument.currency, currency), `the rate into ${currency}`),
    exchangeUsd: present(prices.exchange(instrument.currency, 'USD'), 'the rate into USD'),
    date: timetable.feeDate(instrument, at),
    releaseDate: undefined,
    liquidationMode: 'full',
  }
}

/** What was made again against what is stored of this instant. */
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
    else compareLiquidation(replay, closing, instant.liquidations)
  }
  const liquidated = new Set(made.closings.map(({ order, position }) => (order === undefined ? position : 0)))
  for (const { position } of instant.liquidations)
    if (!liquidated.has(position)) blame(replay, `position ${position}`, 'was liquidated without need')
}

function compareLiquidation(
  replay: Replay,
  expected: Trading['closings'][number],
  liquidations: readonly StoredClosing[],
): void {
  const about = `liquidation of position ${expected.position}`
  const found = liquidations.find(({ position }) => position === expected.position)
  if (found === undefined) return blame(replay, about, 'should have happened')
  for (const message of closingDifferences(found, expected)) blame(replay, about, message)
}

/** Orders, positions, margin and closed parts as they stand, against what they came to. */
function checkRows({ traded, orders, positions, additions, closings, findings }: Replay): void {
  const check = (about: string, differences: () => readonly string[]): void =>
    attempt(findings, about, () => {
      for (const message of differences()) findings.push({ about, message })
    })
  for (const order of traded.orders) check(`order ${order.id}`, () => rowDifferences(order, orders.get(order.id)))
  for (const stored of traded.positions)
    check(`position ${stored.id}`, () => rowDifferences(stored, positions.get(stored.id)))
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
