import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { formatPrice, formatQuantity } from '@mex/core/money/money.ts'
import type { SourceHistory } from './history-shapes.ts'
import { openSource } from './source.ts'
import { openSourceServer, saidHistory, saidQuotes, type SaidColumns, type SourceServer } from './source-testing.ts'

let server: SourceServer
before(async () => {
  server = await openSourceServer(() => saidQuotes([]))
})
after(() => server.close())

const day = 86_400
const first = 1_788_874_200
const until = (first + 10 * day) * 1000

/** The answer about the past of a symbol, in the words of the source. */
const told = (timestamp: readonly number[], quote: Partial<SaidColumns>, more: object = {}, symbol = 'AAPL') =>
  saidHistory(symbol, timestamp, quote, more)
const ask = (symbol = 'AAPL'): Promise<SourceHistory> =>
  openSource({ origin: server.origin }).history(symbol, '1d', first * 1000, until)
const shown = ({ bars }: SourceHistory): string[] =>
  bars.map(({ time, open, high, low, close, volume }) =>
    [(time - first) / day, ...[open, high, low, close].map((price) => formatPrice(price)), formatQuantity(volume)].join(
      ' ',
    ),
  )

test('asks for the span, its dividends and its splits', async () => {
  server.answer(() => told([first], { open: [10], high: [12], low: [9], close: [11], volume: [500] }, {}, '^GSPC'))
  assert.deepEqual(shown(await ask('^GSPC')), ['0 10 12 9 11 500'])
  const asked = server.asked.at(-1)
  assert.equal(asked?.pathname, '/v8/finance/chart/%5EGSPC')
  const { crumb: _, ...query } = Object.fromEntries(asked?.searchParams ?? [])
  assert.deepEqual(query, {
    interval: '1d',
    period1: String(first),
    period2: String(until / 1000),
    events: 'div|split',
  })
})

const two = [first, first + day]
const whole = { open: [10, 20], high: [12, 22], low: [9, 19], close: [11, 21], volume: [500, 600] }
const cases: readonly (readonly [string, readonly number[], Partial<SaidColumns>, readonly string[]])[] = [
  ['whole rows', two, whole, ['0 10 12 9 11 500', '1 20 22 19 21 600']],
  ['a row of nothing, as of a day without trading', two, { ...whole, close: [null, 21] }, ['1 20 22 19 21 600']],
  ['a close of zero', two, { ...whole, close: [0, 21] }, ['1 20 22 19 21 600']],
  ['a close below zero', two, { ...whole, close: [11, -21] }, ['0 10 12 9 11 500']],
  ['a text for a price', two, { ...whole, close: [11, 'N/A'] }, ['0 10 12 9 11 500']],
  ['a close alone', [first], { close: [11] }, ['0 11 11 11 11 0']],
  ['a high below the close', two, { ...whole, high: [10.5, 22] }, ['0 10 11 9 11 500', '1 20 22 19 21 600']],
  ['a low above the open', two, { ...whole, low: [10.5, 19] }, ['0 10 12 10 11 500', '1 20 22 19 21 600']],
  ['the same day twice', [first, first], whole, ['0 10 12 9 11 500']],
  ['an earlier day after a later one', [first + day, first], whole, ['1 10 12 9 11 500']],
  ['no rows', [], {}, []],
  ['fewer cells than days', two, { ...whole, close: [11] }, ['0 10 12 9 11 500']],
]
for (const [about, times, columns, wanted] of cases)
  test(`reads ${about} as ${wanted.length} bars`, async () => {
    server.answer(() => told(times, columns))
    assert.deepEqual(shown(await ask()), wanted)
  })

test('reads dividends and splits, oldest first, and leaves out what is none', async () => {
  const dividends = {
    a: { date: first + 3 * day, amount: 0.25 },
    b: { date: first + 4 * day, amount: 0 },
    c: { date: 'soon', amount: 1 },
    d: 'dividend',
  }
  const splits = {
    a: { date: first + 2 * day, numerator: 4, denominator: 1, splitRatio: '4:1' },
    b: { date: first + 5 * day, numerator: 1, denominator: 10 },
    c: { date: first + 6 * day, numerator: 1.5, denominator: 1 },
    d: { date: first + 7 * day, numerator: 1, denominator: 1 },
    e: { date: first + 7 * day, numerator: 3, denominator: 0 },
    f: { date: first + 7 * day, numerator: -3, denominator: 1 },
  }
  server.answer(() => told(two, whole, { events: { dividends, splits } }))
  const { actions } = await ask()
  assert.deepEqual(
    actions.map((one) => [
      (one.at / 1000 - first) / day,
      one.kind === 'dividend' ? formatPrice(one.amount) : `${one.to}:${one.from}`,
    ]),
    [
      [2, '4:1'],
      [3, '0.25'],
      [5, '1:10'],
      [6, '3:2'],
    ],
  )
})

for (const [about, answered] of [
  ['another symbol', told(two, whole, {}, 'AAPL.MX')],
  ['an error', { body: '{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found"}}}' }],
  ['no columns', told(two, whole, { indicators: {} })],
] as const)
  test(`refuses a history of ${about}`, async () => {
    server.answer(() => answered)
    await assert.rejects(ask(), { kind: 'unreadable' })
  })

const folder = join(process.env['MARKET_DATA_DIR'] ?? '', 'fixtures', 'yahoo')
const hasRecorded = process.env['MARKET_DATA_DIR'] !== undefined && existsSync(folder)
const skip = hasRecorded ? false : 'needs recorded answers: MARKET_DATA_DIR with fixtures/yahoo'

test('reads recorded histories', { skip }, async () => {
  const recorded = async (name: string, symbol: string): Promise<SourceHistory> => {
    const { body } = JSON.parse(readFileSync(join(folder, `chart-${name}.json`), 'utf8')) as { body: unknown }
    server.answer(() => ({ body: JSON.stringify(body) }))
    return ask(symbol)
  }
  const split = await recorded('AAPL-2020-08-31-to-2020-11-07', 'AAPL')
  assert.equal(split.bars.length, 49)
  assert.deepEqual(split.actions, [
    { kind: 'split', at: Date.parse('2020-08-31T13:30:00Z'), to: 4n, from: 1n },
    { kind: 'dividend', at: Date.parse('2020-11-06T14:30:00Z'), amount: 20_500_000n },
  ])
  assert.equal((await recorded('0700.HK-1d-5d', '0700.HK')).bars.length, 5)
  assert.equal(
    (await recorded('AAPL-2025-02-01-to-2025-02-02-includePrePost-false-interval-1m', 'AAPL')).bars.length,
    0,
  )
})
