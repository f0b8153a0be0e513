import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { formatMoney } from '@mex/core/money/money.ts'
import { names, seedPeople, signIn } from './people.ts'
import type { Person } from './person.ts'
import { openWorld } from './world.ts'

const page = { pageNum: 1, pageSize: 50 }

/** The positions, orders and bills of a user, without ids and times. */
async function factsOf(person: Person) {
  const positions = await person.call(calls.trading.positions, page)
  const orders = await person.call(calls.trading.orders, { ...page, status: 'all' })
  const bills = await person.call(calls.trading.bills, { ...page, wallet: 'OVERVIEW', timeZone: 'UTC' })
  const closed = await person.call(calls.trading.closedPositions, page)
  return {
    positions: positions.rows.map(({ code, quantity, openPrice, marginNow }) => [code, quantity, openPrice, marginNow]),
    orders: orders.rows.map(({ code, status, averagePrice }) => [code, status, averagePrice]),
    closed: closed.rows.map(({ code, profit, closePrice }) => [code, profit, closePrice]),
    bills: bills.rows.map(({ type, amount, currency }) => `${type} ${formatMoney(amount)} ${currency}`),
  }
}

test('seeds users with the same positions, orders and bills for the same seed', async () => {
  await using first = await openWorld({ seed: 'people 2' })
  await using second = await openWorld({ seed: 'people 2' })
  const people = await seedPeople(first)
  const twins = await seedPeople(second)
  for (const name of names) {
    const facts = await factsOf(people[name])
    assert.deepEqual(await factsOf(twins[name]), facts, name)
    assert(facts.positions.length > 0, `${name} holds something`)
    assert(facts.orders.length > 0 && facts.bills.length > 3, `${name} has a history`)
    const again = await factsOf(await signIn(first.url, name))
    assert.deepEqual(again, facts, `${name} can sign in by e-mail`)
  }
  await first.verify()
  await second.verify()
})
