import { Counter, Gauge, type Registry } from 'prom-client'
import { mailWaiting } from '#areas/account/mail.ts'
import type { Push } from '#push/push.ts'
import type { Outbox } from '#push/outbox.ts'
import type { RunningBackground } from './background.ts'
import type { Dependencies } from './dependencies.ts'
import type { DiskSpace } from './disk-space.ts'
import type { LiveMarket } from './live-market.ts'

/**
 * Metrics of the state of the server. Each is read from the part that knows it when /metrics is asked for, so that orders
 * and ticks do not wait for them, and no part knows that it is measured. No label has a value of a user
 * (docs/decisions/065-metrics-of-what-the-server-does.md).
 */

export type StateMetricsOptions = {
  readonly version: string
  readonly dependencies: Dependencies
  readonly background: Pick<RunningBackground, 'ticker' | 'jobs'>
  readonly diskSpace: DiskSpace
  readonly quoteSource: Pick<LiveMarket, 'ageSeconds'> | undefined
  readonly push: Pick<Push, 'counts'>
  readonly outbox: Pick<Outbox, 'unsent'>
  /** The answer of /readyz. */
  readonly ready: () => Promise<Readonly<Record<string, boolean>>>
  /** From the stop signal on; calls are still answered for `DRAIN_SECONDS`. */
  readonly isDraining: () => boolean
  /** False when calls are refused. */
  readonly isOpen: () => boolean
}

type Labels = Readonly<Record<string, string>>
type Sample = readonly [labels: Labels, value: number]

type Described = {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  /** The values now; none for what cannot be read, which never keeps the other metrics from being answered. */
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>
}

function addGauge(registry: Registry, { name, help, labelNames = [], read }: Described): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const samples = await samplesOf(read)
      gauge.reset()
      // Without labels `reset` leaves a zero, which nobody has measured.
      if (labelNames.length === 0) gauge.remove()
      for (const [labels, value] of samples) gauge.set(labels, value)
    },
  })
}

function addCounter(registry: Registry, { name, help, labelNames = [], read }: Described): void {
  const counter = new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const samples = await samplesOf(read)
      counter.reset()
      for (const [labels, value] of samples) counter.inc(labels, value)
    },
  })
}

const samplesOf = (read: Described['read']): Promise<readonly Sample[]> =>
  Promise.resolve()
    .then(read)
    .catch(() => [])

/** A value without labels; none if it is undefined. */
const single = (value: number | undefined): readonly Sample[] => (value === undefined ? [] : [[{}, value]])
const flag = (is: boolean): number => (is ? 1 : 0)

const freshMilliseconds = 5000
const waitMilliseconds = 1000

/**
 * Reads a value of the database at most every five seconds, however often it is asked for. Rejects after a second: the
 * other metrics are needed most when the database does not answer.
 */
function sampled<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let readAt = -Infinity
  let reading: Promise<Value> | undefined
  let isOver = true
  return () => {
    if (reading === undefined || (isOver && performance.now() - readAt >= freshMilliseconds)) {
      readAt = performance.now()
      isOver = false
      reading = read().finally(() => {
        isOver = true
      })
      // Reported by the missing value.
      reading.catch(() => undefined)
    }
    return inTime(reading)
  }
}

