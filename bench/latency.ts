import { requestText } from './http-connection.ts'
import { openLoad } from './load.ts'
import { openGround } from './measured-server.ts'
import type { Measurement } from './measurement.ts'
import { openPeople, orderRequests } from './people.ts'
import { percentile } from './statistics.ts'

const people = 1000
const connections = 50
const perSecond = 500
const rounds = 4
const seconds = 3

export const latency: Measurement = {
  name: 'latency',
  title: `Latency at ${perSecond} orders per second`,
  about: `An open loop starts ${perSecond} orders a second, independently of the answers, and counts the latency of each from the instant at
which it was due, so waiting for a free connection counts too. The baseline is \`GET /readyz\` (\`select 1\`) at the same
rate: the cost of HTTP, the connection pool and this machine's timers.`,
  async run(say) {
    await using ground = await openGround()
    const server = await ground.openServer()
    const tokens = await openPeople(server, people)
    const next = await orderRequests(server, tokens, 'resting')
    const ready = requestText({ method: 'GET', path: '/readyz' })
    const load = await openLoad(server.port, connections)
    say('warming up')
    await load.openLoop(next, perSecond, 2)
    const taken: number[] = []
    const beside: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      taken.push(...(await load.openLoop(next, perSecond, seconds)))
      beside.push(...(await load.openLoop(() => ready, perSecond, seconds)))
    }
    load.close()
    const figure = (name: string, share: number) => {
      const [value, other] = [percentile(taken, share), percentile(beside, share)]
      return { name, value, unit: 'ms', beside: { name: '`select 1` over HTTP', value: other, ratio: value / other } }
    }
    return [
      {
        ...figure('p50', 0.5),
        target: { atMost: 4 },
        limit: 'two lists: the one under way when an order arrives, and its own with the flush of its commit',
      },
      figure('p95', 0.95),
      figure('p99', 0.99),
    ]
  },
}
