import { setTimeout as rest } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { FastifyInstance } from 'fastify'
import { tradedUntil } from '#areas/desk/actions.ts'
import { saveMarketClock } from '#areas/desk/store-clock.ts'
import { publishCommitments } from '#areas/market/commitments.ts'
import { systemRandomness } from './randomness.ts'
import type { Clock, Machine } from '#clock.ts'
import { openStore, type Store } from '#db/database.ts'
import type { LaneLimits } from '#db/lane.ts'
import type { QuotaLimits } from '#db/network-quotas.ts'
import { endingCalendars } from '#feeds/catalogue-calendars.ts'
import type { Ticker } from '#feeds/ticker.ts'
import { defaultAllowances, type Allowances } from '#http/limits.ts'
import { observeList, openMetrics } from '#http/metrics.ts'
import type { Jobs } from '#jobs/runner.ts'
import { readSettings, sharedSettings, type Settings } from './environment.ts'
import { noteClock, startClock, type StartedClock } from './start-clock.ts'
import { openStandbyDoor } from './standby-door.ts'
import { openDiskSpace } from './disk-space.ts'
import { openLog } from './log.ts'
import type { LiveMarket, LiveMarketOptions } from './live-market.ts'
import { makePrices } from './members.ts'
import { openMarketSource, type MarketSource } from './market-source.ts'
import { openBackground, type RunningBackground } from './background.ts'
import { everyOwnData } from './areas.ts'
import { openDependencies, type Dependencies } from './dependencies.ts'
import { openSecrets, type Secrets } from './secrets.ts'
import { expectSameKeys } from './installation-keys.ts'
import { openTraditional } from './traditional-chinese.ts'
import { openTransport } from './transport.ts'

export { readSettings, type Settings }

export type ServerOptions = {
  readonly settings: Settings
  readonly version: string
  /** Folder of the built web app; undefined serves the calls alone. */
  readonly webFolder: string | undefined
  /** A stepped clock, for tests and the seeded simulation: ticks then run only by `step`, jobs by `jobs`. */
  readonly clock?: Clock
  /** The clocks of another machine, for tests at another time of the week. */
  readonly machine?: Machine
  readonly allowances?: Allowances
  /** Daily quotas of a network, if other than the settings. */
  readonly quotaLimits?: QuotaLimits
  /** Batch limits of the trading lane, for measurements. */
  readonly laneLimits?: LaneLimits
  readonly log?: Logger
  /** Ends the wait for a store that another process serves (STANDBY=on). */
  readonly stop?: AbortSignal
  /** Told when the server has stopped by itself, because it may not go on: somebody has to start it again. */
  readonly onGivenUp?: () => void
}

export type Server = {
  /** The address it listens on. */
  readonly url: string
  readonly clock: Clock
  readonly dependencies: Dependencies
  readonly ticker: Ticker
  readonly jobs: Jobs
  readonly http: FastifyInstance
  /** Handles the due ticks of a stepped clock. */
  step(): Promise<void>
  /** Asks the public source once (MARKET=live): by a stepped clock nobody else does. */
  askSource(): Promise<void>
  /** Is not ready from now on. After `DRAIN_SECONDS` refuses new calls, finishes those in progress, and stops everything that the server started. */
  close(): Promise<void>
}

/** Closes everything that was opened, in reverse order, and continues after an error. */
export type Closers = { add(close: () => Promise<unknown>): void; closeAll(): Promise<void> }

function openClosers(log: Logger): Closers {
  const closers: (() => Promise<unknown>)[] = []
  return {
    add: (close) => void closers.push(close),
    async closeAll() {
      for (const close of closers.splice(0).toReversed())
        await close().catch((error: unknown) => log.error({ err: error }, 'while stopping'))
    },
  }
}

/** How a server ends: because it is told to, or by itself. */
type Ending = {
  /** Whether nobody has told it to end. */
  isWanted(this: void): boolean
  told(): void
  /** Closes everything, because this server may not go on. */
  giveUp(this: void): Promise<void>
}

function openEnding(closers: Closers, onGivenUp: () => void): Ending {
  let isWanted = true
  return {
    isWanted: () => isWanted,
    told: () => void (isWanted = false),
    async giveUp() {
      await closers.closeAll()
      if (isWanted) onGivenUp()
    },
  }
}

