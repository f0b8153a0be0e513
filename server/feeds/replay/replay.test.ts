import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { worksIn } from '@mex/core/trading/execution.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { formatPrice, formatQuantity, formatRate, priceOf, type Price } from '@mex/core/money/money.ts'
import type { Bar, Period } from '@mex/core/market/quote.ts'
import { isMultiple } from '@mex/core/market/ticks.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { openReplayFeed, type ReplayFeed } from './replay.ts'
import { writeFolder } from './write-folder.ts'

const catalogue = openCatalogue()
const keys = openDaySecrets(Buffer.from('replay-test'), modelVersion)
const at = (text: string): number => Date.parse(`${text}Z`)

const manifest = [
  'AAPL,AAPL,us_stock,0,UsStock,Apple Inc.,苹果公司,1d,USD,XNAS,America/New_York,daily/us.csv.gz',
  'AAPL,AAPL,us_stock,0,UsStock,Apple Inc.,苹果公司,5m,USD,XNAS,America/New_York,intraday/us.csv.gz',
  'NEWCO,NEWCO,us_stock,0,UsStock,New Company,,1d,USD,XNYS,America/New_York,daily/us.csv.gz',
  '0700.HK,00700,hk_stock,11,HK,Tencent Holdings,腾讯,1d,HKD,XHKG,Asia/Hong_Kong,daily/hk.csv.gz',
  'WALMEX.MX,WALMEX,mx_stock,0,MX,Wal-Mart de Mexico,沃尔玛,1d,MXN,XMEX,America/Mexico_City,daily/mx.csv.gz',
  'USDMXN=X,USDMXN,forex,2,,USD/MXN,美元/比索,1d,MXN,FX,Europe/London,daily/fx.csv.gz',
  'USDHKD=X,USDHKD,forex,2,,USD/HKD,美元/港元,1d,HKD,FX,Europe/London,daily/fx.csv.gz',
  'USDINR=X,USDINR,forex,2,,USD/INR,美元/卢比,1d,INR,FX,Asia/Kolkata,daily/fx.csv.gz',
  'CL=F,CL,future,3,,WTI Crude Oil,原油,1d,USD,NYMEX,America/New_York,daily/future.csv.gz',
  'ZB=F,ZB,future,3,,30-Year T-Bond,30年期美债,1d,USD,CBOT,America/New_York,daily/future.csv.gz',
  '^GSPC,GSPC,index,99,,S&P 500,标普500,1d,USD,INDEX,America/New_York,daily/index.csv.gz',
  'BTC-USD,BTCUSDT,crypto,100,,Bitcoin,比特币,1d,USD,CRYPTO,UTC,daily/crypto.csv.gz',
]

/** 2026-03-02 was a Monday; US summer time began on Sunday 2026-03-08. */
const files = {
  'daily/us.csv.gz': [
    'AAPL,2026-03-02,250,252,249,251,,50000000',
    'AAPL,2026-03-03,251,255,250.5,254,,60000000',
    'AAPL,2026-03-04,254,256,253,255.5,,40000000',
    'AAPL,2026-03-05,255,257.25,251.75,252,,70000000',
    'AAPL,2026-03-06,252,253,248,249,,80000000',
    'AAPL,2026-03-09,249,250,247,248.5,,55000000',
    'NEWCO,2026-03-05,10,11,9.5,10.5,,1000',
    'NEWCO,2026-03-06,10.5,10.5,10.5,10.5,,0',
  ],
  'intraday/us.csv.gz': [
    'AAPL,2026-03-04T14:00:00Z,253.5,253.9,253.4,253.8,,1000',
    ...Array.from({ length: 78 }, (_, index) => {
      const start = new Date(at('2026-03-04T14:30') + index * 300_000).toISOString().replace('.000', '')
      const [low, high] = [253 + (index % 7) / 8, 254.5 + (index % 5) / 4]
      return `AAPL,${start},${low + 0.25},${high},${low},${high - 0.25},,${500_000 + index}`
    }),
    'AAPL,2026-03-04T21:00:00Z,255.5,255.9,255.4,255.7,,2000',
  ],
  'daily/hk.csv.gz': ['0700.HK,2026-03-04,520,530,515,525,,20000000', '0700.HK,2026-03-05,526,528,518,519,,18000000'],
  'daily/mx.csv.gz': [
    'WALMEX.MX,2026-03-04,55,56,54.5,55.2,,15000000',
    'WALMEX.MX,2026-03-09,55.2,55.9,55,55.5,,9000000',
  ],
  'daily/fx.csv.gz': [
    'USDHKD=X,2026-03-05,7.8,7.81,7.79,7.8,,',
    'USDINR=X,2026-03-05,88,88.4,87.9,88.2,,',
    'USDMXN=X,2026-03-05,18,18.2,17.9,18.1,,',
    'USDMXN=X,2026-03-06,18.1,18.3,18,18.25,,',
  ],
  'daily/future.csv.gz': [
    'CL=F,2026-03-04,70,72,69,71,,300000',
    'CL=F,2026-03-05,71,71.5,68,68.5,,310000',
    'ZB=F,2026-03-04,115,116,114,115.5,,200000',
  ],
  'daily/index.csv.gz': [
    '^GSPC,2026-03-04,6800,6850,6780,6840,,4000000000',
    '^GSPC,2026-03-05,6840,6845,6790,6800,,4100000000',
  ],
  'daily/crypto.csv.gz': [
    'BTC-USD,2026-03-07,68000,69000,67000,68500.125,,1000',
    'BTC-USD,2026-03-08,68500,70000,68400,69900,,2000',
  ],
}

