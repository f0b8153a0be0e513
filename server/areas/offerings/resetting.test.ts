import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { offerPhase } from '@mex/core/offerings/new-issue.ts'
import type { Offer } from '@mex/core/offerings/offer.ts'
import { askReset } from '#areas/testing.ts'
import { accepted } from '#areas/trading/testing.ts'
import { lotsOf, openPlacingTest, word, type PlacingTest } from './placing-testing.ts'

/** While a practice waits to start again, nothing that would delay it for days begins. */

let run: PlacingTest
before(async () => {
  run = await openPlacingTest()
})
after(async () => run[Symbol.asyncDispose]())

const openIssue = (): Offer =>
  present(
    run.market.feed.newIssues(run.now()).find((issue) => offerPhase(issue, run.now()) === 'open'),
    'an open issue',
  )

const offers: Readonly<Record<string, () => Offer>> = { offerings: openIssue, placings: () => run.openOne() }

for (const [kind, openOffer] of Object.entries(offers)) {
  test(`${kind}.apply refuses: wrong_state, and takes nothing`, async () => {
    const user = await run.market.person()
    const before = await run.available(user)
    await askReset(run.market.database.db, user)
    assert.equal(word(await run.apply(user, openOffer(), 1)), 'wrong_state')
    assert.equal(await run.available(user), before)
  })

  test(`offerings.add refuses: wrong_state for one of ${kind}, which can still be cancelled`, async () => {
    const user = await run.market.person()
    const before = await run.available(user)
    const offer = openOffer()
    const id = await run.applied(user, offer, 1)
    await askReset(run.market.database.db, user)
    const { paid } = await run.stored(user, id)
    assert.equal(word(await run.topUp(user, id, lotsOf(offer, 1))), 'wrong_state')
    assert.equal((await run.stored(user, id)).paid, paid)
    accepted(await run.cancel(user, id))
    assert.equal(await run.available(user), before)
  })
}

test('nobody else waits, and who has started again may apply', async () => {
  const [user, other] = [await run.market.person(), await run.market.person()]
  const placing = run.openOne()
  await askReset(run.market.database.db, user)
  const outcomes = await Promise.all([run.apply(user, placing, 1), run.apply(other, placing, 1)])
  assert.deepEqual(outcomes.map(word), ['wrong_state', undefined])
  await run.market.database.pool.query('update practice_reset set done_at = now() where user_id = $1', [user])
  accepted(await run.apply(user, placing, 1))
  await run.expectRight()
})
