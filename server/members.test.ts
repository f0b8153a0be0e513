import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marketClock } from '#areas/desk/store-clock.ts'
import { gapsBetween } from '#areas/market/gaps.ts'
import { openSteppedClock } from '#clock.ts'
import { openTestDatabase } from '#db/testing.ts'
import { openMembers } from './members.ts'

const begin = Date.parse('2026-11-20T14:30:00Z')

test('the gap before a tick is published in the commit that notes the tick', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const members = openMembers({
    db,
    clock: openSteppedClock(begin),
    nextTick: (after) => after + 1000,
    handled: begin,
    isLeading: true,
    onError: (error) => assert.fail(String(error)),
  })
  const gap = { from: begin, to: begin + 3000 }
  members.ticksBy({ missedBefore: (to) => (to === gap.to ? gap : undefined) })
  await assert.rejects(members.gate.hold(gap.to, () => Promise.reject(new Error('the tick fails'))))
  assert.deepEqual(await gapsBetween(db, 0, begin + 10_000), [])
  await members.gate.hold(gap.to, () => Promise.resolve())
  assert.deepEqual(await gapsBetween(db, 0, begin + 10_000), [gap])
  assert.equal((await marketClock(db))?.handledUntil, gap.to)
  await members.stop()
})
