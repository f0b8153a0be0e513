import assert from 'node:assert/strict'
import { present } from '@mex/core/assert.ts'
import { test } from 'node:test'
import { UnknownOutcome } from '#db/lane.ts'
import { connect, type Database } from '#db/sql.ts'
import { openLossyWay, type LossyWay } from '#db/testing.ts'
import { listOrders, listPositions } from './store-lists.ts'
import { accepted, openTradingTest, thin, type TradingTestOptions } from './testing.ts'
import { executionsIn, findingsIn } from './verify/testing.ts'

const opening = Date.parse('2026-11-20T14:30:00Z')

/** A market whose engine uses a database connection that loses commits. */
async function openLossyMarket(options: TradingTestOptions = {}) {
  let way: LossyWay | undefined
  let lossy: Database | undefined
  const market = await openTradingTest({
    ...options,
    async reach(database) {
      way = await openLossyWay(database)
      lossy = connect(way.connectionString, 4).db
      return lossy
    },
  })
  const statusesOf = async (user: number): Promise<readonly string[]> => {
    const statuses = ['accepted', 'partly_filled', 'filled', 'ended']
    const page = { pageNumber: 1, pageSize: 10 }
    const { rows } = await listOrders(market.database.db, user, { source: undefined, statuses }, page)
    return rows.map(({ status }) => status)
  }
  return {
    market,
    way: present(way, 'the way to the database'),
    statusesOf,
    async [Symbol.asyncDispose]() {
      await lossy?.destroy()
      await market[Symbol.asyncDispose]()
      await way?.[Symbol.asyncDispose]()
    },
  }
}

test('fills an order whose commit has an unknown outcome', async () => {
  await using lossy = await openLossyMarket()
  const { market, way, statusesOf } = lossy
  const user = await market.person()
  way.loseCommit()
  await assert.rejects(market.open(user, { leverage: 2 }), UnknownOutcome)
  await market.tick(2)
  assert.deepEqual(await statusesOf(user), ['filled'])
  const held = await listPositions(market.database.db, user, { source: undefined, instrument: undefined })
  assert.equal(held.length, 1)
  assert.deepEqual(market.engine.triggers.size, { orders: 0, positions: 1, additions: 0 })
  await market.expectBalancedLedger()
})

test('fills an order whose commit lands after the index was rebuilt', async () => {
  await using lossy = await openLossyMarket()
  const { market, way, statusesOf } = lossy
  const [user, other] = [await market.person(), await market.person()]
  const land = way.holdCommit()
  await assert.rejects(market.open(user, { leverage: 2 }), UnknownOutcome)
  // Other users do not wait for that commit.
  accepted(await market.open(other, { leverage: 2 }))
  await market.tick(2)
  assert.deepEqual(await statusesOf(user), [])
  assert.deepEqual(await statusesOf(other), ['filled'])
  land()
  while ((await statusesOf(user)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.deepEqual(await statusesOf(user), ['accepted'])
  await market.tick(2)
  assert.deepEqual(await statusesOf(user), ['filled'])
  assert.deepEqual(market.engine.triggers.size, { orders: 0, positions: 2, additions: 0 })
  await market.expectBalancedLedger()
})

test('does not fill an order again at an opening price whose commit has an unknown outcome', async () => {
  await using lossy = await openLossyMarket({
    at: opening - 10_000,
    practiceHours: false,
    bend: (feed) => thin(feed, '1000'),
  })
  const { market, way } = lossy
  const [one, other] = [await market.person(), await market.person()]
  // More than the auction exchanges: most of it waits for the next quote.
  const asked = { key: 'MX:ALSEA', quantity: '40000', leverage: 5 } as const
  for (const user of [one, other]) accepted(await market.open(user, asked))
  while (market.clock.now() < opening - 1000) await market.tick()
  way.loseCommit()
  market.clock.set(opening)
  await market.ticker.step()
  const rows = await executionsIn(market)
  assert.deepEqual(
    rows.map(({ order, rule }) => [order.user, rule]),
    [one, other].map((user) => [user, 'auction']),
  )
  assert.ok(rows.every(({ quantity, order }) => quantity < order.quantity))
  assert.deepEqual(market.gaps, [])
  assert.deepEqual(await findingsIn(market), [])
  await market.expectBalancedLedger()
})
