import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { isRemoval, isSplit } from '@mex/core/market/corporate-actions.ts'
import { tickDown, tickUp } from '@mex/core/market/ticks.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { price } from '@mex/core/money/money.ts'
import { refusedWith, start } from '#areas/testing.ts'
import type { Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { above, describe, feed, inbox, openServer as openServerOn, person as addPerson, told } from './testing.ts'

let own: TestDatabase
let db: Database
before(async () => {
  own = await openTestDatabase()
  db = own.db
})
after(() => own[Symbol.asyncDispose]())
const openServer = (database = db) => openServerOn(database)
const person = () => addPerson(db)

/** The first share that has an action of a kind, well after the start of the market. */
function shareWith(is: typeof isSplit | typeof isRemoval) {
  const later = Date.parse('2028-06-01T15:00Z')
  const all = [...feed.instruments(start).keys()]
  for (const share of all) {
    const action = feed.actions(share, later).find((each) => is(each) && each.exAt > start + 86_400_000)
    if (action !== undefined) return { share, action }
  }
  throw new Error('no share has such an action')
}

test('a split moves the level with the price, in memory and after a restart', async () => {
  const { share, action } = shareWith(isSplit)
  assert.ok(isSplit(action))
  const { exAt, to, from } = action
  const before = exAt - 3_600_000 * 24
  const at = { ...(await person()), now: before }
  const { code, market: of, ticks } = describe(share, before)
  const quote = present(feed.quote(share, before), 'a quote before the split')
  const level = tickDown(ticks, price((quote.last * 112n) / 100n))
  const running = openServer()
  await running.call.create({ ...above, code, market: of, level, inPracticeHours: true }, at)
  await running.tick(quote)
  // A day later, the first quotes in the new shares: far below the old level, and just below and at the new one.
  const after = present(feed.quote(share, exAt + 3_600_000), 'a quote after the split')
  const moved = price(divide(level * from, to, 'near'))
  const changed = { ...at, now: exAt + 3_600_000 }
  assert.equal((await running.call.list({}, changed))[0]?.level, moved)
  const phase = 'regular'
  const close = { ...after, phase, last: price((moved * 99n) / 100n) } as const
  await running.tick(close)
  assert.equal(await told(at), 0)
  const restarted = openServer()
  await restarted.tick(close)
  assert.equal(await told(at), 0)
  const reached = { ...after, phase, last: moved, venueTime: after.venueTime + 1000 } as const
  assert.ok(moved * 4n < after.last * 5n, 'the test raises the price by less than a jump')
  await running.tick(reached)
  await restarted.tick(reached)
  assert.equal(await told(at), 1)
})

test('an alert on a share that leaves the market ends with one message', async () => {
  const { share, action } = shareWith(isRemoval)
  const before = action.exAt - 86_400_000
  const { code, market: of, ticks } = describe(share, before)
  const context = { ...(await person()), now: before }
  const quote = present(feed.quote(share, before), 'a quote before the end')
  const level = tickUp(ticks, price((quote.last * 150n) / 100n))
  const { call, alerts } = openServer()
  const { id } = await call.create({ ...above, code, market: of, level }, context)
  assert.equal(await alerts.endGone(before), 0)
  assert.equal(await alerts.endGone(action.exAt + 1000), 1)
  assert.equal(await alerts.endGone(action.exAt + 2000), 0)
  const [only, ...others] = await inbox(context)
  assert.deepEqual([only?.reference, others], [`alert ${id}`, []])
  const [row] = await call.list({}, { ...context, now: action.exAt + 1000 })
  assert.deepEqual([row?.state, row?.last], ['gone', undefined])
  await refusedWith(
    'unknown_instrument',
    call.create({ ...above, code, market: of, level }, { ...context, now: action.exAt + 1000 }),
  )
})
