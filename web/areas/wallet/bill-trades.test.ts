import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { ClosedPosition, Order } from '@mex/contract/trading/shapes.ts'
import type { Bill } from '@mex/contract/wallet/shapes.ts'
import { moneyOf } from '@mex/core/money/money.ts'

import { tradesOf } from './bill-trades.ts'

const bill = (id: number, type: number, referenceId: number | undefined): Bill => ({
  id,
  amount: moneyOf('1'),
  type,
  memo: '',
  wallet: 'US_STOCK',
  currency: 'USD',
  referenceId,
  detail: undefined,
  isCancellable: false,
  createdAt: 1000 - id,
})
// Only the fields that are read; a whole row has forty.
const order = (id: number, code: string, side: Order['side']) => ({ id, code, name: code, side }) as Order
const closing = (id: number, closeOrderId: number | undefined, code: string, netProfit: string) =>
  ({ id, closeOrderId, code, name: code, direction: 'long', netProfit: moneyOf(netProfit) }) as ClosedPosition

test('finds the instrument behind a movement', () => {
  const trades = tradesOf(
    [bill(1, 34, 12), bill(2, 35, 5), bill(3, 31, 11), bill(4, 31, 99), bill(5, 20, 11), bill(6, 1, undefined)],
    [order(11, 'NVDA', 'buy'), order(12, 'NVDA', 'sell')],
    [closing(4, 12, 'NVDA', '318.20'), closing(5, undefined, 'TSLA', '-50')],
  )
  assert.deepEqual([...trades.keys()], [1, 2, 3])
  assert.deepEqual(trades.get(1), { code: 'NVDA', name: 'NVDA', direction: 'long', result: moneyOf('318.20') })
  assert.equal(trades.get(2)?.result, moneyOf('-50'))
  assert.deepEqual(trades.get(3), { code: 'NVDA', name: 'NVDA', direction: 'long', result: undefined })
})

test('shows the result of an order with several fills once', () => {
  const trades = tradesOf([bill(1, 34, 12), bill(2, 34, 12)], [], [closing(4, 12, 'NVDA', '10')])
  assert.equal(trades.get(1)?.result, moneyOf('10'))
  assert.equal(trades.get(2)?.code, 'NVDA')
  assert.equal(trades.get(2)?.result, undefined)
})
