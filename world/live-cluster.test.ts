import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { uptime, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { formatPrice } from '@mex/core/money/money.ts'
import { openServer, readSettings } from '@mex/server'
import {
  openQuietLog,
  openSourceServer,
  openTestDatabase,
  saidQuote,
  saidQuotes,
  until,
  type Server,
  type SourceServer,
  type TestDatabase,
} from '@mex/server/testing.ts'
import { fetchMetrics, valueOf } from './metrics.ts'
import { openPerson, type Person } from './person.ts'

/**
 * Two servers of one database with public quotes: the one that leads asks their source. It is a Tuesday two hours after New York has opened, when
 * a share that somebody holds waits no more for its dividends.
 */

const shift = Date.parse('2026-09-08T15:30:00Z') - Date.now()
const machine = { wall: () => Date.now() + shift, awake: () => performance.now(), up: () => uptime() * 1000 }

let source: SourceServer
let database: TestDatabase
let folder: string
const servers: Server[] = []

async function open(): Promise<Server> {
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: folder,
    MARKET: 'live',
    LIVE_SOURCE: source.origin,
    CLUSTER: 'on',
    DATABASE_URL: database.workerString,
    DATABASE_OWNER_URL: database.connectionString,
  })
  const server = await openServer({ settings, version: '1.0.0', webFolder: undefined, machine, log: openQuietLog() })
  servers.push(server)
  return server
}

/** From now on the source says this price of Apple, made a second before it is asked, and the rates of the wallets. */
function say(price: number): void {
  const priceOf = (symbol: string) => ({ AAPL: price, 'MXN=X': 18.5, 'HKD=X': 7.8 })[symbol]
  source.answer(({ searchParams }) => {
    const asked = (searchParams.get('symbols') ?? '').split(',')
    return saidQuotes(
      asked.flatMap((symbol) => {
        const last = priceOf(symbol)
        if (last === undefined) return []
        const currency = /^(MXN|HKD)=X$/.exec(symbol)?.[1] ?? 'USD'
        const regularMarketTime = Math.floor(machine.wall() / 1000) - 1
        const touch = { bid: last - 0.01, ask: last + 0.01 }
        return [saidQuote(symbol, { currency, regularMarketPrice: last, regularMarketTime, ...touch })]
      }),
    )
  })
}

/** How often quotes of the source were asked for. */
const rounds = (): number =>
  source.asked.filter(({ searchParams }) => searchParams.get('symbols')?.includes('AAPL')).length

let leader: Server
let follower: Server
let alice: Person

/** The price of Apple that a server shows; undefined before it has one. */
async function shown({ url }: Server): Promise<string | undefined> {
  const quote = openPerson(url).call(calls.market.quote, { code: 'AAPL', market: 'US' })
  return quote.then(
    ({ last }) => formatPrice(last),
    () => undefined,
  )
}

const untilShown = (server: Server, price: string): Promise<boolean> =>
  until(`a server shows ${price}`, async () => (await shown(server)) === price)

const ageAt = async ({ url }: Server): Promise<number> =>
  present(valueOf(await fetchMetrics(url), 'quote_source_age_seconds'), 'the age of the source')

async function buy(): Promise<number> {
  const order = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '1' }
  const { envelope } = await alice.askWire(calls.trading.createStock, order)
  assert.equal(envelope.code, 200, envelope.msg)
  return (envelope.data as { readonly id: number }).id
}

/** The stored quotes at which an order was filled. */
const untilFilled = (id: number) =>
  until('an order is filled', async () => {
    const { rows } = await database.pool.query<{ last: bigint; stored: number }>(
      `select live_quote.last, sequence as stored from execution join live_quote
        on quote_id = live_quote.instrument || '@' || round(extract(epoch from venue_time) * 1000)::bigint
        where order_id = $1`,
      [id],
    )
    return rows.length > 0 && rows.map(({ last }) => formatPrice(last as never))
  })

before(async () => {
  source = await openSourceServer(() => undefined)
  say(200)
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'mex-live-cluster-'))
  await chmod(folder, 0o755)
  leader = await open()
  follower = await open()
  alice = openPerson(follower.url)
  alice.token = (await alice.call(calls.account.guest, {})).token
})
after(async () => {
  for (const server of servers) await server.close().catch(() => undefined)
  await source.close()
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

test('both show the quotes of the source, which one of them has asked', async () => {
  await Promise.all([leader, follower].map((server) => untilShown(server, '200')))
  const asked = rounds()
  say(201)
  await leader.askSource()
  await Promise.all([leader, follower].map((server) => untilShown(server, '201')))
  assert.equal(rounds(), asked + 1)
})

test('at every instant the server that follows has the quote of the one that leads', async () => {
  const at = (server: Server, now: number) => server.dependencies.source.feed.quote('US:AAPL', now)
  const seen = new Set<string>()
  const ended = performance.now() + 6000
  const says = (async () => {
    for (const price of [202, 203, 204]) {
      say(price)
      await leader.askSource()
      await rest(1500)
    }
  })()
  while (performance.now() < ended) {
    const now = follower.dependencies.clock.now()
    const quote = present(at(follower, now), 'a quote')
    assert.deepEqual(quote, at(leader, now))
    seen.add(formatPrice(quote.last))
    await rest(20)
  }
  await says
  assert(seen.size >= 3, `prices changed meanwhile: ${[...seen].join(' ')}`)
})

test('an order at the server that follows is filled by the one that leads, at a stored quote', async () => {
  const id = await buy()
  // The source says when a price was made in whole seconds.
  await rest(3000)
  say(205)
  await leader.askSource()
  assert.deepEqual(await untilFilled(id), ['205'])
})

test('a source that is silent is told by both', async () => {
  source.answer(() => ({ status: 500, body: '' }))
  const asked = await Promise.all([leader, follower].map(ageAt))
  await leader.askSource()
  await rest(3000)
  const ages = await Promise.all([leader, follower].map(ageAt))
  for (const [index, age] of ages.entries()) assert(age >= present(asked[index], 'an age') + 2.5, String(ages))
})

test('the one that follows asks when the other one ends, but not before the source may be asked again', async () => {
  const pause = 4000
  await database.pool.query("update live_source set again_at = clock_timestamp() + interval '4 s'")
  const asked = rounds()
  const began = performance.now()
  say(206)
  await leader.close()
  await until('it leads', () => follower.dependencies.members?.isLeading() === true)
  const id = await buy()
  await until('it asks', () => rounds() > asked)
  assert(performance.now() - began >= pause - 100, 'it waits for as long as the other one would have')
  await untilShown(follower, '206')
  assert((await ageAt(follower)) < 30)
  assert.deepEqual(await untilFilled(id), ['206'])
})
