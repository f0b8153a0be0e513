import type { Language } from '@mex/contract/language.ts'
import type { Order as OrderView, Position as PositionView } from '@mex/contract/shapes.ts'
import { assert, present } from '@mex/core/assert.ts'
import type { Calendar } from '@mex/core/market/calendar.ts'
import type { Instrument, SessionName } from '@mex/core/market/instrument.ts'
import type { Money } from '@mex/core/money/money.ts'
import type { ClosingRequest, OpeningRequest } from '@mex/core/trading/order-check.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { lapse, type TradingTick, handleTick } from '@mex/core/trading/tick.ts'
import {
  pendingMargin,
  placeClosing,
  placeOpening,
  requestCancel,
  requestMarginAddition,
} from '@mex/core/trading/commands.ts'
import { openTrading, tradingChanges, type Trading } from '@mex/core/trading/trading.ts'
import { sendMessages } from '#areas/content/actions.ts'
import type { WantedInstrument } from '#areas/market/actions.ts'
import { loadBook, loadUnsettledRows, saveBook, saveUnsettledRows } from '#areas/ledger/actions.ts'
import type { Clock } from '#clock.ts'
import { openIds } from '#db/database.ts'
import { lockFreeUsers, openLane, type Command, type Lane, type LaneLimits, type Turn } from '#db/lane.ts'
import { tell } from '#db/outbox.ts'
import type { Database, Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { openBoard, type Board } from './board.ts'
import { messagesOf, noticesOf } from './notices.ts'
import { pricesAt, ratesOf, type Prices } from './prices.ts'
import { countLive, findOrder, loadAllLive, loadLive, type Touched } from './store.ts'
import { saveChanges, type SaveFacts } from './store-save.ts'
import { listPositions } from './store-lists.ts'
import { timetableOf, type Timetable } from './timetable.ts'
import { orderView, positionView, type Naming } from './views.ts'

/** What people ask for, and what the market and the clock do; all of it goes through one lane, in this order. */
export type TradingCommand = Command &
  (
    | {
        readonly kind: 'open'
        readonly userId: number
        readonly key: string
        readonly order: OpeningRequest
        readonly language: Language
      }
    | {
        readonly kind: 'close'
        readonly userId: number
        readonly positionId: number
        readonly order: ClosingRequest
        readonly language: Language
        /** The practice starts again, or the account closes. */
        readonly isForced?: boolean
      }
    | { readonly kind: 'cancel'; readonly userId: number; readonly orderId: number; readonly language: Language }
    | {
        readonly kind: 'margin'
        readonly userId: number
        readonly positionId: number
        readonly amount: Money
        readonly language: Language
      }
    | { readonly kind: 'tick'; readonly users: readonly number[]; readonly ticks: readonly TradingTick[] }
    | { readonly kind: 'lapse'; readonly users: readonly number[] }
    /** Starts the matcher's index anew from the database, in its turn between the commits. */
    | { readonly kind: 'rebuild' }
  )

export type TradingAnswer = OrderView | PositionView | { readonly handled: true }

export type TradingParts = {
  readonly db: Database
  readonly feed: Feed
  readonly clock: Clock
  readonly calendars: ReadonlyMap<SessionName, Calendar>
  /** An instrument by key, listed or not any more: names outlive contracts. */
  readonly describe: (key: string, now: number) => Instrument
  /** The instrument that a request names by its code; a product of futures stands for its front month. */
  readonly find: (wanted: WantedInstrument, now: number) => Instrument | undefined
  /** Names in Traditional Chinese. */
  readonly traditional: Naming['traditional']
  /** Whether an instrument is halted for everyone. */
  readonly halted: (key: string) => boolean
  /** How old a quote may be that fills or liquidates (rulebook §13.6, `quote.maxAgeSec`). */
  readonly quoteMaximumAgeSeconds: number
  /** False while the books are in doubt: nothing new is opened then, and nothing is closed either (rulebook §8.5). */
  readonly accepting: () => boolean
  /** Says that something was committed that push should tell. */
  readonly wake: () => void
  /** Other sizes of lists than usual. */
  readonly laneLimits?: LaneLimits | undefined
  /** Told when a list committed with trouble, or perhaps did not. */
  readonly onError?: (error: unknown) => void
}

/** The door of the trading area: what the handlers, the matcher and the jobs use. */
export type TradingDesk = {
  readonly parts: TradingParts
  readonly timetable: Timetable
  readonly lane: Lane<TradingCommand, TradingAnswer>
  readonly board: Board
  /** Rebuilds what the matcher watches; to be awaited before the first tick. */
  start(): Promise<void>
  /**
   * Resolves when everything that was sent before has committed and is watched. After a commit that was lost sight of,
   * all that is watched is rebuilt: otherwise an order that it accepted would never be filled.
   */
  catchUp(): Promise<void>
}

export function openTradingDesk(parts: TradingParts): TradingDesk {
  const board = openBoard()
  const timetable = timetableOf(parts.calendars)
  const ids = openIds('contract_id')
  let isBehind = false
  const doubtful = new Set<number>()
  const context: DeskContext = { ...parts, board, timetable, ids, doubtful }
  const lane = openLane<TradingCommand, TradingAnswer, Loaded>({
    ...parts.laneLimits,
    db: parts.db,
    load: (tx, commands) => load(context, tx, commands),
    work: (tx, commands, turn) => work(context, tx, commands, turn),
    onFailure({ kind, error, users }) {
      if (kind !== 'done') ids.forget()
      if (kind === 'undone') return
      isBehind = true
      if (kind === 'unknown') for (const user of users) doubtful.add(user)
      parts.onError?.(error)
    },
  })
  async function start(): Promise<void> {
    isBehind = false
    const outcome = await lane.send({ kind: 'rebuild', userId: undefined }).catch((error: unknown) => {
      isBehind = true
      throw error
    })
    if (isRefusal(outcome) || doubtful.size > 0) isBehind = true
  }
  return {
    parts,
    timetable,
    lane,
    board,
    start,
    async catchUp() {
      await lane.settled()
      if (isBehind) await start()
    },
  }
}

type DeskContext = TradingParts & {
  readonly board: Board
  readonly timetable: Timetable
  readonly ids: ReturnType<typeof openIds>
  /** People of commits whose outcome is unknown: such a commit may still be under way and land later. */
  readonly doubtful: Set<number>
}

/** Let core decide each command in turn on what was loaded, save with final values: one commit for all (design §4). */
async function work(
  desk: DeskContext,
  tx: Tx,
  commands: readonly TradingCommand[],
  { loaded: { trading, ids }, saving, afterCommit }: Turn<Loaded>,
): Promise<(TradingAnswer | Refusal)[]> {
  const now = desk.clock.now()
  const prices = pricesAt(desk.feed, now)
  const deciding: Deciding = { desk, tx, trading, prices, nextId: () => present(ids.pop(), 'an id for every command') }
  const answers: (TradingAnswer | Refusal)[] = []
  for (const command of commands) answers.push(await decide(deciding, command))
  const rebuilt = commands.some(({ kind }) => kind === 'rebuild') ? await loadRebuild(desk, tx) : undefined
  saving(save(tx, trading, async () => present((await desk.ids.take(tx, 1))[0], 'an id')))
  const changes = tradingChanges(trading)
  afterCommit(() => {
    if (rebuilt !== undefined) {
      desk.board.rebuild(rebuilt.live, prices)
      for (const user of rebuilt.decided) desk.doubtful.delete(user)
    }
    desk.board.apply(changes, prices)
    desk.wake()
  })
  return answers
}

/**
 * Everything that is live, and for whom that is final: a commit that is still under way holds the locks of its people, so
 * whoever can be locked has none. The others are loaded again with the next rebuild.
 */
async function loadRebuild(desk: DeskContext, tx: Tx) {
  const decided = await lockFreeUsers(tx, [...desk.doubtful])
  return { decided, live: await loadAllLive(tx) }
}

type Loaded = { readonly trading: Trading; readonly ids: number[] }

async function load(desk: DeskContext, tx: Tx, commands: readonly TradingCommand[]): Promise<Loaded> {
  const users = [
    ...new Set(commands.flatMap((command) => command.users ?? (command.userId === undefined ? [] : [command.userId]))),
  ]
  const opening = commands.flatMap((command) => (command.kind === 'open' ? command.userId : []))
  const placing = commands.filter(({ kind }) => kind === 'open' || kind === 'close' || kind === 'margin').length
  const [book, unsettled, live, counts, taken] = await Promise.all([
    loadBook(tx, users),
    loadUnsettledRows(tx, users),
    loadLive(tx, users, touchedBy(commands)),
    countLive(tx, [...new Set(opening)]),
    desk.ids.take(tx, placing),
  ])
  const trading = openTrading({ ...live, ...counts, users, balances: [], unsettled, used: [] }, book)
  // Taken from the end, so that ids grow in the order of acceptance.
  return { trading, ids: taken.toReversed() }
}

/** What has to be loaded besides the books; undefined when the commands may touch everything that their users have. */
function touchedBy(commands: readonly TradingCommand[]): Touched | undefined {
  const instruments = new Set<string>()
  const contracts: { user: number; id: number }[] = []
  for (const command of commands) {
    if (command.kind === 'lapse') return undefined
    else if (command.kind === 'tick') for (const { instrument } of command.ticks) instruments.add(instrument.key)
    // An opening needs to know only how many orders there are.
    else if (command.kind !== 'open' && command.kind !== 'rebuild')
      contracts.push({ user: command.userId, id: command.kind === 'cancel' ? command.orderId : command.positionId })
  }
  return { instruments: [...instruments], contracts }
}

async function save(tx: Tx, trading: Trading, takeId: SaveFacts['takeId']): Promise<void> {
  const changes = tradingChanges(trading)
  const orderOf = (id: number) => present(trading.orders.get(id), `order ${id}`)
  await Promise.all([
    saveBook(tx, trading.book).then(({ repeated }) => assert(repeated.size === 0, 'nothing is posted twice')),
    saveUnsettledRows(tx, changes.unsettled),
    saveChanges(tx, changes, { takeId, orderOf }),
    tell(tx, noticesOf(trading)),
    sendMessages(tx, messagesOf(trading)),
  ])
}

type Deciding = {
  readonly desk: DeskContext
  readonly tx: Tx
  readonly trading: Trading
  readonly prices: Prices
  readonly nextId: () => number
}

async function decide(deciding: Deciding, command: TradingCommand): Promise<TradingAnswer | Refusal> {
  const { desk, trading, prices } = deciding
  switch (command.kind) {
    case 'open':
      return open(deciding, command)
    case 'close':
      return close(deciding, command)
    case 'cancel':
      return cancel(deciding, command)
    case 'margin':
      return addMargin(deciding, command)
    case 'tick':
      for (const tick of command.ticks) handleTick(trading, tick, new Set(command.users))
      return { handled: true }
    case 'rebuild':
      return { handled: true }
    case 'lapse':
      lapse(trading, {
        at: prices.now,
        delaySeconds: prices.delaySeconds,
        quoteMaximumAgeSeconds: desk.quoteMaximumAgeSeconds,
      })
      return { handled: true }
  }
}

type Kind<K extends TradingCommand['kind']> = Extract<TradingCommand, { kind: K }>

const naming = (desk: DeskContext, language: Language): Naming => ({ language, traditional: desk.traditional })

function open(
  { desk, trading, prices, nextId }: Deciding,
  { userId, key, order, language }: Kind<'open'>,
): OrderView | Refusal {
  const { now } = prices
  if (!desk.accepting()) return refusal('unavailable')
  const instrument = prices.instrument(key)
  const placed = placeOpening(
    trading,
    {
      id: nextId(),
      user: userId,
      at: now,
      expiresAt: instrument === undefined ? undefined : desk.timetable.expiry(instrument, now, order),
      request: order,
    },
    {
      instrument,
      ...ratesOf(instrument, prices),
      quote: prices.quote(key),
      halted: desk.halted(key),
      permission: undefined,
      underOffer: false,
      closesSoon: instrument !== undefined && desk.timetable.closesSoon(instrument, now),
      quantityMaximum: undefined,
      feeDate: instrument === undefined ? '' : desk.timetable.feeDate(instrument, now),
    },
  )
  return isRefusal(placed) || instrument === undefined
    ? (placed as Refusal)
    : orderView(placed, instrument, naming(desk, language))
}

function close(
  { desk, trading, prices, nextId }: Deciding,
  { userId, positionId, order, language, isForced = false }: Kind<'close'>,
): OrderView | Refusal {
  const { now } = prices
  const key = trading.positions.get(positionId)?.instrument ?? ''
  const instrument = prices.instrument(key)
  const placed = placeClosing(
    trading,
    {
      id: nextId(),
      user: userId,
      at: now,
      expiresAt: instrument === undefined ? undefined : desk.timetable.expiry(instrument, now, order),
      position: positionId,
      request: order,
      isForced,
      feeDate: instrument === undefined ? '' : desk.timetable.feeDate(instrument, now),
    },
    { instrument, ...ratesOf(instrument, prices), quote: prices.quote(key), halted: desk.halted(key) },
  )
  return isRefusal(placed) || instrument === undefined
    ? (placed as Refusal)
    : orderView(placed, instrument, naming(desk, language))
}

async function cancel(
  { desk, tx, trading, prices }: Deciding,
  { userId, orderId, language }: Kind<'cancel'>,
): Promise<OrderView | Refusal> {
  // An order that has ended is not among the live ones, and still has an answer.
  const stored = trading.orders.get(orderId) ?? (await findOrder(tx, userId, orderId))
  if (stored !== undefined) trading.orders.set(stored.id, stored)
  const noCancelPhase =
    stored !== undefined && desk.timetable.isNoCancel(desk.describe(stored.instrument, prices.now), prices.now)
  const order = requestCancel(
    trading,
    { user: userId, order: orderId, at: prices.now },
    { feedHasPassed: false, noCancelPhase },
  )
  return isRefusal(order)
    ? order
    : orderView(order, desk.describe(order.instrument, prices.now), naming(desk, language))
}

async function addMargin(
  { desk, tx, trading, prices, nextId }: Deciding,
  { userId, positionId, amount, language }: Kind<'margin'>,
): Promise<PositionView | Refusal> {
  const added = requestMarginAddition(trading, {
    id: nextId(),
    user: userId,
    position: positionId,
    amount,
    at: prices.now,
  })
  if (isRefusal(added)) return added
  const position = present(trading.positions.get(positionId), `position ${positionId}`)
  const [stored] = await listPositions(tx, userId, { source: undefined, instrument: undefined, ids: [positionId] })
  const extras = {
    ...present(stored, `position ${positionId}`),
    pendingMargin: pendingMargin(trading.additions.values(), positionId),
  }
  return positionView(position, desk.describe(position.instrument, prices.now), extras, prices, naming(desk, language))
}

export { resultsOf } from './today.ts'
export { evidence } from './evidence.ts'
export { verifyFills } from './verify.ts'
export type { Pauses } from './verify-pauses.ts'
export { fillsAtQuote } from './store-lists.ts'
export { executedQuotes } from './store-verify.ts'
export { openContracts, closeOut } from './close-out.ts'
export { executionsOf, positionsOn } from './records.ts'
export { realisedBetween } from './store-records.ts'
