import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { Bond } from '@mex/core/bonds/bond.ts'
import { present } from '@mex/core/assert.ts'
import { dayMilliseconds, isoDate, utcDay } from '@mex/core/time-zone.ts'
import { refusedWith } from '#areas/testing.ts'
import { pastWorth } from './past-prices.ts'
import { bondsAt, isOffered } from './quotes.ts'
import { openBondsTest, type BondsTest } from './testing.ts'

let bonds: BondsTest
before(async () => {
  bonds = await openBondsTest()
})
after(async () => bonds.market[Symbol.asyncDispose]())

const past = (bond: Bond, now = bonds.now()) => pastWorth(bonds.market.feed, bond, now)

/** The bond on offer that was issued first. */
const oldest = (): Bond =>
  present(
    bonds.market.feed.bonds
      .issues(bonds.now())
      .filter((bond) => isOffered(bond, bonds.now()))
      .toSorted((one, other) => one.issued - other.issued)[0],
    'a bond on offer',
  )

test('tells every day since the issue, 90 days back at most, and ends near the price of now', () => {
  const bond = oldest()
  const points = past(bond)
  const dates = points.map(({ date }) => date)
  assert.deepEqual(dates, dates.toSorted())
  assert.equal(new Set(dates).size, points.length)
  assert.ok(points.length > 20 && points.length <= 91, `${points.length} days`)
  const first = present(dates[0], 'a day')
  assert.ok(first >= isoDate(bond.issued - 7))
  const { price } = present(bondsAt(bonds.market.feed, bonds.now()).quote(bond), 'a quote')
  const last = Number(present(points.at(-1), 'a day').worth)
  assert.ok(Math.abs(last / Number(price) - 1) < 0.1, `${last} is near ${price}`)
})

test('is the same whenever it is asked for, and does not depend on what was asked before', () => {
  const bond = oldest()
  const later = bonds.now() + 10 * dayMilliseconds
  const now = past(bond)
  const then = past(bond, later)
  assert.deepEqual(past(bond), now)
  assert.equal(utcDay(later) - utcDay(bonds.now()), 10)
  const worthOf = (points: typeof now, date: string) => points.find((point) => point.date === date)?.worth
  // Both begin with the issue, so a day that both tell has one worth.
  if (now[0]?.date === then[0]?.date) for (const { date, worth } of now) assert.equal(worthOf(then, date), worth)
  assert.ok((then.at(-1)?.date ?? '') > (now.at(-1)?.date ?? ''))
})

test('is the same for a visitor and in the answer of the call; a bond before its issue has no past', async () => {
  const bond = oldest()
  const user = await bonds.market.person()
  assert.deepEqual(await bonds.call().past({ id: bond.id }, bonds.context(user)), {
    name: bond.name.en,
    points: past(bond),
  })
  assert.deepEqual(past(bond, (bond.issued - 30) * dayMilliseconds), [])
})

test('bonds.past refuses: not_found', async () => {
  const context = bonds.context(await bonds.market.person())
  for (const id of [-1, 999_999_999]) {
    const { field } = await refusedWith('not_found', bonds.call().past({ id }, context))
    assert.equal(field, 'id')
  }
})
