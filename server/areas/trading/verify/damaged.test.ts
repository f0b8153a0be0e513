import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, openTradingTest } from '#areas/trading/testing.ts'
import { crash, findingsIn } from './testing.ts'

const start = Date.parse('2026-11-20T16:00:00Z')

test('reports a row that cannot be replayed, and still checks all other users', async () => {
  await using market = await openTradingTest({ at: start, bend: (feed) => crash(feed, 'US:TSLA', start + 5000, 84n) })
  const [damaged, other] = [await market.person(), await market.person()]
  const order = accepted(await market.open(damaged, { key: 'US:AAPL', quantity: '3' }))
  const lost = accepted(await market.open(damaged, { key: 'US:TSLA', quantity: '20', leverage: 5 }))
  const elsewhere = accepted(await market.open(other, { key: 'US:AAPL', quantity: '3' }))
  await market.tick(2)
  accepted(await market.addMargin(damaged, lost.id, '1.00'))
  const selling = accepted(await market.close(damaged, order.id))
  await market.tick(6)
  assert.deepEqual(await findingsIn(market), [])

  const { pool } = market.database
  const tables = ['trade_order', 'position', 'margin_addition', 'execution', 'closing']
  for (const table of tables) await pool.query(`alter table ${table} disable trigger all`)
  await pool.query(`update trade_order set fee = fee + 1 where id = ${elsewhere.id}`)
  const spoiled = [
    [`trade_order set instrument = 'XX:NONE'`, order.id],
    [`trade_order set instrument = ''`, order.id],
    ['trade_order set wallet = 99', order.id],
    [`trade_order set accepted_at = '0001-01-01'`, selling.id],
    ['trade_order set exchange = 0', lost.id],
    [`position set instrument = 'XX:NONE'`, order.id],
    ['position set wallet = 99', lost.id],
    ['position set cost = 0, leverage = 0', lost.id],
    ['margin_addition set wallet = 99', undefined],
    [`execution set quote_id = 'nothing'`, undefined],
    [`execution set quote_id = 'XX:NONE@5'`, undefined],
    [`execution set at = '0001-01-01'`, undefined],
    [`closing set quote_id = 'nothing'`, undefined],
    ['closing set position_id = 999', undefined],
  ] as const
  for (const [spoil, id] of spoiled) {
    const table = spoil.split(' ')[0] ?? ''
    const where = id === undefined ? `user_id = ${damaged}` : `id = ${id}`
    await pool.query(`create table kept as select * from ${table}`)
    const { rowCount } = await pool.query(`update ${spoil} where ${where}`)
    assert.ok((rowCount ?? 0) > 0, spoil)
    const said = await findingsIn(market)
    assert.ok(
      said.some((line) => line.startsWith(`order ${elsewhere.id}: fee is `)),
      `the other person is checked: ${spoil}`,
    )
    assert.ok(said.length > 1, `it is a finding: ${spoil}`)
    await pool.query(`delete from ${table}`)
    await pool.query(`insert into ${table} overriding system value select * from kept`)
    await pool.query('drop table kept')
  }
})
