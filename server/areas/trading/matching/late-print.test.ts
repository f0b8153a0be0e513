import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { formatPrice, price } from '@mex/core/money/money.ts'
import { lapseOverdue } from '#areas/trading/jobs.ts'
import { findOrder } from '#areas/trading/store.ts'
import { accepted, openTradingTest } from '#areas/trading/testing.ts'
import { findingsIn } from '#areas/trading/verify/testing.ts'

test('on a fast clock an order waits for its late print, whatever was handled of later instants before', async () => {
  const [from, cross] = [Date.parse('2026-11-20T09:20:00-05:00'), Date.parse('2026-11-20T09:30:00-05:00')]
  await using market = await openTradingTest({ practiceHours: false, at: from, speed: 3600 })
  await market.tick()
  const user = await market.person()
  const order = accepted(await market.open(user, { source: sources.auctionStock, quantity: '3' }))
  const limit = formatPrice(
    price((present(market.feed.quote('US:AAPL', from), 'a quote').last / 100_000_000n - 10n) * 100_000_000n),
  )
  const stored = async (id: number) => present(await findOrder(market.database.db, user, id), `order ${id}`)
  const other = accepted(await market.open(user, { type: 'limit', limit, extendedHours: false }))
  await market.cancel(user, other.id)
  // An hour of the market is a second of the wall clock: the tick of the cross is late, and the job ends the other order before it.
  market.clock.set(cross + 3_600_000)
  await lapseOverdue(market.engine)
  assert.deepEqual((await stored(other.id)).status, 'ended')
  assert.equal((await stored(order.id)).status, 'accepted')
  await market.ticker.step()
  const { status, changedAt } = await stored(order.id)
  assert.deepEqual([status, changedAt], ['filled', cross])
  const speeds = [{ from: from - 1000, speed: 3600 }]
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps, speeds }), [])
  await market.expectBalancedLedger()
})
