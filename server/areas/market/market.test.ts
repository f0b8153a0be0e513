import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { chartPeriods } from '@mex/core/market/quote.ts'
import { parseInstant } from '#clock.ts'
import type { Feed } from '#feeds/feed.ts'
import { catalogue, codesOf, feed, now, openCalls, openTestMarketData, rowsOf, type Wire } from './testing.ts'

const ask = openCalls()
const instant = (text: string): number => present(parseInstant(text), text)
const number = (row: Wire | undefined, field: string): number => Number(row?.[field])

test('a quote equals that of the feed', async () => {
  const quote = await ask('quote', { stockCode: 'AAPL', market: 'US' })
  const [tick, day] = [feed.quote('US:AAPL', now), feed.day('US:AAPL', now)]
  assert.ok(tick !== undefined && day !== undefined)
  assert.equal(number(quote, 'price_nominal'), Number(tick.last) / 1e8)
  assert.equal(number(quote, 'change'), Number(tick.last - day.previousClose) / 1e8)
  const ratio = (Number(tick.last - day.previousClose) / Number(day.previousClose)) * 100
  assert.ok(Math.abs(number(quote, 'change_ratio') - ratio) <= 0.005)
  assert.equal(quote['fall'], tick.last <= day.previousClose)
  assert.deepEqual(
    ['source', 'market', 'marketType', 'classify', 'stock_code', 'name', 'currency', 'lot', 'tick'].map(
      (field) => quote[field],
    ),
    [0, 'US', 'NASDAQ', 'UsStock', 'AAPL', 'Apple', 'USD', '1', '0.01'],
  )
  assert.deepEqual(
    ['selfSelectStatus', 'session', 'halted', 'mode', 'delaySec', 'quoteId', 'expiryDate', 'preSettle'].map(
      (field) => quote[field],
    ),
    [0, 'regular', false, 'sim', 0, tick.id, null, null],
  )
  assert.equal(quote['currencyUsDatetime'], '11-20-2026 11:00:00 AM')
  assert.match(String(quote['profile']), /^Technology company/)
})

test('the sparkline has the last 50 daily closes, with the current price as the newest', async () => {
  const quote = await ask('quote', { stockCode: 'AAPL', market: 'US' })
  const closes = quote['indicatorsQuoteClose'] as string[]
  assert.equal(closes.length, 50)
  assert.equal(closes.at(-1), quote['price_nominal'])
  const bars = feed.bars('US:AAPL', '1D', now, 2, now)
  assert.equal(Number(closes.at(-2)) * 1e8, Number(bars[0]?.close))
})

test('compares prices in extended hours with the previous regular close', async () => {
  const cases = [
    ['before the open', '2026-11-20T13:00:00Z', true, true],
    ['in the session', '2026-11-20T16:00:00Z', true, false],
    ['after the close', '2026-11-20T22:00:00Z', false, true],
  ] as const
  for (const [when, text, hasPre, hasPost] of cases) {
    const at = instant(text)
    const quote = await ask('quote', { stockCode: 'AAPL', market: 'US' }, { at })
    assert.deepEqual([quote['hasPreMarketData'], quote['hasPostMarketData']], [hasPre, hasPost], when)
    const day = feed.day('US:AAPL', at)
    if (hasPre)
      assert.equal(number(quote, 'preMarketChange') * 1e8, Number(day?.preMarket) - Number(day?.previousClose))
    else assert.deepEqual([quote['preMarketChange'], quote['preMarketChangePercent']], [null, null])
    if (hasPost)
      assert.equal(number(quote, 'postMarketChange') * 1e8, Number(day?.postMarket) - Number(day?.previousClose))
  }
  const index = await ask('quote', { stockCode: 'HSI' })
  assert.deepEqual([index['hasPreMarketData'], index['hasPostMarketData']], [false, false])
})

test('returns names in the language of the user', async () => {
  const cases = [
    ['en', 'Apple', 'Technology'],
    ['zh-CN', '苹果', '科技'],
    ['zh-TW', '繁苹果', '繁科技'],
  ] as const
  for (const [language, name, sector] of cases) {
    const asker = { language }
    assert.equal((await ask('quote', { stockCode: 'AAPL' }, asker))['name'], name)
    assert.equal((await ask('summary', { stockCode: 'AAPL' }, asker))['sector'], sector)
  }
})