/** The server that leads, or that serves alone, notes where the market stands. */
async function saveClock({ store, clock, members }: Dependencies, { handledUntil }: RunningBackground): Promise<void> {
  if (members?.isLeading() === false) return
  const note = { now: (members?.clock.free ?? clock).now(), speed: clock.speed, handledUntil: handledUntil() }
  members?.telling(note.handledUntil)
  await saveMarketClock(store.db, note)
}

/** For 'localhost' Fastify would open a second server, without our limits, on the other loopback address. */
const addressOf = ({ host, port }: Settings) => ({ host: host === 'localhost' ? '127.0.0.1' : host, port })

/** Opens everything in the order of its dependencies, and listens. */
export async function openServer(options: ServerOptions): Promise<Server> {
  const log = options.log ?? openLog(options.settings.logLevel)
  const closers = openClosers(log)
  const ending = openEnding(closers, () => options.onGivenUp?.())
  try {
    return await openInOrder(options, { log, closers, ending })
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}

type Opening = { readonly log: Logger; readonly closers: Closers; readonly ending: Ending }

type StorageOptions = Opening & {
  /** Called when this server leads the others, after it has joined them. */
  readonly onLeading: () => void
}

/** The database, which another server may have for as long as this one stands by. */
async function takeStore(
  { settings, stop }: ServerOptions,
  { log, ending, onLeading }: StorageOptions,
): Promise<Store> {
  const say = (message: string): void => log.info(message)
  const door = settings.standsBy ? await openStandbyDoor(addressOf(settings)) : undefined
  const standsBy = settings.standsBy ? (stop ?? new AbortController().signal) : undefined
  return openStore({
    databaseUrl: settings.databaseUrl,
    ownerUrl: settings.databaseOwnerUrl,
    dataFolder: settings.dataFolder,
    standsBy,
    joins: settings.isMember ? { settings: sharedSettings(settings), onLeading } : undefined,
    log: say,
    onTaken() {
      log.fatal('Another process has taken over this data: stopping')
      void ending.giveUp()
    },
  }).finally(() => door?.close())
}

/** The database, whose keys must be these, and the volume that it fills. */
async function openStorage(options: ServerOptions, secrets: Secrets, more: StorageOptions) {
  const { settings } = options
  const { log, closers } = more
  const store = await takeStore(options, more)
  closers.add(() => store.close())
  await expectSameKeys(store.db, secrets, systemRandomness)
  const say = (message: string): void => log.info(message)
  const warn = (message: string): void => log.warn(message)
  const diskSpace = await openDiskSpace({ folder: store.folder ?? settings.dataFolder, log: say, warn })
  closers.add(() => Promise.resolve(diskSpace.close()))
  return { store, diskSpace }
}

/** Where prices come from. */
async function openMarket(
  settings: Settings,
  { secret, store, log, closers }: { secret: Buffer; store: Store; log: Logger; closers: Closers },
): Promise<MarketSource> {
  const onThreadLost = (error: unknown): void =>
    log.error({ err: error }, 'a worker thread of the charts ended and is replaced')
  const source = await openMarketSource(settings, secret, { db: store.db, onThreadLost })
  closers.add(() => source.bars.close())
  return source
}

/** Public quotes; undefined in the other markets. */
async function openLive({ source, ...parts }: Omit<LiveMarketOptions, 'source'> & { readonly source: MarketSource }) {
  const { live, catalogue } = source
  if (live === undefined) return undefined
  const { openLiveMarket } = await import('./live-market.ts')
  return openLiveMarket({ ...parts, source: { live, catalogue } })
}

type LeadParts = {
  readonly dependencies: Dependencies
  readonly background: RunningBackground
  readonly live: LiveMarket | undefined
  readonly log: Logger
}

/** This server leads the others from now on: it goes on where the one before has stopped. */
async function takeLead({ dependencies, background, live, log }: LeadParts): Promise<void> {
  const { store, clock, members, source } = dependencies
  log.info('This server leads now')
  await members?.refresh()
  await publishCommitments(store.db, source.drawn.secrets, clock.now())
  await noteClock(store.db, members?.clock.free ?? clock)
  await live?.lead()
  await background.lead(await tradedUntil(store.db))
}

/** A server that cannot lead makes room for one that can. When all stop at once, one may be about to lead while it closes. */
function stopLeading(error: unknown, { log, ending }: Opening): void {
  if (!ending.isWanted()) return
  log.fatal({ err: error }, 'This server cannot lead the others: stopping')
  void ending.giveUp()
}

/** What everything else is made on: the keys, the database, the prices and the clock. */
async function openFoundation(options: ServerOptions, more: StorageOptions) {
  const { settings } = options
  const { log, closers } = more
  const secrets = await openSecrets(settings.dataFolder, systemRandomness)
  const { store, diskSpace } = await openStorage(options, secrets, more)
  const source = await openMarket(settings, { secret: secrets.market, store, log, closers })
  const started: StartedClock =
    options.clock === undefined
      ? await startClock(store, {
          machine: options.machine,
          speed: settings.clockSpeed,
          set: source.start,
          nextTick: (after) => source.feed.nextTick(after),
          say: (message) => log.info(message),
          warn: (message) => log.warn(message),
          failed: (error) => log.error({ err: error }, 'the other servers could not be followed'),
        })
      : { clock: options.clock, members: undefined, handledUntil: undefined }
  const ending = endingCalendars(source.calendars.values(), started.clock.now())
  if (ending !== undefined) log.warn(ending)
  return { secrets, store, diskSpace, source, ...started }
}

async function openInOrder(options: ServerOptions, opening: Opening): Promise<Server> {
  const { log, closers, ending } = opening
  const { settings, version, webFolder, allowances = defaultAllowances } = options
  let lead = (): void => undefined
  const foundation = await openFoundation(options, { ...opening, onLeading: () => lead() })
  const { secrets, store, diskSpace, source, clock, members, handledUntil } = foundation
  const metrics = openMetrics()
  const live = await openLive({ db: store.db, source, clock, members, log })
  let wake = (): void => undefined
  const dependencies = await openDependencies({
    settings,
    secrets,
    store,
    source,
    clock,
    members,
    randomness: systemRandomness,
    traditional: openTraditional(),
    ownData: everyOwnData,
    log: (message) => log.info(message),
    failed: (error) => log.error({ err: error }, 'a list of orders lost its connection, or its push frames failed'),
    wake: () => wake(),
    laneLimits: options.laneLimits,
    onList: (times) => observeList(metrics, times),
    quotaLimits: options.quotaLimits,
  })
  closers.add(async () => dependencies.mail.close())
  await publishCommitments(store.db, source.drawn.secrets, clock.now())
  await dependencies.content.start(clock.now())
  await dependencies.engine.start()
  // Before the ticks begin: those that are missed meanwhile would be a gap.
  if (members !== undefined) await makePrices(source.feed, clock.now())
  const background = openBackground({ dependencies, log, metrics, handledUntil })
  closers.add(() => saveClock(dependencies, background))
  closers.add(() => dependencies.engine.lane.settled())
  closers.add(() => background.stop())
  live?.onGap(background.gap)
  closers.add(async () => live?.stop())
  const transport = await openTransport({
    settings,
    secrets,
    randomness: systemRandomness,
    dependencies,
    background,
    version,
    webFolder,
    allowances,
    diskSpace,
    metrics,
    quoteSource: live,
    isWanted: ending.isWanted,
    log,
  })
  closers.add(() => transport.close())
  wake = transport.wake
  const parts = { dependencies, background, live, log }
  lead = () => void takeLead(parts).catch((error: unknown) => stopLeading(error, opening))
  if (options.clock === undefined) for (const runs of [live, background]) runs?.start()
  const url = await transport.http.listen(addressOf(settings))
  await store.membership?.joined()
  const { ticker, jobs } = background
  const step = async (): Promise<void> => void (await ticker.step())
  const askSource = async (): Promise<void> => void (await live?.round())
  const close = (): Promise<void> => {
    ending.told()
    // Calls are still answered, until every proxy has seen that the server is not ready.
    return rest(settings.drainSeconds * 1000).then(() => closers.closeAll())
  }
  return { url, clock, dependencies, ticker, jobs, http: transport.http, step, askSource, close }
}
