import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { readRequest } from '@mex/contract/reading.ts'
import { present } from '@mex/core/assert.ts'
import { personal } from '#areas/testing.ts'
import { tradingHandlers } from './handlers.ts'
import { accepted, openTradingTest } from './testing.ts'

test('orders are filtered by side and instrument, sorted by time, and name the instruments of all', async () => {
  await using market = await openTradingTest()
  const [user, other] = [await market.person(), await market.person()]
  const open = async (key: string, direction: 'long' | 'short') =>
    accepted(await market.open(user, { key, direction, quantity: '1', leverage: 1 })).id
  const first = await open('US:AAPL', 'long')
  const second = await open('US:AAPL', 'short')
  const third = await open('US:MSFT', 'long')
  accepted(await market.open(other, { key: 'US:NVDA', quantity: '1' }))
  await market.tick()

  const listed = async (wire: Readonly<Record<string, unknown>>, person = user) => {
    const read = readRequest(calls.trading.orders.input, { status: 'all', ...wire })
    assert('input' in read)
    const context = personal(person, { db: market.database.db, feed: market.feed, now: market.clock.now() })
    return tradingHandlers(market.engine).orders(read.input, context)
  }
  const ids = async (wire: Readonly<Record<string, unknown>>) => (await listed(wire)).rows.map(({ id }) => id)
  assert.deepEqual(await ids({}), [third, second, first])
  assert.deepEqual(await ids({ order: 'asc' }), [first, second, third])
  assert.deepEqual(await ids({ order: 'asc', pageSize: 1, pageNum: 2 }), [second])
  assert.deepEqual(await ids({ direction: 0 }), [third, first])
  assert.deepEqual(await ids({ direction: 1 }), [second])
  assert.deepEqual(await ids({ stockCode: 'AAPL', market: 'US' }), [second, first])
  assert.deepEqual(await ids({ stockCode: 'AAPL', direction: 1, order: 'asc' }), [second])
  assert.deepEqual(await ids({ stockCode: 'NVDA' }), [])
  assert.equal((await listed({ direction: 0, pageSize: 1 })).total, 2)

  assert.equal((await listed({})).instruments, undefined)
  const { instruments } = await listed({ withInstruments: 1, direction: 1 })
  assert.deepEqual(
    present(instruments, 'the instruments')
      .map(({ market: exchange, code, name }) => `${exchange} ${code} ${name}`)
      .toSorted((left, right) => left.localeCompare(right)),
    ['US AAPL Apple', 'US MSFT Microsoft'],
  )
  assert.deepEqual((await listed({ withInstruments: 1 }, await market.person())).instruments, [])
})
