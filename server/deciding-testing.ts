import { present } from '@mex/core/assert.ts'
import { openTradingEngine, type TradingEngine } from '#areas/trading/engine.ts'
import { openTransfers, type Transfers } from '#areas/wallet/transfers.ts'
import type { Funding } from '#areas/funding/actions.ts'
import { bookCharges, lapseOverdue } from './areas/trading/jobs.ts'
import { openActionBooking } from '#areas/trading/corporate-actions/corporate-action-jobs.ts'
import { settleEnded } from '#areas/trading/expiry/expiry-jobs.ts'
import { openMatcher } from '#areas/trading/matching/matcher.ts'
import { jobs as blockJobs } from './areas/blocks/jobs.ts'
import { jobs as ledgerJobs } from './areas/ledger/jobs.ts'
import { blockRefusal } from './block-refusal.ts'
import { resetRefusal } from './reset-refusal.ts'
import { openHalts, type Halts } from '#areas/desk/halts.ts'
import { saveMarketClock } from '#areas/desk/store-clock.ts'
import type { TradingDependencies } from '#areas/trading/dependencies.ts'
import type { Clock } from './clock.ts'
import { openMembers, type Members } from './members.ts'
import type { Database } from './db/sql.ts'
import { openDecidingFunding, prepareDeposits } from './deciding-funding-testing.ts'
import { openDecidingInvestments, type DecidingInvestments } from './deciding-investments-testing.ts'
import { openDecidingOfferings, prepareOfferings, type DecidingOfferings } from './deciding-offerings-testing.ts'
import type { Feed } from './feeds/feed.ts'
import { openTicker, type TickGap, type Ticker } from './feeds/ticker.ts'
import { openMarketSource, type MarketSource } from './market-source.ts'

export type DecidingOptions = {
  readonly db: Database
  readonly clock: Clock
  readonly seed: string
  readonly practiceHours: boolean
  /** Wraps the feed, to change prices. */
  readonly bend: (feed: Feed) => Feed
  readonly onError: (error: unknown) => void
  /** By how many milliseconds the clock of each server differs from `clock`, of which the first leads; none serves alone. */
  readonly servers?: readonly number[]
}

/** The part of a server that decides about money, without HTTP, push and mail, on a stepped clock. */
export type Deciding = {
  readonly source: MarketSource
  readonly engine: TradingEngine
  /** The engines of all servers. The first handles the ticks, until another one leads. */
  readonly engines: readonly TradingEngine[]
  readonly transfers: Transfers
  readonly funding: Funding
  readonly offerings: DecidingOfferings
  readonly investments: DecidingInvestments
  readonly ticker: Ticker
  /** Intervals whose ticks were missed. */
  readonly gaps: readonly TickGap[]
  /** Of several servers this one leads from now on; the one before is not used any more. */
  lead(this: void, number: number): void
  /** Another engine on the same database, as in another process. */
  anotherEngine(): Promise<TradingEngine>
  anotherTransfers(): Transfers
  anotherFunding(): Funding
  anotherOfferings(): DecidingOfferings
  anotherInvestments(): DecidingInvestments
  /** Creates the user's chain addresses; returns the path of a picture that can prove a deposit. */
  prepareDeposits(user: number): Promise<string>
  /** What each of several servers knows of halts: its job reads them. */
  readonly halts: readonly Pick<Halts, 'refresh'>[]
  /** Lets the offers that close from now on be drawn. */
  prepareOfferings(): Promise<unknown>
  /**
   * Runs the jobs besides ticks: orders lapse, nights, dividends and splits are booked, ended contracts settle, blocks
   * end or are unlocked, proceeds are released. Linking journals is left out, because its progress
   * depends on the transactions of every database on the PostgreSQL server.
   */
  runJobs(): Promise<void>
}

const sources = new Map<string, Promise<MarketSource>>()

/** The market of a seed. It is a pure function with caches that take seconds to fill, so the runs of a process share it. */
function sourceOf(marketSeed: string, practiceHours: boolean): Promise<MarketSource> {
  const name = `${practiceHours} ${marketSeed}`
  const settings = { market: 'sim', practiceHours, marketSeed, replayFolder: undefined, clockStart: undefined } as const
  const source = sources.get(name) ?? openMarketSource(settings, Buffer.alloc(0))
  sources.set(name, source)
  return source
}