function inTime<Value>(reading: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database does not answer in time')), waitMilliseconds)
    reading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Adds every metric of this file to the registry. */
export function addStateMetrics(registry: Registry, options: StateMetricsOptions): void {
  const gauges = [...serverGauges(options), ...queueGauges(options), ...ledgerGauges(options), ...jobGauges(options)]
  for (const gauge of gauges) addGauge(registry, gauge)
  addCounter(registry, {
    name: 'job_failures_total',
    help: 'Runs of a job that ended with an error',
    labelNames: ['job_name'],
    read: () => options.background.jobs.runs().map(({ name, failures }) => [{ job_name: name }, failures]),
  })
}

function serverGauges({ version, dependencies, diskSpace, ready, ...options }: StateMetricsOptions): Described[] {
  const { store, ledger } = dependencies
  const readySampled = sampled(ready)
  return [
    {
      name: 'build_info',
      help: 'Always 1; the version of the server and of Node',
      labelNames: ['version', 'node'],
      read: () => [[{ version, node: process.versions.node }, 1]],
    },
    {
      name: 'server_ready',
      help: '1 while /readyz answers 200',
      read: async () => single(flag(await readySampled().then(isEvery, () => false))),
    },
    {
      name: 'server_draining',
      help: '1 from the stop signal on; calls are still answered for DRAIN_SECONDS',
      read: () => single(flag(options.isDraining())),
    },
    {
      name: 'server_leading',
      help: '1 while this server handles the ticks and runs the jobs; a server alone always does',
      read: () => single(flag(leads(dependencies))),
    },
    {
      name: 'orders_stopped',
      help: '1 while new orders are refused for this reason',
      labelNames: ['reason'],
      read: () => [
        [{ reason: 'ledger_wrong' }, flag(!ledger.isConsistent)],
        [{ reason: 'storage_low' }, flag(diskSpace.isLow())],
        [{ reason: 'stopping' }, flag(!options.isOpen())],
      ],
    },
    {
      name: 'disk_free_bytes',
      help: 'Free space of the volume of the database (with DATABASE_URL: of DATA_DIR)',
      read: () => single(diskSpace.freeBytes()),
    },
    {
      name: 'database_connections',
      help: 'Connections of the pool by state',
      labelNames: ['state'],
      read: () => [
        [{ state: 'used' }, store.connections().used],
        [{ state: 'idle' }, store.connections().idle],
      ],
    },
    {
      name: 'database_connections_waiting',
      help: 'Statements and transactions that wait because all connections are in use',
      read: () => single(store.connections().waiting),
    },
    {
      name: 'database_connections_max',
      help: 'The most connections that the pool opens',
      read: () => single(store.connections().most),
    },
  ]
}

const leads = ({ members }: Pick<Dependencies, 'members'>): boolean => members?.isLeading() !== false

const isEvery = (parts: Readonly<Record<string, boolean>>): boolean => Object.values(parts).every(Boolean)

/** What waits, and for how long. */
function queueGauges({ dependencies, background, push, outbox, quoteSource }: StateMetricsOptions): Described[] {
  const { store, clock, engine } = dependencies
  const unsent = sampled(() => outbox.unsent())
  const mail = sampled(() => mailWaiting(store.db, clock.wall()))
  return [
    {
      name: 'trading_commands_waiting',
      help: 'Commands that wait in the trading lane',
      read: () => single(engine.lane.backlog().waiting),
    },
    {
      name: 'trading_commands_waited_seconds',
      help: 'How long the oldest waiting command of the trading lane has waited',
      read: () => single(engine.lane.backlog().waitedSeconds),
    },
    {
      name: 'tick_overdue_seconds',
      help: 'Time since the next tick became due; 0 while it is not',
      read: () => single(background.ticker.behindMilliseconds() / 1000),
    },
    {
      name: 'quote_source_age_seconds',
      help: 'Time since the public source of quotes answered, or since the start before it did; only with MARKET=live',
      read: async () => single(await quoteSource?.ageSeconds()),
    },
    {
      name: 'outbox_unsent',
      help: 'Committed events that push has not read yet, at most 10000',
      read: async () => single((await unsent()).count),
    },
    {
      name: 'outbox_oldest_seconds',
      help: 'Age of the oldest event that push has not read yet',
      read: async () => single((await unsent()).oldestSeconds),
    },
    { name: 'mail_waiting', help: 'Mails that wait to be sent', read: async () => single(await mail()) },
    {
      name: 'push_clients',
      help: 'Open push sockets, and the users and public channels that they listen to',
      labelNames: ['kind'],
      read: () => {
        const { sockets, persons, channels } = push.counts()
        return [
          [{ kind: 'sockets' }, sockets],
          [{ kind: 'users' }, persons],
          [{ kind: 'channels' }, channels],
        ]
      },
    },
  ]
}

function ledgerGauges({ dependencies }: StateMetricsOptions): Described[] {
  const { ledger } = dependencies
  const opened = performance.now()
  return [
    {
      name: 'ledger_consistent',
      help: '1 if the last check of the ledger found no difference, 0 if it did',
      read: () => single(ledger.lastCheck === undefined ? undefined : flag(ledger.isConsistent)),
    },
    {
      name: 'ledger_findings',
      help: 'Differences that the last check of the ledger found',
      read: () => single(ledger.lastCheck?.findings),
    },
    {
      name: 'ledger_check_age_seconds',
      help: 'Time since the end of the last check of the ledger, or since the start before the first; only of the server that leads',
      read: () =>
        single(leads(dependencies) ? (performance.now() - (ledger.lastCheck?.endedAt ?? opened)) / 1000 : undefined),
    },
    {
      name: 'ledger_check_seconds',
      help: 'Time that the last check of the ledger took',
      read: () => single(ledger.lastCheck?.seconds),
    },
  ]
}

function jobGauges({ background: { jobs } }: StateMetricsOptions): Described[] {
  return [
    {
      name: 'job_success_age_seconds',
      help: 'Time since a job last succeeded, or since the start if it never did',
      labelNames: ['job_name'],
      read: () => jobs.runs().map(({ name, sinceSuccessSeconds }) => [{ job_name: name }, sinceSuccessSeconds]),
    },
    {
      name: 'job_interval_seconds',
      help: 'Time between two runs of a job',
      labelNames: ['job_name'],
      read: () => jobs.runs().map(({ name, intervalSeconds }) => [{ job_name: name }, intervalSeconds]),
    },
  ]
}
