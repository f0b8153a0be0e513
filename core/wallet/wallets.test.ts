import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney, moneyOf } from '#money/money.ts'
import {
  canTransfer,
  signupGrant,
  netWorth,
  netWorthNow,
  noResult,
  overviewNumber,
  totalBalance,
  transferable,
  usedBalance,
  walletCurrency,
  walletNumbers,
  walletOfNumber,
  wallets,
} from './wallets.ts'

test('numbers, currencies and grants cover every wallet once', () => {
  for (const wallet of wallets) assert.equal(walletOfNumber(walletNumbers[wallet]), wallet)
  for (const number of [0, 10, -1, 1.5]) assert.throws(() => walletOfNumber(number), /Broken invariant/)
  assert.deepEqual(
    wallets.map((wallet) => walletCurrency[wallet]),
    ['MXN', 'MXN', 'MXN', 'MXN', 'MXN', 'MXN', 'HKD', 'USD', 'MXN'],
  )
  assert.deepEqual(
    wallets.map((wallet) => walletNumbers[wallet]),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  )
  assert.equal(overviewNumber, 0)
  assert.deepEqual(Object.fromEntries(signupGrant.map(({ wallet, amount }) => [wallet, formatMoney(amount)])), {
    BALANCE: '1000000.00',
    US_STOCK: '25000.00',
    HK_STOCK: '200000.00',
    FUTURE: '500000.00',
    FOREX: '250000.00',
    STOCK: '2000000.00',
    SUBSCRIPTION: '250000.00',
    FOLLOW: '100000.00',
    FINANCIAL: '100000.00',
  })
})

test('money moves only to and from the funding account', () => {
  for (const from of wallets) {
    for (const to of wallets) {
      assert.equal(canTransfer(from, to), from !== to && (from === 'BALANCE') !== (to === 'BALANCE'))
    }
  }
})

test('computes the amounts that a wallet shows (rulebook §7.3)', () => {
  const held = {
    available: moneyOf('100.00'),
    order: moneyOf('10.00'),
    margin: moneyOf('20.00'),
    subscription: moneyOf('1.00'),
    withdrawal: moneyOf('2.00'),
    transfer: moneyOf('3.00'),
    product: moneyOf('4.00'),
  }
  assert.equal(formatMoney(usedBalance(held)), '40.00')
  assert.equal(formatMoney(totalBalance(held)), '140.00')
  const worth = netWorth(totalBalance(held), { ...noResult, profit: moneyOf('-15.00'), owed: moneyOf('0.25') })
  assert.equal(formatMoney(worth), '124.75')
  assert.equal(formatMoney(netWorth(totalBalance(held), noResult)), '140.00')
  // What was bought whole left the wallet and is still owned.
  assert.equal(formatMoney(netWorth(totalBalance(held), { ...noResult, assets: moneyOf('60.00') })), '200.00')
  assert.equal(formatMoney(netWorthNow({ equity: worth, profit: moneyOf('-15.00') }, moneyOf('3.50'))), '143.25')
  assert.equal(formatMoney(netWorthNow({ equity: worth, profit: moneyOf('-15.00') }, moneyOf('-200.00'))), '-60.25')
})

test('unsettled money is not transferable', () => {
  assert.equal(transferable(moneyOf('100'), moneyOf('40')), moneyOf('60'))
  assert.equal(transferable(moneyOf('40'), moneyOf('100')), 0n)
})
