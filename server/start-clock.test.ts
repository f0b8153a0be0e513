import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tradedUntil } from '#areas/desk/actions.ts'
import { saveMarketClock } from '#areas/desk/store-clock.ts'
import { openTestDatabase } from '#testing.ts'
import { startClock, type StartClockOptions } from './start-clock.ts'

const begin = Date.UTC(2026, 10, 20, 15)

const options: StartClockOptions = {
  machine: undefined,
  speed: 1,
  set: begin,
  nextTick: (after) => after + 1000,
  say: () => undefined,
  warn: () => undefined,
  failed: (error) => {
    throw error
  },
}

test('a first server that ends before its first tick leaves the instant since when ticks are missing', async () => {
  await using own = await openTestDatabase()
  const store = { db: own.db, membership: undefined, tookOver: false }
  const first = await startClock(store, options)
  assert.equal(first.handledUntil, undefined, 'nothing was traded before it, so it misses no tick itself')
  const missing = await tradedUntil(own.db)
  assert(missing !== undefined && missing >= begin)
  assert.equal((await startClock(store, options)).handledUntil, missing)
})

test('a server that has handled ticks leaves the last of them', async () => {
  await using own = await openTestDatabase()
  const store = { db: own.db, membership: undefined, tookOver: false }
  await startClock(store, options)
  await saveMarketClock(own.db, { now: begin + 9000, speed: 1, handledUntil: begin + 8000 })
  assert.equal((await startClock(store, options)).handledUntil, begin + 8000)
})
