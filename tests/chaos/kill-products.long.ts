import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import type { Call } from '@mex/contract/call.ts'
import type { Holding } from '@mex/contract/bonds/shapes.ts'
import type { Application } from '@mex/contract/offerings/shapes.ts'
import type { Order, Position } from '@mex/contract/trading/shapes.ts'
import { newKey, type Person } from '@mex/world/person.ts'
import { until } from '@mex/server/testing.ts'
import { connectTo, expectBalancedLedger } from './evidence.ts'
import { openLoad, type Command, type Load } from './load.ts'
import { clear, openFolder, startServer, type ServerProcess } from './server-process.ts'
import { answered } from './waiting.ts'

/**
 * Blocks, an auction, a placing and bonds from their orders to their ends. The server is killed while people order, and in the midst
 * of every moment at which it decides something by the clock: as soon as the first of several people has their result. It starts
 * again shortly before the next moment, or after it: then it does late what was due, and is killed in the midst of that.
 */
const block = 507
const blockShares = '10000'
const placing = 327
const placingShares = '400'
/** A note, and Cetes that mature in December. */
const note = 3205
const cetes = 21211
const moments = {
  orders: '2026-12-07T14:26:30Z',
  confirmation: '2026-12-07T14:27:28Z',
  cross: '2026-12-07T14:29:30Z',
  allotment: '2026-12-09T17:59:57Z',
  blockUnlock: '2026-12-14T14:29:57Z',
  maturity: '2026-12-17T15:59:57Z',
}
const people = 6
/** Everything of a person is on one page of each list. */
const commandsMax = 10
const page = { pageNum: 1, pageSize: 50 }

let folder: string
let server: ServerProcess
let load: Load
/** Whether people sell bonds now; before they order everything. */
let isSelling = false
/** The bonds that everybody has, by writer. */
let owned: readonly (readonly Holding[])[] = []

const start = (at: string): Promise<ServerProcess> => startServer(folder, ['server/main.ts'], { CLOCK_START: at })

const share = { stockCode: 'AAPL', direction: 0, orderType: 0, quantity: '1', leverage: 1 }
/** What everybody orders in turn. A second block and a second application are refused. */
const wishes: readonly (readonly [Call, Command['fields']])[] = [
  [calls.blocks.create, { id: block, quantity: blockShares }],
  [calls.placings.apply, { id: placing, quantity: placingShares }],
  [calls.trading.createAuction, share],
  [calls.bonds.buy, { id: note, amount: '100' }],
  [calls.bonds.buy, { id: cetes, amount: '500' }],
]

function next(writer: number, count: number): Command | undefined {
  const command = (call: Call, fields: Command['fields']): Command => {
    return { writer, call, fields, key: newKey(), outcome: undefined }
  }
  if (count >= commandsMax) return undefined
  if (!isSelling) return command(...(wishes[(writer + count) % wishes.length] ?? assert.fail()))
  const holding = owned[writer]?.[count]
  // Every second one sells; the others wait for the maturity.
  if (holding === undefined || writer % 2 === 1 || holding.bondId === note) return undefined
  return command(calls.bonds.sell, { id: holding.id, amount: '200' })
}

before(async () => {
  folder = await openFolder()
  server = await start(moments.orders)
  load = await openLoad(server.url, people, next)
  const { db, pool } = await connectTo(folder)
  await pool.query('update app_user set real_status = 3, block_status = 3')
  await db.destroy()
})
after(() => clear(server, folder))

async function killServer(at: string): Promise<void> {
  await server.end('SIGKILL')
  server = await start(at)
  load.moveTo(server.url)
}

/** Runs the load, kills while it runs, and waits until every outcome is known. */
async function underLoad(at: string): Promise<void> {
  const running = load.run()
  await rest(1500)
  await killServer(at)
  load.stop()
  await running
  await load.settle()
}

type RowsOf<Row> = readonly (readonly Row[])[]
const everybody = <Row>(ask: (person: Person) => Promise<readonly Row[]>): Promise<RowsOf<Row>> =>
  Promise.all(load.people.map((person) => answered(() => ask(person))))
const orders = (): Promise<RowsOf<Order>> =>
  everybody(async (person) => (await person.call(calls.trading.orders, { ...page, status: 'all' })).rows)
const positions = (): Promise<RowsOf<Position>> =>
  everybody(async (person) => (await person.call(calls.trading.positions, page)).rows)
const holdings = (): Promise<RowsOf<Holding>> =>
  everybody(async (person) => (await person.call(calls.bonds.holdings, page)).rows)
const applications = (): Promise<RowsOf<Application>> =>
  everybody(async (person) => (await person.call(calls.placings.applications, page)).rows)

const flat = async <Row>(rows: Promise<RowsOf<Row>>): Promise<Row[]> => (await rows).flat()
const blockOrders = async (): Promise<Order[]> => (await flat(orders())).filter((order) => order.block !== undefined)
const auctionOrders = async (): Promise<Order[]> => (await flat(orders())).filter((order) => order.block === undefined)
const blockPositions = async (): Promise<Position[]> =>
  (await flat(positions())).filter((position) => position.block !== undefined)
const isDecided = ({ status }: Order): boolean => status === 'filled' || status === 'ended'

/** Waits until the first row is there, and kills the server at once, which starts again at another moment. */
async function killAtFirst<Row>(
  rows: () => Promise<Row[]>,
  isDone: (row: Row) => boolean,
  then: string,
): Promise<void> {
  await until('one is done', async () => (await rows()).some(isDone))
  await killServer(then)
}

