import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMoney, moneyOf, nothing, rateOf } from '#money/money.ts'
import type { Wallet } from '#wallet/wallets.ts'
import { contributionsOf } from './contributions.ts'

const rates = { USD: rateOf('18.10'), HKD: rateOf('2.31') }
const result = (instrument: string, wallet: Wallet, amount: string) => ({ instrument, wallet, amount: moneyOf(amount) })

test('adds up the positions of an instrument in pesos, the largest first, and tells the rest', () => {
  const results = [
    result('US:AAPL', 'US_STOCK', '10'),
    result('US:AAPL', 'US_STOCK', '-4'),
    result('MX:WALMEX', 'BALANCE', '-300'),
    result('HK:00700', 'HK_STOCK', '1'),
    result('US:MSFT', 'US_STOCK', '0'),
  ]
  assert.deepEqual(contributionsOf(results, rates, { trading: moneyOf('-180'), max: 2 }), {
    rows: [
      { instrument: 'MX:WALMEX', profit: moneyOf('-300') },
      { instrument: 'US:AAPL', profit: moneyOf('108.60') },
    ],
    others: moneyOf('11.40'),
  })
})

test('what the roundings of the positions differ from the rounding of their sum belongs to the largest row', () => {
  const results = ['0.01', '0.01', '0.01'].map((amount, index) => result(`US:${index}`, 'US_STOCK', amount))
  const { rows, others } = contributionsOf(results, rates, { trading: moneyOf('0.55'), max: 3 })
  assert.deepEqual([rows[0]?.profit, others], [moneyOf('0.19'), nothing])
  assert.equal(contributionsOf(results, rates, { trading: moneyOf('0.58'), max: 3 }).others, moneyOf('0.04'))
  assert.equal(contributionsOf(results, rates, { trading: moneyOf('0.37'), max: 2 }).others, moneyOf('0.01'))
})

test('rows and rest add up to what trading brought, whatever the results', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const results = Array.from({ length: seed % 17 }, (_, index) =>
      result(`K${index % 5}`, index % 2 === 0 ? 'US_STOCK' : 'FUTURE', `${((seed * 37 + index * 11) % 999) - 500}.07`),
    )
    const trading = moneyOf(String(seed - 100))
    const { rows, others } = contributionsOf(results, rates, { trading, max: 3 })
    assert(rows.length <= 3)
    assert.equal(addMoney(nothing, others, ...rows.map(({ profit }) => profit)), trading)
  }
})
