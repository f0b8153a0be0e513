import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import type { Order } from '@mex/contract/trading/shapes.ts'
import { moneyOf, price, quantityOf } from '@mex/core/money/money.ts'
import type { Person } from './person.ts'
import { openWorld, type World } from './world.ts'

/** Orders, positions, closings and transfers can be found by id, also beyond the newest page. */

let world: World
let owner: Person
let stranger: Person
before(async () => {
  world = await openWorld({ seed: 'by id' })
  owner = await world.person()
  stranger = await world.person()
})
after(() => world[Symbol.asyncDispose]())

const apple = { code: 'AAPL', market: 'US', classify: 'UsStock', extendedHours: false } as const
const page = { pageNum: 1, pageSize: 50 } as const
const oneRow = { pageNum: 1, pageSize: 1 } as const

async function buy(person: Person, kind: 'market' | 'limit'): Promise<Order> {
  const { last } = await person.call(calls.market.quote, { code: 'AAPL', market: 'US' })
  const limit = kind === 'limit' ? price(((last * 85n) / 100n / 10n ** 8n) * 10n ** 8n) : undefined
  const order = { ...apple, side: 'buy', type: kind, leverage: 1, purpose: 'open', quantity: quantityOf('1') } as const
  return person.call(calls.trading.createStock, limit === undefined ? order : { ...order, limit })
}

const idsOf = (answer: { readonly rows: readonly { readonly id: number }[] }) => answer.rows.map(({ id }) => id)

test('finds a working order and an ended order by id beyond the newest 50', async () => {
  const first = await buy(owner, 'limit')
  const newer: number[] = []
  for (let count = 0; count < 51; count += 1) {
    const { id } = await buy(owner, 'limit')
    newer.push(id)
    await owner.call(calls.trading.cancelOrder, { id })
  }
  await world.step()
  const newest = await owner.call(calls.trading.orders, { ...page, status: 'all' })
  assert.equal(newest.total, 52)
  assert(!idsOf(newest).includes(first.id))
  assert.deepEqual(idsOf(await owner.call(calls.trading.orders, { ...oneRow, id: first.id })), [first.id])
  const [ended] = (await owner.call(calls.trading.orders, { ...oneRow, id: newer[0] })).rows
  assert.deepEqual([ended?.id, ended?.status], [newer[0], 'ended'])
  // The status filter applies together with the id.
  assert.equal((await owner.call(calls.trading.orders, { ...oneRow, id: newer[0], status: 'filled' })).total, 0)
})

test('finds no row by the id of another user or by an unknown id, and refuses an invalid id', async () => {
  const { id } = await buy(owner, 'market')
  await world.step()
  await owner.call(calls.trading.close, { id, quantity: quantityOf('1'), type: 'market' })
  await world.step()
  for (const asked of [id, 987_654_321]) {
    const answers = await Promise.all([
      stranger.call(calls.trading.orders, { ...page, id: asked }),
      stranger.call(calls.trading.orders, { ...page, positionId: asked }),
      stranger.call(calls.trading.positions, { ...page, id: asked }),
      stranger.call(calls.trading.closedPositions, { ...page, id: asked }),
    ])
    for (const answer of answers) assert.deepEqual([answer.total, answer.rows], [0, []])
  }
  for (const [call, code] of [
    [calls.trading.orders, 1003],
    [calls.trading.positions, 2100],
    [calls.trading.closedPositions, 2100],
    [calls.funding.deposits, 1003],
    [calls.funding.withdrawals, 1003],
  ] as const)
    for (const wrong of ['0', '-1', 'abc', '1.5', [1]])
      assert.equal((await owner.askWire(call, { id: wrong })).envelope.code, code, `${call.path} ${String(wrong)}`)
  assert.equal((await owner.askWire(calls.trading.bills, { refId: 'abc' })).envelope.code, 1003)
  assert.equal((await owner.askWire(calls.trading.orders, { positionId: 'abc' })).envelope.code, 2100)
})

test('finds an open position, its closings and all its orders by the id of the position', async () => {
  const { id } = await buy(owner, 'market')
  const other = await buy(owner, 'market')
  await world.step()
  assert.deepEqual(idsOf(await owner.call(calls.trading.positions, { ...oneRow, id })), [id])
  const closing = await owner.call(calls.trading.close, { id, quantity: quantityOf('1'), type: 'market' })
  await world.step()
  assert.equal((await owner.call(calls.trading.positions, { ...oneRow, id })).total, 0)
  const closed = await owner.call(calls.trading.closedPositions, { ...page, id })
  assert.deepEqual(
    closed.rows.map((row) => [row.id, row.closeOrderId]),
    [[id, closing.id]],
  )
  assert.deepEqual(idsOf(await owner.call(calls.trading.orders, { ...page, positionId: id })), [closing.id, id])
  assert.deepEqual(idsOf(await owner.call(calls.trading.orders, { ...page, positionId: other.id })), [other.id])
})

test('finds the bills of one transfer by its id', async () => {
  const transfer = () => owner.call(calls.wallet.transfer, { from: 'BALANCE', to: 'HK_STOCK', amount: moneyOf('10') })
  const [first, second] = [await transfer(), await transfer()]
  const bills = { ...page, wallet: 'OVERVIEW', timeZone: 'UTC' } as const
  for (const { id } of [first, second]) {
    const { rows } = await owner.call(calls.trading.bills, { ...bills, referenceId: id })
    assert(rows.length > 0 && rows.every((row) => row.referenceId === id))
    assert(rows.some((row) => row.type === 20))
    assert.equal((await stranger.call(calls.trading.bills, { ...bills, referenceId: id })).total, 0)
  }
})
