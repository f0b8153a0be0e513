import assert from 'node:assert/strict'
import { test } from 'node:test'

import { publishedRate } from '@mex/core/money/conversion.ts'
import { moneyOf, rateOf } from '@mex/core/money/money.ts'
import { canTransfer, wallets, type Wallet } from '@mex/core/wallet/wallets.ts'

import { chooseWallet, transferFigures } from './transfer-figures.ts'

const rates = [publishedRate({ base: 'USD', quote: 'MXN' }, rateOf('20'))]
const figures = (from: Wallet, to: Wallet, amount: string, known = rates) =>
  transferFigures({ from, to, amount: moneyOf(amount) }, known)

test('previews the amount that the settlement credits', () => {
  const same = figures('BALANCE', 'FUTURE', '100')
  assert.deepEqual(same, { converts: false, rate: undefined, spread: undefined, arrives: moneyOf('100') })
  const bought = figures('BALANCE', 'US_STOCK', '2005')
  assert.deepEqual(bought.rate, { base: 'USD', quote: 'MXN', text: '20.0500' })
  assert.equal(bought.arrives, moneyOf('100'))
  assert.equal(bought.spread, moneyOf('0.25'))
  const sold = figures('US_STOCK', 'BALANCE', '100')
  assert.deepEqual(sold.rate, { base: 'USD', quote: 'MXN', text: '19.9500' })
  assert.equal(sold.arrives, moneyOf('1995'))
  assert.equal(sold.spread, moneyOf('5'))
})

test('previews no amount without a rate', () => {
  const unknown = figures('BALANCE', 'HK_STOCK', '100')
  assert.deepEqual(unknown, { converts: true, rate: undefined, spread: undefined, arrives: undefined })
})

test('keeps the funding account on one side', () => {
  const cases: [side: 'from' | 'to', chosen: Wallet, from: Wallet, to: Wallet, result: [Wallet, Wallet]][] = [
    ['to', 'FUTURE', 'BALANCE', 'US_STOCK', ['BALANCE', 'FUTURE']],
    ['from', 'FUTURE', 'BALANCE', 'US_STOCK', ['FUTURE', 'BALANCE']],
    ['from', 'US_STOCK', 'BALANCE', 'US_STOCK', ['US_STOCK', 'BALANCE']],
    ['to', 'BALANCE', 'BALANCE', 'US_STOCK', ['US_STOCK', 'BALANCE']],
    ['from', 'BALANCE', 'FOREX', 'BALANCE', ['BALANCE', 'FOREX']],
    ['to', 'FOREX', 'FUTURE', 'BALANCE', ['BALANCE', 'FOREX']],
  ]
  for (const [side, chosen, from, to, [left, right]] of cases) {
    assert.deepEqual(chooseWallet(side, chosen, { from, to }), { from: left, to: right }, `${side} ${chosen}`)
  }
  for (const side of ['from', 'to'] as const) {
    for (const chosen of wallets) {
      for (const now of [
        { from: 'BALANCE', to: 'STOCK' },
        { from: 'STOCK', to: 'BALANCE' },
      ] as const) {
        const next = chooseWallet(side, chosen, now)
        assert.ok(canTransfer(next.from, next.to))
        assert.equal(next[side], chosen)
      }
    }
  }
})
