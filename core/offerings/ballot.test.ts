import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { allotPool, bookText, byRank, keyMessage, linearWeight, ranked, taperedWeight, ticketsOf } from './ballot.ts'
import type { BallotApplication, Keyed, Weight } from './ballot.ts'

const keyedBy =
  (key: string): Keyed =>
  (message) =>
    createHmac('sha256', key).update(message).digest('hex')

const weights: readonly Weight[] = [taperedWeight, linearWeight]

const applications = fc
  .array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 })
  .map((lots) => lots.map((each, index): BallotApplication => ({ id: `a${index}`, lots: each })))

function allot(of: readonly BallotApplication[], supply: number, key: string, weight: Weight) {
  const keyed = keyedBy(key)
  return allotPool(of.map((each) => ranked(keyed, each)).sort(byRank), supply, weight)
}

test('every lot is allotted, nobody gets more than they asked for, and one lot each goes first (rulebook §20.4)', () => {
  fc.assert(
    fc.property(applications, fc.integer({ min: 1, max: 600 }), fc.string(), (book, supply, key) => {
      const demand = book.reduce((sum, { lots }) => sum + lots, 0)
      for (const weight of weights) {
        const got = allot(book, supply, key, weight)
        const total = [...got.values()].reduce((sum, each) => sum + each, 0)
        assert.equal(total, Math.min(supply, demand))
        for (const { id, lots } of book) {
          assert.ok(got.get(id)! <= lots)
          if (supply >= book.length) assert.ok(got.get(id)! >= 1)
        }
      }
    }),
  )
})

test('the order of the book changes nothing', () => {
  fc.assert(
    fc.property(applications, fc.integer({ min: 1, max: 600 }), fc.string(), (book, supply, key) => {
      for (const weight of weights)
        assert.deepEqual(new Map(allot(book.toReversed(), supply, key, weight)), allot(book, supply, key, weight))
    }),
  )
})

test('a larger application has more tickets, and wins more often, but not in proportion', () => {
  assert.deepEqual(
    [1, 2, 5, 6, 10, 11, 50, 51, 9999].map((lots) => ticketsOf(lots)),
    [1, 2, 2, 3, 3, 5, 5, 8, 8],
  )
  const book = Array.from({ length: 50 }, (_, index) => [
    { id: `small${index}`, lots: 1 },
    { id: `large${index}`, lots: 100 },
  ]).flat()
  let [small, large] = [0, 0]
  for (let draw = 0; draw < 60; draw += 1)
    for (const [id, lots] of allot(book, 20, `key ${draw}`, taperedWeight))
      if (id.startsWith('small')) small += lots
      else large += lots
  assert.ok(large > 3 * small, `${large} of the large, ${small} of the small`)
  assert.ok(large < 100 * small)
})

test('what the key and the hash of a book are made of', () => {
  assert.equal(keyMessage({ bookHash: 'ab', offer: 7, beacon: 'cd' }), 'ab|7|cd')
  assert.equal(
    bookText([
      { id: 'a1', lots: 3 },
      { id: 'a2', lots: 1 },
    ]),
    'a1:3\na2:1\n',
  )
})
