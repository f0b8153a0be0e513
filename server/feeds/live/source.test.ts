import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { formatPrice, formatQuantity } from '@mex/core/money/money.ts'
import { SourceFailure, type FailureKind } from './source-failure.ts'
import { openSource } from './source.ts'
import { openSourceServer, saidQuote, saidQuotes, type Answered, type SourceServer } from './source-testing.ts'

let server: SourceServer
before(async () => {
  server = await openSourceServer(() => saidQuotes([]))
})
after(() => server.close())

const open = (timeoutMilliseconds?: number) =>
  openSource({ origin: server.origin, ...(timeoutMilliseconds !== undefined && { timeoutMilliseconds }) })
const shown = (price: Parameters<typeof formatPrice>[0] | undefined) => (price === undefined ? '—' : formatPrice(price))

test('asks for all symbols in one request, after a cookie and a crumb', async () => {
  server.answer(() => saidQuotes([saidQuote('AAPL'), saidQuote('0700.HK', { currency: 'HKD' })]))
  const from = server.asked.length
  const answers = await open().quotes(['AAPL', '0700.HK'])
  assert.deepEqual(
    answers.map(({ symbol, currency }) => [symbol, currency]),
    [
      ['AAPL', 'USD'],
      ['0700.HK', 'HKD'],
    ],
  )
  const asked = server.asked.slice(from)
  assert.deepEqual(
    asked.map(({ pathname }) => pathname),
    ['/quote/AAPL', '/v1/test/getcrumb', '/v7/finance/quote'],
  )
  assert.equal(asked[2]?.searchParams.get('symbols'), 'AAPL,0700.HK')
  assert.equal(asked[2]?.searchParams.get('crumb'), 'crumb.of.a.test')
})

test('keeps its session for the next question, and takes a new one after a refusal', async () => {
  server.answer(() => saidQuotes([saidQuote('AAPL')]))
  const source = open()
  await source.quotes(['AAPL'])
  const from = server.asked.length
  await source.quotes(['AAPL'])
  assert.equal(server.asked.length - from, 1)
  server.answer(() => ({
    status: 401,
    body: '{"finance":{"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}',
  }))
  await assert.rejects(source.quotes(['AAPL']), { kind: 'refused', status: 401 })
  server.answer(() => saidQuotes([saidQuote('AAPL')]))
  const again = server.asked.length
  await source.quotes(['AAPL'])
  assert.equal(server.asked.length - again, 3)
})

const bad: readonly (readonly [string, Answered | undefined, FailureKind])[] = [
  ['is silent', undefined, 'slow'],
  [
    'refuses for too many requests',
    { status: 429, body: 'Too Many Requests', headers: { 'retry-after': '120' } },
    'refused',
  ],
  ['fails', { status: 503, body: '<html>' }, 'refused'],
  ['answers with a page', { body: '<html>a page of consent</html>' }, 'unreadable'],
  ['answers with half an answer', { body: '{"quoteResponse":{"result":[{"symb' }, 'unreadable'],
  ['answers in another shape', { body: '{"quotes":{"AAPL":{"price":100}}}' }, 'unreadable'],
  ['answers with a list of other things', saidQuotes([{ ticker: 'AAPL' }, 'AAPL', null]), 'unreadable'],
  [
    'answers with too much',
    { body: `{"quoteResponse":{"result":[],"error":"${'x'.repeat(8_000_001)}"}}` },
    'unreadable',
  ],
]
for (const [about, answered, kind] of bad)
  test(`a source that ${about} is told as ${kind}, and the next answer is read`, { timeout: 20_000 }, async () => {
    // Only silence takes until the limit.
    const source = answered === undefined ? open(500) : open()
    server.answer(() => answered)
    const failure = await source.quotes(['AAPL']).catch((error: unknown) => error)
    assert.ok(failure instanceof SourceFailure)
    assert.equal(failure.kind, kind, failure.message)
    if (answered?.status === 429) assert.equal(failure.retryAfter, 120)
    server.answer(() => saidQuotes([saidQuote('AAPL')]))
    assert.equal((await source.quotes(['AAPL'])).length, 1)
  })

test('a source without a connection is told as unreachable', async () => {
  const gone = await openSourceServer(() => undefined)
  await gone.close()
  await assert.rejects(openSource({ origin: gone.origin }).quotes(['AAPL']), { kind: 'unreachable' })
})

test('one quote that cannot be read does not spoil the others', async () => {
  server.answer(() => saidQuotes([{ symbol: 5 }, saidQuote('AAPL'), saidQuote('MSFT', { regularMarketPrice: 'N/A' })]))
  const answers = await open().quotes(['AAPL', 'MSFT', 'TSLA'])
  assert.deepEqual(
    answers.map(({ symbol, last }) => [symbol, shown(last)]),
    [
      ['AAPL', '100'],
      ['MSFT', '—'],
    ],
  )
})

