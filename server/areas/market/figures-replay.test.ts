import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { priceOf } from '@mex/core/money/money.ts'
import { openBarsHere } from '#feeds/bars/testing.ts'
import { openReplayFeed } from '#feeds/replay/replay.ts'
import { writeFolder } from '#feeds/replay/write-folder.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { contradictions, edgesOf, instantsOf } from './figures-testing.ts'
import { catalogue, openTestMarketData } from './testing.ts'

const keys = openDaySecrets(Buffer.from('figures-test'), modelVersion)

const row = (code: string, kind: string, rest: string): string => `${code},${kind},${rest}`
const manifest = [
  row('AAPL', 'AAPL', 'us_stock,0,UsStock,Apple Inc.,苹果公司,1d,USD,XNAS,America/New_York,daily/us.csv.gz'),
  row('AAPL', 'AAPL', 'us_stock,0,UsStock,Apple Inc.,苹果公司,5m,USD,XNAS,America/New_York,intraday/us.csv.gz'),
  row('NVDA', 'NVDA', 'us_stock,0,UsStock,NVIDIA,英伟达,1d,USD,XNAS,America/New_York,daily/actions.csv.gz'),
  row('0700.HK', '00700', 'hk_stock,11,HK,Tencent Holdings,腾讯,1h,HKD,XHKG,Asia/Hong_Kong,intraday/hk.csv.gz'),
  row('0700.HK', '00700', 'hk_stock,11,HK,Tencent Holdings,腾讯,1d,HKD,XHKG,Asia/Hong_Kong,daily/hk.csv.gz'),
  row('USDMXN=X', 'USDMXN', 'forex,2,,USD/MXN,美元/比索,1d,MXN,FX,Europe/London,daily/fx.csv.gz'),
  row('ZC=F', 'ZC', 'future,3,,Corn,玉米,1d,USD,CBOT,America/New_York,daily/future.csv.gz'),
  row('^GSPC', 'GSPC', 'index,99,,S&P 500,标普500,1d,USD,INDEX,America/New_York,daily/index.csv.gz'),
  row('BTC-USD', 'BTCUSDT', 'crypto,100,,Bitcoin,比特币,1d,USD,CRYPTO,UTC,daily/crypto.csv.gz'),
]

/** Consecutive bars around a drifting price; no price is a multiple of the tick size. */
function barsOf(symbol: string, start: string, count: number, minutes: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const time = new Date(Date.parse(start) + index * minutes * 60_000).toISOString().replace('.000', '')
    const middle = 270.1234 + (((index * 37) % 23) - 11) / 8
    return [symbol, time, middle - 0.0513, middle + 0.4321, middle - 0.3456, middle + 0.2468, '', 1000 + index].join()
  })
}
const dates = ['2025-11-21', '2025-11-24', '2025-11-25', '2025-11-26', '2025-11-28', '2025-12-01']
const daily = (symbol: string, from: number, more: readonly string[] = []): string[] =>
  [...dates, ...more].toSorted().map((date, index) => {
    const middle = from * (1 + ((index * 5) % 7) / 100)
    return [symbol, date, middle * 0.9951, middle * 1.01237, middle * 0.99013, middle * 1.0031, '', 1_000_000].join()
  })

/** The week of Thanksgiving: New York is closed on Thursday and closes at 13:00 on Friday. */
const files = {
  'daily/us.csv.gz': daily('AAPL', 270),
  'intraday/us.csv.gz': [
    // A whole day with bars before the open and after the close; the latter begin late and end early.
    ...barsOf('AAPL', '2025-11-25T12:00:00Z', 108, 5),
    ...barsOf('AAPL', '2025-11-25T21:20:00Z', 12, 5),
    // The half day: bars before the open that end early, regular bars that begin late, none after the close.
    ...barsOf('AAPL', '2025-11-28T13:00:00Z', 6, 5),
    ...barsOf('AAPL', '2025-11-28T14:40:00Z', 40, 5),
  ],
  // A dividend before the day without trading, a split after the half day.
  'daily/actions.csv.gz': daily('NVDA', 180).map(
    (bar, index) => `${bar},${index === 3 ? 0.37 : ''},${index === 5 ? '3:2' : ''}`,
  ),
  'daily/hk.csv.gz': daily('0700.HK', 620, ['2025-11-27']),
  // Hourly bars of which one goes on into the lunch break, and the last one beyond the close.
  'intraday/hk.csv.gz': [
    ...barsOf('0700.HK', '2025-11-26T01:30:00Z', 3, 60),
    ...barsOf('0700.HK', '2025-11-26T05:30:00Z', 3, 60),
  ],
  'daily/fx.csv.gz': daily('USDMXN=X', 18.3, ['2025-11-27']),
  'daily/future.csv.gz': daily('ZC=F', 430, ['2025-11-27']),
  'daily/index.csv.gz': daily('^GSPC', 6700),
  'daily/crypto.csv.gz': daily('BTC-USD', 87_000, [
    '2025-11-22',
    '2025-11-23',
    '2025-11-27',
    '2025-11-29',
    '2025-11-30',
  ]),
}

