import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { connect, sql, type Connection } from '@mex/server/testing.ts'
import type { Usage } from './answering.ts'
import { openLoad, type Load } from './load.ts'
import { openGround, usedBetween, type Ground, type MeasuredServer } from './measured-server.ts'
import type { Figure, Measurement, Say } from './measurement.ts'
import { openPeople, orderRequests } from './people.ts'
import { median, percentile, ratioOf } from './statistics.ts'

const people = 200
const connections = 48
const perSecond = 60
const rounds = 3
const seconds = 3
const closedSeconds = 2
/** Until the orders of a round are filled. */
const fillMilliseconds = 1500

/** Contenders: whether their servers are members of one database, and how many there are. */
const contenders = [
  { name: 'alone', isMember: false, count: 1 },
  { name: 'one with CLUSTER=on', isMember: true, count: 1 },
  { name: 'two', isMember: true, count: 2 },
  { name: 'three', isMember: true, count: 3 },
] as const

type Contender = {
  readonly name: string
  readonly servers: readonly MeasuredServer[]
  readonly next: () => string
  readonly connection: Connection
  readonly rounds: Round[]
}

/** What one round of a contender found: milliseconds, except the orders per second. */
type Round = {
  readonly p50: number
  readonly p99: number
  readonly serverTime: number
  readonly databaseTime: number
  readonly fastest: number
  readonly fastServerTime: number
  readonly fastDatabaseTime: number
  readonly fill: number
  readonly fill99: number
}

async function openContender(ground: Ground, { name, isMember, count }: (typeof contenders)[number]) {
  const first = await ground.openServer({ isMember })
  const servers = [first]
  while (servers.length < count) {
    const dataFolder = `${first.dataFolder}-${servers.length}`
    await cp(join(first.dataFolder, 'secrets'), join(dataFolder, 'secrets'), { recursive: true })
    servers.push(await ground.openServer({ isMember, dataFolder, databaseUrl: first.databaseUrl }))
  }
  const tokens = await openPeople(first, people)
  const next = await orderRequests(first, tokens, 'market')
  return { name, servers, next, connection: connect(first.databaseUrl, 1), rounds: [] }
}

type Spent = { readonly serverTime: number; readonly databaseTime: number }

/** Milliseconds of the processor per order, while `work` sends orders and answers how many. */
async function spentBy(ground: Ground, { servers }: Contender, work: () => Promise<number>): Promise<Spent> {
  const url = servers[0]?.databaseUrl ?? ''
  const used = async (): Promise<number> => {
    const usages = await Promise.all(servers.map((server) => server.ask<Usage>('usage')))
    return usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  }
  const [servedBefore, storedBefore] = [await used(), await ground.databaseUse(url)]
  const orders = await work()
  const [served, stored] = [await used(), await ground.databaseUse(url)]
  return {
    serverTime: ((served - servedBefore) * 1000) / orders,
    databaseTime: (usedBetween(storedBefore, stored) * 1000) / orders,
  }
}

/** From the acceptance of each later order to the last commit that filled it, in milliseconds by the clock of the database. */
async function fillTimes({ db }: Connection, since: string): Promise<readonly number[]> {
  const { rows } = await sql<{ taken: number }>`
    select (extract(epoch from max(created_at) - min(created_at)) * 1000)::float8 as taken from outbox
    where topic = 'order' and created_at >= ${since}::timestamptz group by ref_id having count(*) > 1`.execute(db)
  return rows.map(({ taken }) => taken)
}

async function instantOf({ db }: Connection): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(db)
  return rows[0]?.now ?? ''
}

/** New connections for each round: a server closes those that are idle while the others take their turns. */
async function withLoads(
  { servers: members }: Contender,
  work: (loads: readonly Load[]) => Promise<unknown>,
): Promise<void> {
  const loads = await Promise.all(members.map(({ port }) => openLoad(port, connections / members.length)))
  await work(loads)
  for (const load of loads) load.close()
}

