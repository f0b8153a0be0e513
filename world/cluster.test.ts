import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { quoteChannel, userChannel } from '@mex/contract/push.ts'
import { price, quantityOf } from '@mex/core/money/money.ts'
import { openServer, readSettings } from '@mex/server'
import { openQuietLog, openTestDatabase, until, type Server, type TestDatabase } from '@mex/server/testing.ts'
import { openPerson, type Person } from './person.ts'

/** Two servers of one database, by the clock of the machine: what one does, the other knows. */

let database: TestDatabase
let folder: string
const servers: Server[] = []

async function open(more: Readonly<Record<string, string>> = {}): Promise<Server> {
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: folder,
    MARKET_SEED: 'cluster',
    LOOK_AHEAD: 'off',
    CLUSTER: 'on',
    DATABASE_URL: database.workerString,
    DATABASE_OWNER_URL: database.connectionString,
    ...more,
  })
  const server = await openServer({ settings, version: '1.0.0', webFolder: undefined, log: openQuietLog() })
  servers.push(server)
  return server
}

const leads = ({ dependencies }: Server): boolean => dependencies.members?.isLeading() === true
let leader: Server
let follower: Server
let alice: Person

/** The same person at another server. */
function at({ url }: Server, { token }: Person = alice): Person {
  const person = openPerson(url)
  person.token = token
  return person
}

before(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'mex-cluster-'))
  await chmod(folder, 0o755)
  leader = await open()
  follower = await open()
  alice = openPerson(follower.url)
  alice.token = (await alice.call(calls.account.guest, {})).token
})
after(async () => {
  for (const server of servers) await server.close().catch(() => undefined)
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const apple = {
  stockCode: 'AAPL',
  market: 'US',
  classify: 'UsStock',
  direction: 0,
  orderType: 0,
  quantity: '1',
  leverage: 1,
} as const

test('one of them leads', () => assert.deepEqual([leads(leader), leads(follower)], [true, false]))

test('an order at the server that follows is filled, and its socket tells', async () => {
  await using socket = await alice.listen(userChannel)
  const { envelope } = await alice.askWire(calls.trading.createStock, apple)
  const { id } = envelope.data as { readonly id: number }
  const frame = await socket.next('order', ({ data }) => data.id === id && data.status === 'filled', 60_000)
  assert.equal(frame.data.filled, quantityOf('1'))
  const page = { pageNum: 1, pageSize: 10 }
  assert.equal((await at(leader).call(calls.trading.positions, page)).total, 1)
})

test('prices arrive at the server that follows, and it shows no price that is not handled', async () => {
  await using socket = await alice.listen(quoteChannel('US', 'AAPL'))
  await socket.next('quote', () => true, 60_000)
  const { clock, members } = leader.dependencies
  assert(members !== undefined, 'it has members')
  for (let look = 0; look < 50; look += 1) {
    const shown = follower.dependencies.clock.now()
    const next = follower.dependencies.source.feed.nextTick(clock.now())
    assert(shown < next, 'the clock of the server that follows reads earlier than the next tick of the one that leads')
    await rest(20)
  }
})

test('a session that one server ends is over at the other, with its socket', async () => {
  const bob = openPerson(leader.url)
  bob.token = (await bob.call(calls.account.guest, {})).token
  const there = at(follower, bob)
  assert.equal((await there.ask(calls.account.me, {})).envelope.code, 200)
  await bob.call(calls.account.logout, {})
  await until('it is signed out', async () => (await there.ask(calls.account.me, {})).envelope.code !== 200, 20)
})

test('an alert that is set at the server that follows tells its person', async () => {
  // Its price moves at every hour of the week: that of a share may rest for a minute while its exchange is closed.
  const coin = { code: 'BTC', market: 'CRYPTO' } as const
  const cent = price(1_000_000n)
  const alert = { ...coin, percent: undefined, repeats: false, inPracticeHours: true } as const
  /** Beside the last price; again if a new one comes meanwhile, which is beyond it. */
  const set = (kind: 'above' | 'below'): Promise<boolean> =>
    until(`an alert ${kind} the price is set`, async () => {
      const { last } = await alice.call(calls.market.quote, coin)
      const level = price(kind === 'above' ? last + cent : last - cent)
      const { envelope } = await alice.ask(calls.alerts.create, { ...alert, kind, level })
      return envelope.code === 200
    })
  const isTold = async (): Promise<boolean> =>
    (await alice.call(calls.alerts.list, coin)).some(({ toldAt }) => toldAt !== undefined)
  await until('one of them tells', async () => {
    // The next price is beyond one of the two, unless it moves between them: then there is room, and a new pair is set.
    await Promise.all([set('above'), set('below')])
    return until('this pair tells', isTold, 10).then(
      () => true,
      () => false,
    )
  })
})

test('the one that follows leads when the other one ends, and fills what comes', async () => {
  await leader.close()
  await until('it leads', () => leads(follower))
  const { envelope } = await alice.askWire(calls.trading.createStock, apple)
  const { id } = envelope.data as { readonly id: number }
  await until('it is filled', async () => {
    const { rows } = await alice.call(calls.trading.orders, { pageNum: 1, pageSize: 10, status: 'all' })
    return rows.find((row) => row.id === id)?.status === 'filled'
  })
})
