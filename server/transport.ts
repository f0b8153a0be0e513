import { randomUUID } from 'node:crypto'
import { openApi } from '@mex/contract/openapi.ts'
import { writeFrameData } from '@mex/contract/frames.ts'
import { systemChannel } from '@mex/contract/push.ts'
import { storageLow } from '@mex/core/refusal.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { HaltChange } from '#areas/desk/halts.ts'
import { drain, readArrivedRequests } from '#http/drain.ts'
import type { Allowances } from '#http/limits.ts'
import { openDoubleTaps } from '#http/keys.ts'
import { openHosts } from '#http/hosts.ts'
import type { Metrics } from '#http/metrics.ts'
import { protectiveHeaders } from '#http/protective-headers.ts'
import { openHttp } from '#http/server.ts'
import { openAuctionNews, type AuctionNews } from '#areas/auctions/news.ts'
import { openMarketNews, type MarketNews } from '#areas/market/news.ts'
import { tellQuotes } from '#push/quotes.ts'
import { openBus, type Bus, type ChangeBatch } from '#push/bus.ts'
import { openOutbox, type FrameLoader, type Outbox } from '#push/outbox.ts'
import { openNetworkOf } from '#push/admission.ts'
import { openPush, type Push, type PushOptions } from '#push/push.ts'
import { areas, callTable } from './areas.ts'
import type { DiskSpace } from './disk-space.ts'
import type { Randomness } from './randomness.ts'
import type { Settings } from './environment.ts'
import { openUnfiltered } from './log.ts'
import type { RunningBackground } from './background.ts'
import type { Dependencies } from './dependencies.ts'
import type { LiveMarket } from './live-market.ts'
import type { Secrets } from './secrets.ts'
import { openEncryption } from './encryption.ts'
import { openSecurityLog } from './security-log.ts'
import { addStateMetrics } from './state-metrics.ts'

/** The network side of the server: calls, push, the page. */
export type Transport = {
  readonly http: FastifyInstance
  readonly push: Push
  /** Call after a commit that wrote to the outbox. */
  readonly wake: () => void
  close(): Promise<void>
}

export type TransportOptions = {
  readonly settings: Settings
  readonly secrets: Secrets
  readonly randomness: Randomness
  readonly dependencies: Dependencies
  readonly background: RunningBackground
  readonly version: string
  readonly webFolder: string | undefined
  readonly allowances: Allowances
  readonly diskSpace: DiskSpace
  readonly metrics: Metrics
  /** The public source of quotes; undefined in the other markets. */
  readonly quoteSource: Pick<LiveMarket, 'ageSeconds'> | undefined
  /** False from the stop signal on, up to `DRAIN_SECONDS` before calls are refused. */
  readonly isWanted: () => boolean
  readonly log: Logger
}

/** The dependencies that must work before the server can answer calls. */
const readiness = async ({ store, source, clock }: Dependencies) => ({
  database: await store.ready(),
  // Public quotes may be away: without them nothing fills, and everything else is there.
  market: source.live !== undefined || source.feed.instruments(clock.now()).size > 0,
})

export async function openTransport(options: TransportOptions): Promise<Transport> {
  const { settings, dependencies, log, metrics } = options
  const isStorageLow = (): boolean => options.diskSpace.isLow()
  const { clock, source } = dependencies
  let isOpen = true
  const ready = async () => ({ ...(await readiness(dependencies)), open: isOpen && options.isWanted() })
  const predictable = settings.marketSeed !== undefined
  const security = openSecurityLog(openUnfiltered(log))
  const { note } = security
  const hosts = openHosts(settings)
  const headers = protectiveHeaders(options.webFolder)
  const admission = { note, hosts, headers, networkOf: openNetworkOf(settings.trustProxy) }
  const http = await openHttp({
    note,
    calls: callTable(dependencies, { version: options.version, predictable, supportUrl: settings.supportUrl }),
    parts: { db: dependencies.store.db, feed: source.feed },
    clock,
    refresh: dependencies.members?.learnHandled,
    authenticate: (token) => dependencies.sessions.authenticate(token, clock.wall()),
    doubleTap: openDoubleTaps(() => performance.now()),
    keySecret: options.secrets.hmac,
    answerEncryption: openEncryption(options.secrets.hmac, 'answers', options.randomness),
    traditional: dependencies.traditional,
    metrics,
    open: () => isOpen,
    isStorageLow,
    allowances: options.allowances,
    imageOf: (userId, id) => dependencies.files.imageOf(userId, id),
    logger: log,
    webFolder: options.webFolder,
    title: settings.title,
    legalDocument: (name) => dependencies.papers.file(name),
    openApi: openApi({ title: `${settings.title} · Practice`, version: options.version }),
    hosts,
    headers,
    trustProxy: settings.trustProxy,
    requestId: () => randomUUID(),
    ready,
  })
  const bus = openBus((subject, error) => log.error({ err: error, subject }, 'a listener failed'))
  dependencies.sessions.onEnded((userId, sessionId) => bus.publish('sessions', { userId, sessionId }))
  dependencies.halts.onChanged((change) => bus.publish('changes', haltNews(change, clock.now())))
  const prices = { news: openMarketNews(dependencies.market), auctionNews: openAuctionNews(dependencies.market) }
  const socket = { http, bus, dependencies, ...prices, predictable, log, admission, isStorageLow }
  const push = openSocket({ ...socket, isOpen: () => isOpen })
  publishPrices(options.background, { bus, ...prices }, push)
  const outbox = await openNotices(options, bus, push)
  const stopping = { isDraining: () => !isOpen || !options.isWanted(), isOpen: () => isOpen }
  addStateMetrics(metrics.registry, { ...options, ...stopping, push, outbox, ready })
  return {
    http,
    push,
    wake: () => outbox.wake(),
    async close() {
      await readArrivedRequests()
      isOpen = false
      // Calls that wait for a chart are answered at once; `drain` then waits for the others.
      await source.bars.close()
      // Sockets first: the HTTP server waits for every connection.
      await push.close()
      await drain(http)
      await outbox.close()
      security.close()
    },
  }
}

