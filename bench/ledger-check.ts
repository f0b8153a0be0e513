import { join } from 'node:path'
import { growLedger, openTestDatabase } from '@mex/server/testing.ts'
import { closeEverything } from './close-everything.ts'
import { openLoad, type Load } from './load.ts'
import { openGround, type Ground, type MeasuredServer, type ServerArgument } from './measured-server.ts'
import type { Figure, Measurement } from './measurement.ts'
import { openPeople, orderRequests } from './people.ts'
import { alternate, median, percentile, ratioOf } from './statistics.ts'

const people = 100
/** Nobody has money for all orders at once: after each wave their positions are closed. */
const waves = 4
const ordersPerWave = 2500
/** Where the command names no other number. */
const journalsUsually = 1_000_000
const connections = 50
const rounds = 5
const costRounds = 15
const perSecond = 100
const seconds = 5

const limit = 'the processors: loading the program, the market and the rows of the balances'

type How = 'continued' | 'page'
/** The pages of the check that is spread over the day follow each other by this time. */
const pageRestMilliseconds = 1000

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Fills the ledger: every order is reserved and filled, and its position closed. */
async function fill(server: MeasuredServer): Promise<void> {
  const tokens = await openPeople(server, people)
  const next = await orderRequests(server, tokens, 'market')
  for (let wave = 0; wave < waves; wave += 1) {
    const load = await openLoad(server.port, connections)
    let left = ordersPerWave
    await load.closedLoop(() => {
      left -= 1
      return left >= 0 ? next() : undefined
    }, 300)
    load.close()
    // The ticks of the next seconds fill the last orders.
    await wait(5000)
    await closeEverything(server, tokens)
  }
  await server.ask('settled')
}

type Started = {
  readonly server: MeasuredServer
  readonly ready: number
  readonly proved: number
  readonly check: number
  /** Processor seconds of the server and the database together, until the books are proven. */
  readonly processor: number | undefined
}

/** Starts a server on the ledger; seconds until it is ready, and until its first check has ended. */
async function startOn(ground: Ground, place: Partial<ServerArgument>): Promise<Started> {
  const begin = performance.now()
  const taken = (): number => (performance.now() - begin) / 1000
  const before = await ground.databaseSeconds()
  const server = await ground.openServer(place)
  while (!(await fetch(`http://127.0.0.1:${server.port}/readyz`)).ok) await wait(20)
  const ready = taken()
  for (;;) {
    const check = await server.ask<{ readonly seconds: number; readonly findings: number } | null>('lastCheck')
    if (check !== null && check.findings > 0) throw new Error('the ledger is inconsistent')
    if (check !== null) {
      const after = await ground.processorSeconds(server)
      const processor = before === undefined || after === undefined ? undefined : after - before
      return { server, ready, proved: taken(), check: check.seconds, processor }
    }
    await wait(50)
  }
}

/** Starts that continue from the checkpoint of an earlier one, beside the first, which had none. */
async function measureStarts(ground: Ground, place: Partial<ServerArgument>, whole: Started) {
  const starts: Started[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = await startOn(ground, place)
    starts.push(started)
    await started.server.stop()
  }
  const figure = (name: string, pick: (started: Started) => number | undefined): Figure[] => {
    const [first, values] = [pick(whole), starts.map(pick).filter((value) => value !== undefined)]
    if (first === undefined || values.length === 0) return []
    const beside = { name: 'without a checkpoint', value: first, ratio: median(values) / first }
    return [{ name, value: median(values), unit: 's', beside, target: { atMost: 5 }, limit }]
  }
  return [
    ...figure('start, until ready', ({ ready }) => ready),
    ...figure('start, until the books are proven', ({ proved }) => proved),
    ...figure('start, processor time until the books are proven', ({ processor }) => processor),
    ...figure('the check of the start', ({ check }) => check),
  ]
}

/** Processor time of one hourly check without new journals, and of the pages of one second. */
async function measureCosts(ground: Ground, server: MeasuredServer): Promise<readonly Figure[]> {
  const costOf = (how: How) => async (): Promise<number> => {
    const before = await ground.processorSeconds(server)
    await server.ask('checkLedger', how)
    const after = await ground.processorSeconds(server)
    return before === undefined || after === undefined ? Number.NaN : after - before
  }
  const found = await alternate(costRounds, { continued: costOf('continued'), page: costOf('page') })
  if (found.page.some(Number.isNaN)) return []
  return [
    { name: 'an hourly check, processor time', value: median(found.continued), unit: 's' },
    { name: 'the pages of one second, processor time', value: median(found.page), unit: 's' },
  ]
}

