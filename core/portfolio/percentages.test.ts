import assert from 'node:assert/strict'
import { test } from 'node:test'
import { money } from '#money/money.ts'
import { percentagesOf } from './percentages.ts'

const cases: readonly [string, readonly bigint[], readonly bigint[] | undefined][] = [
  ['one amount is everything', [7n], [10_000n]],
  ['whole shares need no rounding', [25n, 75n], [2_500n, 7_500n]],
  ['of three equal amounts the first gets the hundredth that is missing', [1n, 1n, 1n], [3_334n, 3_333n, 3_333n]],
  ['the largest remainders are raised, not the largest amounts', [66_666n, 33_332n, 2n], [6_667n, 3_333n, 0n]],
  [
    'two hundredths are missing of seven equal amounts',
    [1n, 1n, 1n, 1n, 1n, 1n, 1n],
    [1_429n, 1_429n, 1_429n, 1_429n, 1_428n, 1_428n, 1_428n],
  ],
  ['an amount too small to be seen stays at zero', [1_000_000_000n, 1n], [10_000n, 0n]],
  ['nothing is zero percent', [0n, 5n], [0n, 10_000n]],
  ['a loss has a share below zero', [150n, -50n], [15_000n, -5_000n]],
  ['a loss is rounded so that the sum stays', [10n, -3n, -4n], [33_333n, -10_000n, -13_333n]],
  ['a sum of zero has no shares', [5n, -5n], undefined],
  ['a sum below zero has no shares', [5n, -6n], undefined],
  ['no amounts have no shares', [], undefined],
]

for (const [title, amounts, expected] of cases)
  test(title, () => {
    const found = percentagesOf(amounts.map(money))
    assert.deepEqual(found, expected)
    if (found !== undefined)
      assert.equal(
        found.reduce((sum, each) => sum + each, 0n),
        10_000n,
      )
  })