test('marks watched instruments for their user only', async () => {
  const watching = openCalls(openTestMarketData(), ['US:AAPL', 'FX:EURUSD'])
  const status = async (code: string, asker = {}): Promise<unknown> =>
    (await watching('quote', { stockCode: code }, asker))['selfSelectStatus']
  assert.deepEqual(
    [await status('AAPL', { userId: 7 }), await status('MSFT', { userId: 7 }), await status('AAPL')],
    [1, 0, 0],
  )
  const pairs = rowsOf(await watching('forex', { group: 'major' }, { userId: 7 }))
  assert.deepEqual(
    pairs.filter((row) => row['selfSelectStatus'] === 1).map((row) => row['stock_code']),
    ['EURUSD'],
  )
})

test('finds an instrument by its code in all usual spellings', async () => {
  const cases: readonly (readonly [Wire, unknown])[] = [
    [{ stockCode: 'AAPL' }, 'AAPL'],
    [{ stockCode: 'aapl' }, 'AAPL'],
    [{ stockCode: '00700', market: 'HK' }, '00700'],
    [{ stockCode: '700', market: 'HK' }, '00700'],
    [{ stockCode: '700' }, '00700'],
    [{ stockCode: 'CL' }, 'CL'],
    [{ stockCode: 'CL', market: 'FUT' }, feed.instruments(now).get('FUT:CLF27')?.code],
    [{ stockCode: 'ESZ26' }, 'ESZ26'],
    [{ stockCode: 'ES' }, 'ESZ26'],
    [{ stockCode: 'EURUSD', market: 'FX' }, 'EURUSD'],
  ]
  for (const [wire, code] of cases) {
    const found = await ask('quote', wire)
    assert.equal(found['stock_code'], code, JSON.stringify(wire))
  }
})

test('five days before its end a continuous code moves to the next month', async () => {
  const end = present(feed.instruments(now).get('FUT:ESZ26')?.contract, 'a contract').lastTrade
  const day = 86_400_000
  const front = async (at: number): Promise<unknown> => (await ask('quote', { stockCode: 'ES' }, { at }))['stock_code']
  assert.equal(await front(end - 5 * day - 1), 'ESZ26')
  assert.equal(await front(end - 5 * day), 'ESH27')
})

test('an ended contract keeps its page and chart, with its settlement, and is in no list', async () => {
  const { lastTrade } = present(feed.instruments(now).get('FUT:ESZ26')?.contract, 'a contract')
  const wire = { stockCode: 'ESZ26' }
  const before = await ask('quote', wire, { at: lastTrade - 1 })
  assert.deepEqual(
    [before['lastTradeTimestamp'], before['settlePrice'], before['settleTimestamp']],
    [lastTrade / 1000, null, null],
  )
  const candles = async (type: string, at: number) => (await ask('candles', { type, ...wire }, { at }))['list']
  for (const name of ['quote', 'detail', 'orderQuote'] as const) {
    const after = await ask(name, wire, { at: lastTrade + 90 * 86_400_000 })
    assert.deepEqual(
      [after['price_nominal'], after['high'], after['low'], after['session'], after['settleTimestamp']],
      [before['price_nominal'], before['high'], before['low'], 'closed', lastTrade / 1000 + 600],
      name,
    )
    assert.ok(Math.abs(Number(after['settlePrice']) - Number(before['price_nominal'])) < 50, name)
  }
  for (const type of ['intraday', '1D', '1W'])
    assert.deepEqual(await candles(type, lastTrade + 90 * 86_400_000), await candles(type, lastTrade - 1), type)
  const months = await ask('futureMonths', { goldCode: 'ES' }, { at: lastTrade })
  assert.ok(!JSON.stringify(months).includes('ESZ26'))
  assert.equal((await ask('quote', wire, { at: lastTrade + 367 * 86_400_000 }))['refused'], 'unknown_instrument')
})

