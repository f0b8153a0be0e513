import { randomUUID } from 'node:crypto'
import { openApi } from '@mex/contract/openapi.ts'
import { writeFrameData } from '@mex/contract/push.ts'
import { pino, type Logger } from 'pino'
import type { FastifyInstance } from 'fastify'
import { jobs as accountJobs } from '#areas/account/jobs.ts'
import { jobs as ledgerJobs } from '#areas/ledger/jobs.ts'
import { lapseOverdue } from '#areas/trading/jobs.ts'
import { openMatcher } from '#areas/trading/matcher.ts'
import { tradingFrames } from '#areas/trading/frames.ts'
import { jobs as walletJobs } from '#areas/wallet/jobs.ts'
import { systemChance } from '#chance.ts'
import { openClock, type Clock } from '#clock.ts'
import { openStore, type Store } from '#db/database.ts'
import { openTicker, type Ticker } from '#feeds/ticker.ts'
import { defaultAllowances, type Allowances } from '#http/limits.ts'
import { openDoubleTaps } from '#http/keys.ts'
import { openMetrics } from '#http/metrics.ts'
import { openHttp } from '#http/server.ts'
import { openJobs, type Job, type Jobs } from '#jobs/runner.ts'
import { openBus } from '#push/bus.ts'
import { openOutbox, type Outbox } from '#push/outbox.ts'
import { openPush, type Push } from '#push/push.ts'
import { callTable } from './call-table.ts'
import { readSettings, type Settings } from './environment.ts'
import { openMarketSource, type MarketSource } from './market-source.ts'
import { openParts, title, type Parts } from './parts.ts'
import { openSecrets } from './secrets.ts'
import { openTraditional } from './traditional.ts'

export { readSettings, type Settings }

export type ServerOptions = {
  readonly settings: Settings
  readonly version: string
  /** Folder of the built web app; undefined serves the calls alone. */
  readonly webFolder: string | undefined
  /** A clock that is moved by hand, for tests and the seeded simulation: ticks and jobs then wait for `step`. */
  readonly clock?: Clock
  readonly allowances?: Allowances
  readonly log?: Logger
}

export type Server = {
  /** Where it listens. */
  readonly url: string
  readonly clock: Clock
  readonly parts: Parts
  readonly ticker: Ticker
  readonly jobs: Jobs
  readonly http: FastifyInstance
  /** Handles the ticks that are due on a clock that is moved by hand. */
  step(): Promise<void>
  /** Stops taking calls, finishes what is under way, and stops everything that it started. */
  close(): Promise<void>
}

/** Opens everything in the order in which it depends on each other, and listens. */
export async function openServer(options: ServerOptions): Promise<Server> {
  const { settings } = options
  const log = options.log ?? pino({ level: settings.logLevel })
  const say = (message: string): void => log.info(message)
  const secrets = await openSecrets(settings.dataFolder, systemChance)
  const source = await openMarketSource(settings, secrets.market)
  const store = await openStore({ databaseUrl: settings.databaseUrl, dataFolder: settings.dataFolder, log: say })
  const closers: (() => Promise<unknown>)[] = [() => store.close()]
  const closeAll = async (): Promise<void> => {
    for (const close of closers.toReversed())
      await close().catch((error: unknown) => log.error({ err: error }, 'while stopping'))
  }
  try {
    return await openAround({ options, log, say, secrets, source, store, closers, closeAll })
  } catch (error) {
    await closeAll()
    throw error
  }
}

type Opening = {
  readonly options: ServerOptions
  readonly log: Logger
  readonly say: (message: string) => void
  readonly secrets: Awaited<ReturnType<typeof openSecrets>>
  readonly source: MarketSource
  readonly store: Store
  /** What has been opened, to be closed in the opposite order. */
  readonly closers: (() => Promise<unknown>)[]
  readonly closeAll: () => Promise<void>
}

