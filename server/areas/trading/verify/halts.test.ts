import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, openTradingTest } from '#areas/trading/testing.ts'
import { crash, findingsIn } from './testing.ts'

const start = Date.parse('2026-11-20T16:00:00Z')
const second = 1000

test('a halt stops fills and liquidations, and the check of fills has no findings', async () => {
  let isHalted = false
  const bend = (feed: Parameters<typeof crash>[0]) => crash(feed, 'US:TSLA', start + 3 * second, 84n)
  await using market = await openTradingTest({ at: start, bend, halted: () => isHalted })
  const user = await market.person()
  accepted(await market.open(user, { key: 'US:TSLA', quantity: '20', leverage: 5 }))
  await market.tick()
  accepted(await market.open(user, { key: 'US:AAPL', quantity: '3' }))
  const from = market.clock.now()
  isHalted = true
  await market.tick(20)
  const halts = [{ market: 'US', code: undefined, from, to: undefined, held: { after: from, until: undefined } }]
  const { rows } = await market.database.pool.query('select quote_id from execution')
  assert.equal(rows.length, 1)
  assert.deepEqual(await findingsIn(market, { halts }), [])
})

test('reports orders, fills and liquidations in a halt that the server already knew', async () => {
  const bend = (feed: Parameters<typeof crash>[0]) => crash(feed, 'US:TSLA', start + 3 * second, 84n)
  await using market = await openTradingTest({ at: start, bend })
  const user = await market.person()
  const lost = accepted(await market.open(user, { key: 'US:TSLA', quantity: '20', leverage: 5 }))
  await market.tick(5)
  const apple = accepted(await market.open(user, { key: 'US:AAPL', quantity: '3' }))
  await market.tick()
  const filledAt = market.clock.now()
  const [from, to] = [start - 60 * second, filledAt + 60 * second]
  const halt = { market: 'US', code: undefined, from, to, held: { after: start - 1, until: filledAt + 1 } }
  const said = (await findingsIn(market, { halts: [halt] })).join('\n')
  const since = 'although it was halted since 2026-11-20T15:59:00.000Z'
  assert.match(said, new RegExp(`^order ${lost.id}: it was accepted ${since}`, 'm'))
  assert.match(said, new RegExp(`^order ${apple.id}: it was accepted ${since}`, 'm'))
  assert.match(said, new RegExp(`^US:AAPL at \\S+: something was filled or liquidated ${since}`, 'm'))
  assert.equal(said.match(new RegExp(`^US:TSLA at \\S+: something was filled or liquidated ${since}`, 'gm'))?.length, 2)

  const nothing = [
    { ...halt, code: 'MSFT' },
    { ...halt, market: 'MX' },
    { ...halt, held: { after: filledAt, until: undefined } },
    { ...halt, held: { after: start - 60 * second, until: start } },
    { ...halt, held: undefined },
  ]
  for (const other of nothing) assert.deepEqual(await findingsIn(market, { halts: [other] }), [])
})