test('the order form asks by source', async () => {
  const cases: readonly (readonly [Wire, unknown])[] = [
    [{ stockCode: 'CL', source: 0 }, 'US'],
    [{ stockCode: 'CL', source: 3 }, 'FUT'],
    [{ stockCode: 'CL', source: '7' }, 'US'],
    [{ stockCode: '00700', source: 4 }, 'HK'],
    [{ stockCode: '00700', source: 0 }, undefined],
    [{ stockCode: 'AAPL', source: 101 }, undefined],
    [{ stockCode: 'AAPL', source: 1 }, undefined],
    [{ stockCode: 'HSI', source: 99 }, 'GLOBAL'],
    [{ stockCode: 'BTC', source: 100 }, 'CRYPTO'],
  ]
  for (const [wire, market] of cases) {
    const found = await ask('orderQuote', wire)
    assert.equal(found['market'], market, JSON.stringify(wire))
    if (market === undefined) assert.equal(found['refused'], 'unknown_instrument')
  }
})

test('all calls refuse unknown and malformed codes with 1400', async () => {
  const wires: readonly Wire[] = [
    { stockCode: 'NOPE' },
    { stockCode: 'AAPL', market: 'HK' },
    { stockCode: 'AAPL', market: 'MARS' },
    { stockCode: 'A B' },
    { stockCode: 'x'.repeat(21) },
    { stockCode: '' },
    {},
    { stockCode: { $ne: 1 } },
    { stockCode: '__proto__' },
    // Ended more than a year ago; not listed yet.
    { stockCode: 'ESU25' },
    { stockCode: 'ESZ99' },
  ]
  for (const name of ['quote', 'detail', 'summary', 'orderQuote', 'conditions'] as const)
    for (const wire of wires)
      assert.equal((await ask(name, wire))['refused'], 'unknown_instrument', `${name} ${JSON.stringify(wire)}`)
  for (const wire of wires)
    assert.equal((await ask('candles', { type: '1D', ...wire }))['refused'], 'unknown_instrument')
  for (const goldCode of ['XX', 'AAPL', '', 'A B'])
    assert.equal((await ask('futureMonths', { goldCode }))['refused'], 'unknown_instrument')
})

test('refuses an instrument without a quote as unavailable, and lists leave it out', async () => {
  const silent: Feed = { ...feed, quote: (key, at) => (key === 'US:AAPL' ? undefined : feed.quote(key, at)) }
  const early = openCalls(openTestMarketData({ feed: silent }))
  for (const name of ['quote', 'detail', 'summary', 'orderQuote', 'conditions'] as const)
    assert.equal((await early(name, { stockCode: 'AAPL' }))['refused'], 'quote_unavailable')
  assert.deepEqual(codesOf(await early('search', { keyword: 'AAPL' })), [])
})

test('depth is the public ladder of both sides', async () => {
  const detail = await ask('detail', { stockCode: 'AAPL' })
  const depth = detail['depth'] as Wire[]
  assert.deepEqual(
    depth.map((level) => level['level']),
    [0, 1, 2, 3, 4],
  )
  assert.deepEqual([depth[0]?.['bid'], depth[0]?.['ask']], [detail['bid'], detail['ask']])
  assert.deepEqual([depth[0]?.['bidVolume'], depth[0]?.['askVolume']], [detail['bidVolume'], detail['askVolume']])
  for (const [index, level] of depth.entries()) {
    assert.ok(Math.abs(number(level, 'ask') - number(detail, 'ask') - index / 100) < 1e-9)
    assert.ok(Math.abs(number(level, 'bid') - number(detail, 'bid') + index / 100) < 1e-9)
  }
})

test('returns candles of every period, oldest first and none after now', async () => {
  for (const type of chartPeriods) {
    const { type: said, list } = (await ask('candles', { stockCode: 'AAPL', type })) as {
      type: string
      list: unknown[][]
    }
    assert.equal(said, type)
    assert.ok(list.length > 0 && list.length <= 500, `${type}: ${list.length}`)
    const times = list.map((bar) => Number(bar[0]))
    assert.deepEqual(
      times,
      times.toSorted((left, right) => left - right),
    )
    assert.ok(Number(times.at(-1)) * 1000 <= now)
    for (const bar of list) {
      const [, open, high, low, close, volume] = bar.map(Number)
      assert.ok(low! <= Math.min(open!, close!) && high! >= Math.max(open!, close!) && volume! >= 0)
    }
  }
  const past = Math.floor(instant('2026-06-01T00:00:00Z') / 1000)
  const before = (await ask('candles', { stockCode: 'AAPL', type: '1D', end: past })) as unknown as { list: number[][] }
  assert.ok(Number(before.list.at(-1)?.[0]) <= past)
  const future = await ask('candles', { stockCode: 'AAPL', type: '1D', end: Math.floor(now / 1000) + 86_400 * 30 })
  assert.deepEqual(future, await ask('candles', { stockCode: 'AAPL', type: '1D' }))
})

