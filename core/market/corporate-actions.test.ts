import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { priceOf } from '#money/money.ts'
import {
  dividendsOfYear,
  isBetween,
  priceAfter,
  ratioText,
  sharesSince,
  type Dividend,
  type Split,
} from './corporate-actions.ts'

const day = 86_400_000
const now = 1_000 * day
const dividend = (exAt: number, amount: string): Dividend => ({
  kind: 'dividend',
  declaredAt: exAt - 21 * day,
  exAt,
  exDate: '2026-01-01',
  amount: priceOf(amount),
})
const split = (exAt: number, to: bigint, from: bigint): Split => ({
  kind: 'split',
  declaredAt: exAt - 14 * day,
  exAt,
  exDate: '2026-01-01',
  to,
  from,
})

describe('corporate actions', () => {
  it('take effect after one instant and by another', () => {
    const action = dividend(now, '1')
    const cases = [
      { after: now - 1, until: now, expected: true },
      { after: now, until: now + 1, expected: false },
      { after: now - 2, until: now - 1, expected: false },
    ]
    for (const { after, until, expected } of cases) assert.equal(isBetween(action, after, until), expected)
  })

  it('say a ratio as new shares for old ones', () => {
    assert.equal(ratioText(split(now, 4n, 1n)), '4:1')
    assert.equal(ratioText(split(now, 1n, 10n)), '1:10')
  })

  it('turn a price into that of the new shares, to the nearest 1e-8', () => {
    assert.equal(priceAfter(priceOf('100'), split(now, 4n, 1n)), priceOf('25'))
    assert.equal(priceAfter(priceOf('0.10'), split(now, 1n, 10n)), priceOf('1'))
    assert.equal(priceAfter(priceOf('100'), split(now, 3n, 1n)), priceOf('33.33333333'))
  })

  it('count the shares that one share has become', () => {
    const actions = [split(now - 20 * day, 4n, 1n), dividend(now - 15 * day, '1'), split(now - 10 * day, 1n, 10n)]
    assert.deepEqual(sharesSince(actions, now - 30 * day, now), { to: 4n, from: 10n })
    assert.deepEqual(sharesSince(actions, now - 20 * day, now), { to: 1n, from: 10n })
    assert.deepEqual(sharesSince(actions, now - 30 * day, now - 15 * day), { to: 4n, from: 1n })
    assert.deepEqual(sharesSince([], now - day, now), { to: 1n, from: 1n })
  })

  it('sum the dividends of a year for one present share', () => {
    const actions = [
      dividend(now - 366 * day, '9'),
      dividend(now - 300 * day, '4'),
      split(now - 200 * day, 4n, 1n),
      dividend(now - 100 * day, '1.1'),
      dividend(now + day, '2'),
    ]
    assert.equal(dividendsOfYear(actions, now), priceOf('2.1'))
    assert.equal(dividendsOfYear([], now), 0n)
  })
})