async function runRound(ground: Ground, contender: Contender, loads: readonly Load[]): Promise<void> {
  const { next, connection } = contender
  const since = await instantOf(connection)
  const taken: number[] = []
  const { serverTime, databaseTime } = await spentBy(ground, contender, async () => {
    const found = await Promise.all(loads.map((load) => load.openLoop(next, perSecond / loads.length, seconds)))
    taken.push(...found.flat())
    await rest(fillMilliseconds)
    return taken.length
  })
  const fills = await fillTimes(connection, since)
  let fastest = 0
  const fast = await spentBy(ground, contender, async () => {
    const rates = await Promise.all(loads.map((load) => load.closedLoop(next, closedSeconds)))
    fastest = rates.reduce((sum, rate) => sum + rate, 0)
    await rest(fillMilliseconds)
    return fastest * closedSeconds
  })
  contender.rounds.push({
    p50: median(taken),
    p99: percentile(taken, 0.99),
    serverTime,
    databaseTime,
    fastest,
    fastServerTime: fast.serverTime,
    fastDatabaseTime: fast.databaseTime,
    fill: median(fills),
    fill99: percentile(fills, 0.99),
  })
}

type Part = {
  readonly name: string
  readonly unit: string
  readonly of: (round: Round) => number
  /** Whether several servers may take only so much more than one alone. */
  readonly isGoal?: boolean
}

const parts: readonly Part[] = [
  { name: `p50 at ${perSecond} orders a second`, unit: 'ms', of: (round) => round.p50, isGoal: true },
  { name: `p99 at ${perSecond} orders a second`, unit: 'ms', of: (round) => round.p99, isGoal: true },
  { name: 'from acceptance to fill, p50', unit: 'ms', of: (round) => round.fill, isGoal: true },
  { name: 'from acceptance to fill, p99', unit: 'ms', of: (round) => round.fill99, isGoal: true },
  { name: 'as fast as it goes', unit: 'orders/s', of: (round) => round.fastest },
  {
    name: 'processor time per order then, servers and PostgreSQL',
    unit: 'ms',
    of: (round) => round.fastServerTime + round.fastDatabaseTime,
    isGoal: true,
  },
  { name: 'processor time per order then, PostgreSQL', unit: 'ms', of: (round) => round.fastDatabaseTime },
  {
    name: `processor time per order at ${perSecond} a second, servers and PostgreSQL`,
    unit: 'ms',
    of: (round) => round.serverTime + round.databaseTime,
    isGoal: true,
  },
  {
    name: `processor time per order at ${perSecond} a second, PostgreSQL`,
    unit: 'ms',
    of: (round) => round.databaseTime,
  },
]

const goal = { target: { atMost: 1.15 }, isTargetOfRatio: true } as const

function figuresOf(all: readonly Contender[]): readonly Figure[] {
  const [alone, ...others] = all
  if (alone === undefined) return []
  return parts.flatMap(({ name, unit, of, isGoal = false }) => {
    const beside = alone.rounds.map(of)
    return others.map((contender): Figure => {
      const values = contender.rounds.map(of)
      return {
        name: `${contender.name}: ${name}`,
        value: median(values),
        unit,
        beside: { name: 'without CLUSTER', value: median(beside), ratio: ratioOf(values, beside) },
        ...(isGoal ? goal : {}),
      }
    })
  })
}

async function run(say: Say): Promise<readonly Figure[]> {
  await using ground = await openGround()
  const all: Contender[] = []
  for (const contender of contenders) {
    say(`starting: ${contender.name}`)
    all.push(await openContender(ground, contender))
  }
  say('warming up')
  for (const contender of all)
    await withLoads(contender, (loads) => Promise.all(loads.map((load) => load.closedLoop(contender.next, 1))))
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`)
    // In turn from both ends: whoever is always first has always the coldest caches.
    for (const contender of round % 2 === 0 ? all.toReversed() : all)
      await withLoads(contender, (loads) => runRound(ground, contender, loads))
  }
  for (const { connection } of all) await connection.db.destroy()
  return figuresOf(all)
}

export const servers: Measurement = {
  name: 'servers',
  title: 'Several servers of one database',
  about: `Market orders of ${people} people, which the next tick fills, at ${perSecond} a second (${seconds} s in each of ${rounds} rounds) and then from ${connections} connections
in a closed loop (${closedSeconds} s): one server without \`CLUSTER\`, one with \`CLUSTER=on\`, two, and three, which share the orders. Each contender has
its own database of one PostgreSQL, and its servers are processes of their own. Processor time is that of all servers of the contender and of the processes of
PostgreSQL that work for its database or for all, until ${fillMilliseconds / 1000} s after the last order; ticks and jobs are part of it. From acceptance to
fill counts between the beginnings of the two transactions. One server takes more for the gate, the last tick and the bound of the waits, three statements
more in a list, a commit more for each tick, and sessions, which are read again each second; two and three also share these two cores.`,
  run,
}