test('refuses candles of other periods and instants', async () => {
  for (const wire of [
    { type: '2D' },
    { type: '1d' },
    { type: '1' },
    { type: '2min' },
    { type: '5MIN' },
    {},
    { type: '1D', end: -1 },
    { type: '1D', end: 'soon' },
  ])
    assert.equal((await ask('candles', { stockCode: 'AAPL', ...wire }))['refused'], 'invalid_parameter')
})

test('where an instrument trades, or nothing', async () => {
  const cases: readonly (readonly [Wire, Wire])[] = [
    [{ stkcode: 'AAPL' }, { market: 'US', marketType: 'NASDAQ', classify: 'UsStock' }],
    [
      { stkcode: 'CL', stkName: 'WTI Crude Oil' },
      { market: 'US', marketType: 'NYSE', classify: 'UsStock' },
    ],
    [{ stkName: '苹果' }, { market: 'US', marketType: 'NASDAQ', classify: 'UsStock' }],
    [{ stkName: 'apple' }, { market: 'US', marketType: 'NASDAQ', classify: 'UsStock' }],
    [{ stkcode: 'NOPE' }, {}],
    [{ stkcode: 'not a code!' }, {}],
    [{}, {}],
  ]
  for (const [wire, expected] of cases) assert.deepEqual(await ask('venue', wire), expected, JSON.stringify(wire))
  const oil = present(feed.instruments(now).get('FUT:CLF27'), 'oil').name.en
  assert.equal((await ask('venue', { stkcode: 'CL', stkName: oil }))['market'], 'FUT')
  const many = await ask('venues', { list: [{ stkcode: 'AAPL' }, { stkcode: 'NOPE' }, { stkcode: '700' }] })
  assert.deepEqual(
    rowsOf(many).map((row) => [row['stkcode'], row['market']]),
    [
      ['AAPL', 'US'],
      ['700', 'HK'],
    ],
  )
  const tooMany = Array.from({ length: 51 }, () => ({ stkcode: 'AAPL' }))
  assert.equal((await ask('venues', { list: tooMany }))['refused'], 'invalid_parameter')
  assert.equal((await ask('venues', {}))['refused'], 'invalid_parameter')
})

test('returns the limits of an order', async () => {
  const apple = await ask('conditions', { stockCode: 'AAPL', market: 'US' })
  assert.deepEqual(
    ['minCount', 'lot', 'tick', 'leverageSteps', 'leverageCap', 'shortable', 'feeDate', 'usdRate', 'walletRate'].map(
      (field) => apple[field],
    ),
    ['1', '1', '0.01', [1, 2, 3, 5], 5, true, '2026-11-20', '1', '1'],
  )
  assert.deepEqual(
    (apple['feeRates'] as Wire[]).map((rate) => rate['name']),
    ['commission', 'sec', 'taf'],
  )
  // 5 000 000 USD at the ask, rounded down to a share: less than 5 % of the average volume.
  const ask1 = number(await ask('quote', { stockCode: 'AAPL' }), 'ask')
  assert.equal(number(apple, 'maxCount'), Math.floor(5_000_000 / ask1))
  const tencent = await ask('conditions', { stockCode: '700', market: 'HK' })
  assert.equal(number(tencent, 'maxCount') % number(tencent, 'lot'), 0)
  const oil = await ask('conditions', { stockCode: 'CL', source: 3 })
  assert.deepEqual(oil['leverageSteps'], [1, 2, 3, 5, 10])
  assert.ok(number(oil, 'walletRate') > 10)
  const index = await ask('conditions', { stockCode: 'HSI' })
  assert.deepEqual([index['maxCount'], index['feeRates'], index['walletRate']], ['0', [], null])
})

