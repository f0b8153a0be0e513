import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, openTradingTest } from '#areas/trading/testing.ts'
import { findingsIn } from './testing.ts'

const at = (text: string): number => Date.parse(text)

test('reports no missed fill while an earlier order of the same user consumes the order book', async () => {
  await using market = await openTradingTest({ at: at('2026-11-20T16:00:00Z') })
  const user = await market.person()
  accepted(await market.open(user, { key: 'MX:SORIANAB', quantity: '400' }))
  const second = accepted(await market.open(user, { key: 'MX:SORIANAB', quantity: '1' }))
  await market.tick(9)
  const { pool } = market.database
  const { rows } = await pool.query<{ id: number }>('select distinct order_id as id from execution')
  assert(
    !rows.some(({ id }) => id === second.id),
    'the first order takes the whole ladder for longer than the patience',
  )
  assert.deepEqual(await findingsIn(market), [])
  await pool.query('alter table execution disable trigger all')
  await pool.query('update execution set order_id = -order_id')
  const missed = new RegExp(`^order ${second.id}: could be filled at every tick from `, 'm')
  assert.match((await findingsIn(market)).join('\n'), missed, 'without those fills the ladder was free')
})

test('judges an order that waited for a late tick by the clock speed of that time', async () => {
  const from = at('2026-11-20T16:00:00Z')
  await using market = await openTradingTest({ at: from, speed: 3600 })
  // The first tick of a process is never skipped; the fast clock skips those after it.
  await market.tick()
  const order = accepted(await market.open(await market.person(), { quantity: '1' }))
  // Six minutes of market time are a tenth of a second of wall-clock time.
  market.clock.advance(360_000)
  await market.ticker.step()
  const speeds = [
    { from: from - 1000, speed: 3600 },
    { from: market.clock.now(), speed: 1 },
  ]
  assert.deepEqual(await findingsIn(market, { speeds }), [])
  const missed = new RegExp(`^order ${order.id}: could be filled at every tick from `)
  assert.match((await findingsIn(market)).join('\n'), missed, 'at the speed of a wall clock it would have been missed')
})
