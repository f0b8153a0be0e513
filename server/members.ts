import { setImmediate } from 'node:timers/promises'
import { begunUntil, marketClock, saveBegunTick, saveMarketClock, type Begun } from '#areas/desk/store-clock.ts'
import { noteGap } from '#areas/market/gaps.ts'
import type { Halts } from '#areas/desk/halts.ts'
import { noteHeldAfter } from '#areas/desk/store-halts.ts'
import type { Clock } from '#clock.ts'
import { openGate, type Gate } from '#db/gate.ts'
import type { Database, Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { Ticker } from '#feeds/ticker.ts'
import { openMemberClock, type MemberClock } from './member-clock.ts'

/** What this server knows of the others that serve the same store, through the database (decision 079). */
export type Members = {
  readonly clock: MemberClock
  readonly gate: Gate
  /** Whether this server handles the ticks and runs the jobs. */
  readonly isLeading: () => boolean
  /** It does so from now on. */
  lead(): void
  /** The ticker of the server that leads. */
  ticksBy(ticker: Pick<Ticker, 'missedBefore'>): void
  /** What the last check of the books has found, by whichever server. */
  readonly booksAreRight: () => boolean
  /** Resolves when this server knows of every tick that was handled before the call. */
  refresh(this: void): Promise<void>
  /**
   * The same, before a call that changes something. The server that leads knows without asking, unless it is handling a tick: nobody else
   * handles any, and once somebody else does, nothing of this server can be committed any more.
   */
  learnHandled(this: void): Promise<void>
  /** This server is about to tell the others that the ticks until an instant were handled, or are a gap. */
  telling(instant: number): void
  /** Reads what the server that leads has stored for a tick, before this server knows that the tick was handled. */
  readFirst(read: (tx: Tx) => Promise<void>): void
  /** Each list and each tick knows of all halts that began or ended before it. */
  follow(halts: Pick<Halts, 'changes' | 'refresh'>): void
  /** Hears of the ticks that the server which leads has handled. */
  start(): void
  stop(): Promise<void>
}

export type MembersOptions = {
  readonly db: Database
  readonly clock: Clock
  readonly nextTick: (after: number) => number
  /** The last tick that was handled, or the beginning of the market. */
  readonly handled: number
  readonly isLeading: boolean
  readonly onError: (error: unknown) => void
}

/** How often a server that does not lead looks for the next tick. */
const everyMilliseconds = 50

export function openMembers({ db, isLeading: leadsFirst, onError, ...options }: MembersOptions): Members {
  const clock = openMemberClock(options)
  const handled = openHandled(clock, options.handled)
  let isLeading = leadsFirst
  let booksAreRight = true
  let ticker: Pick<Ticker, 'missedBefore'> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let known = options.handled
  let readStored: ((tx: Tx) => Promise<void>) | undefined
  const halts = openKnownHalts(options)

  /** What the server that leads has stored for a tick is read before this server shows anything of it. */
  async function readFor(tick: number, tx: Tx): Promise<void> {
    if (!isLeading && tick > known) await readStored?.(tx)
  }
  async function read(): Promise<void> {
    const row = await marketClock(db)
    if (row === undefined) return
    booksAreRight = row.booksAreRight
    if (!isLeading) clock.follow(row.marketAt + row.age * row.speed)
    if (row.handledUntil === null) return
    await readFor(row.handledUntil, db)
    known = Math.max(known, row.handledUntil)
    handled.learn(row.handledUntil)
  }
  /** A tick that is begun may store more before it is handled, and is read again then. */
  async function lastBegun(tx: Tx): Promise<number | undefined> {
    const begun = await begunUntil(tx)
    if (begun === undefined) return undefined
    await halts.learn(tx, begun)
    if (begun.until === null) return undefined
    await readFor(begun.until, tx)
    return begun.until
  }
  const refresh = openFresh(read)

  /** Notes that a tick is handled, with the gap before it: nobody else would publish it if this server ended now. */
  async function note(tx: Tx, tick: number): Promise<void> {
    const gap = ticker?.missedBefore(tick)
    if (gap !== undefined) await noteGap(tx, gap)
    await saveMarketClock(tx, { now: clock.free.now(), speed: clock.speed, handledUntil: tick })
  }

  function wait(): void {
    if (isStopped || isLeading) return
    timer = setTimeout(() => void refresh().catch(onError).then(wait), everyMilliseconds)
  }

  return {
    clock,
    gate: handled.by(halts.by(openGate({ db, read: lastBegun, begin: saveBegunTick, note, learn: handled.learn }))),
    isLeading: () => isLeading,
    lead: () => void (isLeading = true),
    ticksBy: (its) => void (ticker = its),
    booksAreRight: () => booksAreRight,
    refresh,
    learnHandled: () => (isLeading && handled.isKnown() ? Promise.resolve() : refresh()),
    telling: handled.telling,
    readFirst: (stored) => void (readStored = stored),
    follow: halts.follow,
    start: wait,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await refresh().catch(() => undefined)
    },
  }
}

/** What each list and each tick of this server knows of halts, and what is noted of them. */
function openKnownHalts({ nextTick, handled }: Pick<MembersOptions, 'nextTick' | 'handled'>) {
  let halts: Parameters<Members['follow']>[0] | undefined
  /** The last tick that was begun before the list or the tick that is under way. */
  let before = handled
  /** How often operators had changed something then, and at the last tick that noted it. */
  let changes = 0
  let noted = -1
  return {
    follow: (its: NonNullable<typeof halts>): void => void (halts = its),
    async learn(tx: Tx, { until, operatorChanges }: Begun): Promise<void> {
      before = until ?? before
      changes = operatorChanges
      if (halts !== undefined && operatorChanges !== halts.changes()) await halts.refresh(tx)
    },
    by: (gate: Gate): Gate => ({
      ...gate,
      /** A halt that is new to a tick began after the tick before: until then no clock went further than to the next one. */
      async hold(instant, handle) {
        let known = noted
        await gate.hold(instant, async (tx) => {
          known = changes
          if (known !== noted) await noteHeldAfter(tx, nextTick(before) - 1)
          await handle(tx)
        })
        noted = known
      },
    }),
  }
}

/** Until when ticks were handled, as far as this server knows, and as far as the others may know it from this server. */
function openHandled(clock: MemberClock, handled: number) {
  let learned = handled
  let told = handled
  /** Before this server has closed the gate, what the one that led before has committed may come late. */
  let hasHeld = false
  const telling = (instant: number): void => void (told = Math.max(told, instant))
  return {
    telling,
    learn(this: void, tick: number): void {
      learned = Math.max(learned, tick)
      clock.learn(tick)
    },
    by: (gate: Gate): Gate => ({
      ...gate,
      async hold(instant, handle) {
        telling(instant)
        await gate.hold(instant, handle)
        hasHeld = true
      },
    }),
    /** Whether a server that leads knows of every tick that was handled. */
    isKnown: () => hasHeld && learned >= told,
  }
}

/**
 * Makes the prices of now, one after the other with a turn of the event loop between them. Those of a new process take seconds: a
 * server that made them while it leads would show no sign of life meanwhile.
 */
export async function makePrices(feed: Feed, now: number): Promise<void> {
  for (const key of feed.instruments(now).keys()) {
    feed.quote(key, now)
    await setImmediate()
  }
}

/** Shares one reading among all who ask before it begins: each gets what was true after they asked. */
export function openFresh(read: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined
  return function fresh(): Promise<void> {
    if (current === undefined) {
      current = read().finally(() => {
        current = undefined
      })
      return current
    }
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return fresh()
      })
    return next
  }
}
