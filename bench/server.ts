import { formatPrice, price } from '@mex/core/money/money.ts'
import { sources, type Instrument } from '@mex/core/market/instrument.ts'
import { tickDown } from '@mex/core/market/ticks.ts'
import { present } from '@mex/core/assert.ts'
import { openServer, readSettings, type ServerOptions } from '@mex/server'
import { nextCutOff, openLedgerCheck, openQuietLog } from '@mex/server/testing.ts'
import { answerParent, argument } from './answering.ts'
import type { Chart } from './charts.ts'
import type { BegunNight } from './nights.ts'
import type { Ticket, ServerArgument } from './measured-server.ts'

/** The whole server with its usual settings, but without rate limits and, for baselines, with other list sizes. */
const { databaseUrl, dataFolder, laneLimits, webFolder, isMember = false } = argument<ServerArgument>()

const unlimited = { perMinute: 100_000_000 }
const rates = {
  read: unlimited,
  history: unlimited,
  money: unlimited,
  authentication: unlimited,
  code: unlimited,
  upload: unlimited,
}

const settings = readSettings({
  PORT: '0',
  DATA_DIR: dataFolder,
  DATABASE_URL: databaseUrl,
  MARKET_SEED: 'measurement',
  LOOK_AHEAD: 'off',
  CLUSTER: isMember ? 'on' : 'off',
})
const options: ServerOptions = {
  settings,
  version: '0.0.0',
  webFolder,
  log: openQuietLog(),
  allowances: { person: rates, network: rates },
  quotaLimits: { guests: () => Infinity, upload_bytes: () => Infinity },
  ...(laneLimits === undefined ? {} : { laneLimits }),
}
const server = await openServer(options)
const { dependencies, clock } = server
const { feed } = dependencies.source
const checkLedger = openLedgerCheck(databaseUrl, dependencies.sign)

async function dueCharges(): Promise<number> {
  const { rows } = await dependencies.store.pool.query<{ count: number }>(
    'select count(*) from overnight_charge where booked_at is null',
  )
  return Number(rows[0]?.count)
}

const sharesMost = 40
/** A limit that no price of the next minutes reaches, near enough to be accepted (rulebook §14.1). */
const restingPercent = 85n

function ticketOf(instrument: Instrument): Ticket[] {
  const quote = feed.quote(instrument.key, clock.now())
  if (quote === undefined) return []
  const wanted = price((quote.last * restingPercent) / 100n)
  const { code, market, classify, leverageCap } = instrument
  return [
    {
      stockCode: code,
      market,
      classify,
      restingPrice: formatPrice(tickDown(instrument.ticks, wanted)),
      leverage: leverageCap >= 5 ? 5 : 1,
    },
  ]
}

/**
 * The longest turn of the event loop since the last call, in milliseconds of processor time of the main thread alone,
 * without other processes and worker threads. The first call starts the measurement.
 */
function openTurns(): () => number {
  let longest = 0
  let before: number | undefined
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  function turn(): void {
    const after = spent()
    longest = Math.max(longest, after - (before ?? after))
    before = after
    setTimeout(turn, 1)
  }
  return () => {
    if (before === undefined) turn()
    const found = longest
    longest = 0
    return found
  }
}

answerParent(
  {
    port: () => Number(new URL(server.url).port),
    tickets: () =>
      [...feed.instruments(clock.now()).values()]
        .filter(({ market, source, tradable }) => market === 'US' && source === sources.stock && tradable)
        .flatMap(ticketOf)
        .slice(0, sharesMost),
    charts: () => [...feed.instruments(clock.now()).values()].map(({ code, market }): Chart => ({ code, market })),
    memory: () => process.memoryUsage().rss / 1e6,
    longestTurn: openTurns(),
    settled: () => dependencies.engine.lane.settled(),
    checkLedger,
    ledgerSize: async () =>
      (
        await dependencies.store.pool.query(
          `select (select count(*) from journal) as journals, (select count(*) from balance) as balances,
             (select count(*) from app_user) as people`,
        )
      ).rows[0],
    lastCheck: () => dependencies.ledger.lastCheck ?? null,
    waitingOrders: () => dependencies.engine.triggers.size.orders,
    async beginNight(): Promise<BegunNight> {
      const { calendars } = dependencies.source
      const cutOff = present(nextCutOff(calendars, 'US', clock.now()), 'a night')
      const began = performance.now()
      await dependencies.engine.nights.begin(cutOff.at)
      const milliseconds = performance.now() - began
      return { noted: await dueCharges(), milliseconds }
    },
    dueCharges,
    triggers: () => dependencies.engine.triggers.size,
  },
  () => server.close(),
)
