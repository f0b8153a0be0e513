import { requestText } from './http-connection.ts'
import { openLoad, type Load } from './load.ts'
import { openGround, type MeasuredServer } from './measured-server.ts'
import type { Figure, Measurement } from './measurement.ts'
import { openPeople, orderRequests } from './people.ts'
import { alternate, median, ratioOf } from './statistics.ts'

const people = 1000
const connections = 50
const rounds = 5
const seconds = 2
/** As many concurrent transactions as the connection pool has connections for them. */
const alone = { listMax: 1, concurrency: 15 }

type Costs = { readonly grouped: readonly number[]; readonly single: readonly number[] }

function costFigure({ grouped, single }: Costs): Figure[] {
  if (grouped.length === 0) return []
  const beside = { name: 'one transaction per order', value: median(single), ratio: ratioOf(grouped, single) }
  return [{ name: 'processor time per order, server and PostgreSQL', value: median(grouped), unit: 'ms', beside }]
}

export const orders: Measurement = {
  name: 'orders',
  title: 'Durable orders per second',
  about: `${connections} connections send orders of ${people} users (limit orders that are not filled, each with an idempotency key) over HTTP in a
closed loop; an answer means a commit on disk (fsync on). The baselines are the same server with one transaction per order,
${alone.concurrency} at once, and \`GET /readyz\`, which runs \`select 1\` through the same connection pool. "Filling" are market orders: while new ones
arrive, each tick fills the earlier ones. Processor time is comparable on a busy machine too, where concurrent
transactions get more of the cores than lists do.`,
  async run(say) {
    await using ground = await openGround()
    const [grouped, single] = [await ground.openServer(), await ground.openServer({ laneLimits: alone })]
    const [groupedPeople, singlePeople] = [await openPeople(grouped, people), await openPeople(single, people)]
    const [groupedLoad, singleLoad] = [
      await openLoad(grouped.port, connections),
      await openLoad(single.port, connections),
    ]
    const waiting = await orderRequests(grouped, groupedPeople, 'resting')
    const filling = await orderRequests(grouped, groupedPeople, 'market')
    const singly = await orderRequests(single, singlePeople, 'resting')
    const ready = requestText({ method: 'GET', path: '/readyz' })
    say('warming up')
    for (const warm of [() => groupedLoad.closedLoop(waiting, 1), () => singleLoad.closedLoop(singly, 1)]) await warm()
    const costs = { grouped: [] as number[], single: [] as number[] }
    /** Orders per second of one contender; adds its processor time per order to `costs`. */
    async function rateOf(name: keyof typeof costs, load: Load, server: MeasuredServer, next: () => string) {
      const [before, begin] = [await ground.processorSeconds(server), performance.now()]
      const rate = await load.closedLoop(next, seconds)
      const [after, end] = [await ground.processorSeconds(server), performance.now()]
      if (before !== undefined && after !== undefined)
        costs[name].push(((after - before) * 1000) / ((rate * (end - begin)) / 1000))
      return rate
    }
    const found = await alternate(rounds, {
      grouped: () => rateOf('grouped', groupedLoad, grouped, waiting),
      single: () => rateOf('single', singleLoad, single, singly),
      select: () => groupedLoad.closedLoop(() => ready, 1),
    })
    // Last, because the positions of these orders would slow down the other measurements.
    const filled = await alternate(2, { filling: () => groupedLoad.closedLoop(filling, seconds) })
    groupedLoad.close()
    singleLoad.close()
    const perSecond = 'orders/s'
    const value = median(found.grouped)
    return [
      {
        name: 'orders, committed in lists',
        value,
        unit: perSecond,
        beside: {
          name: 'one transaction per order',
          value: median(found.single),
          ratio: ratioOf(found.grouped, found.single),
        },
        target: { atLeast: 1500 },
        limit: 'processor time of PostgreSQL: constraints, indexes and triggers of some dozen rows per order',
      },
      {
        name: 'lists against one transaction per order',
        value: ratioOf(found.grouped, found.single),
        unit: '×',
        target: { atLeast: 4 },
        limit:
          'what HTTP costs each order either way, while one transaction alone already takes only three round trips with kept plans; and on a busy machine the scheduler, which gives fifteen transactions at once more of the cores than one list',
      },
      {
        name: 'orders beside `select 1`',
        value,
        unit: perSecond,
        beside: {
          name: '`select 1` over HTTP',
          value: median(found.select),
          ratio: ratioOf(found.grouped, found.select),
        },
      },
      { name: 'market orders, filling meanwhile', value: median(filled.filling), unit: perSecond },
      ...costFigure(costs),
    ]
  },
}
