import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { initialLots, lotsAsked } from '@mex/core/offerings/pools.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { findPosition } from '#areas/trading/store.ts'
import { inTransaction, sql } from '#db/sql.ts'
import { openDraws } from './draws.ts'
import { jobs } from './jobs.ts'
import { lotsOf, openPlacingTest, word, type PlacingTest } from './placing-testing.ts'
import { verifyOfferings } from './verify.ts'

let run: PlacingTest
before(async () => {
  run = await openPlacingTest()
})
after(async () => run[Symbol.asyncDispose]())

describe('races', () => {
  test('an addition and a cancel at the end of the window are decided by their own instant', async () => {
    const placing = await run.untilOpen(() => true)
    const [early, late] = [await run.market.person(), await run.market.person()]
    const [first, second] = [await run.applied(early, placing, 1), await run.applied(late, placing, 1)]
    const more = lotsOf(placing, 1)
    const outcomes = await Promise.all([
      run.topUp(early, first, more, placing.endsAt - 1),
      run.topUp(early, first, more, placing.endsAt),
      run.cancel(late, second, placing.endsAt),
      run.cancel(late, second, placing.endsAt - 1),
    ])
    assert.deepEqual(outcomes.map(word), [undefined, 'placing_closed', 'order_final', undefined])
    await run.expectRight()
  })

  test('an addition, a cancel and two runs of the allotment at once settle everybody once', async () => {
    const placing = await run.untilOpen(() => true)
    const users = await Promise.all(Array.from({ length: 6 }, () => run.market.person()))
    const before = await Promise.all(users.map(run.available))
    const ids = await Promise.all(users.map((user) => run.applied(user, placing, 2)))
    run.market.clock.set(placing.endsAt)
    await run.work()
    run.market.clock.set(placing.allotsAt)
    const { database, feed } = run.market
    const [job] = jobs({
      db: database.db,
      feed,
      applications: run.applications,
      draws: openDraws({ db: database.db, feed }),
      wake: () => undefined,
    })
    const [added, cancelled] = await Promise.all([
      run.topUp(users[0]!, ids[0]!, lotsOf(placing, 1), placing.endsAt - 1),
      run.cancel(users[1]!, ids[1]!, placing.endsAt - 1),
      run.work(),
      job!.run(run.now()),
    ])
    assert.ok(['accepted', 'placing_closed'].includes(word(added) ?? 'accepted'))
    assert.ok(['accepted', 'order_final'].includes(word(cancelled) ?? 'accepted'))
    await run.work()
    for (const [index, user] of users.entries()) {
      const { status, cost } = await run.stored(user, ids[index]!)
      assert.notEqual(status, 'applied')
      assert.equal(await run.available(user), before[index]! - cost)
    }
    await run.expectRight()
  })

  test('a sale at the instant of the unlocking is either too early or works', async () => {
    const placing = await run.untilOpen((each) => each.market === 'US' && lotsAsked(each.book) < 2 * initialLots(each))
    const users = await Promise.all(Array.from({ length: 5 }, () => run.market.person()))
    const ids = await Promise.all(users.map((user) => run.applied(user, placing, 4)))
    run.market.clock.set(placing.allotsAt)
    await run.work()
    run.market.clock.set(placing.unlocksAt)
    await run.market.tick(2)
    const unlocking = run.work()
    const sales = await Promise.all(users.map((user, index) => run.market.close(user, ids[index]!)))
    await unlocking
    await run.market.tick(40)
    for (const [index, user] of users.entries()) {
      const position = await findPosition(run.market.database.db, user, ids[index]!)
      const sold = word(sales[index])
      assert.ok(sold === undefined || sold === 'position_locked', String(sold))
      assert.equal(position?.state, sold === undefined ? 'CLOSED' : 'OPEN')
    }
    await run.expectRight()
  })
})

test('verify ipo finds a changed allotment, refund and step of a placing', async () => {
  const { db } = run.market.database
  const placing = await run.untilOpen((each) => each.market === 'MX' && lotsAsked(each.book) > 1.5 * initialLots(each))
  const user = await run.market.person()
  const id = await run.applied(user, placing, 4)
  run.market.clock.set(placing.allotsAt + dayMilliseconds)
  await run.work()
  const planted: readonly (readonly [column: string, by: number, finding: RegExp])[] = [
    ['drawn_lots', 1, /drew \d+ lots/],
    ['rank', 1, /with rank/],
    ['refund', -1, /refund is/],
    ['cost', 1, /cost is/],
  ]
  for (const [column, by, finding] of planted) {
    const change = (amount: number) =>
      inTransaction(db, async (tx) => {
        await sql.raw(`update application set ${column} = ${column} + (${amount}) where id = ${id}`).execute(tx)
      })
    await change(by)
    const { findings } = await verifyOfferings(db, run.market.feed, run.now())
    assert.ok(
      findings.some((line) => line.includes(`application ${id}`) && finding.test(line)),
      `${column}: ${findings.join('; ')}`,
    )
    await change(-by)
  }
  await run.expectRight()
})