let directory = ''
let feed: ReplayFeed
before(async () => {
  directory = writeFolder(manifest, files)
  feed = await openReplayFeed({ directory, catalogue, keys, start: at('2026-03-05T12:00') })
})
after(() => rmSync(directory, { recursive: true }))

const values = ({ time, open, high, low, close, volume }: Bar): string =>
  [time, formatPrice(open), formatPrice(high), formatPrice(low), formatPrice(close), formatQuantity(volume)].join(' ')
const show = (key: string, period: Period, now: string, end = now, limit = 500): string[] =>
  feed.bars(key, period, at(end), limit, at(now)).map(values)
/** The open of New York in winter, which is the time of a bar; epoch seconds. */
const opens = (date: string): number => at(`${date}T14:30`) / 1000
const last = (key: string, now: string): Price => feed.quote(key, at(now))?.last ?? assert.fail(`${key} ${now}`)

test('finished days are the rows of the file', () => {
  assert.deepEqual(show('US:AAPL', '1D', '2026-03-07T12:00'), [
    `${opens('2026-03-02')} 250 252 249 251 50000000`,
    `${opens('2026-03-03')} 251 255 250.5 254 60000000`,
    `${opens('2026-03-04')} 254 256 253 255.5 40000000`,
    `${opens('2026-03-05')} 255 257.25 251.75 252 70000000`,
    `${opens('2026-03-06')} 252 253 248 249 80000000`,
  ])
  assert.deepEqual(show('CRYPTO:BTC', '1D', '2026-03-08T00:00').slice(0, 1), [
    `${at('2026-03-07T00:00') / 1000} 68000 69000 67000 68500.125 1000`,
  ])
})

test('longer bars are folds of days and start at the open of their first day', () => {
  const cases: [Period, string[]][] = [
    ['1W', [`${opens('2026-03-02')} 250 257.25 248 249 300000000`]],
    ['1M', [`${opens('2026-03-02')} 250 257.25 248 249 300000000`]],
    ['3M', [`${opens('2026-03-02')} 250 257.25 248 249 300000000`]],
    ['1Y', [`${opens('2026-03-02')} 250 257.25 248 249 300000000`]],
  ]
  for (const [period, expected] of cases)
    assert.deepEqual(show('US:AAPL', period, '2026-03-07T12:00'), expected, period)
  assert.equal(show('US:AAPL', '1W', '2026-03-10T12:00').length, 2)
})

test('limit and end select bars, and no bar begins after now', () => {
  assert.equal(show('US:AAPL', '1D', '2026-03-07T12:00', '2026-03-07T12:00', 2).length, 2)
  assert.equal(show('US:AAPL', '1D', '2026-03-07T12:00', '2026-03-03T20:00').length, 2)
  assert.equal(show('US:AAPL', '1D', '2026-03-04T12:00', '2027-01-01T00:00').length, 2)
  // A week that has begun by `end` is shown as it stands now.
  assert.deepEqual(show('US:AAPL', '1W', '2026-03-07T12:00', '2026-03-03T20:00'), [
    `${opens('2026-03-02')} 250 257.25 248 249 300000000`,
  ])
  assert.deepEqual(show('US:AAPL', '1D', '2026-03-01T12:00'), [])
  assert.deepEqual(show('US:AAPL', '1D', '2026-03-07T12:00', '2026-03-07T12:00', 0), [])
  assert.deepEqual(show('US:NOBODY', '1D', '2026-03-07T12:00'), [])
})

