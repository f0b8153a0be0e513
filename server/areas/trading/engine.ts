import { assert, present } from '@mex/core/assert.ts'
import type { BlockMarket } from '@mex/core/blocks/block-offer.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import type { Order } from '@mex/core/trading/orders.ts'
import type { TradingTick } from '@mex/core/trading/tick.ts'
import { openTrading, tradingChanges, type Trading } from '@mex/core/trading/trading.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { loadBalances, loadUnsettledRows, savePostings, saveUnsettledRows } from '#areas/ledger/actions.ts'
import { openIds } from '#db/database.ts'
import type { Gate } from '#db/gate.ts'
import { lockFreeUsers, openLane, type Lane, type LaneContext, type LaneOptions, type ListFailure } from '#db/lane.ts'
import { writeNotices, type NoticeSource } from '#db/outbox.ts'
import type { Tx } from '#db/sql.ts'
import { openIndexChanges, type IndexChanges } from '#areas/trading/matching/index-changes.ts'
import { openTriggerIndex, type TriggerIndex } from '#areas/trading/matching/trigger-index.ts'
import { unlockDue } from '@mex/core/blocks/unlock.ts'
import { bookActions } from '#areas/trading/corporate-actions/corporate-actions.ts'
import { openDueCharges, type BookDue } from '#areas/trading/overnight/due-charges.ts'
import { openNights, type Nights } from '#areas/trading/overnight/nights.ts'
import { openKnownNights, type KnownNights } from '#areas/trading/overnight/overnight.ts'
import { messagesOf, noticesOf } from '#areas/trading/notices/notices.ts'
import { blockMarket, pricesAt } from './prices.ts'
import { countLive, loadAllLive, loadLive, touchesNothing, type Touched } from './store.ts'
import { loadBlocks } from './store-blocks.ts'
import { loadDueCharges, saveBookedCharges, type DueCharge } from '#areas/trading/overnight/store-overnight.ts'
import { saveChanges, type SaveFacts } from './store-save.ts'
import { auctionCustomOf, timetableOf, type Timetable } from './timetable.ts'
import type { TradingAnswer, TradingCommand } from './commands.ts'
import { decide } from './decide.ts'
import type { Deciding, Message } from './deciding.ts'
import type { TradingDependencies } from './dependencies.ts'

/** Used by the handlers, the matcher and the jobs. */
export type TradingEngine = {
  readonly dependencies: TradingDependencies
  readonly timetable: Timetable
  readonly lane: Lane<TradingCommand, TradingAnswer>
  /** The lane of the commands of a tick: among several servers they do not wait for the tick itself. */
  readonly ticks: Pick<Lane<TradingCommand, TradingAnswer>, 'send'>
  readonly triggers: TriggerIndex
  readonly nights: Nights
  readonly nightOf: KnownNights
  /** Rebuilds the trigger index. Await it before the first tick. */
  start(): Promise<void>
  /**
   * Handles a tick when all earlier commands, of all servers, have committed and the index has their changes. Notes the nights that
   * have begun by `now` first, so that a tick changes no position that a night is still to be noted for.
   */
  atTick(now: number, handle: () => Promise<void>): Promise<void>
  /** Brings the index up to date without a tick. */
  upToDate(now: number): Promise<void>
}

/** How the index learns what lists have changed. */
type Knowledge = Pick<TradingEngine, 'start' | 'atTick' | 'upToDate' | 'ticks'>

export function openTradingEngine(dependencies: TradingDependencies): TradingEngine {
  const triggers = openTriggerIndex()
  const timetable = timetableOf(dependencies.calendars, auctionCustomOf(dependencies.feed))
  const ids = openIds('contract_id')
  const doubtful = new Set<number>()
  const nights = openNights(dependencies)
  const nightOf = openKnownNights(dependencies)
  const bookDue = openDueCharges(dependencies, nightOf)
  const context: EngineContext = { ...dependencies, triggers, timetable, ids, doubtful, nights, bookDue }
  const { lane, ...knowledge } =
    dependencies.gate === undefined ? openAlone(context) : openAmongServers(context, dependencies.gate)
  return { dependencies, timetable, triggers, nights, nightOf, lane, ...knowledge }
}

type TradingLane = Lane<TradingCommand, TradingAnswer>

type TradingLaneOptions = Pick<LaneOptions<TradingCommand, TradingAnswer, Loaded>, 'enter' | 'onFailure' | 'onList'> & {
  /** Is saved in each list. */
  readonly also?: ((tx: Tx) => Promise<void>) | undefined
}

