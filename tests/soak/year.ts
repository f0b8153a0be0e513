import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { stopOnSignal } from '@mex/server/stop-signals.ts'
import { gapsBetween } from '@mex/server/testing.ts'
import { openPerson, Unsuccessful } from '@mex/world/person.ts'
import { connectTo } from '#chaos/evidence.ts'
import { clear, openFolder, runOps, startServer, type ServerProcess, type Variables } from '#chaos/server-process.ts'
import { seededRandom, type SeededRandom } from '#simulation/seeded-random.ts'
import { act, drawAction, openOffered, type Customer, type Offered } from './products.ts'

/**
 * A server in a process of its own, on a fast clock, with many people in every product, until so many days have passed. Then it goes on at the
 * speed of a usual server, so that everything that was due is done, and the operator's checks look at all of it.
 */

export type YearOptions = {
  readonly seed: string
  readonly people: number
  /** Days of the market clock. */
  readonly days: number
  /** How many times as fast the market clock runs. */
  readonly speed: number
  /** Actions of all people together in a second of the wall clock. */
  readonly perSecond: number
  /** A data folder that stays: what an earlier run has begun in it goes on. */
  readonly folder?: string | undefined
  readonly tell: (line: string) => void
}

export type Verified = {
  readonly check: string
  readonly isRight: boolean
  readonly seconds: number
  readonly lines: readonly string[]
}

export type YearResult = {
  readonly people: number
  readonly daysPassed: number
  /** Of these, the days in recorded gaps: a busy machine handled no tick in time, and nothing was filled. */
  readonly daysInGaps: number
  readonly wallSeconds: number
  /** How often each action was done, had nothing to be done with, or was refused with a word. */
  readonly outcomes: ReadonlyMap<string, number>
  /** Answers that were neither a success nor a refusal. */
  readonly failures: readonly string[]
  /** Rows of the tables that grow, the largest first. */
  readonly tables: readonly (readonly [string, number])[]
  /** Resident memory of the server at the end, in megabytes; undefined on systems without `/proc`. */
  readonly megabytes: number | undefined
  readonly verified: readonly Verified[]
}

const checks = ['ledger', 'fills', 'quotes', 'ipo', 'bonds', 'follow', 'strategies', 'robots'] as const
const started = '2026-12-01T15:00:00Z'
const dayMilliseconds = 86_400_000
const workers = 8
/** A usual server catches up with what a fast one had no time for: it has so long for it. */
const settleMost = 15 * 60_000
const settleLeast = 6000
const failuresMost = 50
const tellMilliseconds = 30_000

/** Each customer has an own network, as in reality, so that the limits of one are not those of all. */
const addressOf = (number: number): string => `100.${64 + (number >> 14)}.${(number >> 6) & 255}.${1 + (number & 63)}`

const network: Variables = { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' }

/** People with guest accounts whose identity and permission for blocks count as verified, as an operator's desk would. */
async function openCustomers(url: string, folder: string, count: number): Promise<Customer[]> {
  const file = join(folder, 'people.json')
  const tokens: string[] = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as string[]) : []
  const customers = tokens.slice(0, count).map((token, number) => customerOf(url, number, token))
  let asked = customers.length
  const openSome = async (): Promise<void> => {
    while (asked < count) {
      const number = asked
      asked += 1
      const headers = { 'x-forwarded-for': addressOf(number) }
      const { token } = await openPerson(url).call(calls.account.guest, {}, { headers })
      customers.push(customerOf(url, number, token))
    }
  }
  await Promise.all(Array.from({ length: workers }, openSome))
  await writeFile(file, JSON.stringify(customers.map(({ person }) => person.token)))
  const { db, pool } = await connectTo(folder)
  await pool.query('update app_user set real_status = 3, block_status = 3 where real_status <> 3')
  await db.destroy()
  return customers
}

function customerOf(url: string, number: number, token: string): Customer {
  const person = openPerson(url)
  person.token = token
  return { person, address: addressOf(number) }
}

/** Tables in which something happens, the largest first, and the days until an instant that lie in recorded gaps. */
async function readStore(folder: string, until: number) {
  const { db, pool } = await connectTo(folder)
  try {
    const { rows: names } = await pool.query<{ name: string }>(
      "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition",
    )
    const tables: (readonly [string, number])[] = []
    for (const { name } of names) {
      const { rows } = await pool.query<{ count: number }>(`select count(*) as count from "${name}"`)
      tables.push([name, Number(rows[0]?.count ?? 0)])
    }
    const gaps = await gapsBetween(db, Date.parse(started), until)
    return {
      tables: tables.toSorted(([, one], [, other]) => other - one),
      daysInGaps: gaps.reduce((sum, { from, to }) => sum + to - from, 0) / dayMilliseconds,
    }
  } finally {
    await db.destroy()
  }
}

/** The time of the market, by the time stamp of a public list. */
async function marketNow(url: string): Promise<number | undefined> {
  const { envelope } = await openPerson(url).ask(calls.placings.window, {})
  const { serverTimestamp } = (envelope.data ?? {}) as { readonly serverTimestamp?: number }
  return serverTimestamp === undefined ? undefined : serverTimestamp * 1000
}

