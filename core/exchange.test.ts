import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { convertMoney, isFreshRate, pairOf, publishedPairs, publishedRate, spreadOf } from './exchange.ts'
import { formatMoney, formatRate, money, moneyOf, rate, rateOf, walletCurrencies } from './money.ts'

const usdMxn = publishedRate({ base: 'USD', quote: 'MXN' }, rateOf('18.4000'))

test('rates around the mid (rulebook §7.2)', () => {
  assert.equal(formatRate(usdMxn.buyRate), '18.354')
  assert.equal(formatRate(usdMxn.sellRate), '18.446')
})

test('1000 USD become 18,354.00 MXN and come back as 995.01 USD (rulebook §7.2)', () => {
  const there = convertMoney(moneyOf('1000'), 'USD', usdMxn)
  assert.equal(formatMoney(there.received), '18354.00')
  assert.equal(formatMoney(there.atMid), '18400.00')
  assert.equal(formatMoney(spreadOf(there)), '46.00')
  const back = convertMoney(there.received, 'MXN', usdMxn)
  assert.equal(formatMoney(back.received), '995.01')
  assert.equal(back.to, 'USD')
  assert.throws(() => convertMoney(moneyOf('1'), 'HKD', usdMxn), /converts HKD/)
})

test('every two currencies have one published pair', () => {
  for (const left of walletCurrencies) {
    for (const right of walletCurrencies) {
      const pair = pairOf(left, right)
      assert.equal(pair === undefined, left === right)
      if (pair !== undefined) assert.ok(publishedPairs.includes(pair))
    }
  }
})

test('a mid older than thirty minutes converts nothing', () => {
  assert.equal(isFreshRate(0, 30 * 60_000), true)
  assert.equal(isFreshRate(0, 30 * 60_000 + 1), false)
})

test('a round trip never gains, and the platform never pays the spread', () => {
  const mids = fc.bigInt({ min: 50_000n, max: 25_000_000n }).map((micro) => rate(micro * 1_000_000n))
  fc.assert(
    fc.property(mids, fc.bigInt({ min: 1n, max: 10n ** 11n }), fc.boolean(), (mid, cents, first) => {
      const published = publishedRate({ base: 'USD', quote: 'MXN' }, mid)
      const there = convertMoney(money(cents), first ? 'USD' : 'MXN', published)
      const back = convertMoney(there.received, there.to, published)
      assert.ok(back.received <= cents)
      assert.ok(spreadOf(there) >= 0n && spreadOf(back) >= 0n)
      assert.ok(published.buyRate < published.sellRate)
    }),
    { numRuns: 2000 },
  )
})
