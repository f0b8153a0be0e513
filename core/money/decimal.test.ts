import assert from 'node:assert/strict'
import { test } from 'node:test'
import { divide, formatDecimal, greatest, least, magnitude, parseDecimal } from './decimal.ts'

test('a quotient is rounded down, up, or half away from zero (rulebook §0.2)', () => {
  const cases: [bigint, bigint, floor: bigint, ceil: bigint, near: bigint][] = [
    [7n, 2n, 3n, 4n, 4n],
    [-7n, 2n, -4n, -3n, -4n],
    [5n, 4n, 1n, 2n, 1n],
    [-5n, 4n, -2n, -1n, -1n],
    [7n, 4n, 1n, 2n, 2n],
    [-7n, 4n, -2n, -1n, -2n],
    [8n, 4n, 2n, 2n, 2n],
    [-8n, 4n, -2n, -2n, -2n],
    [1n, 2n, 0n, 1n, 1n],
    [-1n, 2n, -1n, 0n, -1n],
    [1n, 3n, 0n, 1n, 0n],
    [-1n, 3n, -1n, 0n, 0n],
    [0n, 3n, 0n, 0n, 0n],
  ]
  for (const [numerator, denominator, floor, ceil, near] of cases) {
    const rounded = (['floor', 'ceil', 'near'] as const).map((rounding) => divide(numerator, denominator, rounding))
    assert.deepEqual(rounded, [floor, ceil, near], `${numerator} / ${denominator}`)
  }
  for (const denominator of [0n, -1n]) assert.throws(() => divide(1n, denominator, 'floor'), /denominator is positive/)
})

test('reads a decimal text exactly, or rejects it', () => {
  const cases: [string, number, bigint | undefined][] = [
    ['12.5', 2, 1250n],
    ['12', 2, 1200n],
    ['12', 0, 12n],
    ['-0.05', 2, -5n],
    ['1.2300', 2, 123n],
    ['1.234', 2, undefined],
    ['9'.repeat(24), 0, BigInt('9'.repeat(24))],
    ['9'.repeat(25), 0, undefined],
    ['1.5', 0, undefined],
    ['', 2, undefined],
    ['.5', 2, undefined],
    ['5.', 2, undefined],
    ['+5', 2, undefined],
    ['--5', 2, undefined],
    ['1e3', 2, undefined],
    [' 5', 2, undefined],
    ['1,000', 2, undefined],
  ]
  for (const [text, scale, expected] of cases) assert.equal(parseDecimal(text, scale), expected, `"${text}"`)
})

test('writes a number with at least the given decimals', () => {
  const cases: [bigint, scale: number, least: number, string][] = [
    [1250n, 2, 2, '12.50'],
    [1250n, 2, 1, '12.5'],
    [1250n, 2, 0, '12.5'],
    [1200n, 2, 0, '12'],
    [1200n, 2, 1, '12.0'],
    [5n, 2, 2, '0.05'],
    [-5n, 2, 0, '-0.05'],
    [-1n, 2, 0, '-0.01'],
    [0n, 2, 2, '0.00'],
    [0n, 8, 0, '0'],
    [-120n, 0, 0, '-120'],
  ]
  for (const [value, scale, atLeast, expected] of cases) assert.equal(formatDecimal(value, scale, atLeast), expected)
})

test('returns the lesser, the greater and the absolute value', () => {
  assert.deepEqual([least(2n, 3n), least(3n, 2n), greatest(2n, 3n), greatest(3n, 2n)], [2n, 2n, 3n, 3n])
  assert.deepEqual([-2n, -1n, 0n, 1n, 2n].map(magnitude), [2n, 1n, 0n, 1n, 2n])
})
