import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { dividendsOfYear, isSplit } from '@mex/core/market/corporate-actions.ts'
import { magnitude } from '@mex/core/money/decimal.ts'
import { priceOf } from '@mex/core/money/money.ts'
import { companyFacts } from './company.ts'
import { catalogue, feed, now, openCalls, type Wire } from './testing.ts'

const ask = openCalls()
const number = (row: Wire | undefined, field: string): number => Number(row?.[field])

test('figures of a company are invented, marked as such, and constant', async () => {
  const summary = await ask('summary', { stockCode: 'AAPL' })
  const again = await openCalls()('summary', { stockCode: 'AAPL' })
  assert.deepEqual(summary, again)
  assert.equal(summary['simulated'], true)
  const price = number(await ask('quote', { stockCode: 'AAPL' }), 'price_nominal')
  assert.ok(Math.abs(number(summary, 'pe') - price / number(summary, 'eps')) < 0.01)
  assert.ok(number(summary, 'marketCap') > 0)
  assert.deepEqual([summary['website'], summary['avgVolume']], [null, '57000000'])
  const index = await ask('summary', { stockCode: 'HSI' })
  assert.deepEqual(
    ['marketCap', 'pe', 'eps', 'dividendYield', 'avgVolume', 'sector'].map((field) => index[field]),
    [null, null, null, null, null, null],
  )
})

test('the facts of a company agree: price, shares, earnings and the dividends that it pays', async () => {
  const seen = { caps: new Set<unknown>(), split: 0, paying: 0, companies: 0 }
  const listed = [...catalogue.fixed.values()].filter(({ origin }) => origin.kind === 'equity')
  // Every third: a quote of each takes a while.
  const some = listed.filter((_, index) => index % 3 === 0)
  for (const { instrument } of some) {
    const { key, code, market } = instrument
    const summary = await ask('summary', { stockCode: code, market })
    const price = number(await ask('quote', { stockCode: code, market }), 'price_nominal')
    const [shares, cap] = [number(summary, 'sharesOutstanding'), number(summary, 'marketCap')]
    const [earnings, paid] = [number(summary, 'eps'), number(summary, 'dividendPerShare')]
    assert.ok(Number.isInteger(shares) && shares > 0, `${key} has ${shares} shares`)
    assert.ok(Math.abs(cap - price * shares) <= 0.02 * Math.abs(cap) * 1e-9 + 0.01, `${key}: ${cap} of ${shares}`)
    assert.ok(Math.abs(number(summary, 'pe') - price / earnings) <= 0.005 + 1e-9, `${key}: ${earnings} of ${price}`)
    assert.ok(Math.abs(number(summary, 'dividendYield') - (paid / price) * 100) <= 0.005 + 1e-9, `${key}: ${paid}`)
    assert.equal(paid, Number(dividendsOfYear(feed.actions(key, now), now)) / 1e8, `${key} pays what the market pays`)
    assert.ok(earnings >= paid, `${key} earns ${earnings} and pays ${paid}`)
    seen.caps.add(cap)
    seen.companies += 1
    if (paid > 0) seen.paying += 1
    if (feed.actions(key, now).some((action) => isSplit(action) && action.exAt <= now)) seen.split += 1
  }
  assert.ok(seen.paying > 30 && seen.split > 0, `${seen.paying} pay, ${seen.split} were split`)
  assert.equal(seen.caps.size, seen.companies)
})

test('a split changes shares and what one share earns together', () => {
  const { instrument } = present(catalogue.fixed.get('US:AAPL'), 'Apple')
  const dividends = priceOf('2')
  const basis = { listedAt: priceOf('310'), shares: { to: 1n, from: 1n }, dividends }
  const before = companyFacts(instrument, basis)
  const after = companyFacts(instrument, { ...basis, shares: { to: 4n, from: 1n }, dividends: priceOf('0.5') })
  assert.equal(after.sharesOutstanding, (before.sharesOutstanding ?? 0n) * 4n)
  const cent = 1_000_000n
  const difference = magnitude((after.earningsPerShare ?? 0n) * 4n - (before.earningsPerShare ?? 0n))
  assert.ok(difference <= 4n * cent, `off by ${difference}`)
  // Dividends that the drawn earnings do not cover raise them.
  const generous = companyFacts(instrument, { ...basis, dividends: priceOf('60') })
  assert.equal(generous.earningsPerShare, priceOf('75'))
})

test('tells the dividends and splits of a share, and its yield is what it paid in a year', async () => {
  let [paying, declared, split] = [0, 0, 0]
  for (const { key, code, currency } of feed.instruments(now).values()) {
    if (!/^(US|HK|MX):/.test(key)) continue
    const { market } = feed.instruments(now).get(key) ?? assert.fail()
    const summary = await ask('summary', { stockCode: code, market })
    const dividends = summary['dividends'] as Wire[]
    const splits = summary['splits'] as Wire[]
    const told = feed.actions(key, now).filter(({ exAt }) => exAt > now - 3 * 365 * 86_400_000)
    assert.equal(dividends.length + splits.length, told.length, key)
    const times = dividends.map((one) => Number(one['exTimestamp']))
    assert.deepEqual(
      times,
      times.toSorted((one, other) => other - one),
    )
    for (const one of dividends) {
      assert.equal(one['status'], Number(one['exTimestamp']) > now / 1000 ? 'declared' : 'paid')
      assert.equal(one['currency'], currency)
    }
    const year = dividends.filter(({ exTimestamp }) => Number(exTimestamp) > now / 1000 - 365 * 86_400)
    const paid = year.filter(({ status }) => status === 'paid').reduce((sum, { amount }) => sum + Number(amount), 0)
    const last = number(await ask('quote', { stockCode: code, market }), 'price_nominal')
    if (splits.length === 0) {
      const told = number(summary, 'dividendYield')
      assert.ok(Math.abs(told - (paid / last) * 100) < 0.006, `${key}: ${told} % of ${last}, paid ${paid}`)
    }
    if (paid > 0) paying += 1
    if (dividends.some(({ status }) => status === 'declared')) declared += 1
    if (splits.length > 0) split += 1
  }
  assert.ok(paying > 50 && declared > 10 && split > 0, `${paying} pay, ${declared} have declared, ${split} were split`)
})