const figures: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['a number', { regularMarketPrice: 12.34 }, '12.34'],
  ['more decimals than are kept', { regularMarketPrice: 80.5200041234567 }, '80.52000412'],
  ['zero', { regularMarketPrice: 0 }, '0'],
  ['a number below zero', { regularMarketPrice: -37.63 }, '-37.63'],
  ['null', { regularMarketPrice: null }, '—'],
  ['a text', { regularMarketPrice: 'NaN' }, '—'],
  ['a number in an object', { regularMarketPrice: { raw: 5 } }, '—'],
  ['a number that nothing costs', { regularMarketPrice: 1e300 }, '—'],
]
for (const [about, said, wanted] of figures)
  test(`${about} is read as ${wanted}`, async () => {
    server.answer(() => saidQuotes([saidQuote('AAPL', said)]))
    assert.equal(shown((await open().quotes(['AAPL']))[0]?.last), wanted)
  })

test('the newest of the prices of the session, before it and after it is in force', async () => {
  const close = 1_788_879_600
  const cases: readonly (readonly [Record<string, unknown>, string, number])[] = [
    [{}, '100', close],
    [{ postMarketPrice: 102, postMarketTime: close + 60 }, '102', close + 60],
    [{ postMarketPrice: 102, postMarketTime: close - 60 }, '100', close],
    [
      { preMarketPrice: 103, preMarketTime: close + 90, postMarketPrice: 102, postMarketTime: close + 60 },
      '103',
      close + 90,
    ],
    [{ postMarketPrice: null, postMarketTime: close + 60 }, '100', close],
    [{ regularMarketTime: null, postMarketPrice: 102, postMarketTime: close + 60 }, '100', Number.NaN],
  ]
  for (const [said, price, seconds] of cases) {
    server.answer(() => saidQuotes([saidQuote('AAPL', said)]))
    const [answer] = await open().quotes(['AAPL'])
    assert.equal(shown(answer?.last), price)
    assert.equal(answer?.tradedAt, Number.isNaN(seconds) ? undefined : seconds * 1000)
  }
})

const folder = join(process.env['MARKET_DATA_DIR'] ?? '', 'fixtures', 'yahoo')
const hasRecorded = process.env['MARKET_DATA_DIR'] !== undefined && existsSync(folder)
const skip = hasRecorded ? false : 'needs recorded answers: MARKET_DATA_DIR with fixtures/yahoo'

test('reads recorded answers', { skip }, async () => {
  const recorded = (name: string) =>
    (JSON.parse(readFileSync(join(folder, `quote-${name}.json`), 'utf8')) as { body: unknown }).body
  const rows: unknown[] = []
  for (const name of ['AAPL', 'EURUSD=X', 'BTC-USD', '^VXAPL', 'AZT.OL', 'BABA', 'QQQ']) {
    server.answer(() => ({ body: JSON.stringify(recorded(name)) }))
    const [answer] = await open().quotes([name])
    assert.ok(answer !== undefined)
    const { symbol, currency, last, tradedAt = 0, bid, ask, delaySeconds, previousClose, day } = answer
    const volume = day.volume === undefined ? '—' : formatQuantity(day.volume)
    const at = new Date(tradedAt).toISOString().slice(0, 19)
    rows.push([symbol, currency, shown(last), at, shown(bid), shown(ask), delaySeconds, shown(previousClose), volume])
  }
  assert.deepEqual(rows, [
    ['AAPL', 'USD', '244.64', '2025-02-15T00:59:58', '244.44', '253.37', 0, '241.53', '40896227'],
    // Bid above ask, as this source has it for most pairs.
    ['EURUSD=X', 'USD', '1.0489877', '2025-02-17T10:54:43', '1.0489877', '1.0484378', 0, '1.0495383', '0'],
    ['BTC-USD', 'USD', '96077.45', '2025-02-17T10:53:00', '—', '—', 0, '96137.88', '21228961792'],
    ['^VXAPL', 'USD', '23.77', '2025-02-14T21:02:02', '0', '0', 900, '24.28', '0'],
    ['AZT.OL', 'NOK', '19.54', '2025-02-17T10:38:10', '19.54', '19.68', 900, '19', '569599'],
    ['BABA', 'USD', '124.81', '2025-02-15T00:59:59', '124.75', '124.97', 0, '119.54', '52086273'],
    ['QQQ', 'USD', '538.13', '2025-02-15T00:59:51', '538.1', '538.22', 0, '535.9', '17862572'],
  ])
})
