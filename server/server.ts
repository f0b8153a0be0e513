import type { Logger } from 'pino'
import type { FastifyInstance } from 'fastify'
import { minuteMilliseconds } from '@mex/core/time-zone.ts'
import { clockStart, tradedUntil } from '#areas/desk/actions.ts'
import { saveMarketClock } from '#areas/desk/store-clock.ts'
import { publishCommitments } from '#areas/market/commitments.ts'
import { recordSpeed } from '#areas/market/speeds.ts'
import { systemRandomness } from './randomness.ts'
import { isoInstant, openClock, type Clock } from '#clock.ts'
import { openStore, type Store } from '#db/database.ts'
import type { LaneLimits } from '#db/lane.ts'
import type { QuotaLimits } from '#db/network-quotas.ts'
import type { Ticker } from '#feeds/ticker.ts'
import { defaultAllowances, type Allowances } from '#http/limits.ts'
import type { Jobs } from '#jobs/runner.ts'
import { readSettings, type Settings } from './environment.ts'
import { openDiskSpace } from './disk-space.ts'
import { openLog } from './log.ts'
import { openMarketSource } from './market-source.ts'
import { openBackground, type RunningBackground } from './background.ts'
import { everyOwnData } from './areas.ts'
import { openDependencies, type Dependencies } from './dependencies.ts'
import { openSecrets } from './secrets.ts'
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
  readonly allowances?: Allowances
  /** Daily quotas of a network, if other than the settings. */
  readonly quotaLimits?: QuotaLimits
  /** Batch limits of the trading lane, for measurements. */
  readonly laneLimits?: LaneLimits
  /** False for measurements: the past year is then computed on the first request instead of at the start. */
  readonly warmUp?: boolean
  readonly log?: Logger
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
  /** Refuses new calls, finishes those in progress, and stops everything that the server started. */
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

/** `handledUntil` is the last instant at which an earlier process traded; ticks that were due since then are a gap. */
type StartedClock = { readonly clock: Clock; readonly handledUntil: number | undefined }

/** Starts the market clock at its setting, or at its last saved time if that is later. */
async function startClock(
  { db }: Store,
  {
    speed,
    set,
    say,
  }: { readonly speed: number; readonly set: number | undefined; readonly say: (message: string) => void },
): Promise<StartedClock> {
  const wanted = set ?? openClock().wall()
  const handledUntil = await tradedUntil(db)
  const start = await clockStart(db, wanted)
  if (start - wanted > minuteMilliseconds)
    say(
      `The market clock goes on from ${isoInstant(start)}, where it stood: it never goes back. To start again earlier, use a new DATA_DIR`,
    )
  const clock = openClock({ speed, start: start > wanted ? start : set })
  await saveMarketClock(db, { now: clock.now(), speed })
  await recordSpeed(db, clock)
  return { clock, handledUntil }
}

const saveClock = (db: Store['db'], clock: Clock, { handledUntil }: RunningBackground): Promise<void> =>
  saveMarketClock(db, { now: clock.now(), speed: clock.speed, handledUntil: handledUntil() })

/** For 'localhost' Fastify would open a second server, without our limits, on the other loopback address. */
const oneAddress = (host: string): string => (host === 'localhost' ? '127.0.0.1' : host)

/** Opens everything in the order of its dependencies, and listens. */
export async function openServer(options: ServerOptions): Promise<Server> {
  const log = options.log ?? openLog(options.settings.logLevel)
  const closers = openClosers(log)
  try {
    return await openInOrder(options, log, closers)
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}

async function openInOrder(options: ServerOptions, log: Logger, closers: Closers): Promise<Server> {
  const { settings, version, webFolder, allowances = defaultAllowances } = options
  const say = (message: string): void => log.info(message)
  const secrets = await openSecrets(settings.dataFolder, systemRandomness)
  const source = await openMarketSource(settings, secrets.market, (error) =>
    log.error({ err: error }, 'a worker thread of the charts ended and is replaced'),
  )
  closers.add(() => source.bars.close())
  const store = await openStore({
    databaseUrl: settings.databaseUrl,
    ownerUrl: settings.databaseOwnerUrl,
    dataFolder: settings.dataFolder,
    log: say,
    onTaken() {
      log.fatal('Another process has taken over this data: stopping')
      void closers.closeAll()
    },
  })
  closers.add(() => store.close())
  const warn = (message: string): void => log.warn(message)
  const diskSpace = await openDiskSpace({ folder: store.folder ?? settings.dataFolder, log: say, warn })
  closers.add(() => Promise.resolve(diskSpace.close()))
  const { clock, handledUntil }: StartedClock =
    options.clock === undefined
      ? await startClock(store, { speed: settings.clockSpeed, set: source.start, say })
      : { clock: options.clock, handledUntil: undefined }
  let wake = (): void => undefined
  const dependencies = await openDependencies({
    settings,
    secrets,
    store,
    source,
    clock,
    randomness: systemRandomness,
    traditional: openTraditional(),
    ownData: everyOwnData,
    log: say,
    failed: (error) => log.error({ err: error }, 'a list of orders lost its connection, or its push frames failed'),
    wake: () => wake(),
    laneLimits: options.laneLimits,
    quotaLimits: options.quotaLimits,
  })
  closers.add(async () => dependencies.mail.close())
  await publishCommitments(store.db, source.drawn.secrets, clock.now())
  await dependencies.content.start(clock.now())
  await dependencies.engine.start()
  const background = openBackground({ dependencies, log, handledUntil })
  closers.add(() => saveClock(store.db, clock, background))
  closers.add(() => dependencies.engine.lane.settled())
  closers.add(() => background.stop())
  const transport = await openTransport({
    settings,
    secrets,
    randomness: systemRandomness,
    dependencies,
    background,
    version,
    webFolder,
    allowances,
    isStorageLow: () => diskSpace.isLow(),
    log,
  })
  closers.add(() => transport.close())
  wake = transport.wake
  if (options.clock === undefined) background.start({ warmUp: options.warmUp ?? true })
  const url = await transport.http.listen({ host: oneAddress(settings.host), port: settings.port })
  const { ticker, jobs } = background
  const step = async (): Promise<void> => void (await ticker.step())
  return { url, clock, dependencies, ticker, jobs, http: transport.http, step, close: () => closers.closeAll() }
}
