import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { byRank, ranked, type BallotApplication, type Keyed } from './ballot.ts'
import { basisOf, drawApplication, rankWholeBook } from './draw.ts'
import { hongKongPlacing } from './examples-testing.ts'
import { allotProRata, proRataPart } from './pro-rata.ts'

const keyedBy =
  (key: string): Keyed =>
  (message) =>
    createHmac('sha256', key).update(message).digest('hex')

const named = (lots: readonly number[]): readonly BallotApplication[] =>
  lots.map((each, index) => ({ id: `a${index}`, lots: each }))
/** In the order of the ranks: the first has the best. */
const inRank = (lots: readonly number[]) => named(lots).map((each, rank) => ({ ...each, hash: `${rank}` }))

describe('a placing is shared out in proportion (rulebook §21)', () => {
  const cases: readonly (readonly [name: string, lots: readonly number[], supply: number, got: readonly number[]])[] = [
    ['all get all where less is asked for than there is', [3, 4, 1], 9, [3, 4, 1]],
    ['all get all where as much is asked for as there is', [3, 4, 1], 8, [3, 4, 1]],
    ['whole parts leave nothing to share', [4, 8, 12], 12, [2, 4, 6]],
    ['the lots that are left go to the largest fractions', [1, 2, 4], 3, [0, 1, 2]],
    ['of equal fractions the better rank gets the lot', [1, 1, 1], 2, [1, 1, 0]],
    ['a larger fraction wins over a better rank', [5, 4], 2, [1, 1]],
    ['with one lot for all it goes to who asked for most', [1, 2, 9], 1, [0, 0, 1]],
    ['nobody gets a lot where there is none', [1, 2], 0, [0, 0]],
  ]
  for (const [name, lots, supply, got] of cases)
    test(name, () => assert.deepEqual([...allotProRata(inRank(lots), supply).values()], got))

  test('what is sure is the part in whole lots', () => {
    assert.equal(proRataPart(5, 12_000, 38_405), 1)
    assert.equal(proRataPart(5, 12_000, 12_000), 5)
    assert.equal(proRataPart(1, 12_000, 38_401), 0)
  })
})

const books = fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 60 }).map(named)
const supplies = fc.integer({ min: 0, max: 4000 })

test('every lot is allotted, and everybody gets their part in whole lots or one more, never more than they asked for', () => {
  fc.assert(
    fc.property(books, supplies, fc.string(), (book, supply, key) => {
      const keyed = keyedBy(key)
      const demand = book.reduce((sum, { lots }) => sum + lots, 0)
      const got = allotProRata(book.map((each) => ranked(keyed, each)).sort(byRank), supply)
      assert.equal(
        [...got.values()].reduce((sum, lots) => sum + lots, 0),
        Math.min(supply, demand),
      )
      for (const { id, lots } of book) {
        const more = got.get(id)! - proRataPart(lots, supply, demand)
        assert.ok(got.get(id)! <= lots && (more === 0 || more === 1))
      }
    }),
  )
})

test('the order of the book changes nothing', () => {
  fc.assert(
    fc.property(books, supplies, fc.string(), (book, supply, key) => {
      const allot = (of: readonly BallotApplication[]) =>
        allotProRata(of.map((each) => ranked(keyedBy(key), each)).sort(byRank), supply)
      assert.deepEqual(allot(book.toReversed()), allot(book))
    }),
  )
})

test('an application is drawn against the book alone: what others apply for changes nothing', () => {
  fc.assert(
    fc.property(books, fc.integer({ min: 1, max: 900 }), fc.string(), (book, lots, key) => {
      const keyed = keyedBy(key)
      const rankedBook = rankWholeBook(hongKongPlacing, book, keyed)
      const drawn = drawApplication(rankedBook, { id: 'p1', lots }, keyed)
      const demand = book.reduce((sum, each) => sum + each.lots, lots)
      const sure = proRataPart(lots, rankedBook.supply, demand)
      assert.ok(drawn.lots === sure || drawn.lots === sure + 1)
      assert.equal(drawn.pool, 'B')
      assert.ok(drawn.rank >= 1 && drawn.rank <= book.length + 1)
      drawApplication(rankedBook, { id: 'p2', lots: 3 }, keyed)
      assert.deepEqual(drawApplication(rankedBook, { id: 'p1', lots }, keyed), drawn)
      const total = basisOf(rankedBook).reduce((sum, { allotted }) => sum + allotted, 0)
      assert.equal(total, Math.min(rankedBook.supply, demand - lots))
    }),
  )
})
