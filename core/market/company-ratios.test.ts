import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyOf, percent, price, priceOf, quantityOf, rateOf } from '#money/money.ts'
import { companyRatios } from './company-ratios.ts'

const facts = {
  sharesOutstanding: quantityOf('1000'),
  earningsPerShare: priceOf('2.5'),
  dividendPerShare: priceOf('1'),
}

test('tells capitalisation, price to earnings and yield of a price', () => {
  for (const [last, marketCap, priceToEarnings, dividendYield] of [
    ['50', '50000', '20', 200n],
    ['33.333', '33333', '13.33', 300n],
    ['0.01', '10', '0', 1_000_000n],
  ] as const)
    assert.deepEqual(companyRatios(priceOf(last), facts), {
      marketCap: moneyOf(marketCap),
      priceToEarnings: rateOf(priceToEarnings),
      dividendYield: percent(dividendYield),
    })
})

test('tells no ratio without a price, and none of a fact that is not known', () => {
  const nothing = { marketCap: undefined, priceToEarnings: undefined, dividendYield: undefined }
  assert.deepEqual(companyRatios(price(0n), facts), nothing)
  assert.deepEqual(companyRatios(price(-1n), facts), nothing)
  const unknown = { sharesOutstanding: undefined, earningsPerShare: undefined, dividendPerShare: undefined }
  assert.deepEqual(companyRatios(priceOf('50'), unknown), nothing)
  const without = companyRatios(priceOf('50'), { ...facts, earningsPerShare: price(0n), dividendPerShare: price(0n) })
  assert.deepEqual([without.priceToEarnings, without.dividendYield], [undefined, percent(0n)])
})
