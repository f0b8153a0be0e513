import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sessionOn } from '@mex/core/market/calendar.ts'
import { isDividend } from '@mex/core/market/corporate-actions.ts'
import type { SessionName } from '@mex/core/market/instrument.ts'
import { formatPrice, type Price } from '@mex/core/money/money.ts'
import { dayNumber, isoDate } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { openReplayFeed, type ReplayFeed } from './replay.ts'

/** A folder of real history; it is not part of the project. */
const directory = process.env['MARKET_DATA_DIR']
const options = directory === undefined ? { skip: 'set MARKET_DATA_DIR to a folder of history to run this' } : {}
const folder = directory ?? ''
const catalogue = openCatalogue()
const keys = openDaySecrets(Buffer.from('replay-test'), modelVersion)

/** Rows of a file by symbol, read with a simple parser that is independent of the product's. */
function rowsOf(file: string): Map<string, string[][]> {
  const lines = gunzipSync(readFileSync(join(folder, file)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
  return Map.groupBy(
    lines.map((line) => line.split(',')),
    ([symbol = '']) => symbol,
  )
}

const afterAll = Date.UTC(2100, 0, 1)
let feed: ReplayFeed

before(async () => {
  if (directory !== undefined) feed = await openReplayFeed({ directory, catalogue, keys })
})

/** Equal up to the eighth decimal, to which files are rounded. */
const near = (price: Price, text: string): boolean => Math.abs(Number(formatPrice(price)) - Number(text)) <= 1e-8 * 1.01

test('daily bars before the newest are the rows of the files, widened where intraday bars exceed them', options, () => {
  const cases: [string, (symbol: string) => string | undefined][] = [
    ['daily/us_stock.csv.gz', (symbol) => `US:${symbol}`],
    ['daily/us_etf.csv.gz', (symbol) => `US:${symbol}`],
    ['daily/hk_stock.csv.gz', (symbol) => `HK:0${symbol.slice(0, 4)}`],
    ['daily/mx_stock.csv.gz', (symbol) => `MX:${symbol.slice(0, -3)}`],
    ['daily/forex_repaired.csv.gz', (symbol) => `FX:${symbol.slice(0, 6)}`],
  ]
  let [compared, widened] = [0, 0]
  for (const [file, keyOf] of cases) {
    for (const [symbol, rows] of rowsOf(file)) {
      const key = keyOf(symbol) ?? assert.fail(symbol)
      const bars = feed.bars(key, '1D', afterAll, 100_000, afterAll)
      // A session may open on the evening before its date; days with only intraday bars are extra.
      // The newest day is computed from its quotes, rounded to the tick, so it is left out.
      const byDate = new Map(bars.slice(0, -1).map((bar) => [isoDate(Math.floor((bar.time + 4 * 3600) / 86_400)), bar]))
      for (const [, date = '', open = '', high = '', low = '', close = ''] of rows.slice(0, -1)) {
        const bar = byDate.get(date) ?? assert.fail(`${key} ${date}`)
        assert.ok(near(bar.open, open) && near(bar.close, close), `${key} ${date}`)
        const isRow = near(bar.high, high) && near(bar.low, low)
        const isWider = Number(formatPrice(bar.high)) >= Number(high) && Number(formatPrice(bar.low)) <= Number(low)
        assert.ok(isRow || isWider, `${key} ${date}`)
        compared += 1
        if (!isRow) widened += 1
      }
    }
  }
  assert.ok(compared > 300_000 && widened < compared / 1000, `${compared} rows, ${widened} of them wider`)
})

test('the minutes of a finished day are the rows of the intraday file', options, () => {
  const rows = (rowsOf('intraday/us_stock_1m.csv.gz').get('NVDA') ?? assert.fail()).filter(([, time]) =>
    time?.startsWith('2026-03-24'),
  )
  const evening = Date.UTC(2026, 2, 24, 23)
  const bars = feed.bars('US:NVDA', 'intraday', evening, 500, evening)
  assert.equal(bars.length, rows.length)
  for (const [index, [, time = '', open = '', high = '', low = '', close = '']] of rows.entries()) {
    const bar = bars[index] ?? assert.fail()
    assert.equal(bar.time, Date.parse(time) / 1000)
    // The last minute ends with the closing print of the day.
    const isLast = index === rows.length - 1
    assert.ok(near(bar.open, open) && (isLast || (near(bar.high, high) && near(bar.low, low))), time)
    assert.ok(isLast ? bar.close === feed.quote('US:NVDA', evening)?.last : near(bar.close, close), time)
  }
})

test('the calendars have a session on exactly the days with bars', options, () => {
  const cases: [string, SessionName, string, string, readonly string[]][] = [
    ['daily/us_stock.csv.gz', 'us-equity', '2021-01-04', '2026-08-21', []],
    ['daily/hk_stock.csv.gz', 'hk-equity', '2021-01-04', '2025-10-30', []],
    // A day without bars and without a notice of closure stays a session.
    ['daily/mx_stock.csv.gz', 'mx-equity', '2021-08-23', '2026-08-21', ['2026-04-22']],
  ]
  for (const [file, session, first, last, unexplained] of cases) {
    const rows = Array.from(rowsOf(file).values()).flat()
    const counts = Map.groupBy(rows, ([, date = '']) => date)
    const calendar = catalogue.calendars.get(session) ?? assert.fail()
    for (let day = dayNumber(first); day <= dayNumber(last); day += 1) {
      const date = isoDate(day)
      // Up to four rows on a holiday are errors of the source.
      const traded = (counts.get(date)?.length ?? 0) > 4 || unexplained.includes(date)
      assert.equal(sessionOn(calendar, day) !== undefined, traded, `${session} ${date}`)
    }
  }
})

test('every market but Hong Kong is open four hours after the suggested start', options, () => {
  const monday = feed.start + 4 * 3_600_000
  const moving = Array.from(feed.instruments(monday).values()).filter(
    ({ key }) => feed.quote(key, monday)?.phase === 'regular',
  )
  const markets = new Set(moving.map(({ market }) => market))
  for (const market of ['US', 'MX', 'FX', 'FUT', 'CRYPTO', 'GLOBAL']) assert.ok(markets.has(market as never), market)
  assert.notEqual(feed.conversionRate('HKD', 'MXN', monday), undefined)
})

test('replays the negative oil price of 2020', options, () => {
  const evening = Date.UTC(2020, 3, 20, 21, 30)
  const day = feed.day('FUT:CL', evening) ?? assert.fail()
  assert.equal(formatPrice(day.low ?? assert.fail()), '-40.32')
  assert.ok((feed.quote('FUT:CL', evening)?.last ?? 0n) < 0n)
})

test('knows the dividends of the files from their adjusted closes', options, () => {
  const paid = (key: string, year: string): readonly string[] =>
    feed
      .actions(key, afterAll)
      .flatMap((action) =>
        isDividend(action) && action.exDate.startsWith(year) ? `${action.exDate} ${formatPrice(action.amount)}` : [],
      )
  // As Apple has announced them.
  assert.deepEqual(paid('US:AAPL', '2024'), [
    '2024-02-09 0.24',
    '2024-05-10 0.25',
    '2024-08-12 0.25',
    '2024-11-08 0.25',
  ])
  // Its prices are adjusted already.
  assert.deepEqual(paid('HK:00700', '2024'), [])
})