/** Reads the outbox, and publishes the frames that the areas load for it. */
function openNotices(
  { dependencies, log }: Pick<TransportOptions, 'dependencies' | 'log'>,
  bus: Bus,
  push: Push,
): Promise<Outbox> {
  return openOutbox({
    db: dependencies.store.db,
    bus,
    now: () => dependencies.clock.now(),
    isListening: (userId) => push.isListening(userId),
    // What other servers commit wakes nobody here.
    ...(dependencies.members === undefined ? {} : { pollMilliseconds: 100 }),
    onError: (error) => log.error({ err: error }, 'the outbox could not be read'),
    loaders: Object.assign({}, ...areas.map(({ frames }) => frames?.(dependencies))) as Readonly<
      Record<string, FrameLoader>
    >,
  })
}

/** Publishes quotes, lists and the figures of auctions with the ticks. */
function publishPrices(
  background: RunningBackground,
  { bus, news, auctionNews }: Pick<SocketDependencies, 'bus' | 'news' | 'auctionNews'>,
  push: Push,
): void {
  const isHeard = (channel: string): boolean => push.isHeard(channel)
  background.listen(tellQuotes({ ...news, bus, isHeard }))
  background.listen(auctionNews.listener(bus, isHeard))
}

/** The frame of a halt or its end; a whole market has an empty code. */
function haltNews(change: HaltChange, at: number): ChangeBatch {
  const { market, code = '', halted } = change
  const data = JSON.stringify(writeFrameData('halt', { market, code, halted }))
  return { at, changes: [{ channel: systemChannel, type: 'halt', data }] }
}

type SocketDependencies = {
  readonly http: FastifyInstance
  readonly bus: Bus
  readonly dependencies: Dependencies
  readonly news: MarketNews
  readonly auctionNews: AuctionNews
  readonly predictable: boolean
  readonly log: Logger
  readonly admission: Required<Pick<PushOptions, 'note' | 'hosts' | 'headers' | 'networkOf'>>
  readonly isOpen: () => boolean
  readonly isStorageLow: () => boolean
}

function openSocket(options: SocketDependencies): Push {
  const { http, bus, dependencies, news, auctionNews, predictable, log, admission, isOpen, isStorageLow } = options
  const { sessions, clock, source, traditional, content } = dependencies
  const disclosure = { mode: source.feed.mode, simulated: true, predictable } as const
  return openPush({
    server: http.server,
    bus,
    traditional,
    ...admission,
    isOpen,
    onError: (error) => log.error({ err: error }, 'a push connection failed'),
    authenticate: async (token) => {
      const identity = await sessions.authenticate(token, clock.wall())
      return identity.kind === 'user' ? identity.person : undefined
    },
    chat: {
      say: async (person, message) =>
        isStorageLow() ? storageLow : content.chat.send(person, message, { now: clock.now(), wallNow: clock.wall() }),
      history: async ({ userId }) => ({ at: clock.now(), data: await content.chat.history(userId) }),
    },
    stateOf: (channel) =>
      channel.kind === 'auction' ? auctionNews.stateOf(channel.code, clock.now()) : news.stateOf(channel, clock.now()),
    greeting: () => ({
      at: clock.now(),
      change: { type: 'disclosure', data: JSON.stringify(writeFrameData('disclosure', disclosure)) },
    }),
  })
}
