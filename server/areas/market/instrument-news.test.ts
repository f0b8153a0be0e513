import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { isDividend } from '@mex/core/market/corporate-actions.ts'
import { sessionOn } from '@mex/core/market/calendar.ts'
import { isoDate, utcDay } from '@mex/core/time-zone.ts'
import { catalogue, feed, now, openCalls, openTestMarketData, type Wire } from './testing.ts'

const ask = openCalls()
const newsOf = async (stockCode: string, market: string, at = now) =>
  (await ask('news', { stockCode, market }, { at })) as unknown as Wire[]

test('every told dividend is one that the market declared, and none is told before', async () => {
  const shares = [...feed.instruments(now).keys()].filter(
    (key) => /^(US|HK):/.test(key) && feed.actions(key, now).length > 0,
  )
  let told = 0
  for (const key of shares.slice(0, 6)) {
    const [market = '', code = ''] = key.split(':')
    for (const { kind, amount, exDate, currency } of await newsOf(code, market)) {
      if (kind !== 'dividendDeclared' && kind !== 'dividendPaid') continue
      told += 1
      const action = feed.actions(key, now).find((one) => isDividend(one) && one.exDate === exDate)
      assert.ok(action !== undefined && isDividend(action) && action.declaredAt <= now, key)
      assert.equal(Math.round(Number(amount) * 1e8), Number(action.amount))
      assert.equal(currency, feed.instruments(now).get(key)?.currency)
      if (kind === 'dividendPaid') assert.ok(action.exAt <= now)
    }
  }
  assert.ok(told > 5, `${told} dividends`)
})

test('results are told after the close of their day, not before', async () => {
  const yearAgo = now - 365 * 86_400_000
  const day = present(feed.resultsDays('US:NVDA', utcDay(now), yearAgo).at(-1), 'a results day')
  const calendar = present(catalogue.calendars.get('us-equity'), 'a calendar')
  const { close } = present(sessionOn(calendar, day), 'its session')
  const isTold = async (at: number) =>
    (await newsOf('NVDA', 'US', at)).some(({ kind, date }) => kind === 'results' && date === isoDate(day))
  assert.equal(await isTold(close - 60_000), false)
  assert.equal(await isTold(close + 21 * 60_000), true)
})

test('large days are those of the daily candles, without the day that forms', async () => {
  let moves = 0
  for (const [market, code] of [
    ['US', 'NVDA'],
    ['US', 'AAPL'],
    ['HK', '00700'],
  ] as const) {
    const bars = feed.bars(`${market}:${code}`, '1D', now, 500, now)
    const rows = await newsOf(code, market)
    assert.ok(rows.length <= 10)
    assert.ok(rows.every(({ date }) => String(date) <= isoDate(utcDay(now))))
    for (const { kind, change_ratio: ratio } of rows) {
      if (kind !== 'move') continue
      moves += 1
      assert.ok(Math.abs(Number(ratio)) > 5)
      const isOfCandle = bars.slice(0, -1).some(({ close }, index) => {
        const before = bars[index - 1]
        return (
          before !== undefined && Math.abs((Number(close) / Number(before.close) - 1) * 100 - Number(ratio)) < 0.006
        )
      })
      assert.ok(isOfCandle, `${code} ${String(ratio)}`)
    }
  }
  assert.ok(moves > 0)
})

test('an index and a currency have news of their prices alone, and an unknown instrument is refused', async () => {
  for (const [code, market] of [
    ['SPX', 'GLOBAL'],
    ['EURUSD', 'FX'],
  ] as const)
    for (const { kind } of await newsOf(code, market)) assert.match(String(kind), /^(move|yearHigh|yearLow)$/)
  assert.equal((await ask('news', { stockCode: 'NOSUCH' }))['refused'], 'unknown_instrument')
})

test('nothing that is told today was not so yesterday: a past item never changes', async () => {
  const market = openCalls(openTestMarketData())
  const before = (await market(
    'news',
    { stockCode: 'AAPL', market: 'US' },
    { at: now - 86_400_000 },
  )) as unknown as Wire[]
  const after = await newsOf('AAPL', 'US')
  const oldest = String(after.at(-1)?.['date'])
  for (const item of before.filter(({ date }) => String(date) > oldest))
    assert.ok(
      after.some((one) => JSON.stringify(one) === JSON.stringify(item)),
      JSON.stringify(item),
    )
})

test('a halt of the share or of its market is told with its instants, and not before it begins', async () => {
  const begun = now - 3_600_000
  const halts = [
    { from: begun, to: begun + 600_000, isWholeMarket: false },
    { from: now + 1000, to: undefined, isWholeMarket: true },
  ]
  const halted = openCalls(openTestMarketData(), [], [], halts)
  const rows = (await halted('news', { stockCode: 'AAPL', market: 'US' })) as unknown as Wire[]
  assert.deepEqual(
    rows.slice(0, 2).map(({ kind, timestamp }) => [kind, timestamp]),
    [
      ['resumed', begun / 1000 + 600],
      ['halted', begun / 1000],
    ],
  )
  assert.ok(rows.every(({ kind }) => kind !== 'marketHalted'))
})

test('a new issue is told on the day of its listing, and not before', async () => {
  const issue = present(
    feed.newIssues(now).findLast(({ listsAt }) => listsAt + 86_400_000 < now && listsAt > now - 20 * 86_400_000),
    'a listed issue',
  )
  const { code, market, listsAt } = issue
  const kinds = async (at: number) => (await newsOf(code, market, at)).map(({ kind }) => kind)
  assert.ok((await kinds(listsAt + 3_600_000)).includes('listed'))
  assert.ok(!(await newsOf('AAPL', 'US')).some(({ kind }) => kind === 'listed'))
})
