import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { WalletBalance } from '@mex/contract/wallet/shapes.ts'
import { addMoney, moneyOf, multiply, nothing, one, rateOf, type WalletCurrency } from '@mex/core/money/money.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'

import { allocation, type AllocationOptions } from './allocation.ts'

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
const sumOf = (balances: readonly WalletBalance[]) =>
  addMoney(...balances.map(({ currency, equity }) => multiply(equity, pesos(currency), 'near')))
/** As it is when the total is of the same second. */
const allocate = (balances: readonly WalletBalance[], max: number, rates: AllocationOptions['pesos'] = pesos) =>
  allocation({ balances, pesos: rates, total: sumOf(balances), max })
const shown = (parts: ReturnType<typeof allocation>) =>
  parts.map(({ wallet, amount, percent }) => [wallet, String(amount), Number(percent) / 100])

test('compares wallets in MXN, largest first', () => {
  const balances = [balance('BALANCE', '1000'), balance('US_STOCK', '100'), balance('HK_STOCK', '400')]
  assert.deepEqual(shown(allocate(balances, 4)), [
    ['US_STOCK', '200000', 50],
    ['BALANCE', '100000', 25],
    ['HK_STOCK', '100000', 25],
  ])
})

test('groups the smaller wallets, unless the group has only one', () => {
  const balances = [
    balance('BALANCE', '500'),
    balance('STOCK', '300'),
    balance('FUTURE', '100'),
    balance('FOREX', '60'),
    balance('FOLLOW', '40'),
  ]
  assert.deepEqual(shown(allocate(balances, 3)), [
    ['BALANCE', '50000', 50],
    ['STOCK', '30000', 30],
    ['FUTURE', '10000', 10],
    [undefined, '10000', 10],
  ])
  assert.equal(allocate(balances, 4).length, 5)
  assert.ok(allocate(balances, 4).every(({ wallet }) => wallet !== undefined))
})

test('leaves out empty wallets and those without a conversion rate', () => {
  const unknown = (currency: WalletCurrency) => (currency === 'USD' ? undefined : pesos(currency))
  const balances = [balance('BALANCE', '10'), balance('US_STOCK', '100'), balance('FOREX', '0')]
  assert.deepEqual(shown(allocate(balances, 4, unknown)), [['BALANCE', '1000', 100]])
  assert.deepEqual(allocate([], 4), [])
})

test('scales converted rows so that all rows add up to the total, and keeps MXN amounts', () => {
  const balances = [balance('US_STOCK', '33.33'), balance('HK_STOCK', '77.77'), balance('BALANCE', '40.01')]
  for (const total of ['901.50', '900.00', '1000.01'].map(moneyOf)) {
    const parts = allocation({ balances, pesos, total, max: 4 })
    assert.equal(addMoney(...parts.map(({ amount }) => amount)), total)
    assert.equal(parts.find(({ wallet }) => wallet === 'BALANCE')?.amount, moneyOf('40.01'))
  }
})

test('leaves out a wallet with a negative net worth without scaling the others', () => {
  const balances = [balance('BALANCE', '300'), balance('STOCK', '-100'), balance('US_STOCK', '10')]
  const parts = allocation({ balances, pesos, total: moneyOf('402.00'), max: 4 })
  assert.deepEqual(
    shown(parts).map(([wallet, amount]) => [wallet, amount]),
    [
      ['BALANCE', '30000'],
      ['US_STOCK', '20200'],
    ],
  )
})
