import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { BallotApplication, Keyed } from './ballot.ts'
import { basisByClass, basisOf, drawApplication, drawBook, rankWholeBook } from './draw.ts'
import { hongKongOffer, singleOffer } from './examples-testing.ts'
import { coverageOf, initialLots, poolLots, poolOf, publicLots, scarcePools } from './pools.ts'

const keyedBy =
  (key: string): Keyed =>
  (message) =>
    createHmac('sha256', key).update(message).digest('hex')

describe('tranches and pools (rulebook §20.4-2, §20.4-3)', () => {
  test('mechanism A gives the public more where more is asked for', () => {
    assert.equal(initialLots(hongKongOffer), 5000)
    const cases: readonly (readonly [demand: number, lots: number])[] = [
      [1, 5000],
      [74_999, 5000],
      [75_000, 15_000],
      [249_999, 15_000],
      [250_000, 25_000],
      [499_999, 25_000],
      [500_000, 35_000],
      [9_000_000, 35_000],
    ]
    for (const [demand, lots] of cases) assert.equal(publicLots(hongKongOffer, demand), lots, `demand ${demand}`)
    assert.equal(publicLots({ ...hongKongOffer, mechanism: 'B', publicPerMille: 300 }, 9_000_000), 30_000)
    assert.equal(publicLots(singleOffer, 9_000_000), 10_000)
    assert.equal(coverageOf(hongKongOffer, 12_500), 250n)
  })

  test('an application of up to five million dollars is in pool A', () => {
    // 704 lots of 500 at 14.20 are 4,998,400.
    assert.deepEqual([poolOf(hongKongOffer, 704), poolOf(hongKongOffer, 705)], ['A', 'B'])
    assert.equal(poolOf(singleOffer, 1), 'B')
  })

  test('the odd lot is of pool A, and what a pool does not ask for goes to the other', () => {
    const cases: readonly (readonly [supply: number, asked: [number, number], lots: [number, number]])[] = [
      [11, [100, 100], [6, 5]],
      [11, [2, 100], [2, 9]],
      [11, [100, 1], [10, 1]],
      [11, [1, 2], [4, 7]],
    ]
    for (const [supply, [askedA, askedB], [a, b]] of cases) {
      const lots = poolLots(hongKongOffer, supply, { A: askedA, B: askedB })
      if (askedA + askedB >= supply) assert.deepEqual(lots, { A: a, B: b })
      else assert.ok(lots.A >= askedA && lots.B >= askedB)
    }
    assert.deepEqual(poolLots(singleOffer, 11, { A: 0, B: 5 }), { A: 0, B: 11 })
  })
})

const books = fc
  .array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 80 })
  .map((lots) => lots.map((each, index): BallotApplication => ({ id: `a${index}`, lots: each })))
const offers = fc.constantFrom(
  { ...hongKongOffer, totalShares: hongKongOffer.totalShares / 20n },
  { ...singleOffer, totalShares: singleOffer.totalShares / 100n },
) as fc.Arbitrary<typeof hongKongOffer>

test('an application is drawn against the book alone, and its result is that of the whole pool', () => {
  fc.assert(
    fc.property(offers, books, fc.integer({ min: 1, max: 900 }), fc.string(), (offer, book, lots, key) => {
      const keyed = keyedBy(key)
      const rankedBook = rankWholeBook(offer, book, keyed)
      const drawn = drawApplication(rankedBook, { id: 'p1', lots }, keyed)
      assert.ok(drawn.lots >= 0 && drawn.lots <= lots)
      assert.ok(drawn.rank >= 1 && drawn.rank <= drawn.ofApplications)
      // Whoever else applies is drawn apart: drawing them before or after changes nothing.
      drawApplication(rankedBook, { id: 'p2', lots: 3 }, keyed)
      assert.deepEqual(drawApplication(rankedBook, { id: 'p1', lots }, keyed), drawn)
      // Where fewer lots than applications are drawn, the rank decides.
      if (drawn.poolLots <= drawn.ofApplications) assert.equal(drawn.lots, drawn.rank <= drawn.poolLots ? 1 : 0)
    }),
  )
})

test('in a scarce pool nobody gets more than one lot, in the others everybody gets one', () => {
  // 100 lots: 50 for 51 small applications, 50 for one large one.
  const offer = { ...hongKongOffer, totalShares: hongKongOffer.lot * 2000n } as typeof hongKongOffer
  const small = Array.from({ length: 51 }, (_, index): BallotApplication => ({ id: `a${index}`, lots: 1 }))
  assert.deepEqual(scarcePools(offer, [...small, { id: 'b', lots: 800 }]), ['A'])
  fc.assert(
    fc.property(offers, books, fc.string(), (some, book, key) => {
      const scarce = scarcePools(some, book)
      const drawn = drawBook(rankWholeBook(some, book, keyedBy(key)))
      for (const pool of ['A', 'B'] as const) {
        const got = book.filter(({ lots }) => poolOf(some, lots) === pool).map(({ id }) => drawn.get(id)!)
        if (scarce.includes(pool)) assert.ok(got.includes(0) && got.every((lots) => lots <= 1))
        else assert.ok(got.every((lots) => lots >= 1))
      }
    }),
  )
})

test('the basis of allotment adds up to the lots of the book', () => {
  fc.assert(
    fc.property(offers, books, fc.string(), (offer, book, key) => {
      const rankedBook = rankWholeBook(offer, book, keyedBy(key))
      const demand = book.reduce((sum, { lots }) => sum + lots, 0)
      const basis = basisOf(rankedBook)
      const total = basis.reduce((sum, { allotted }) => sum + allotted, 0)
      assert.equal(total, Math.min(demand, rankedBook.supply))
      assert.equal(
        [...drawBook(rankedBook).values()].reduce((sum, each) => sum + each, 0),
        total,
      )
      const classes = basisByClass(basis)
      const count = (rows: readonly { applications: number }[]): number =>
        rows.reduce((sum, { applications }) => sum + applications, 0)
      assert.equal(count(classes), book.length)
      assert.equal(count(basis), book.length)
    }),
  )
})