/** Latencies of orders in milliseconds, during repeated checks of the ledger or, without `how`, without a check. */
async function latencies(server: MeasuredServer, load: Load, next: () => string, how: How | undefined) {
  let isOver = false
  const checking = (async () => {
    while (how !== undefined && !isOver) {
      await server.ask('checkLedger', how)
      if (how === 'page') await wait(pageRestMilliseconds)
    }
  })()
  const taken = await load.openLoop(next, perSecond, seconds)
  isOver = true
  await checking
  return taken
}

const running = {
  continued: 'an hourly check runs',
  page: 'everything is recomputed in pages',
} as const

/** Latencies of orders without a check, while checks follow each other, and while the pages of the spread check do. */
async function measureOrders(server: MeasuredServer): Promise<readonly Figure[]> {
  const tokens = await openPeople(server, people)
  const load = await openLoad(server.port, connections)
  const next = await orderRequests(server, tokens, 'resting')
  const percentiles: Record<How | 'alone', { readonly p50: number[]; readonly p99: number[] }> = {
    alone: { p50: [], p99: [] },
    continued: { p50: [], p99: [] },
    page: { p50: [], p99: [] },
  }
  await latencies(server, load, next, undefined)
  for (let round = 0; round < rounds; round += 1) {
    for (const how of ['alone', 'continued', 'page'] as const) {
      const taken = await latencies(server, load, next, how === 'alone' ? undefined : how)
      percentiles[how].p50.push(percentile(taken, 0.5))
      percentiles[how].p99.push(percentile(taken, 0.99))
    }
  }
  load.close()
  const meanwhile = (how: How, which: 'p50' | 'p99'): Figure => {
    const [own, alone] = [percentiles[how][which], percentiles.alone[which]]
    const beside = { name: 'without', value: median(alone), ratio: ratioOf(own, alone) }
    return { name: `${which} of orders while ${running[how]}`, value: median(own), unit: 'ms', beside }
  }
  const slower: Figure = {
    name: 'p99 of orders while everything is recomputed in pages, against without',
    value: ratioOf(percentiles.page.p99, percentiles.alone.p99),
    unit: 'times',
    target: { atMost: 1.3 },
    limit: 'two cores for the server, the database and the load',
  }
  return [...(['continued', 'page'] as const).flatMap((how) => [meanwhile(how, 'p50'), meanwhile(how, 'p99')]), slower]
}

export const ledgerCheck: Measurement = {
  name: 'ledger-check',
  title: 'The check of the ledger',
  about: `A ledger of ${(waves * ordersPerWave).toLocaleString('en')} market orders of ${people} people and the closing of their positions, which is copied with its people
until it has a million journals, or as many as \`-- ledger-check --only 10000000\` says. The first start on it has no checkpoint and checks
everything; ${rounds} more continue from a checkpoint. Latencies are those of ${perSecond} orders a second, in an open loop, in turns without
a check, while hourly checks follow each other without a pause, and while the pages of the check that is spread over the day do, one
a second.`,
  async run(say, only) {
    await using ground = await openGround()
    const place = {
      databaseUrl: (await openTestDatabase()).connectionString,
      dataFolder: join(ground.folder, 'ledger'),
    }
    const first = await ground.openServer(place)
    say('placing orders')
    await fill(first)
    await growLedger(place.databaseUrl, only === '' ? journalsUsually : Number(only), say)
    const size = await first.ask<Readonly<Record<'journals' | 'balances' | 'people', number>>>('ledgerSize')
    await first.stop()
    say('checking everything')
    // After a whole check nothing is left to be recomputed: this server is idle.
    const whole = await startOn(ground, place)
    say('orders meanwhile')
    const meanwhile = await measureOrders(whole.server)
    const costs = await measureCosts(ground, whole.server)
    await whole.server.stop()
    say('starting with a checkpoint')
    const starts = await measureStarts(ground, place, whole)
    const sizes = (['journals', 'people', 'balances'] as const).map((name) => ({ name, value: size[name], unit: '' }))
    return [...sizes, ...starts, ...costs, ...meanwhile]
  },
}
