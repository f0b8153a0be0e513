import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatPrice, formatQuantity, price, priceOf, quantity, quantityOf } from '#money/money.ts'
import { collarOf, crossOf, type BookOrder, type Cross } from './cross.ts'

/** 'buy 500 10.10' is a limit order, 'buy 300' takes any price. */
const order = (text: string): BookOrder => {
  const [side, units = '', limit] = text.split(' ')
  return {
    side: side === 'buy' ? 'buy' : 'sell',
    limit: limit === undefined ? undefined : priceOf(limit),
    quantity: quantityOf(units),
  }
}
const bookOf = (text: string): readonly BookOrder[] => text.split(', ').map(order)
const shown = (cross: Cross | undefined): string =>
  cross === undefined
    ? 'none'
    : `${formatQuantity(cross.volume)} @ ${formatPrice(cross.price)}, ${formatQuantity(cross.imbalance)}`

test('crosses the book of the rulebook at 10.06 with a volume of 800 (§32)', () => {
  const book = bookOf('buy 300, buy 500 10.10, buy 400 10.05, sell 600 10.00, sell 300 10.06, sell 900 10.20')
  assert.equal(shown(crossOf(book, priceOf('10'))), '800 @ 10.06, -100')
})

test('decides by each criterion in turn', () => {
  const cases: [criterion: string, book: string, reference: string, expected: string][] = [
    ['the largest volume', 'buy 500 10.02, sell 100 10.00, sell 400 10.02', '10', '500 @ 10.02, 0'],
    ['the smallest imbalance', 'buy 300 10.05, buy 100 10.00, sell 300 9.95', '9.90', '300 @ 10.05, 0'],
    ['the highest price with buyers left over', 'buy 500 10.05, sell 300 10.00', '10.02', '300 @ 10.05, 200'],
    ['the lowest price with sellers left over', 'buy 300 10.05, sell 500 10.00', '10.02', '300 @ 10, -200'],
    ['the price closest to the reference', 'buy 300 10.05, sell 300 9.95', '10.03', '300 @ 10.03, 0'],
    ['the closest limit to a reference beyond', 'buy 300 10.05, sell 300 9.95', '10.20', '300 @ 10.05, 0'],
    ['the reference where no limit is', 'buy 300, sell 200', '10', '200 @ 10, 100'],
  ]
  for (const [criterion, book, reference, expected] of cases)
    assert.equal(shown(crossOf(bookOf(book), priceOf(reference))), expected, criterion)
})

test('has no cross where nothing matches', () => {
  for (const book of ['buy 300 9.90, sell 300 10.10', 'buy 300', 'sell 300 10'])
    assert.equal(crossOf(bookOf(book), priceOf('10')), undefined, book)
  assert.equal(crossOf([], priceOf('10')), undefined)
})

test('has no cross outside of the larger of a tenth and 0.50 of the reference', () => {
  const cases: [reference: string, at: string, isInside: boolean][] = [
    ['100', '110', true],
    ['100', '110.01', false],
    ['100', '90', true],
    ['100', '89.99', false],
    ['2', '2.5', true],
    ['2', '2.51', false],
    ['2', '1.5', true],
    ['2', '1.49', false],
    ['0.30', '0.01', true],
    ['0.30', '0.81', false],
  ]
  for (const [reference, at, isInside] of cases) {
    const book = [order(`buy 100 ${at}`), order(`sell 100 ${at}`)]
    assert.equal(crossOf(book, priceOf(reference)) !== undefined, isInside, `${at} of ${reference}`)
    assert.equal(shown(crossOf(book, priceOf(reference), false)), `100 @ ${formatPrice(priceOf(at))}, 0`)
  }
  assert.deepEqual(collarOf(priceOf('0.30')), { low: priceOf('0'), high: priceOf('0.80') })
})

/** The five criteria word by word, each price against the whole book. */
function bruteForce(book: readonly BookOrder[], reference: bigint): Cross | undefined {
  const sum = (side: string, takes: (limit: bigint) => boolean): bigint =>
    book.reduce(
      (total, one) =>
        one.side === side && (one.limit === undefined || takes(one.limit)) ? total + one.quantity : total,
      0n,
    )
  const absolute = (n: bigint): bigint => (n < 0n ? -n : n)
  let all = [...new Set([...book.flatMap(({ limit }) => limit ?? []), reference])].map((at) => {
    const [bought, sold] = [sum('buy', (limit) => limit >= at), sum('sell', (limit) => limit <= at)]
    return { at, volume: bought < sold ? bought : sold, imbalance: bought - sold }
  })
  const keep = (rank: (one: (typeof all)[number]) => bigint): void => {
    const best = all.map(rank).reduce((one, other) => (one < other ? one : other))
    all = all.filter((one) => rank(one) === best)
  }
  keep(({ volume }) => -volume)
  if (all[0]!.volume === 0n) return undefined
  keep(({ imbalance }) => absolute(imbalance))
  if (all.every(({ imbalance }) => imbalance > 0n)) keep(({ at }) => -at)
  else if (all.every(({ imbalance }) => imbalance < 0n)) keep(({ at }) => at)
  keep(({ at }) => absolute(at - reference))
  keep(({ at }) => -at)
  const { at, volume, imbalance } = all[0]!
  return { price: price(at), volume: quantity(volume), imbalance: quantity(imbalance) }
}

test('equals a search of every price, for any book in any order', () => {
  const anyOrder = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    limit: fc.option(fc.integer({ min: 990, max: 1010 }), { nil: undefined }),
    units: fc.integer({ min: 1, max: 9 }),
  })
  fc.assert(
    fc.property(fc.array(anyOrder, { maxLength: 12 }), fc.integer({ min: 990, max: 1010 }), (rows, cents) => {
      const book = rows.map(({ side, limit, units }) => ({
        side,
        limit: limit === undefined ? undefined : price(BigInt(limit) * 1_000_000n),
        quantity: quantity(BigInt(units)),
      }))
      const reference = price(BigInt(cents) * 1_000_000n)
      const found = crossOf(book, reference)
      assert.deepEqual(found, bruteForce(book, reference))
      assert.deepEqual(crossOf(book.toReversed(), reference), found)
    }),
    { numRuns: 3000 },
  )
})
