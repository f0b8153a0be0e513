import assert from 'node:assert/strict'
import { test } from 'node:test'

import { nothing } from '@mex/core/money/money.ts'
import type { PlannedTransfer } from '@mex/core/wallet/transfer-plan.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'

import { leftBehind, type LeftMoney } from './left.ts'
import type { TransferState } from './steps.ts'

const move = (from: Wallet, to: Wallet): PlannedTransfer => ({
  from,
  to,
  amount: nothing,
  arrives: nothing,
  spread: nothing,
})
const one = [move('BALANCE', 'FOLLOW')]
const two = [move('FOREX', 'BALANCE'), move('BALANCE', 'FOLLOW')]
const now = 1000

const cases: readonly (readonly [
  string,
  readonly PlannedTransfer[],
  readonly TransferState[],
  'not_sent' | 'sent' | 'ended',
  Omit<LeftMoney, 'wallet'> | undefined,
])[] = [
  ['an order that ended leaves nothing', one, ['settled'], 'ended', undefined],
  ['a refused transfer leaves nothing', one, ['refused'], 'ended', undefined],
  [
    'an order left before it was sent leaves the money on its way',
    one,
    ['moving'],
    'not_sent',
    { at: 'FOLLOW', left: 'before', movingUntil: 61_000 },
  ],
  [
    'a transfer whose answer was lost may be on its way',
    one,
    ['unknown'],
    'not_sent',
    { at: 'FOLLOW', left: 'before', movingUntil: 61_000 },
  ],
  [
    'the money stays in the funding account when the second transfer was not sent',
    two,
    ['settled', 'waiting'],
    'not_sent',
    { at: 'BALANCE', left: 'before', movingUntil: 1000 },
  ],
  [
    'an order left before its answer came is told so',
    one,
    ['settled'],
    'sent',
    { at: 'FOLLOW', left: 'unanswered', movingUntil: 1000 },
  ],
  [
    'a refused transfer leaves the other one on its way',
    [move('FOREX', 'BALANCE'), ...two],
    ['refused', 'moving', 'waiting'],
    'ended',
    { at: 'BALANCE', left: undefined, movingUntil: 61_000 },
  ],
]

for (const [title, transfers, states, order, expected] of cases) {
  test(title, () => {
    const left = leftBehind(transfers, states, order, now)
    assert.deepEqual(left, expected === undefined ? undefined : { wallet: 'FOLLOW', ...expected })
  })
}
