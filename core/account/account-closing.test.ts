import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decideAccountClosing,
  decideReset,
  eraseBefore,
  idleBefore,
  isFinished,
  nextReset,
  type OpenCommitments,
} from './account-closing.ts'
import { moneyOf, nothing } from '#money/money.ts'
import type { Holdings } from '#wallet/wallets.ts'

const empty: Holdings = {
  available: moneyOf('1000'),
  order: nothing,
  margin: nothing,
  subscription: nothing,
  withdrawal: nothing,
  transfer: nothing,
  product: nothing,
}
const calm: OpenCommitments = { orders: 0, positions: 0, lockedPositions: 0, holdings: [empty, empty], pending: 0 }
const held = (account: keyof Holdings): Partial<OpenCommitments> => ({
  holdings: [empty, { ...empty, [account]: moneyOf('0.01') }],
})
const day = 86_400_000
const now = 1_700_000_000_000

const cases: readonly (readonly [
  what: string,
  commitments: Partial<OpenCommitments>,
  closes: boolean,
  resets: boolean,
])[] = [
  ['only free money', {}, true, true],
  ['an order or waiting margin', { orders: 1 }, false, false],
  ['an open position, which a reset closes', { positions: 1, ...held('margin') }, false, true],
  ['a position that may not be sold yet', { positions: 1, lockedPositions: 1, ...held('margin') }, false, false],
  ['margin whose position is not known', held('margin'), false, true],
  ['money reserved', held('order'), false, false],
  ['an application', held('subscription'), false, false],
  ['a withdrawal under review', held('withdrawal'), false, false],
  ['a transfer on its way', held('transfer'), false, false],
  ['money in a product', held('product'), false, false],
  ['a deposit on its way, a review, a bond', { pending: 1 }, false, false],
]
for (const [what, more, closes, resets] of cases)
  test(`${what}: ${closes ? 'the account may be closed' : 'the account stays open'}, ${resets ? 'the practice may start again' : 'the practice goes on'}`, () => {
    const commitments = { ...calm, ...more }
    assert.equal(decideAccountClosing(commitments)?.refused, closes ? undefined : 'wrong_state')
    assert.equal(isFinished(commitments), closes)
    assert.equal(decideReset(commitments, undefined, now)?.refused, resets ? undefined : 'wrong_state')
  })

test('a practice starts again at most once in 30 days, counted from the request', () => {
  assert.equal(decideReset(calm, now - 30 * day + 1, now)?.refused, 'wrong_state')
  assert.equal(decideReset(calm, now - 30 * day, now), undefined)
  assert.equal(nextReset(now - 29 * day, now), now + day)
  assert.equal(nextReset(undefined, now), undefined)
})

test('guests are wound down after 30 days without activity, and closed accounts are erased after 30', () => {
  assert.deepEqual([idleBefore(now), eraseBefore(now)], [now - 30 * day, now - 30 * day])
})