async function untilAll<Row>(rows: () => Promise<Row[]>, isDone: (row: Row) => boolean): Promise<Row[]> {
  await until('all are done', async () => (await rows()).every(isDone))
  const found = await rows()
  assert.ok(found.length >= people / 2, `${found.length} rows`)
  return found
}

const done = (writer: number, path: string): number[] =>
  load.commands.flatMap(({ writer: owner, call, outcome }) =>
    owner === writer && call.path === path && outcome?.kind === 'done' ? [outcome.id] : [],
  )

/** Expects exactly the acknowledged orders, applications and purchases. */
async function expectAcknowledged(): Promise<void> {
  const found = [await orders(), await applications(), await holdings()] as const
  for (let writer = 0; writer < people; writer += 1) {
    const made = [
      [...done(writer, calls.blocks.create.path), ...done(writer, calls.trading.createAuction.path)],
      done(writer, calls.placings.apply.path),
      done(writer, calls.bonds.buy.path),
    ]
    for (const [index, rows] of found.entries())
      assert.deepEqual(
        (rows[writer] ?? []).map(({ id }) => id).toSorted((one, other) => one - other),
        made[index]?.toSorted((one, other) => one - other),
        `rows ${index} of ${writer}`,
      )
  }
}

test('killed while people order: every acknowledged order, application and purchase stands once', async () => {
  await underLoad(moments.confirmation)
  await expectAcknowledged()
  for (const [call] of wishes)
    assert.ok(
      load.people.some((_, writer) => done(writer, call.path).length > 0),
      call.path,
    )
})

test('killed while blocks are confirmed: each is filled once, and locked', async () => {
  await killAtFirst(blockOrders, isDecided, moments.cross)
  for (const order of await untilAll(blockOrders, isDecided)) {
    assert.deepEqual([order.status, order.filled], ['filled', order.quantity])
    const own = (await blockPositions()).filter(({ id }) => id === order.positionId)
    assert.deepEqual(
      own.map(({ state, quantity }) => [state, quantity]),
      [['LOCKED', order.quantity]],
    )
  }
})

test('killed while an auction crosses: every order gets its one price, or ends', async () => {
  await killAtFirst(auctionOrders, isDecided, moments.allotment)
  const decided = await untilAll(auctionOrders, isDecided)
  const filled = decided.filter(({ status }) => status === 'filled')
  assert.ok(filled.length > 0)
  assert.equal(new Set(filled.map(({ averagePrice }) => averagePrice)).size, 1)
  for (const { status, reason } of decided)
    assert.ok(status === 'filled' || reason === 'AUCTION_UNFILLED', `${status} ${reason}`)
  await expectAcknowledged()
})

test('killed while a placing is allotted, and while bonds are sold: everybody gets a result once', async () => {
  const isAllotted = ({ status }: Application): boolean => status !== 'waiting'
  await killAtFirst(() => flat(applications()), isAllotted, moments.allotment)
  const results = await untilAll(() => flat(applications()), isAllotted)
  for (const { paid, refund, cost, quantity, allotted } of results) {
    assert.equal(paid - refund, cost)
    assert.ok(allotted <= quantity)
  }
  owned = await holdings()
  isSelling = true
  await underLoad(moments.blockUnlock)
  for (const [writer, rows] of (await holdings()).entries()) {
    const sold = rows.filter(({ redemption }) => redemption === 'sale')
    assert.equal(sold.length, done(writer, calls.bonds.sell.path).length)
    assert.ok(sold.every(({ face }) => face === 20_000n))
    const before = (owned[writer] ?? []).reduce((sum, { face }) => sum + face, 0n)
    assert.equal(
      rows.reduce((sum, { face }) => sum + face, 0n),
      before,
    )
  }
})

test('killed while shares of a placing and blocks are unlocked and bonds mature: all are open and paid, each once', async () => {
  const allotted = new Map((await flat(applications())).map((application) => [application.id, application.allotted]))
  const ofPlacing = async (): Promise<Position[]> => (await flat(positions())).filter(({ id }) => allotted.has(id))
  const ofCetes = async () =>
    (await flat(holdings())).filter(({ bondId, redemption }) => bondId === cetes && redemption !== 'sale')
  const isOpen = ({ state }: Position): boolean => state === 'OPEN'
  const isRedeemed = ({ status }: Holding): boolean => status === 'redeemed'
  await killAtFirst(ofPlacing, isOpen, moments.maturity)
  await killAtFirst(blockPositions, isOpen, moments.maturity)
  await killAtFirst(ofCetes, isRedeemed, moments.maturity)
  for (const { id, quantity } of await untilAll(ofPlacing, isOpen)) assert.equal(quantity, allotted.get(id))
  for (const { quantity } of await untilAll(blockPositions, isOpen))
    assert.equal(quantity, BigInt(blockShares) * 10n ** 8n)
  for (const { received, cost, profit, face } of await untilAll(ofCetes, isRedeemed))
    assert.deepEqual([received, cost + profit], [0n, face])
  assert.ok((await flat(holdings())).every(({ bondId, status }) => bondId === note || status === 'redeemed'))
})

test('the ledger, the fills, the placings and the bonds are right after the kills', () =>
  expectBalancedLedger(folder, ['ledger', 'fills', 'ipo', 'bonds']))