async function openAround(opening: Opening): Promise<Server> {
  const { options, log, say, secrets, source, store, closers, closeAll } = opening
  const { settings } = options
  const clock =
    options.clock ??
    openClock({ speed: settings.clockSpeed, ...(source.start === undefined ? {} : { start: source.start }) })
  const traditional = openTraditional()
  let outbox: Outbox | undefined
  const parts = await openParts({
    settings,
    secrets,
    store,
    source,
    clock,
    chance: systemChance,
    traditional,
    log: say,
    wake: () => outbox?.wake(),
  })
  const { desk, sessions } = parts
  closers.push(async () => parts.mail.close())
  await desk.start()

  let isOpen = true
  const metrics = openMetrics()
  const facts = {
    version: options.version,
    predictable: settings.market === 'sim' && settings.marketSeed !== undefined,
  }
  const http = await openHttp({
    calls: callTable(parts, facts),
    parts: { db: store.db, feed: source.feed },
    now: () => clock.now(),
    authenticate: (token) => sessions.authenticate(token, clock.now()),
    doubleTap: openDoubleTaps(() => performance.now()),
    keySecret: secrets.hmac,
    traditional,
    metrics,
    open: () => isOpen,
    allowances: options.allowances ?? defaultAllowances,
    logger: log,
    webFolder: options.webFolder,
    openApi: openApi({ title: `${title} · Practice`, version: options.version }),
    trustProxy: settings.trustProxy,
    requestId: () => randomUUID(),
    ready: async () => ({
      database: await store.ready(),
      market: source.feed.instruments(clock.now()).size > 0,
      open: isOpen,
    }),
  })
  const bus = openBus((subject, error) => log.error({ err: error, subject }, 'a listener failed'))
  const push = openSocket(opening, { http, bus, parts, clock, traditional, predictable: facts.predictable })
  outbox = await openOutbox({
    db: store.db,
    bus,
    now: () => clock.now(),
    isListening: (userId) => push.isListening(userId),
    onError: (error) => log.error({ err: error }, 'the outbox could not be read'),
    present: presenters(parts),
  })
  const ticker = openTicker({
    feed: source.feed,
    clock,
    listeners: [openMatcher(desk)],
    onError: (name, error) => log.error({ err: error, listener: name }, 'a tick failed'),
  })
  const jobs = openJobs({
    clock,
    jobs: jobList(parts, say),
    onError: (name, error) => log.error({ err: error, job: name }, 'a job failed'),
  })
  closers.push(
    () => outbox?.close() ?? Promise.resolve(),
    () => desk.lane.settled(),
    () => ticker.stop(),
    () => jobs.stop(),
    () => push.close(),
    () => http.close(),
    async () => {
      isOpen = false
    },
  )
  if (options.clock === undefined) {
    ticker.start()
    jobs.start()
  }
  const url = await http.listen({ host: settings.host, port: settings.port })
  return {
    url,
    clock,
    parts,
    ticker,
    jobs,
    http,
    step: async () => void (await ticker.step()),
    close: closeAll,
  }
}

type SocketParts = {
  readonly http: FastifyInstance
  readonly bus: ReturnType<typeof openBus>
  readonly parts: Parts
  readonly clock: Clock
  readonly traditional: Parts['traditional']
  readonly predictable: boolean
}

function openSocket({ log }: Opening, { http, bus, parts, clock, traditional, predictable }: SocketParts): Push {
  const { feed } = parts.source
  return openPush({
    server: http.server,
    bus,
    traditional,
    onError: (error) => log.error({ err: error }, 'a push connection failed'),
    authenticate: async (token) => {
      const identity = await parts.sessions.authenticate(token, clock.now())
      return identity.kind === 'person' ? identity.person : undefined
    },
    stateOf: () => undefined,
    greeting: () => ({
      at: clock.now(),
      change: {
        type: 'disclosure',
        data: JSON.stringify(writeFrameData('disclosure', { mode: feed.mode, simulated: true, predictable })),
      },
    }),
  })
}

/** What push says about each topic of the outbox. */
function presenters({ desk }: Parts): Parameters<typeof openOutbox>[0]['present'] {
  const frames = tradingFrames(desk)
  return { order: frames.orders, position: frames.positions }
}

/** Everything that happens by the clock (rulebook §2.2). */
function jobList(parts: Parts, log: (message: string) => void): Job[] {
  const { db } = parts.store
  return [
    ...ledgerJobs(db),
    ...accountJobs({ db, mail: parts.mail, log }),
    ...walletJobs(parts),
    { name: 'lapse', everySeconds: 1, run: () => lapseOverdue(parts.desk) },
  ]
}
