import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { WalletBalance } from '@mex/contract/shapes.ts'
import { moneyOf, nothing, one, rateOf, type WalletCurrency } from '@mex/core/money.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallets.ts'

import { allocation } from './allocation.ts'

const balance = (wallet: Wallet, total: string): WalletBalance => ({
  wallet,
  currency: walletCurrency[wallet],
  available: moneyOf(total),
  used: nothing,
  total: moneyOf(total),
  equity: moneyOf(total),
  profit: nothing,
  unsettled: nothing,
})
const pesos = (currency: WalletCurrency) => ({ MXN: one, USD: rateOf('20'), HKD: rateOf('2.5') })[currency]
const shown = (parts: ReturnType<typeof allocation>) =>
  parts.map(({ wallet, amount, percent }) => [wallet, String(amount), Number(percent) / 100])

test('wallets are compared in MXN, the largest first', () => {
  const balances = [balance('BALANCE', '1000'), balance('US_STOCK', '100'), balance('HK_STOCK', '400')]
  assert.deepEqual(shown(allocation(balances, pesos, 4)), [
    ['US_STOCK', '200000', 50],
    ['BALANCE', '100000', 25],
    ['HK_STOCK', '100000', 25],
  ])
})

test('the smaller ones are put together, but never only one of them', () => {
  const balances = [
    balance('BALANCE', '500'),
    balance('STOCK', '300'),
    balance('FUTURE', '100'),
    balance('FOREX', '60'),
    balance('FOLLOW', '40'),
  ]
  assert.deepEqual(shown(allocation(balances, pesos, 3)), [
    ['BALANCE', '50000', 50],
    ['STOCK', '30000', 30],
    ['FUTURE', '10000', 10],
    [undefined, '10000', 10],
  ])
  assert.equal(allocation(balances, pesos, 4).length, 5)
  assert.ok(allocation(balances, pesos, 4).every(({ wallet }) => wallet !== undefined))
})

test('what holds nothing or has no rate is left out', () => {
  const unknown = (currency: WalletCurrency) => (currency === 'USD' ? undefined : pesos(currency))
  const balances = [balance('BALANCE', '10'), balance('US_STOCK', '100'), balance('FOREX', '0')]
  assert.deepEqual(shown(allocation(balances, unknown, 4)), [['BALANCE', '1000', 100]])
  assert.deepEqual(allocation([], pesos, 4), [])
})