test('quotes of a day with only a daily row go through its open, high, low and close in official hours', () => {
  const [open, close] = [at('2026-03-05T14:30'), at('2026-03-05T21:00')]
  let [high, low] = [last('US:AAPL', '2026-03-05T14:30'), last('US:AAPL', '2026-03-05T14:30')]
  assert.equal(formatPrice(high), '255')
  for (let now = open; now < close; now += 1000) {
    const quote = feed.quote('US:AAPL', now) ?? assert.fail()
    assert.equal(quote.venueTime, now)
    assert.equal(quote.phase, 'regular')
    assert.equal(quote.opening, now === open)
    assert.ok(quote.bid < quote.last && quote.last < quote.ask)
    if (quote.last > high) high = quote.last
    if (quote.last < low) low = quote.last
  }
  assert.deepEqual([formatPrice(high), formatPrice(low)], ['257.25', '251.75'])
  const closing = feed.quote('US:AAPL', close + 3_600_000) ?? assert.fail()
  assert.deepEqual([formatPrice(closing.last), closing.phase, closing.venueTime], ['252', 'closed', close])
})

test('the growing daily bar agrees with the quotes and with the sum of the minutes', () => {
  for (const now of ['2026-03-05T14:30:00', '2026-03-05T14:30:59', '2026-03-05T17:03:21', '2026-03-05T20:59:59']) {
    const [today] = feed.bars('US:AAPL', '1D', at(now), 1, at(now))
    const minutes = feed.bars('US:AAPL', 'intraday', at(now), 500, at(now))
    assert.ok(today !== undefined)
    assert.equal(today.close, last('US:AAPL', now))
    assert.equal(minutes.length, Math.floor((at(now) - at('2026-03-05T14:30')) / 60_000) + 1)
    assert.equal(minutes.at(-1)?.close, today.close)
    assert.ok(today.volume <= priceOf('70000000'))
    const highs = minutes.map(({ high }) => high).reduce((left, right) => (left > right ? left : right))
    const lows = minutes.map(({ low }) => low).reduce((left, right) => (left < right ? left : right))
    assert.deepEqual([highs, lows], [today.high, today.low])
  }
  const whole = feed.bars('US:AAPL', 'intraday', at('2026-03-06T08:00'), 500, at('2026-03-06T08:00'))
  assert.equal(whole.length, 390)
  assert.equal(formatQuantity(whole.map(({ volume }) => volume).reduce((a, b) => (a + b) as typeof a)), '70000000')
})

test('quotes and minutes of a day with intraday bars follow those bars', () => {
  const bars = show('US:AAPL', 'intraday', '2026-03-04T21:30')
  // 78 bars of the session, the last with the close of the day, and one bar since.
  assert.deepEqual(
    bars.slice(77).map((bar) => bar.split(' ')[4]),
    ['255.5', '255.7'],
  )
  assert.equal(bars.length, 79)
  assert.equal(bars[1], `${at('2026-03-04T14:35') / 1000} 253.375 254.75 253.125 254.5 500001`)
  const growing = show('US:AAPL', 'intraday', '2026-03-04T14:37:30')
  assert.equal(growing.length, 2)
  let high = last('US:AAPL', '2026-03-04T14:35')
  for (let now = at('2026-03-04T14:35'); now < at('2026-03-04T14:40'); now += 1000) {
    const price = feed.quote('US:AAPL', now)?.last ?? assert.fail()
    if (price > high) high = price
  }
  assert.equal(formatPrice(high), '254.75')
  assert.equal(formatPrice(last('US:AAPL', '2026-03-04T14:39:59')), '254.5')
})

