import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { sessionOn, type Session } from '@mex/core/market/calendar.ts'
import { dayNumber, utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets, type DayKeys } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { openBridge } from './bridge.ts'
import { bell, bellVariance, openDraws } from './keyed-draws.ts'
import type { BarSource } from '#feeds/feed.ts'
import { openReplayFeed, type ReplayFeed } from './replay.ts'
import { writeFolder } from './write-folder.ts'

const catalogue = openCatalogue()
const secretsOf = (name: string) => openDaySecrets(Buffer.from(name), modelVersion)

/** The expected times of the extremes of a session, epoch milliseconds. */
type Expectation = (key: string, session: Session) => { readonly high: number; readonly low: number }

/** Reads the extremes from a replay of the day that is computed before the day opens. */
const replayed =
  (feed: BarSource): Expectation =>
  (key, session) => {
    const minutes = feed.bars(key, 'intraday', session.close, 500, session.close)
    const high = minutes.reduce((best, bar) => (bar.high > best.high ? bar : best))
    const low = minutes.reduce((best, bar) => (bar.low < best.low ? bar : best))
    return { high: high.time * 1000, low: low.time * 1000 }
  }

/** Knows only the source code: reads the extremes from the path of a day that closes at its open. */
const ofSource =
  (keys: DayKeys): Expectation =>
  (key, session) => {
    const steps = (session.close - session.open) / 60_000
    const priceAt = openBridge(steps, { open: 0, high: 1e8, low: -1e8, close: 0 }, openDraws(keys, key, session.open))
    const prices = Array.from({ length: steps }, (_, step) => priceAt(step))
    const timeOf = (price: number): number => session.open + prices.indexOf(price) * 60_000
    return { high: timeOf(1e8), low: timeOf(-1e8) }
  }

type Result = { trades: number; won: number }

/** Buys at the expected low and sells at the expected high, in order of time, at the prices of the market. */
function trade(market: ReplayFeed, expectation: Expectation, day: DayNumber): Result {
  const result = { trades: 0, won: 0 }
  for (const [key, instrument] of market.instruments(market.start)) {
    if (!['US', 'HK', 'MX'].includes(instrument.market)) continue
    const session = sessionOn(catalogue.calendars.get(instrument.session) ?? assert.fail(), day)
    if (session === undefined) continue
    const { high, low } = expectation(key, session)
    const [buy, sell] = [low, high].map((time) => market.quote(key, time + 30_000)?.last ?? assert.fail(key))
    if (buy === sell) continue
    result.trades += 1
    if (sell! > buy!) result.won += 1
  }
  return result
}

/** Three standard deviations of the difference between two shares of won trades. */
const interval = ({ trades }: Result): number => 3 * Math.sqrt((2 * 0.25) / trades)
const share = ({ trades, won }: Result): number => won / trades

function checkSecrecy(market: ReplayFeed, day: DayNumber, least: number): void {
  const guess = secretsOf('a guess')
  const source = trade(market, ofSource(guess), day)
  const files = trade(market, replayed(market.withKeys(guess)), day)
  const control = trade(market, replayed(market.withKeys(secretsOf('dice'))), day)
  const secret = trade(market, replayed(market), day)
  const figures = JSON.stringify({ source, files, control, secret })
  assert.ok(source.trades >= least, figures)
  assert.ok(Math.abs(share(source) - 0.5) < interval(source), figures)
  assert.ok(Math.abs(share(files) - share(control)) < interval(files), figures)
  // The same trades with the secret: the result of this test if the secret leaked.
  assert.ok(share(secret) > 0.95 && share(control) < 0.9, figures)
}

test('source and files without the secret predict the times of high and low no better than another key', async () => {
  const words = new Uint32Array(16)
  const codes = Array.from({ length: 150 }, (_, index) => `N${index}X`)
  const rows = codes.flatMap((code, index) => {
    openDraws(secretsOf('rows'), code, index * 86_400_000)(0, words)
    const steps = Array.from(words, (word) => bell(word) / Math.sqrt(bellVariance) / 4)
    const levels = steps.map((_, last) => 100 + steps.slice(0, last + 1).reduce((sum, step) => sum + step, 0))
    const [high, low] = [Math.max(100, ...levels) + 0.2, Math.min(100, ...levels) - 0.2]
    const values = [100, high, low, levels.at(-1)!].map((value) => value.toFixed(2)).join(',')
    return [`${code},2026-03-04,100,100,100,100,,1000`, `${code},2026-03-05,${values},,1000`]
  })
  const manifest = codes.map(
    (code) => `${code},${code},us_stock,0,UsStock,${code},,1d,USD,XNYS,America/New_York,daily/us.csv.gz`,
  )
  const directory = writeFolder(manifest, { 'daily/us.csv.gz': rows })
  try {
    const start = Date.parse('2026-03-05T12:00Z')
    const market = await openReplayFeed({ directory, catalogue, keys: secretsOf('the secret'), start })
    checkSecrecy(market, dayNumber('2026-03-05'), 140)
  } finally {
    rmSync(directory, { recursive: true })
  }
})

/** A folder of real history; it is not part of the project. */
const folder = process.env['MARKET_DATA_DIR']

test(
  'source and files of real history without the secret predict the times of high and low no better than another key',
  folder === undefined ? { skip: 'set MARKET_DATA_DIR to a folder of history to run this' } : {},
  async () => {
    const market = await openReplayFeed({ directory: folder ?? '', catalogue, keys: secretsOf('the secret') })
    checkSecrecy(market, utcDay(market.start), 200)
  },
)
