import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  convertedAt,
  convertMoney,
  isFreshRate,
  paidToReceive,
  pairOf,
  publishedPairs,
  publishedRate,
  spreadOf,
} from './conversion.ts'
import { formatMoney, formatRate, money, moneyOf, rate, rateOf, walletCurrencies, type Rate } from './money.ts'

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

test('the least money that brings an amount brings it, and a cent less does not', () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 11n }).map(money)
  const mids = fc.bigInt({ min: 50_000n, max: 25_000_000n }).map((micro) => rate(micro * 1_000_000n))
  fc.assert(
    fc.property(amounts, mids, fc.boolean(), (wanted, mid, isSold) => {
      const published = publishedRate({ base: 'USD', quote: 'MXN' }, mid)
      const from = isSold ? 'USD' : 'MXN'
      const paid = paidToReceive(wanted, from, published)
      assert.ok(convertMoney(paid, from, published).received >= wanted)
      assert.ok(convertMoney(money(paid - 1n), from, published).received < wanted)
    }),
    { numRuns: 2000 },
  )
})

test("reconstructs a conversion from its rate and the platform's spread", () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(money)
  const mids = fc.bigInt({ min: 10n ** 10n, max: 10n ** 14n }).map(rate)
  fc.assert(
    fc.property(amounts, mids, fc.constantFrom(...publishedPairs), fc.boolean(), (paid, mid, pair, isSold) => {
      const [from, to] = isSold ? [pair.base, pair.quote] : [pair.quote, pair.base]
      const made = convertMoney(paid, from, publishedRate(pair, mid))
      assert.deepEqual(convertedAt(paid, from, to, made.rate, spreadOf(made)), made)
    }),
  )
})

test('clamps a spread that no mid of the rate gives, and rejects an impossible rate', () => {
  const paid = moneyOf('1000')
  const again = (share: string, by = usdMxn.buyRate) => convertedAt(paid, 'USD', 'MXN', by, moneyOf(share))
  assert.equal(formatMoney(again('46.00')?.atMid ?? moneyOf('0')), '18400.00')
  assert.equal(formatMoney(again('0.00')?.atMid ?? moneyOf('0')), '18400.00')
  assert.equal(formatMoney(again('900000.00')?.atMid ?? moneyOf('0')), '18400.10')
  assert.equal(formatMoney(again('46.00')?.received ?? moneyOf('0')), '18354.00')
  for (const none of ['0', '-18.354', '18.35401']) assert.equal(again('46.00', rateOf(none)), undefined)
  assert.equal(convertedAt(paid, 'USD', 'USD', usdMxn.buyRate, moneyOf('0')), undefined)
})

/** The first mid for which `isReached`, which is then so for every mid above. */
function firstMid(isReached: (mid: Rate) => boolean): Rate {
  let [below, reached] = [0n, 10n ** 15n]
  while (reached - below > 1n) {
    const middle = (below + reached) / 2n
    if (isReached(rate(middle))) reached = middle
    else below = middle
  }
  return rate(reached)
}

test('clamps a spread to that of the first or last mid published as the rate', () => {
  const pair = { base: 'USD', quote: 'MXN' } as const
  const step = 10n ** 8n
  for (const published of ['0.0001', '0.9975', '18.3540', '18.3541', '18.4462', '19.0007'].map(rateOf)) {
    for (const [from, to, side] of [
      ['USD', 'MXN', 'buyRate'],
      ['MXN', 'USD', 'sellRate'],
    ] as const) {
      const first = firstMid((mid) => publishedRate(pair, mid)[side] >= published)
      const last = rate(firstMid((mid) => publishedRate(pair, mid)[side] >= published + step) - 1n)
      for (const paid of [money(10n ** 17n + 3n), money(10n ** 17n + 19n)]) {
        const ends = [first, last].map((mid) => convertMoney(paid, from, publishedRate(pair, mid)))
        const spreads = [money(-(10n ** 40n)), money(10n ** 40n)]
        const again = spreads.map((spread) => convertedAt(paid, from, to, published, spread))
        assert.deepEqual(again, from === 'USD' ? ends : ends.toReversed(), `${from} at ${formatRate(published)}`)
      }
    }
  }
})