test('quotes pre and post hours on days with bars for them', () => {
  const cases: [string, string, string, string][] = [
    ['before the first bar: the close before', '2026-03-04T13:59', 'closed', '2026-03-03T21:00'],
    ['in the pre bar', '2026-03-04T14:02', 'pre', '2026-03-04T14:02'],
    ['between bars of the pre session', '2026-03-04T14:20', 'pre', '2026-03-04T14:20'],
    ['at the close', '2026-03-04T21:00', 'post', '2026-03-04T21:00'],
    ['in the post bar', '2026-03-04T21:03', 'post', '2026-03-04T21:03'],
    ['after the post session', '2026-03-05T03:00', 'closed', '2026-03-05T01:00'],
    ['a day without such bars', '2026-03-06T14:00', 'closed', '2026-03-05T21:00'],
  ]
  for (const [name, now, phase, time] of cases) {
    const quote = feed.quote('US:AAPL', at(now)) ?? assert.fail(name)
    assert.deepEqual([quote.phase, quote.venueTime], [phase, at(time)], name)
  }
  const day = feed.day('US:AAPL', at('2026-03-04T22:00'))
  assert.equal(day?.postMarket === undefined ? '' : formatPrice(day.postMarket), '255.7')
  assert.equal(day?.preMarket, undefined)
  const [before, during] = ['2026-03-04T14:10', '2026-03-04T16:00'].map((now) => feed.day('US:AAPL', at(now)))
  assert.equal(formatPrice(before?.open ?? assert.fail()), '253.5')
  assert.equal(during?.preMarket === undefined ? '' : formatPrice(during.preMarket), '253.8')
})

