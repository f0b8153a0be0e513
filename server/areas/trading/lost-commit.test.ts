import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnknownOutcome } from '#db/lane.ts'
import { connect, type Database } from '#db/sql.ts'
import { openLossyWay, type LossyWay } from '#db/testing.ts'
import { listOrders, listPositions } from './store-lists.ts'
import { openTradingTest } from './testing.ts'

test('an order whose commit nobody saw is filled all the same', async () => {
  let way: LossyWay | undefined
  let lossy: Database | undefined
  const market = await openTradingTest({
    async reach(database) {
      way = await openLossyWay(database)
      lossy = connect(way.connectionString, 4).db
      return lossy
    },
  })
  const user = await market.person()
  way?.loseCommit()
  await assert.rejects(market.open(user, {}), UnknownOutcome)
  await market.tick(2)
  const page = { pageNumber: 1, pageSize: 10 }
  const statuses = ['accepted', 'partly_filled', 'filled', 'ended']
  const { rows } = await listOrders(market.database.db, user, { source: undefined, statuses }, page)
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['filled'],
  )
  const held = await listPositions(market.database.db, user, { source: undefined, instrument: undefined })
  assert.equal(held.length, 1)
  assert.deepEqual(market.desk.board.size, { orders: 0, positions: 1, additions: 0 })
  await market.expectBooks()
  await lossy?.destroy()
  await market[Symbol.asyncDispose]()
  await way?.[Symbol.asyncDispose]()
})