const openTradingLane = (engine: EngineContext, { also, ...more }: TradingLaneOptions): TradingLane =>
  openLane<TradingCommand, TradingAnswer, Loaded>({
    ...engine.laneLimits,
    db: engine.db,
    load: (tx, commands) => load(engine, tx, commands),
    work(tx, commands, laneContext) {
      if (also !== undefined) laneContext.saving(also(tx))
      return work(engine, tx, commands, laneContext)
    },
    ...more,
  })

/**
 * One server: every list tells the index its changes. After a commit with an unknown outcome the index is rebuilt: otherwise an order of that
 * commit would never be filled.
 */
function openAlone(engine: EngineContext): Knowledge & { readonly lane: TradingLane } {
  const { doubtful, nights, onError, onList } = engine
  let isBehind = false
  const lane = openTradingLane(engine, {
    onList,
    onFailure({ kind, error, users }) {
      if (kind === 'undone') return
      isBehind = true
      if (kind === 'unknown') for (const user of users) doubtful.add(user)
      onError?.(error)
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
  async function upToDate(): Promise<void> {
    await lane.settled()
    if (isBehind) await start()
  }
  return {
    lane,
    ticks: lane,
    start,
    upToDate,
    async atTick(now, handle) {
      await upToDate()
      await nights.beforeTick(now)
      await handle()
    },
  }
}

/**
 * Several servers: the one that leads reads the changes of all others from the outbox, and its own that it does not know by their commit. Its
 * ticks have a lane of their own, because its lists of commands wait at the gate.
 */
function openAmongServers(alone: EngineContext, gate: Gate): Knowledge & { readonly lane: TradingLane } {
  const changes = openIndexChanges(alone)
  const engine = { ...alone, changes }
  const { nights, onError, onList } = engine
  const onFailure = ({ kind, error }: ListFailure): void => (kind === 'undone' ? undefined : onError?.(error))
  return {
    lane: openTradingLane(engine, { enter: gate.pass, onFailure, onList }),
    ticks: openTradingLane(engine, { also: gate.begin, onFailure, onList }),
    start: () => Promise.resolve(),
    upToDate: changes.read,
    atTick: (now, handle) =>
      gate.hold(now, async () => {
        await changes.read(now)
        await nights.beforeTick(now)
        await handle()
      }),
  }
}

type EngineContext = TradingDependencies & {
  readonly triggers: TriggerIndex
  readonly timetable: Timetable
  readonly nights: Nights
  readonly bookDue: BookDue
  readonly ids: ReturnType<typeof openIds>
  /** Users of commits with an unknown outcome: such a commit may still be in progress and land later. */
  readonly doubtful: Set<number>
  /** Among several servers: how the index follows all of them. */
  readonly changes?: IndexChanges
}

/** Lets core decide each command in order on the loaded rows, then saves the final values: one commit for all (design §4). */
async function work(
  engine: EngineContext,
  tx: Tx,
  commands: readonly TradingCommand[],
  { loaded: { trading, ids, due, blockOrders }, saving, afterCommit }: LaneContext<Loaded>,
): Promise<(TradingAnswer | Refusal)[]> {
  // Among several servers the clock reads earlier than a tick until it is handled.
  const now = Math.max(engine.clock.now(), ...commands.flatMap(ticksOf).map(({ at }) => at))
  // With the clock: after the instant that is noted for a halt nothing is accepted.
  const halted = engine.haltedNow()
  const prices = pricesAt(engine.feed, now)
  const told: Message[] = []
  const deciding: Deciding = {
    engine,
    tx,
    trading,
    prices,
    halted,
    blockOrders,
    nextId: () => present(ids.pop(), 'an id for every command'),
    takeId: async () => present((await engine.ids.take(tx, 1))[0], 'an id'),
    tell: (message) => void told.push(message),
  }
  const own = engine.changes?.own()
  const booked = engine.bookDue(trading, due, now)
  bookActions(engine, trading, now)
  unlockDue(trading, now)
  const answers: (TradingAnswer | Refusal)[] = []
  for (const command of commands) answers.push(await decide(deciding, command))
  const rebuilt = commands.some(({ kind }) => kind === 'rebuild') ? await loadRebuild(engine, tx) : undefined
  saving(saveBookedCharges(tx, booked))
  const facts = { takeId: deciding.takeId, describe: engine.describe, blocks: blockMarket(engine.feed, now) }
  let source: NoticeSource | undefined
  saving(save(tx, trading, told, facts).then((saved) => void (source = saved)))
  const changes = tradingChanges(trading)
  afterCommit(() => {
    if (rebuilt !== undefined) {
      engine.triggers.rebuild(rebuilt.live, prices)
      for (const user of rebuilt.decided) engine.doubtful.delete(user)
    }
    const apply = (): void => engine.triggers.apply(changes, prices)
    if (own === undefined) apply()
    else if (source !== undefined) own(source, apply)
    engine.wake()
  })
  return answers
}

/**
 * Loads all live rows, and the doubtful users for whom they are final: a commit in progress holds the locks of its users,
 * so that a user who can be locked has none. The others are loaded again by the next rebuild.
 */
async function loadRebuild(engine: EngineContext, tx: Tx) {
  const decided = await lockFreeUsers(tx, [...engine.doubtful])
  return { decided, live: await loadAllLive(tx) }
}

const ticksOf = (command: TradingCommand): readonly TradingTick[] => (command.kind === 'tick' ? command.ticks : [])

/** Commands that make an order or a margin addition. */
const takesId: ReadonlySet<TradingCommand['kind']> = new Set(['open', 'block', 'close', 'amend', 'margin'])

/** How many orders and margin additions a command makes at most. */
const placedBy = (command: TradingCommand): number =>
  command.kind === 'several' ? (command.what === 'close' ? command.ids.length : 0) : takesId.has(command.kind) ? 1 : 0

type Loaded = {
  readonly trading: Trading
  readonly ids: number[]
  readonly due: readonly DueCharge[]
  /** All orders, ended ones too, for the offers of which these users order a block. */
  readonly blockOrders: readonly Order[]
}

async function load(engine: EngineContext, tx: Tx, commands: readonly TradingCommand[]): Promise<Loaded> {
  const users = [
    ...new Set(commands.flatMap((command) => command.users ?? (command.userId === undefined ? [] : [command.userId]))),
  ]
  const opening = commands.flatMap((command) =>
    command.kind === 'open' || command.kind === 'block' || command.kind === 'amend'
      ? command.userId
      : command.kind === 'settle'
        ? command.users
        : [],
  )
  const placing = commands.reduce((sum, command) => sum + placedBy(command), 0)
  const touched = touchedBy(commands)
  const [balances, unsettled, live, due, counts, taken, blockOrders] = await Promise.all([
    loadBalances(tx, users),
    loadUnsettledRows(tx, users),
    loadLive(tx, users, touched),
    touchesNothing(touched) ? [] : loadDueCharges(tx, users),
    countLive(tx, [...new Set(opening)]),
    engine.ids.take(tx, placing),
    loadBlocks(
      tx,
      commands.flatMap((command) =>
        command.kind === 'block' ? [{ user: command.userId, offer: command.offer.id }] : [],
      ),
    ),
  ])
  const trading = openTrading({ ...live, ...counts, users, balances: [], unsettled, used: [] }, balances)
  // Ids are taken from the end, so that they grow in the order of acceptance.
  return { trading, ids: taken.toReversed(), due, blockOrders }
}

/** The rows to load besides the balances; undefined if the commands may touch all rows of their users. */
function touchedBy(commands: readonly TradingCommand[]): Touched | undefined {
  const instruments = new Set<string>()
  const contracts: { user: number; id: number }[] = []
  for (const command of commands) {
    if (command.kind === 'lapse' || command.kind === 'charge') return undefined
    else if (command.kind === 'settle') instruments.add(command.key)
    // Whether the user is short in the share.
    else if (command.kind === 'block') instruments.add(command.offer.instrument)
    else if (command.kind === 'tick') for (const { instrument } of ticksOf(command)) instruments.add(instrument.key)
    else if (command.kind === 'several') for (const id of command.ids) contracts.push({ user: command.userId, id })
    // An opening needs only the number of orders.
    else if (command.kind !== 'open' && command.kind !== 'rebuild')
      contracts.push({ user: command.userId, id: 'orderId' in command ? command.orderId : command.positionId })
  }
  return { instruments: [...instruments], contracts }
}

type SaveContext = Pick<SaveFacts, 'takeId'> & Pick<TradingDependencies, 'describe'> & { readonly blocks: BlockMarket }

async function save(
  tx: Tx,
  trading: Trading,
  told: readonly Message[],
  { takeId, describe, blocks }: SaveContext,
): Promise<NoticeSource | undefined> {
  const changes = tradingChanges(trading)
  const orderOf = (id: number) => present(trading.orders.get(id), `order ${id}`)
  const [, , , source] = await Promise.all([
    savePostings(tx, trading.balances).then(({ repeated }) => assert(repeated.size === 0, 'nothing is posted twice')),
    saveUnsettledRows(tx, changes.unsettled),
    saveChanges(tx, changes, { takeId, orderOf }),
    writeNotices(tx, noticesOf(trading)),
    sendMessages(tx, [...messagesOf(trading, describe, blocks), ...told]),
  ])
  return source
}