export async function openDeciding({
  db,
  clock,
  seed,
  practiceHours,
  bend,
  onError,
  servers = [],
}: DecidingOptions): Promise<Deciding> {
  const plain = await sourceOf(seed, practiceHours)
  const feed = bend(plain.feed)
  const source = { ...plain, feed }
  const { calendars, interest, describe, find, quoteAgeSecondsMax } = source
  const parts = { db, feed, clock, calendars, interest, describe, find, quoteAgeSecondsMax, blockRefusal, resetRefusal }
  const openEngine = (member?: Member): Promise<TradingEngine> =>
    openEngineOf({ ...parts, ...member, haltedNow: member?.halts.now ?? (() => () => false) })
  const members = await openServers({ db, clock, feed }, servers)
  const engine = await openEngine(members[0])
  const engines = [engine]
  for (const member of members.slice(1)) engines.push(await openEngine(member))
  const gaps: TickGap[] = []
  const leading = (led: TradingEngine, handledUntil?: number) => ({
    engine: led,
    bookActions: openActionBooking(led),
    ticker: openTicker({
      feed,
      onGap: (gap) => void gaps.push(gap),
      clock,
      listeners: [openMatcher(led)],
      onError: (_, error) => onError(error),
      ...(handledUntil === undefined ? {} : { handledUntil }),
    }),
  })
  let now = leading(engine)
  const another = lanesOf({ db, clock }, source)
  const funding = another.anotherFunding()
  return {
    source,
    get engine() {
      return now.engine
    },
    engines,
    transfers: another.anotherTransfers(),
    funding,
    offerings: another.anotherOfferings(),
    investments: another.anotherInvestments(),
    get ticker() {
      return now.ticker
    },
    gaps,
    lead(number) {
      members[number]?.lead()
      now = leading(present(engines[number], 'a server'), now.ticker.handledUntil())
    },
    anotherEngine: () => openEngine(),
    ...another,
    prepareDeposits: (user) => prepareDeposits({ db, clock, feed }, funding, user),
    prepareOfferings: () => prepareOfferings(db, source, clock.now()),
    halts: members.map(({ halts }) => halts),
    async runJobs() {
      const { engine: led } = now
      await lapseOverdue(led)
      await bookCharges(led)
      await now.bookActions()
      await settleEnded(led)
      for (const job of blockJobs({ engine: led })) await job.run(clock.now())
      for (const job of ledgerJobs(db)) if (job.name !== 'seal') await job.run(clock.now())
    },
  }
}

type Member = Pick<Members, 'clock' | 'gate' | 'lead'> & { readonly halts: Halts }

type EngineParts = Omit<TradingDependencies, 'traditional' | 'accepting' | 'wake'>

async function openEngineOf(parts: EngineParts): Promise<TradingEngine> {
  const engine = openTradingEngine({
    ...parts,
    traditional: (simplified) => simplified,
    accepting: () => true,
    wake: () => undefined,
  })
  await engine.start()
  return engine
}

/** What several servers have instead of the clock alone. */
async function openServers(
  { db, clock, feed }: Pick<DecidingOptions, 'db' | 'clock'> & { readonly feed: Feed },
  skews: readonly number[],
): Promise<readonly Member[]> {
  if (skews.length > 0) await saveMarketClock(db, { now: clock.now(), speed: 1, handledUntil: clock.now() })
  const nextTick = (after: number): number => feed.nextTick(after)
  const opened: Member[] = []
  for (const [number, skew] of skews.entries()) {
    const skewed = { ...clock, now: () => clock.now() + skew }
    const parts = { db, clock: skewed, nextTick, handled: clock.now(), isLeading: number === 0 }
    const members = openMembers({ ...parts, onError: () => undefined })
    const halts = await openHalts(db, { isShared: true })
    members.follow(halts)
    opened.push({ clock: members.clock, gate: members.gate, lead: () => members.lead(), halts })
  }
  return opened
}

/** The lanes of another process, which owns no matching. */
function lanesOf({ db, clock }: Pick<DecidingOptions, 'db' | 'clock'>, source: MarketSource) {
  const { feed, quoteAgeSecondsMax } = source
  return {
    anotherTransfers: () => openTransfers({ db, feed, quoteAgeSecondsMax }),
    anotherFunding: () => openDecidingFunding({ db, clock, feed }),
    anotherOfferings: () => openDecidingOfferings({ db, feed }),
    anotherInvestments: () => openDecidingInvestments({ db, source }),
  }
}
