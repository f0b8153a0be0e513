import assert from 'node:assert/strict'
import { test } from 'node:test'

import { formatMoney, moneyOf } from '#money/money.ts'
import { dailyPromises, grownTo, lessonKinds, lessonStart, promisedWorths } from './promised.ts'

const promises: readonly (readonly [start: string, basisPoints: bigint, days: number, worth: string])[] = [
  ['10000', 100n, 0, '10000.00'],
  ['10000', 100n, 1, '10100.00'],
  ['10000', 100n, 2, '10201.00'],
  ['10000', 100n, 90, '24486.33'],
  ['10000', 15n, 30, '10459.93'],
  ['0.01', 100n, 90, '0.02'],
  ['0', 100n, 90, '0.00'],
]

for (const [start, basisPoints, days, worth] of promises)
  test(`${start} at ${basisPoints} basis points a day is promised to be ${worth} after ${days} days`, () => {
    const worths = promisedWorths(moneyOf(start), basisPoints, days)
    assert.equal(worths.length, days + 1)
    assert.equal(formatMoney(worths.at(-1)!), worth)
  })

test('a promised curve never falls, whatever the kind', () => {
  for (const kind of lessonKinds) {
    const worths = promisedWorths(lessonStart, dailyPromises[kind], 90)
    for (const [index, worth] of worths.entries()) assert.ok(index === 0 || worth > worths[index - 1]!, kind)
  }
})

const growths: readonly (readonly [first: bigint, now: bigint, worth: string])[] = [
  [100n, 100n, '10000.00'],
  [100n, 93n, '9300.00'],
  [3n, 4n, '13333.33'],
  [3n, 5n, '16666.67'],
  [100n, 0n, '0.00'],
  [100n, -5n, '-500.00'],
]

for (const [first, now, worth] of growths)
  test(`10000 is ${worth} where ${first} became ${now}`, () => {
    assert.equal(formatMoney(grownTo(lessonStart, first, now)), worth)
  })