/** Asks every instrument around the edges of its own sessions: at every `nth` instant, another one for each instrument. */
async function contradictionsOf(directory: string, from: number, until: number, nth = 1) {
  const feed = await openReplayFeed({ directory, catalogue, keys, start: from })
  const marketData = openTestMarketData({ feed, bars: openBarsHere(feed), hours: 'real' })
  const found: string[] = []
  let [asked, rolled] = [0, 0]
  for (const [place, instrument] of [...feed.instruments(from).values()].entries()) {
    for (const [number, now] of instantsOf(edgesOf(instrument.session, from, until), from, until).entries()) {
      if ((number + place) % nth !== 0 || !feed.instruments(now).has(instrument.key)) continue
      found.push(...(await contradictions(marketData, instrument, now, nth === 1 || place % 5 === 0)))
      asked += 1
      if (feed.day(instrument.key, now)?.sinceClose === true) rolled += 1
    }
  }
  return { found, asked, rolled }
}

test('no two figures contradict each other in a replayed week with a holiday and a half day', async () => {
  const directory = writeFolder(manifest, files)
  try {
    const [from, until] = [Date.parse('2025-11-24T15:00Z'), Date.parse('2025-12-01T20:00Z')]
    const { found, asked, rolled } = await contradictionsOf(directory, from, until)
    assert.deepEqual(found, [])
    assert.ok(asked > 300 && rolled > 10, `${asked} answers, ${rolled} of them since a close`)
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('figures of a replay roll at the first quote after the close, and not without one', async () => {
  const directory = writeFolder(manifest, files)
  try {
    const start = Date.parse('2025-11-24T15:00Z')
    const feed = await openReplayFeed({ directory, catalogue, keys, start })
    const day = (key: string, at: string) => feed.day(key, Date.parse(at)) ?? assert.fail(`${key} ${at}`)
    const cases: [string, string, string | undefined, boolean][] = [
      ['US:AAPL', '2025-11-25T20:59:59Z', '2025-11-24', false],
      ['US:AAPL', '2025-11-25T21:00:00Z', '2025-11-25', true],
      ['US:AAPL', '2025-11-26T10:00:00Z', '2025-11-25', true],
      ['US:AAPL', '2025-11-26T14:30:00Z', '2025-11-25', false],
      ['US:AAPL', '2025-11-26T23:00:00Z', '2025-11-25', false],
      ['US:AAPL', '2025-11-27T17:00:00Z', '2025-11-25', false],
      ['US:AAPL', '2025-11-28T13:00:00Z', '2025-11-26', true],
      // The first regular bar is late: its price opens the day.
      ['US:AAPL', '2025-11-28T14:39:59Z', '2025-11-26', true],
      ['US:AAPL', '2025-11-28T14:40:00Z', '2025-11-26', false],
      ['US:AAPL', '2025-11-29T12:00:00Z', '2025-11-26', false],
      ['HK:00700', '2025-11-26T04:30:00Z', '2025-11-25', false],
      ['HK:00700', '2025-11-26T12:00:00Z', '2025-11-25', false],
    ]
    for (const [key, at, date, sinceClose] of cases) {
      const { lastSession, sinceClose: since } = day(key, at)
      assert.deepEqual([lastSession?.date, since], [date, sinceClose], `${key} ${at}`)
    }
    const first = feed.quote('US:AAPL', Date.parse('2025-11-25T21:00:00Z'))
    assert.equal(first?.last, day('US:AAPL', '2025-11-25T21:00:00Z').open)
    assert.ok(day('US:AAPL', '2025-11-25T23:00:00Z').volume > 0n)
    assert.ok((day('US:AAPL', '2025-11-25T23:00:00Z').postMarket ?? priceOf('0')) > 0n)
  } finally {
    rmSync(directory, { recursive: true })
  }
})

const real = process.env['MARKET_DATA_DIR']
const options = real === undefined ? { skip: 'set MARKET_DATA_DIR to a folder of history to run this' } : {}
for (const [from, until] of [
  ['2025-12-22T12:00Z', '2025-12-29T16:00Z'],
  ['2026-08-10T12:00Z', '2026-08-17T16:00Z'],
] as const) {
  test(`no two figures contradict each other in the real week of ${from}`, options, async () => {
    const { found, asked } = await contradictionsOf(real ?? '', Date.parse(from), Date.parse(until), 5)
    assert.deepEqual(found.slice(0, 20), [], `${found.length} contradictions in ${asked} answers`)
    assert.ok(asked > 1000, `${asked} answers`)
  })
}
