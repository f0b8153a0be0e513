import { openLoad, type Load } from './load.ts'
import { openGround, type Ground, type MeasuredServer } from './measured-server.ts'
import type { Figure, Measurement, Target } from './measurement.ts'
import { openPeople, orderRequests } from './people.ts'
import { alternate, median, percentile, ratioOf } from './statistics.ts'

const people = 1000
const orders = 20_000
const connections = 50
const rounds = 3
const perSecond = 100
const seconds = 4

const limit = 'the sums of every journal and every account over all lines, in the database'

type How = 'whole' | 'continued'

/** Fills the ledger: every order is reserved, filled and released. */
async function fill(server: MeasuredServer, load: Load, tokens: readonly string[]): Promise<void> {
  const next = await orderRequests(server, tokens, 'market')
  let left = orders
  await load.closedLoop(() => {
    left -= 1
    return left >= 0 ? next() : undefined
  }, 300)
  // The ticks of the next seconds fill the last orders, and the linking job adds their journals to the hash chain.
  await new Promise((resolve) => setTimeout(resolve, 5000))
  await server.ask('settled')
}

/** Latencies of orders in milliseconds, during repeated checks of the ledger or, without `how`, without a check. */
async function latencies(server: MeasuredServer, load: Load, next: () => string, how: How | undefined) {
  let isOver = false
  const checking = (async () => {
    while (how !== undefined && !isOver) await server.ask('checkLedger', how)
  })()
  const taken = await load.openLoop(next, perSecond, seconds)
  isOver = true
  await checking
  return taken
}

/** Wall-clock and processor seconds per million journals. Processor time is missing on systems without `/proc`. */
async function measureChecks(ground: Ground, server: MeasuredServer): Promise<readonly Figure[]> {
  const millions = (await server.ask<number>('journals')) / 1e6
  const costs: Record<How, number[]> = { whole: [], continued: [] }
  const check = (how: How) => async (): Promise<number> => {
    const before = await ground.processorSeconds(server)
    const taken = await server.ask<number>('checkLedger', how)
    const after = await ground.processorSeconds(server)
    if (before !== undefined && after !== undefined) costs[how].push((after - before) / millions)
    return taken / millions
  }
  await server.ask('checkLedger', 'whole')
  const found = await alternate(rounds, { whole: check('whole'), continued: check('continued') })
  const figures = (
    what: string,
    { whole, continued }: Readonly<Record<How, readonly number[]>>,
    target?: Target,
  ): Figure[] => {
    if (whole.length === 0) return []
    const beside = { name: 'whole check', value: median(whole), ratio: ratioOf(continued, whole) }
    return [
      { name: `whole check, ${what}`, value: median(whole), unit: 's' },
      { name: `hourly check, ${what}`, value: median(continued), unit: 's', beside, target, limit },
    ]
  }
  return [...figures('as time passes', found), ...figures('processor time', costs, { atMost: 15 })]
}

/** Latencies of orders while checks run continuously. */
async function measureOrders(server: MeasuredServer, tokens: readonly string[]): Promise<readonly Figure[]> {
  // Not earlier, because the server closes idle connections.
  const load = await openLoad(server.port, connections)
  const next = await orderRequests(server, tokens, 'resting')
  const percentiles: Record<How | 'alone', { readonly p50: number[]; readonly p99: number[] }> = {
    alone: { p50: [], p99: [] },
    whole: { p50: [], p99: [] },
    continued: { p50: [], p99: [] },
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const how of ['alone', 'whole', 'continued'] as const) {
      const taken = await latencies(server, load, next, how === 'alone' ? undefined : how)
      percentiles[how].p50.push(percentile(taken, 0.5))
      percentiles[how].p99.push(percentile(taken, 0.99))
    }
  }
  load.close()
  const meanwhile = (how: How, which: 'p50' | 'p99'): Figure => {
    const [own, alone] = [percentiles[how][which], percentiles.alone[which]]
    return {
      name: `${which} of orders while ${how === 'whole' ? 'a whole' : 'an hourly'} check runs`,
      value: median(own),
      unit: 'ms',
      beside: { name: 'without', value: median(alone), ratio: ratioOf(own, alone) },
    }
  }
  return (['whole', 'continued'] as const).flatMap((how) => [meanwhile(how, 'p50'), meanwhile(how, 'p99')])
}

export const ledgerCheck: Measurement = {
  name: 'ledger-check',
  title: 'The check of the ledger',
  about: `The check that a server runs every hour, at 00:30 UTC and at its start, after ${orders.toLocaleString('en')} market orders of ${people} users, in seconds per
million journals. A whole check recomputes the hash chain from its beginning, an hourly check from the end of the last one.
Latencies are those of ${perSecond} orders a second, in an open loop, while checks run continuously.`,
  async run(say) {
    await using ground = await openGround()
    const server = await ground.openServer()
    const tokens = await openPeople(server, people)
    const load = await openLoad(server.port, connections)
    say('placing orders')
    await fill(server, load, tokens)
    load.close()
    say('checking them')
    const checks = await measureChecks(ground, server)
    say('orders meanwhile')
    return [...checks, ...(await measureOrders(server, tokens))]
  },
}
