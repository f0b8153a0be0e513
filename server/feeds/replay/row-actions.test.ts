import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { isDividend, isSplit, ratioText } from '@mex/core/market/corporate-actions.ts'
import { formatPrice, formatQuantity } from '@mex/core/money/money.ts'
import type { Bar, Period } from '@mex/core/market/quote.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { openReplayFeed, type ReplayFeed } from './replay.ts'
import { writeFolder } from './write-folder.ts'

const keys = openDaySecrets(Buffer.from('replay-test'), modelVersion)
const at = (text: string): number => Date.parse(`${text}Z`)
const manifest = [
  'AAPL,AAPL,us_stock,0,UsStock,Apple Inc.,苹果公司,1d,USD,XNAS,America/New_York,daily/us.csv.gz',
  'AAPL,AAPL,us_stock,0,UsStock,Apple Inc.,苹果公司,5m,USD,XNAS,America/New_York,intraday/us.csv.gz',
  'NVDA,NVDA,us_stock,0,UsStock,NVIDIA,英伟达,1d,USD,XNAS,America/New_York,daily/us.csv.gz',
  '^GSPC,GSPC,index,99,,S&P 500,标普500,1d,USD,INDEX,America/New_York,daily/index.csv.gz',
]
/** A dividend on Wednesday, a 4-for-1 split over the weekend. */
const files = {
  'daily/us.csv.gz': [
    'AAPL,2026-03-02,400,404,396,400,,1000,,',
    'AAPL,2026-03-03,400,408,400,404,,2000,,',
    'AAPL,2026-03-04,403,404,398,402,,3000,1.5,',
    'AAPL,2026-03-05,402,404,400,401,,4000,,',
    'AAPL,2026-03-06,401,406,400,405.02,,5000,,',
    'AAPL,2026-03-09,101,103,100,102,,20000,,4:1',
    'AAPL,2026-03-10,102,104,101,103,,24000,,',
    'NVDA,2026-03-05,10,10,10,10,,1000,,',
    'NVDA,2026-03-06,100,100,100,100,,100,,0.1',
  ],
  // After the close of the day before the split.
  'intraday/us.csv.gz': [
    ...Array.from({ length: 78 }, (_, index) => {
      const start = new Date(at('2026-03-06T14:30') + index * 300_000).toISOString().replace('.000', '')
      return `AAPL,${start},402,405,401,404,,60`
    }),
    'AAPL,2026-03-06T21:00:00Z,405,406,404,405.6,,40',
  ],
  'daily/index.csv.gz': ['^GSPC,2026-03-04,6800,6850,6780,6840,,4', '^GSPC,2026-03-05,6840,6845,6790,6800,,4'],
}
const split = at('2026-03-07T01:01:00')
const dividend = at('2026-03-04T01:01:00')

let directory = ''
let feed: ReplayFeed
before(async () => {
  directory = writeFolder(manifest, files)
  feed = await openReplayFeed({ directory, catalogue: openCatalogue(), keys, start: at('2026-03-02T12:00') })
})
after(() => rmSync(directory, { recursive: true }))

const bars = (period: Period, now: number): readonly string[] =>
  feed
    .bars('US:AAPL', period, now, 9, now)
    .map(({ open, high, low, close, volume }: Bar) =>
      [...[open, high, low, close].map((each) => formatPrice(each)), formatQuantity(volume)].join(' '),
    )
const told = (now: number): readonly string[] =>
  feed.actions('US:AAPL', now).map((action) => `${action.kind} ${action.exDate} ${action.exAt}`)

