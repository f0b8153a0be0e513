import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyOf } from '@mex/core/money/money.ts'

import { targetsOf } from './bill-targets.ts'

const half = (id: number, type: number, wallet: 'BALANCE' | 'US_STOCK', amount: string) => ({
  id,
  type,
  wallet,
  amount: moneyOf(amount),
  referenceId: 7,
})

test('both halves of a transfer name both accounts', () => {
  const halves = [half(2, 21, 'US_STOCK', '5'), half(1, 20, 'BALANCE', '-100')]
  const way = { kind: 'transfer', from: 'BALANCE', to: 'US_STOCK' }
  assert.deepEqual(
    [...targetsOf(halves, [])],
    [
      [2, way],
      [1, way],
    ],
  )
})

test('a half alone, and money that was taken back, name no other account', () => {
  assert.equal(targetsOf([half(1, 20, 'BALANCE', '-100')], []).size, 0)
  assert.equal(targetsOf([half(2, 23, 'BALANCE', '100'), half(1, 20, 'BALANCE', '-100')], []).size, 0)
})

test('a withdrawal names its card, or both ends of its address', () => {
  const bills = [
    { ...half(1, 11, 'BALANCE', '-900'), referenceId: 3 },
    { ...half(2, 11, 'BALANCE', '-900'), referenceId: 4 },
  ]
  const targets = targetsOf(bills, [
    { id: 3, asset: 'MXN', target: '•••• 1111' },
    { id: 4, asset: 'SUSD', target: 'sim1kcf848nx42erd0593' },
  ])
  assert.deepEqual(
    [...targets.values()],
    [
      { kind: 'outside', to: '•••• 1111' },
      { kind: 'outside', to: 'sim1kcf8…rd0593' },
    ],
  )
})
