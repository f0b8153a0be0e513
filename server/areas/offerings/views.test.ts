import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { offerPhase, type NewIssue } from '@mex/core/offerings/new-issue.ts'
import { accepted } from '#areas/trading/testing.ts'
import { openPlacingTest } from './placing-testing.ts'
import { applicationsOf } from './store.ts'
import { applicationView } from './views.ts'

test('an application says that its price is the highest of a range while the range is open, and no longer', async () => {
  await using run = await openPlacingTest()
  const { feed, database } = run.market
  const now = run.now()
  const isRange = (offer: NewIssue) => offerPhase(offer, now) === 'open' && offer.low < offer.high
  const offer = present(feed.newIssues(now).find(isRange), 'an open issue with a range of prices')
  const userId = await run.market.person()
  const command = { kind: 'apply', userId, at: now, language: 'en', offer, quantity: offer.lot } as const
  const { id, price, isHighest } = accepted(await run.applications.send(command))
  assert.deepEqual([isHighest, price], [true, offer.high])
  const application = present((await applicationsOf(database.db, [{ userId, id }]))[0], 'the application')
  const naming = { language: 'en', traditional: (text: string) => text } as const
  const seenAt = (of: NewIssue, at: number) => applicationView(of, application, { now: at, naming }).isHighest
  assert.equal(seenAt(offer, offer.endsAt - 1), true)
  assert.equal(seenAt(offer, offer.endsAt), false)
  assert.equal(seenAt({ ...offer, low: offer.high }, offer.endsAt - 1), false, 'the price is fixed')
})