test('with a late first regular bar the auction lasts until that bar, whose open is the opening print', async () => {
  const [aapl, daily] = [manifest, files['daily/us.csv.gz']].map((rows) => rows.filter((row) => row.startsWith('AAPL')))
  const starts = Array.from({ length: 77 }, (_, index) => at('2026-03-04T14:38') + index * 300_000)
  const bars = [at('2026-03-04T14:00'), at('2026-03-04T14:28'), ...starts].map((start, index) => {
    const low = 253 + index / 8
    return `AAPL,${new Date(start).toISOString().replace('.000', '')},${low + 0.25},${low + 1},${low},${low + 0.75},,1000`
  })
  const folder = writeFolder(aapl ?? [], { 'daily/us.csv.gz': daily ?? [], 'intraday/us.csv.gz': bars })
  try {
    const late = await openReplayFeed({ directory: folder, catalogue, keys, start: at('2026-03-04T12:00') })
    const quote = (now: number) => late.quote('US:AAPL', now) ?? assert.fail()
    const [open, print] = [at('2026-03-04T14:30'), at('2026-03-04T14:38')]
    assert.deepEqual([quote(open - 1000).phase, quote(open - 1000).venueTime], ['pre', open - 1000])
    const pending = quote(open)
    assert.deepEqual([pending.phase, pending.opening, pending.venueTime], ['auction', false, open])
    for (const type of ['market', 'limit'] as const)
      assert.ok(!worksIn({ source: sources.stock, type, extendedHours: type === 'limit' }, pending.phase))
    for (let now = open; now < print; now += 1000) {
      assert.deepEqual(quote(now), pending)
      const day = late.day('US:AAPL', now) ?? assert.fail()
      assert.deepEqual([day.sinceClose, formatPrice(day.open ?? assert.fail())], [true, '253.25'])
      assert.equal(formatPrice(day.previousClose), '254')
      assert.ok(day.low !== undefined && day.high !== undefined)
      assert.ok(day.low <= pending.last && pending.last <= day.high)
      assert.equal(day.preMarket, pending.last)
      for (const period of ['intraday', '1D'] as const)
        assert.equal(late.bars('US:AAPL', period, now, 500, now).at(-1)?.close, pending.last)
    }
    assert.equal(late.nextPhaseChange(open), print)
    const opening = quote(print)
    assert.deepEqual([opening.phase, opening.opening, opening.venueTime], ['regular', true, print])
    assert.equal(formatPrice(opening.last), '253.5')
    const day = late.day('US:AAPL', print) ?? assert.fail()
    assert.deepEqual([day.sinceClose, day.open, day.preMarket], [false, opening.last, pending.last])
    assert.equal(quote(print + 1000).opening, false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('Hong Kong pauses at lunch; the last close stays in force on weekends and holidays', () => {
  const lunch = feed.quote('HK:00700', at('2026-03-05T04:30')) ?? assert.fail()
  assert.deepEqual([lunch.phase, lunch.venueTime], ['lunch', at('2026-03-05T04:00')])
  assert.equal(feed.quote('HK:00700', at('2026-03-05T05:00:01'))?.phase, 'regular')
  const cases: [string, string, string][] = [
    ['HK:00700', '2026-03-07T04:00', '519'],
    ['US:AAPL', '2026-03-08T15:00', '249'],
    ['MX:WALMEX', '2026-03-06T16:00', '55.2'],
    ['FX:USDMXN', '2026-03-07T12:00', '18.25'],
  ]
  for (const [key, now, close] of cases) {
    const quote = feed.quote(key, at(now)) ?? assert.fail(key)
    assert.deepEqual([quote.phase, formatPrice(quote.last)], ['closed', close], key)
  }
})

test('trading hours follow US summer time, in Mexico too', () => {
  assert.equal(feed.quote('US:AAPL', at('2026-03-09T13:29:59'))?.phase, 'closed')
  assert.equal(feed.quote('US:AAPL', at('2026-03-09T13:30'))?.opening, true)
  assert.equal(feed.quote('MX:WALMEX', at('2026-03-09T13:30'))?.opening, true)
  assert.equal(feed.quote('MX:WALMEX', at('2026-03-04T14:30'))?.opening, true)
  assert.equal(feed.quote('FX:USDMXN', at('2026-03-04T22:00'))?.opening, true)
})

test('a known code is the instrument of the catalogue, an unknown one has the defaults of its class', () => {
  const instruments = feed.instruments(at('2026-03-05T23:00'))
  const apple = instruments.get('US:AAPL') ?? assert.fail()
  assert.deepEqual([apple.name, apple.venue, apple.source], [{ en: 'Apple', zh: '苹果' }, 'NASDAQ', 0])
  const tencent = instruments.get('HK:00700') ?? assert.fail()
  assert.deepEqual([formatQuantity(tencent.lot), tencent.source, tencent.currency], ['100', 11, 'HKD'])
  const index = instruments.get('GLOBAL:SPX') ?? assert.fail()
  assert.equal(index.tradable, false)
  const fresh = instruments.get('US:NEWCO') ?? assert.fail()
  assert.deepEqual([fresh.name, fresh.venue, fresh.leverageCap], [{ en: 'New Company', zh: 'New Company' }, 'NYSE', 5])
  assert.equal(instruments.get('FX:USDMXN')?.tradable, true)
  // A pair with a currency without an interest rate cannot be held, but still gives a conversion rate.
  assert.equal(instruments.has('FX:USDINR'), false)
  assert.notEqual(feed.conversionRate('INR', 'HKD', at('2026-03-05T23:00')), undefined)
})

test('a future is listed until its history ends; one of unknown contract size is not tradable', () => {
  const oil = feed.instruments(at('2026-03-05T12:00')).get('FUT:CL') ?? assert.fail()
  assert.deepEqual(
    [oil.contract?.product, oil.contract?.group, oil.contract?.lastTrade],
    ['CL', 'energy', at('2026-03-05T22:00')],
  )
  assert.equal(formatRate(oil.multiplier), '1000')
  const bond = feed.instruments(at('2026-03-04T12:00')).get('FUT:ZB') ?? assert.fail()
  assert.equal(bond.tradable, false)
  assert.notEqual(feed.quote('FUT:CL', at('2026-03-05T21:59:59')), undefined)
  for (const later of ['2026-03-05T22:00', '2026-04-05T22:00'].map(at)) {
    const closing = feed.quote('FUT:CL', later)
    assert.deepEqual([closing?.venueTime, closing?.phase], [at('2026-03-05T22:00'), 'closed'])
    assert.deepEqual(feed.day('FUT:CL', later), feed.day('FUT:CL', at('2026-03-05T22:00')))
    assert.equal(feed.ended('FUT:CL', later)?.code, 'CL')
  }
  assert.equal(feed.ended('FUT:CL', at('2026-03-05T21:59:59')), undefined)
  assert.equal(feed.instruments(at('2026-03-05T22:00')).has('FUT:CL'), false)
  assert.equal(feed.instruments(at('2026-03-01T22:00')).has('FUT:CL'), false)
})

test('reports the figures of the day in force and the range of the year before', () => {
  const day = feed.day('US:AAPL', at('2026-03-06T12:00')) ?? assert.fail()
  const year = feed.year('US:AAPL', at('2026-03-06T12:00')) ?? assert.fail()
  assert.deepEqual(
    [day.open, day.high, day.low, day.previousClose, year.high, year.low].map((price) =>
      formatPrice(price ?? assert.fail()),
    ),
    ['255', '257.25', '251.75', '255.5', '257.25', '249'],
  )
  assert.equal(feed.day('US:NOBODY', at('2026-03-06T12:00')), undefined)
  assert.equal(feed.day('US:AAPL', at('2026-02-01T12:00')), undefined)
})

test('converts by a pair, by its inverse and through the dollar; has no rate without fresh quotes', () => {
  const now = at('2026-03-06T12:00')
  const rate = (from: string, to: string, when = now): number =>
    Number(formatRate(feed.conversionRate(from, to, when)?.rate ?? assert.fail()))
  const mid = Number(formatPrice(feed.quote('FX:USDMXN', now)?.last ?? assert.fail()))
  assert.ok(Math.abs(rate('USD', 'MXN') - mid) < 1e-9)
  assert.ok(Math.abs(rate('MXN', 'USD') * mid - 1) < 1e-9)
  assert.ok(Math.abs(rate('HKD', 'MXN') - mid / 7.8) < 1e-6)
  assert.equal(rate('MXN', 'MXN'), 1)
  assert.equal(feed.conversionRate('USD', 'EUR', now), undefined)
  // A series that has ended gives no rate for an order; what must be booked takes the last one.
  const ended = at('2026-03-20T12:00')
  assert.equal(feed.conversionRate('USD', 'MXN', ended), undefined)
  const last = feed.lastConversionRate('USD', 'MXN', ended)
  assert.equal(last?.time, feed.quote('FX:USDMXN', ended)?.venueTime)
  assert.deepEqual(feed.lastConversionRate('USD', 'MXN', now), feed.conversionRate('USD', 'MXN', now))
  assert.equal(feed.lastConversionRate('USD', 'EUR', ended), undefined)
})

test('finds a past quote by its id, and no quote by a future or unknown id', () => {
  const now = at('2026-03-05T15:00:07')
  const quote = feed.quote('US:AAPL', now) ?? assert.fail()
  assert.deepEqual(feed.quoteById(quote.id, now + 86_400_000), quote)
  for (const id of [
    `US:AAPL@${now + 1000}`,
    `US:AAPL@${now - 500}`,
    'US:AAPL@',
    'US:NOBODY@1',
    'x',
    '',
    'US:AAPL@NaN',
  ]) {
    assert.equal(feed.quoteById(id, now), undefined, id)
  }
})

test('two feeds of one folder give equal quotes and days after different requests', async () => {
  const other = await openReplayFeed({ directory, catalogue, keys, start: at('2026-03-05T12:00') })
  for (let now = at('2026-03-02T00:30'); now < at('2026-03-10T00:00'); now += 4_567_891) {
    for (const key of feed.instruments(now).keys()) {
      assert.deepEqual(other.quote(key, now), feed.quote(key, now))
      assert.deepEqual(other.day(key, now), feed.day(key, now))
    }
  }
})

test('nextPhaseChange announces every opening', () => {
  const [from, until] = [at('2026-03-02T00:00'), at('2026-03-10T00:00')]
  const changes = new Set<number>()
  for (let now = from; now < until; now = feed.nextPhaseChange(now)) changes.add(now)
  const openings = new Set<number>()
  for (let now = from; now < until; now += 60_000)
    for (const key of feed.instruments(now).keys()) {
      const quote = feed.quote(key, now)
      if (quote?.opening === true && quote.venueTime === now) openings.add(now)
    }
  assert.ok(openings.size >= 10)
  for (const opening of openings) assert.ok(changes.has(opening), new Date(opening).toISOString())
})

test('quotes are multiples of the tick and change at whole seconds', () => {
  const now = at('2026-03-05T15:00') + 250
  assert.equal(feed.nextTick(now), at('2026-03-05T15:00:01'))
  for (const [key, instrument] of feed.instruments(now)) {
    const quote = feed.quote(key, now) ?? assert.fail(key)
    for (const price of [quote.last, quote.bid, quote.ask]) assert.ok(isMultiple(instrument.ticks, price), key)
    assert.ok(quote.venueTime <= now && quote.bidSize > 0n, key)
  }
})
