import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDividend } from '@mex/core/market/corporate-actions.ts'
import { isoDate, utcDay } from '@mex/core/time-zone.ts'
import { feed, now, openCalls, openTestMarketData, type Wire } from './testing.ts'

const listed = feed.instruments(now)
const soon = (key: string): boolean => feed.actions(key, now).some(({ exAt }) => exAt > now)
const held = [...listed.keys()].filter((key) => key.startsWith('US:') && soon(key)).slice(0, 3)
const watched = [...held.slice(0, 1), 'HK:00700', 'FUT:MESZ26', 'FX:EURUSD']
const ask = openCalls(openTestMarketData(), watched, held)
const asker = { userId: 7 }
const rows = async (wire: Wire = {}, who: { readonly userId?: number; readonly at?: number } = asker) =>
  (await ask('calendar', wire, who)) as unknown as Wire[]

test('tells what comes of everything that somebody holds or watches, the nearest first', async () => {
  const found = await rows()
  const dates = found.map(({ date }) => String(date))
  assert.deepEqual(dates, dates.toSorted())
  assert.ok(dates.every((date) => date >= isoDate(utcDay(now)) && date <= isoDate(utcDay(now) + 60)))
  const texts = found.map((row) => `${String(row['kind'])} ${String(row['stockCode'])}`)
  for (const key of held) {
    const dividend = feed.actions(key, now).find((action) => isDividend(action) && action.exAt > now)
    const row = found.find(({ kind, stockCode }) => kind === 'dividend' && `US:${String(stockCode)}` === key)
    assert.equal(row?.['timestamp'], Math.floor((dividend?.exAt ?? 0) / 1000), key)
    assert.deepEqual([row?.['held'], row?.['watched']], [true, key === held[0]])
  }
  const last = listed.get('FUT:MESZ26')?.contract?.lastTrade ?? 0
  const expiry = found.find(({ kind }) => kind === 'expiry')
  assert.deepEqual([expiry?.['stockCode'], expiry?.['timestamp'], expiry?.['held']], ['MESZ26', last / 1000, false])
  assert.equal(
    new Set(texts.filter((text) => !text.endsWith('null'))).size,
    texts.filter((text) => !text.endsWith('null')).length,
  )
})

test('tells holidays and half days of the markets concerned, with the early close', async () => {
  const closures = async (wire: Wire, who = {}) =>
    (await rows(wire, who))
      .filter(({ kind }) => kind === 'holiday' || kind === 'halfDay')
      .map(({ market, date, kind, timestamp }) => [market, date, kind, timestamp])
  const [thanksgiving, friday] = [
    ['US', '2026-11-26', 'holiday', null],
    ['US', '2026-11-27', 'halfDay', Date.parse('2026-11-27T18:00Z') / 1000],
  ]
  const ofApple = await closures({ stockCode: 'AAPL', market: 'US' })
  assert.deepEqual(ofApple.slice(0, 2), [thanksgiving, friday])
  assert.ok(ofApple.every(([market]) => market === 'US'))
  assert.deepEqual(await closures({ stockCode: 'EURUSD', market: 'FX' }), [])
  // Each kind of futures has its own calendar, and is named.
  for (const [stockCode, stockName] of [
    ['MESZ26', 'Index, metal and energy futures'],
    ['ZCZ26', 'Grain futures'],
  ] as const) {
    const ofFuture = await rows({ stockCode, market: 'FUT' }, {})
    const closed = ofFuture.filter(({ kind, date }) => kind !== 'expiry' && date === '2026-11-26')
    assert.deepEqual(
      closed.map((row) => [row['market'], row['stockCode'], row['stockName']]),
      [['FUT', null, stockName]],
    )
  }
  // Who is not signed in learns those of all markets.
  assert.deepEqual(new Set((await closures({})).map(([market]) => market)), new Set(['US', 'HK', 'MX']))
})

test('tells results days on trading days, as often as the market reports, the same for everybody', async () => {
  const days = new Set<string>()
  for (let day = utcDay(now); day < utcDay(now) + 365; day += 30) {
    const asked = await rows({ stockCode: 'NVDA', market: 'US' }, { at: day * 86_400_000 + 43_200_000 })
    for (const { kind, date } of asked) if (kind === 'results') days.add(String(date))
  }
  assert.equal(days.size, 4, [...days].join(' '))
  const calendar = openTestMarketData().feed.resultsDays('US:NVDA', utcDay(now) + 365, now)
  assert.equal(calendar.length, 4)
  assert.deepEqual(feed.resultsDays('FX:EURUSD', utcDay(now) + 365, now), [])
})

test('refuses an unknown instrument, and shows those of one whoever asks', async () => {
  assert.equal((await ask('calendar', { stockCode: 'NOSUCH' }))['refused'], 'unknown_instrument')
  const one = await rows({ stockCode: held[0]?.slice(3), market: 'US' }, {})
  assert.ok(one.some(({ kind, held: isHeld }) => kind === 'dividend' && isHeld === false))
  const codes = new Set(one.map(({ stockCode }) => stockCode))
  assert.deepEqual(codes, new Set([held[0]?.slice(3), null]))
})
