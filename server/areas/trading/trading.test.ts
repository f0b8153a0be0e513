import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { formatMoney, formatQuantity, quantityOf } from '@mex/core/money/money.ts'
import { findOrder, findPosition } from './store.ts'
import { listClosings } from './store-lists.ts'
import { accepted, openTradingTest } from './testing.ts'

const market = await openTradingTest()
after(async () => {
  await market.expectBalancedLedger()
  await market[Symbol.asyncDispose]()
})

test('an order fills on the tick after it, moves with the price, and closes into cash', async () => {
  const user = await market.person()
  const order = accepted(await market.open(user, { quantity: '10', leverage: 2 }))
  assert.equal(order.status, 'accepted')
  const reserved = await market.available(user, 'US_STOCK')
  await market.tick()
  const filled = await findOrder(market.database.db, user, order.id)
  assert.equal(filled?.status, 'filled')
  assert.equal(filled?.reserve, 0n)
  const position = await findPosition(market.database.db, user, order.id)
  assert.equal(position?.quantity, quantityOf('10'))
  assert(position !== undefined && position.margin > 0n)
  // The buffer of the reserve came back.
  assert((await market.available(user, 'US_STOCK')) > reserved)
  await market.expectBalancedLedger()

  accepted(await market.close(user, order.id, { amount: 'half' }))
  await market.tick()
  assert.equal(
    formatQuantity((await findPosition(market.database.db, user, order.id))?.quantity ?? quantityOf('0')),
    '5',
  )
  accepted(await market.close(user, order.id))
  await market.tick()
  const closed = await findPosition(market.database.db, user, order.id)
  assert.equal(closed?.state, 'CLOSED')
  const { rows } = await listClosings(
    market.database.db,
    user,
    { source: undefined, instrument: undefined, from: undefined, to: undefined },
    { pageNumber: 1, pageSize: 10 },
  )
  assert.equal(rows.length, 2)
  const net = rows.reduce((sum, row) => sum + row.closing.netProfit, 0n)
  assert.equal(formatMoney(await market.available(user, 'US_STOCK')), formatMoney((2_500_000n + net) as never))
  await market.expectBalancedLedger()
})
