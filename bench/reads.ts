import { requestText } from './http-connection.ts'
import { openLoad, type Load } from './load.ts'
import { openGround } from './measured-server.ts'
import type { Figure, Measurement } from './measurement.ts'
import { openPeople, orderRequests } from './people.ts'
import { alternate, median, ratioOf } from './statistics.ts'

const people = 250
/** Half of them stay working, half become positions. */
const orders = 5000
const connections = 50
const rounds = 3
const seconds = 1.5

type Read = { readonly name: string; readonly text: (token: string) => string }

const asked: readonly Read[] = [
  {
    name: '`POST /position/me`',
    text: (token) => requestText({ path: '/position/me', token, body: { pageNum: 1, pageSize: 20 } }),
  },
  {
    name: '`POST /position/consignList`',
    text: (token) => requestText({ path: '/position/consignList', token, body: { pageNum: 1, pageSize: 20 } }),
  },
  {
    name: '`GET /m_ft/stock_list`',
    text: () => requestText({ method: 'GET', path: '/m_ft/stock_list?market=US&pageNum=1&pageSize=20' }),
  },
  {
    name: '`GET /m_ft/detail_quote`',
    text: () => requestText({ method: 'GET', path: '/m_ft/detail_quote?market=US&stockCode=AAPL' }),
  },
]

/** Sends `count` orders. */
async function sendOrders(load: Load, next: () => string, count: number): Promise<void> {
  let left = count
  await load.closedLoop(() => {
    left -= 1
    return left >= 0 ? next() : undefined
  }, 60)
}

export const reads: Measurement = {
  name: 'reads',
  title: `Reads after ${orders.toLocaleString('en')} orders`,
  about: `Calls of the screens, ${connections} connections in a closed loop, after ${people} users have placed ${orders.toLocaleString('en')} orders, half of which
are still working and half of which have become positions (${orders / people / 2} each). The baseline is \`GET /healthz\`, which is HTTP alone.`,
  async run(say) {
    await using ground = await openGround()
    const server = await ground.openServer()
    const tokens = await openPeople(server, people)
    const load = await openLoad(server.port, connections)
    say('placing orders')
    await sendOrders(load, await orderRequests(server, tokens, 'resting'), orders / 2)
    await sendOrders(load, await orderRequests(server, tokens, 'market'), orders / 2)
    // The ticks of the next seconds fill the market orders.
    await new Promise((resolve) => setTimeout(resolve, 3000))
    await server.ask('settled')
    const health = requestText({ method: 'GET', path: '/healthz' })
    const figures: Figure[] = []
    for (const { name, text } of asked) {
      say(name)
      const texts = tokens.map(text)
      let sent = 0
      const next = (): string => {
        sent += 1
        return texts[sent % texts.length] ?? ''
      }
      await load.closedLoop(next, 0.5)
      const found = await alternate(rounds, {
        read: () => load.closedLoop(next, seconds),
        health: () => load.closedLoop(() => health, seconds / 2),
      })
      figures.push({
        name,
        value: median(found.read),
        unit: 'per second',
        beside: { name: '`/healthz`', value: median(found.health), ratio: ratioOf(found.read, found.health) },
        target: { atLeast: 2000 },
        limit: 'writing the wire form of every row (schemas and big integers), and one statement of the database',
      })
    }
    load.close()
    return figures
  },
}