test('tells an action two weeks before its ex instant, the first minute after the last session with the right', () => {
  const [one, other] = [`dividend 2026-03-04 ${dividend}`, `split 2026-03-09 ${split}`]
  const fortnight = 14 * 86_400_000
  assert.deepEqual(told(dividend - fortnight - 1), [])
  assert.deepEqual(told(dividend - fortnight), [one])
  assert.deepEqual(told(split - fortnight - 1), [one])
  assert.deepEqual(told(split - fortnight), [one, other])
  assert.deepEqual(told(split + fortnight), [one, other])
  assert.equal(formatPrice(feed.actions('US:AAPL', split).find(isDividend)?.amount ?? assert.fail()), '1.5')
  assert.equal(ratioText(feed.actions('US:AAPL', split).find(isSplit) ?? assert.fail()), '4:1')
  assert.deepEqual(feed.actions('GLOBAL:SPX', split), [])
  assert.deepEqual(feed.actions('US:NOBODY', split), [])
})

test('a quote is in the shares of its instant; from the ex instant on the last price stands in new shares', () => {
  const quote = (now: number) => feed.quote('US:AAPL', now) ?? assert.fail()
  const [cum, ex] = [quote(split - 1), quote(split)]
  assert.equal(formatPrice(cum.last), '405.6')
  assert.deepEqual([formatPrice(ex.last), ex.phase, ex.venueTime], ['101.4', 'closed', split])
  assert.deepEqual(quote(at('2026-03-08T12:00')), ex)
  for (const one of [cum, ex]) assert.deepEqual(feed.quoteById(one.id, split + 86_400_000), one)
  assert.equal(formatPrice(quote(at('2026-03-09T13:30')).last), '101')
  // A consolidation.
  const ofNvidia = ['2026-03-06T00:59', '2026-03-06T01:01:00'].map((now) =>
    formatPrice(feed.quote('US:NVDA', at(now))?.last ?? assert.fail()),
  )
  assert.deepEqual(ofNvidia, ['10', '100'])
})

test('bars, figures and ranges are in the shares of now, without a cliff', () => {
  assert.equal(bars('1D', split - 1)[0], '400 404 396 400 1000')
  const days = [
    '100 101 99 100 4000',
    '100 102 100 101 8000',
    '100.75 101 99.5 100.5 12000',
    '100.5 101 100 100.25 16000',
  ]
  // The newest day is rounded to the tick, as its quotes are.
  assert.deepEqual(bars('1D', split).slice(0, 4), days)
  const friday = '100.25 101.5 100 101.255 20000'
  assert.deepEqual(bars('1D', at('2026-03-09T20:30')), [...days, friday, '101 103 100 102 20000'])
  assert.deepEqual(bars('1W', at('2026-03-09T20:30')), ['100 102 99 101.255 60000', '101 103 100 102 20000'])
  assert.deepEqual(feed.year('US:AAPL', split - 1)?.high.toString(), '40800000000')
  assert.deepEqual(feed.year('US:AAPL', split)?.high.toString(), '10200000000')
  assert.deepEqual(feed.year('US:AAPL', split)?.low.toString(), '9900000000')
  const minutes = feed.bars('US:AAPL', 'intraday', split, 500, split)
  assert.deepEqual([minutes.length, formatPrice(minutes[0]?.open ?? assert.fail())], [79, '100.5'])
})

test('a change counts from the close without the dividend, and from the close in new shares', () => {
  const day = (now: string) => feed.day('US:AAPL', at(now)) ?? assert.fail()
  // Until the next quote the last price is still one with the dividend.
  assert.equal(formatPrice(day('2026-03-04T12:00').previousClose), '400')
  const { previousClose, lastSession } = day('2026-03-04T20:00')
  assert.deepEqual(
    [previousClose, lastSession?.close].map((each) => formatPrice(each ?? assert.fail())),
    ['402.5', '404'],
  )
  const next = day('2026-03-05T20:00').lastSession
  assert.equal(formatPrice(next?.previousClose ?? assert.fail()), '402.5')
  const monday = day('2026-03-09T19:00')
  assert.equal(formatPrice(monday.previousClose), '101.255')
  assert.equal(formatPrice(monday.lastSession?.close ?? assert.fail()), '101.255')
  const tuesday = day('2026-03-10T19:00').lastSession
  assert.equal(formatPrice(tuesday?.previousClose ?? assert.fail()), '101.255')
})
