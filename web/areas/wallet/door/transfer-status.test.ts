import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Bill } from '@mex/contract/wallet/shapes.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'

import { transferState } from './transfer-status.ts'

const bill = (referenceId: number | undefined, type: number, wallet: Wallet, amount: string): Bill => ({
  id: type,
  amount: moneyOf(amount),
  type,
  memo: '',
  wallet,
  currency: walletCurrency[wallet],
  referenceId,
  detail: undefined,
  isCancellable: false,
  createdAt: 0,
})

test('reads the state of a transfer from the history', () => {
  const cases: [bills: Bill[], status: string, came: string | undefined][] = [
    [[], 'moving', undefined],
    [[bill(7, 20, 'BALANCE', '-100')], 'moving', undefined],
    [[bill(7, 21, 'FUTURE', '100'), bill(7, 20, 'BALANCE', '-100')], 'settled', 'FUTURE 10000'],
    [[bill(7, 22, 'US_STOCK', '5.70'), bill(7, 20, 'BALANCE', '-100')], 'settled', 'US_STOCK 570'],
    [[bill(7, 23, 'BALANCE', '100'), bill(7, 20, 'BALANCE', '-100')], 'cancelled', 'BALANCE 10000'],
    [[bill(8, 21, 'FUTURE', '100'), bill(7, 20, 'BALANCE', '-100')], 'moving', undefined],
    // Orders have ids of their own: the same id with another movement type is not this transfer.
    [[bill(7, 34, 'US_STOCK', '100')], 'moving', undefined],
    [[bill(undefined, 1, 'BALANCE', '100')], 'moving', undefined],
  ]
  for (const [bills, status, came] of cases) {
    const state = transferState(7, bills)
    assert.equal(state.status, status)
    assert.equal(state.came === undefined ? undefined : `${state.came.wallet} ${state.came.amount}`, came)
  }
})
