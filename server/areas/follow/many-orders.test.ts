import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { copyRows } from '#copied-rows-testing.ts'
import { openFollowTest, word, type FollowTest } from './testing.ts'

let follow: FollowTest
before(async () => {
  follow = await openFollowTest()
})
after(() => follow.market[Symbol.asyncDispose]())

test('follows.add refuses: too_many_orders', async () => {
  const user = await follow.market.person()
  const campaign = follow.open(1)
  await follow.added(user, campaign, '100')
  await copyRows(follow.market.database.db, 'follow_order', user, 998)
  const outcomes = await Promise.all(Array.from({ length: 3 }, () => follow.add(user, campaign, '100')))
  assert.deepEqual(outcomes.map(word), [undefined, 'too_many_orders', 'too_many_orders'], 'the thousandth is the last')
})
