import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feed, now, openCalls, type Wire } from './testing.ts'

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