test('rates of a pair either way round, and of every published pair', async () => {
  const rates = await ask('rates')
  const { buyRate, mid, sellRate } = {
    buyRate: number(rates, 'buyRate'),
    mid: number(rates, 'mid'),
    sellRate: number(rates, 'sellRate'),
  }
  assert.deepEqual([rates['currency'], rates['target']], ['USD', 'MXN'])
  assert.ok(buyRate < mid && mid < sellRate)
  assert.ok(Math.abs(sellRate / mid - 1.0025) < 1e-4)
  assert.deepEqual(
    (rates['list'] as Wire[]).map((row) => [row['currency'], row['target']]),
    [
      ['USD', 'MXN'],
      ['HKD', 'MXN'],
      ['USD', 'HKD'],
    ],
  )
  const back = await ask('rates', { currency: 'MXN', target: 'USD' })
  assert.ok(Math.abs(number(back, 'mid') * mid - 1) < 1e-9)
  const same = await ask('rates', { currency: 'HKD', target: 'HKD' })
  assert.deepEqual([same['buyRate'], same['mid'], same['sellRate']], ['1.0000', '1', '1.0000'])
  assert.equal((await ask('rates', { currency: 'EUR' }))['refused'], 'currency_missing')
})

test('refuses a stale rate', async () => {
  const stale = (minutes: number): Feed => ({
    ...feed,
    conversionRate: (from, to, at) => {
      const found = feed.conversionRate(from, to, at)
      return found === undefined ? undefined : { ...found, time: at - minutes * 60_000 }
    },
  })
  assert.equal((await openCalls(openTestMarketData({ feed: stale(30) }))('rates'))['refused'], undefined)
  const old = openCalls(openTestMarketData({ feed: stale(31) }))
  assert.equal((await old('rates'))['refused'], 'quote_unavailable')
  const conditions = await old('conditions', { stockCode: '700', market: 'HK' })
  assert.deepEqual([conditions['usdRate'], conditions['walletRate'], conditions['maxCount']], [null, '1', '0'])
})

test('returns the clock of every exchange', async () => {
  const clock = await ask('clock')
  const row = (session: string): Wire | undefined =>
    (clock['markets'] as Wire[]).find((one) => one['session'] === session)
  const seconds = (text: string): number => instant(text) / 1000
  assert.equal(clock['serverTimestamp'], now / 1000)
  assert.deepEqual(row('us-equity'), {
    market: 'US',
    session: 'us-equity',
    phase: 'regular',
    sessionStartTimestamp: seconds('2026-11-20T14:30:00Z'),
    sessionEndTimestamp: seconds('2026-11-20T21:00:00Z'),
    nextOpenTimestamp: seconds('2026-11-23T14:30:00Z'),
    nextCloseTimestamp: seconds('2026-11-20T21:00:00Z'),
  })
  assert.equal(row('hk-equity')?.['phase'], 'practice')
  const real = (await openCalls(openTestMarketData({ hours: 'real' }))('clock'))['markets'] as Wire[]
  assert.equal(real.find((one) => one['session'] === 'hk-equity')?.['phase'], 'closed')
  const listed = new Set([...feed.instruments(now).values()].map(({ session }) => session))
  assert.deepEqual(new Set((clock['markets'] as Wire[]).map((one) => one['session'])), listed)
})

test('marks a halted instrument', async () => {
  const halted = openCalls(openTestMarketData({ isHalted: (key) => key === 'US:AAPL' }))
  assert.equal((await halted('quote', { stockCode: 'AAPL' }))['halted'], true)
  assert.equal((await halted('quote', { stockCode: 'MSFT' }))['halted'], false)
})

test('shows the begin and end of a halt before the price changes', async () => {
  let isHalted = false
  const ask = openCalls(openTestMarketData({ isHalted: () => isHalted }))
  const said: unknown[] = []
  for (isHalted of [false, true, false]) said.push((await ask('quote', { stockCode: 'AAPL' }))['halted'])
  assert.deepEqual(said, [false, true, false])
})

test('every instrument has a quote in every language of its fields', async () => {
  const pairs = [...catalogue.fixed.values()].filter(({ instrument }) => instrument.market !== 'US').slice(0, 30)
  for (const { instrument } of pairs) {
    const quote = await ask('quote', { stockCode: instrument.code, market: instrument.market }, { language: 'zh-CN' })
    assert.equal(quote['name'], instrument.name.zh)
    assert.ok(number(quote, 'bid') < number(quote, 'ask'))
  }
})