/** Whether every journal is linked to the chain of seals, and the anchor of every day that is over is published. */
async function isSettled(folder: string): Promise<boolean> {
  const { db, pool } = await connectTo(folder)
  try {
    const { rows } = await pool.query<{ unlinked: number; missing: number }>(
      `select (select count(*) from journal) - (select count(*) from seal) as unlinked,
        (select ((market_at at time zone 'UTC') - interval '30 minutes')::date - 1 from market_clock) - (select max(date) from anchor) as missing`,
    )
    return Number(rows[0]?.unlinked) === 0 && Number(rows[0]?.missing) <= 0
  } finally {
    await db.destroy()
  }
}

type Living = {
  readonly customers: readonly Customer[]
  readonly offered: Offered
  readonly outcomes: Map<string, number>
  readonly failures: string[]
  isOver: boolean
}

const count = (outcomes: Map<string, number>, what: string): void =>
  void outcomes.set(what, (outcomes.get(what) ?? 0) + 1)

async function actOnce({ customers, offered, outcomes, failures }: Living, random: SeededRandom): Promise<void> {
  const name = drawAction(random)
  try {
    const isDone = await act(name, random.pick(customers), { random, offered })
    count(outcomes, isDone ? name : `${name}: nothing there`)
  } catch (error) {
    const word = error instanceof Unsuccessful ? error.refused : undefined
    if (word === undefined) failures.push(`${name}: ${String(error)}`)
    else count(outcomes, `${name}: ${word}`)
    if (failures.length >= failuresMost) throw new Error(`Too much fails:\n${failures.join('\n')}`, { cause: error })
  }
}

/** One of several who act in turn, together so often in a second. */
async function work(living: Living, random: SeededRandom, perSecond: number): Promise<void> {
  let due = performance.now()
  while (!living.isOver) {
    await actOnce(living, random)
    due = Math.max(due + (workers * 1000) / perSecond, performance.now() - 1000)
    await rest(Math.max(0, due - performance.now()))
  }
}

/** Lets people act until the market clock has reached an instant; returns the last time that was seen. */
async function liveUntil(end: number, living: Living, options: YearOptions, server: ServerProcess): Promise<number> {
  const random = seededRandom(options.seed)
  const working = Array.from({ length: workers }, (_, worker) =>
    work(living, random.branch(`worker ${worker}`), options.perSecond),
  )
  const all = Promise.all(working)
  let [seen, told] = [0, performance.now()]
  const watch = async (): Promise<void> => {
    while (seen < end) {
      if (server.isOver()) throw new Error(`The server ended:\n${server.output().slice(-4000)}`)
      seen = (await marketNow(server.url)) ?? seen
      if (performance.now() - told > tellMilliseconds) {
        told = performance.now()
        const done = [...living.outcomes.values()].reduce((sum, each) => sum + each, 0)
        options.tell(`${new Date(seen).toISOString()}: ${done} actions, ${living.failures.length} failures`)
      }
      await rest(Math.min(1000, Math.max(50, (end - seen) / options.speed)))
    }
  }
  try {
    await Promise.race([watch(), all])
  } finally {
    living.isOver = true
  }
  await all
  return seen
}

const residentMegabytes = async (pid: number): Promise<number | undefined> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
}

export async function liveYear(options: YearOptions): Promise<YearResult> {
  const { people, days, speed, tell } = options
  const folder = options.folder ?? (await openFolder())
  if (options.folder !== undefined) {
    await mkdir(folder, { recursive: true })
    // The database may run as another user.
    await chmod(folder, 0o755)
  }
  const begun = performance.now()
  let server: ServerProcess | undefined
  const stop = async (): Promise<void> => {
    if (options.folder === undefined) await clear(server, folder)
    else await server?.end('SIGTERM')
  }
  const ignoreSignals = stopOnSignal(stop, 130)
  try {
    const fast = { ...network, CLOCK_SPEED: String(speed) }
    const begin = existsSync(join(folder, 'people.json')) ? {} : { CLOCK_START: started }
    server = await startServer(folder, ['server/main.ts'], { ...fast, ...begin })
    const customers = await openCustomers(server.url, folder, people)
    tell(`${customers.length} people after ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    const first = customers[0]
    if (first === undefined) throw new Error('There has to be somebody')
    const living: Living = {
      customers,
      offered: openOffered(first),
      outcomes: new Map(),
      failures: [],
      isOver: false,
    }
    const end = Date.parse(started) + days * dayMilliseconds
    const reached = await liveUntil(end, living, options, server)
    const megabytes = await residentMegabytes(server.pid)
    await server.end('SIGTERM')
    tell('the clock goes on at the usual speed')
    server = await startServer(folder, ['server/main.ts'], network)
    await rest(settleLeast)
    for (const latest = performance.now() + settleMost; !(await isSettled(folder)) && performance.now() < latest;)
      await rest(2000)
    const wallSeconds = (performance.now() - begun) / 1000
    const verified: Verified[] = []
    for (const check of checks) {
      const from = performance.now()
      const { code, output } = await runOps(folder, 'verify', check)
      const lines = output.trimEnd().split('\n')
      verified.push({ check, isRight: code === 0, seconds: (performance.now() - from) / 1000, lines })
      tell(`${lines.at(-1)} (${((performance.now() - from) / 1000).toFixed(0)} s)`)
    }
    const { tables, daysInGaps } = await readStore(folder, reached)
    const daysPassed = (reached - Date.parse(started)) / dayMilliseconds
    const { outcomes, failures } = living
    return { people, daysPassed, daysInGaps, wallSeconds, outcomes, failures, tables, megabytes, verified }
  } finally {
    ignoreSignals()
    await stop()
  }
}
