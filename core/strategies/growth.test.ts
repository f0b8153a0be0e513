import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CorporateAction } from '#market/corporate-actions.ts'
import { formatPrice, priceOf, rateOf } from '#money/money.ts'
import { comparablePrice, oneShare, sharesAfter } from './growth.ts'

const declared = { declaredAt: 0, exDate: '2026-01-02' }
const split: CorporateAction = { kind: 'split', to: 4n, from: 1n, exAt: 200, ...declared }
const dividend: CorporateAction = { kind: 'dividend', amount: priceOf('2'), exAt: 150, ...declared }
const span = { from: 100, until: 300 }

const cases: readonly [
  string,
  readonly CorporateAction[],
  { from: number; until: number },
  quoted: string,
  is: string,
][] = [
  ['nothing happens', [], span, '100', '100'],
  ['a split keeps the value', [split], span, '25', '100'],
  ['a dividend of 2, of which 30 % are withheld, adds 1.4', [dividend], span, '98', '99.4'],
  ['a dividend before a split is counted in the new shares', [dividend, split], span, '24.5', '99.4'],
  ['an action at the last strike is not counted again', [dividend], { from: 150, until: 300 }, '98', '98'],
  ['an action at this strike is counted', [dividend], { from: 100, until: 150 }, '98', '99.4'],
  ['a later action is not', [split], { from: 100, until: 199 }, '100', '100'],
]
for (const [title, actions, between, quoted, expected] of cases)
  test(`comparable prices: ${title}`, () => {
    const at = priceOf(quoted)
    const shares = sharesAfter(oneShare, actions, between, { quoted: at, withheld: rateOf('0.3') })
    assert.equal(formatPrice(comparablePrice(at, shares)), expected)
  })

test('shares grow on from what they were', () => {
  const given = { quoted: priceOf('25'), withheld: rateOf('0') }
  const once = sharesAfter(oneShare, [split], span, given)
  assert.equal(sharesAfter(once, [{ ...split, exAt: 400 }], { from: 300, until: 500 }, given), 16n * oneShare)
})
