import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { copyRows } from '#copied-rows-testing.ts'
import { openBondsTest, word, type BondsTest } from './testing.ts'

let bonds: BondsTest
before(async () => {
  bonds = await openBondsTest()
})
after(() => bonds.market[Symbol.asyncDispose]())

test('bonds.buy refuses: too_many_orders, and bonds.sell refuses: too_many_orders for a part', async () => {
  const user = await bonds.market.person()
  const note = bonds.offered('note')
  const { id } = await bonds.bought(user, note, '300')
  await copyRows(bonds.market.database.db, 'bond_holding', user, 998)
  const outcomes = await Promise.all(Array.from({ length: 3 }, () => bonds.buy(user, note, '100')))
  assert.deepEqual(outcomes.map(word), [undefined, 'too_many_orders', 'too_many_orders'], 'the thousandth is the last')
  assert.equal(word(await bonds.sell(user, id, '100')), 'too_many_orders')
  assert.equal(word(await bonds.sell(user, id)), undefined)
})

test('every holding that a person can have counts in the net worth', async () => {
  const user = await bonds.market.person()
  await bonds.bought(user, bonds.offered('note'), '300')
  const one = await bonds.equity(user)
  const free = await bonds.available(user)
  await copyRows(bonds.market.database.db, 'bond_holding', user, 999)
  assert.equal((await bonds.equity(user)) - free, (one - free) * 1000n)
})
