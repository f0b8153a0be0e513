import type { Bill } from '@mex/contract/wallet/shapes.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billGroups } from './bill-groups.ts'

const billOf = (id: number, type: number, createdAt: number): Bill => ({
  id,
  type,
  createdAt,
  amount: moneyOf('1'),
  memo: '',
  wallet: 'BALANCE',
  currency: 'MXN',
  referenceId: undefined,
  detail: undefined,
  isCancellable: false,
})
const idsOf = (bills: readonly Bill[]) => billGroups(bills).map((group) => group.bills.map(({ id }) => id))

test('the grant of all accounts at one instant is one row', () => {
  const bills = [billOf(5, 3, 9), billOf(4, 1, 7), billOf(3, 1, 7), billOf(2, 1, 7), billOf(1, 20, 7)]
  assert.deepEqual(idsOf(bills), [[5], [4, 3, 2], [1]])
  assert.deepEqual(
    billGroups(bills).map(({ id }) => id),
    [5, 4, 1],
  )
})

test('grants of two instants and other movements of one instant stay apart', () => {
  assert.deepEqual(idsOf([billOf(3, 1, 8), billOf(2, 1, 7)]), [[3], [2]])
  assert.deepEqual(idsOf([billOf(3, 34, 8), billOf(2, 34, 8)]), [[3], [2]])
  assert.deepEqual(idsOf([]), [])
})
