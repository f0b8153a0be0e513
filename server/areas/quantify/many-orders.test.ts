import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { copyRows } from '#copied-rows-testing.ts'
import { openQuantifyTest, word, type QuantifyTest } from './testing.ts'

let quantify: QuantifyTest
before(async () => {
  quantify = await openQuantifyTest()
})
after(() => quantify.market[Symbol.asyncDispose]())

test('quantify.save refuses: too_many_orders', async () => {
  const user = await quantify.market.person()
  await quantify.saved(user, 1030, '100')
  await copyRows(quantify.market.database.db, 'quantify_order', user, 998)
  const outcomes = await Promise.all(Array.from({ length: 3 }, () => quantify.save(user, 1007, '100')))
  assert.deepEqual(outcomes.map(word), [undefined, 'too_many_orders', 'too_many_orders'], 'the thousandth is the last')
})
