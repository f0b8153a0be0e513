import { openHttpConnection, requestText } from './http-connection.ts'
import { openLoad } from './load.ts'
import { openGround, type MeasuredServer } from './measured-server.ts'
import type { Measurement } from './measurement.ts'
import { openPeople, orderRequests } from './people.ts'
import { median, percentile, ratioOf } from './statistics.ts'

const people = 250
const connections = 40
const perSecond = 100
const charts = 72
const rounds = 4
/** Longer than all charts together take. */
const seconds = 8

export type Chart = { readonly code: string; readonly market: string }

const chartRequest = ({ code, market }: Chart): string =>
  requestText({ method: 'GET', path: `/m_ft/kline?stockCode=${encodeURIComponent(code)}&market=${market}&type=1W` })

/** Requests all charts at once, each on its own connection; returns the seconds until the last answer. */
async function askAll(server: MeasuredServer, wanted: readonly Chart[]): Promise<number> {
  const open = await Promise.all(wanted.map(() => openHttpConnection(server.port)))
  const begin = performance.now()
  await Promise.all(
    open.map(async (connection, index) => {
      const { status, body } = await connection.send(chartRequest(wanted[index] as Chart))
      if (status !== 200 || !body.startsWith('{"code":200,'))
        throw new Error(`answered ${status}: ${body.slice(0, 300)}`)
      connection.close()
    }),
  )
  return (performance.now() - begin) / 1000
}

type Latencies = { readonly health: number[]; readonly orders: number[]; readonly longestTurn: number }

/** Latencies of concurrent health checks and orders. */
async function latencies(server: MeasuredServer, next: () => string): Promise<Latencies> {
  const health = requestText({ method: 'GET', path: '/healthz' })
  // Not earlier, because the server closes idle connections.
  const [checking, ordering] = [await openLoad(server.port, connections), await openLoad(server.port, connections)]
  await server.ask('longestTurn')
  const [checks, orders] = await Promise.all([
    checking.openLoop(() => health, perSecond, seconds),
    ordering.openLoop(next, perSecond, seconds),
  ])
  checking.close()
  ordering.close()
  return { health: checks, orders, longestTurn: await server.ask<number>('longestTurn') }
}

export const coldCharts: Measurement = {
  name: 'charts',
  title: `${charts} cold charts at once`,
  about: `One client without an account requests ${charts} weekly charts at once, each six years of sessions and in no cache, while
${perSecond} orders a second and as many \`GET /healthz\` run in an open loop (${rounds} rounds of ${seconds} s with charts and as many without, in turn;
other instruments in each round). Charts are computed on worker threads. Latencies count from the instant at which a request
was due. A turn is processor time of the main thread alone, so it is comparable on a busy machine too.`,
  async run(say) {
    await using ground = await openGround()
    const server = await ground.openServer()
    const tokens = await openPeople(server, people)
    const next = await orderRequests(server, tokens, 'resting')
    const all = await server.ask<readonly Chart[]>('charts')
    say('warming up')
    await latencies(server, next)
    const memory = [await server.ask<number>('memory')]
    const alone: Latencies[] = []
    const beside: Latencies[] = []
    const cold: number[] = []
    const warm: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const wanted = all.slice(round * charts, (round + 1) * charts)
      alone.push(await latencies(server, next))
      const [taken, untilLast] = await Promise.all([latencies(server, next), askAll(server, wanted)])
      beside.push(taken)
      cold.push(untilLast)
      warm.push(await askAll(server, wanted))
      say(`round ${round + 1}: the last chart after ${untilLast.toFixed(1)} s`)
    }
    memory.push(await server.ask<number>('memory'))
    const compared = (figureOf: (round: Latencies) => number) => {
      const [own, other] = [beside.map(figureOf), alone.map(figureOf)]
      return {
        value: median(own),
        unit: 'ms',
        beside: { name: 'without charts', value: median(other), ratio: ratioOf(own, other) },
      }
    }
    const orders = compared((round) => percentile(round.orders, 0.99))
    return [
      {
        name: 'p99 of `GET /healthz` meanwhile',
        ...compared((round) => percentile(round.health, 0.99)),
        target: { atMost: 25 },
      },
      { name: 'p99 of orders meanwhile', ...orders },
      { name: 'orders against orders without charts', value: orders.beside.ratio, unit: '×', target: { atMost: 2 } },
      { name: 'longest turn of the event loop meanwhile', ...compared(({ longestTurn }) => longestTurn) },
      { name: `${charts} cold charts`, value: median(cold), unit: 's' },
      { name: `the same ${charts} again`, value: median(warm), unit: 's' },
      { name: 'memory before the first chart', value: memory[0] ?? 0, unit: 'MB' },
      { name: `memory after ${charts * rounds} charts`, value: memory[1] ?? 0, unit: 'MB' },
    ]
  },
}
