import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPrice } from '@mex/core/money/money.ts'
import { isUsable } from '@mex/core/trading/execution.ts'
import { openLiveTest, quoteAt, type LiveTest } from './live-testing.ts'

/** A Tuesday; New York opens at 13:30 UTC and closes at 20:00. */
const at = (time: string): number => Date.parse(`2026-09-08T${time}Z`)
const apple = 'US:AAPL'
const begun = (): LiveTest => {
  const live = openLiveTest()
  live.say('AAPL', 100, at('14:00:00'))
  return live
}
const shown = ({ feed }: LiveTest, now: number, key = apple): string => {
  const quote = quoteAt(feed, key, now)
  return `${formatPrice(quote.last)} ${quote.phase}${quote.opening ? ' opening' : ''}${quote.doubt === undefined ? '' : ` ${quote.doubt}`}`
}
const usable = ({ feed }: LiveTest, now: number): boolean => {
  const quote = quoteAt(feed, apple, now)
  return isUsable(quote, feed.quote(apple, quote.receivedTime - 1), now, 60)
}

test('a quote is in force from its arrival on, and keeps the instant at which it was made', () => {
  const live = begun()
  assert.equal(live.feed.quote(apple, at('14:00:04')), undefined)
  assert.equal(live.feed.instruments(at('14:00:04')).size, 0)
  const quote = quoteAt(live.feed, apple, at('14:00:05'))
  assert.deepEqual(
    [quote.id, quote.venueTime, quote.receivedTime],
    [`US:AAPL@${at('14:00:00')}`, at('14:00:00'), at('14:00:05')],
  )
  assert.deepEqual([...live.feed.instruments(at('14:00:05')).keys()], [apple])
  assert.deepEqual(live.feed.quoteById(quote.id, at('14:00:05')), quote)
  assert.equal(live.feed.quoteById(quote.id, at('14:00:04')), undefined)
  assert.equal(live.feed.quoteById('US:AAPL@1', at('14:00:05')), undefined)
})

test('no answer depends on what comes later', () => {
  const [early, late] = [begun(), begun()]
  late.say('AAPL', 101, at('14:01:00'))
  late.say('MSFT', 400, at('14:01:00'))
  for (const now of [at('14:00:05'), at('14:00:30'), at('14:01:04')]) {
    assert.deepEqual(late.feed.quote(apple, now), early.feed.quote(apple, now))
    assert.deepEqual(late.feed.day(apple, now), early.feed.day(apple, now))
    assert.deepEqual([...late.feed.instruments(now).keys()], [apple])
  }
})

test('faults of the source change nothing: the last good quote stays in force', () => {
  const live = begun()
  const faults = [
    live.say('AAPL', 101, at('14:00:00')),
    live.say('AAPL', 101, at('13:59:00')),
    live.say('AAPL', 0, at('14:01:00')),
    live.say('AAPL', Number.NaN, at('14:01:00')),
    live.say('AAPL', -1, at('14:01:00')),
    live.say('AAPL', 101, at('14:01:00'), { currency: 'EUR' }),
    live.say('AAPL', 101, at('14:05:00'), { later: -60 }),
    live.say('AAPL', 101, at('14:01:00'), { symbol: 'AAPLX' }),
  ]
  assert.deepEqual(faults, [
    'duplicate',
    'out_of_order',
    'not_positive',
    'no_price',
    'not_positive',
    'wrong_currency',
    'future_time',
    'wrong_symbol',
  ])
  assert.equal(shown(live, at('14:05:30')), '100 regular')
  assert.equal(live.say('AAPL', 102, at('14:06:00')), undefined)
  assert.equal(shown(live, at('14:06:05')), '102 regular')
})

for (const [phase, time] of [
  ['pre', '12:00:00'],
  ['post', '21:00:00'],
  ['closed', '03:00:00'],
])
  test(`the first price of a share that was made in the phase ${phase} comes without an opening price`, () => {
    const live = openLiveTest()
    assert.equal(live.say('AAPL', 100, at(time ?? '')), undefined)
    assert.deepEqual(live.feed.instruments(at('23:00:00')).size, 1)
    assert.equal(shown(live, at(time ?? '') + 5000), `100 ${phase}`)
    assert.equal(live.feed.quote(apple, at(time ?? '') + 5000)?.venueTime, at(time ?? ''))
  })

test('a quote fills for a minute, and is shown for as long as none comes: a silent source', () => {
  const live = begun()
  assert.deepEqual(
    [usable(live, at('14:00:05')), usable(live, at('14:01:05')), usable(live, at('14:01:06'))],
    [true, true, false],
  )
  assert.equal(shown(live, at('15:30:00')), '100 regular')
})

test('a quote that was old when it came is shown, and fills nothing', () => {
  const live = begun()
  live.say('AAPL', 101, at('14:10:00'), { later: 61 })
  assert.equal(shown(live, at('14:11:01')), '101 regular late')
  assert.equal(usable(live, at('14:11:01')), false)
})

test('a jump of more than a quarter fills nothing until a second quote confirms it', () => {
  const live = begun()
  live.say('AAPL', 130, at('14:01:00'))
  assert.deepEqual([shown(live, at('14:01:05')), usable(live, at('14:01:05'))], ['130 regular', false])
  live.say('AAPL', 130.5, at('14:01:30'))
  assert.equal(usable(live, at('14:01:35')), true)
})

test('a crossed quote is shown, and fills nothing', () => {
  const live = begun()
  live.say('AAPL', 101, at('14:01:00'), { bid: 101.5, ask: 100.5 })
  assert.deepEqual([shown(live, at('14:01:05')), usable(live, at('14:01:05'))], ['101 regular', false])
})

test('after the close the last price stands, and nothing fills at it', () => {
  const live = begun()
  live.say('AAPL', 105, at('19:59:58'), { later: 20 })
  // Made before the close, and learned of after it: it fills for the tick at which it comes.
  assert.equal(shown(live, at('20:00:18')), '105 regular')
  assert.equal(shown(live, at('20:00:19')), '105 closed')
  const closed = quoteAt(live.feed, apple, at('20:00:19'))
  assert.equal(closed.venueTime, at('19:59:58'))
  assert.deepEqual(live.feed.quoteById(closed.id, at('21:00:00')), closed)
  // Prices after the close.
  live.say('AAPL', 105, at('19:59:59'), { postMarketPrice: 106, postMarketTime: at('20:05:00') / 1000, later: 310 })
  assert.equal(shown(live, at('20:05:10')), '106 post')
  const day = live.feed.day(apple, at('20:05:10'))
  assert.equal(day === undefined ? '' : formatPrice(day.previousClose), '105')
  assert.deepEqual(
    [day?.sinceClose, day?.high, formatPrice(day?.postMarket ?? day!.previousClose)],
    [true, undefined, '106'],
  )
})

test('before the first price of a session orders wait, as for an auction, and its opening price comes first', () => {
  const live = begun()
  const next = (time: string): number => Date.parse(`2026-09-09T${time}Z`)
  assert.equal(shown(live, next('13:29:59')), '100 closed')
  assert.equal(shown(live, next('13:30:00')), '100 auction')
  live.say('AAPL', 103, next('13:30:20'), { regularMarketOpen: 102.5, regularMarketPreviousClose: 100 })
  assert.equal(shown(live, next('13:30:25')), '102.5 regular opening')
  const opening = quoteAt(live.feed, apple, next('13:30:25'))
  assert.equal(opening.venueTime, next('13:30:00'))
  assert.equal(shown(live, next('13:30:26')), '103 regular')
  assert.deepEqual(live.feed.quoteById(opening.id, next('14:00:00')), opening)
})

test('a server that starts during a session makes no opening of it', () => {
  const live = begun()
  assert.equal(shown(live, at('14:00:05')), '100 regular')
})

test('a close before that is not ours holds the share until its split is known', () => {
  const live = begun()
  const next = (time: string): number => Date.parse(`2026-09-09T${time}Z`)
  const said = { regularMarketOpen: 25, regularMarketPreviousClose: 25 }
  live.say('AAPL', 25.1, next('13:30:20'), said)
  assert.equal(shown(live, next('13:30:25')), '25 regular opening other_shares')
  assert.equal(shown(live, next('13:30:26')), '25.1 regular other_shares')
  assert.equal(usable(live, next('13:30:26')), false)
  const exAt = next('00:00:00')
  live.actions.push({ kind: 'split', to: 4n, from: 1n, declaredAt: exAt, exAt, exDate: '2026-09-09' })
  live.say('AAPL', 25.2, next('13:31:00'), said)
  assert.equal(shown(live, next('13:31:05')), '25.2 regular')
  assert.equal(usable(live, next('13:31:05')), true)
})

test('a lagging market is seen as late as its prices come', () => {
  const live = openLiveTest()
  // Hong Kong has a break from 12:00 to 13:00, which is 04:00 to 05:00 UTC, and lags by a quarter of an hour.
  live.say('0700.HK', 600, at('03:59:00'), { exchangeDataDelayedBy: 15, later: 905 })
  assert.equal(shown(live, at('04:14:59'), 'HK:00700'), '600 regular')
  assert.equal(shown(live, at('04:15:00'), 'HK:00700'), '600 lunch')
  assert.equal(shown(live, at('05:15:00'), 'HK:00700'), '600 auction')
  live.say('0700.HK', 601, at('05:00:30'), { exchangeDataDelayedBy: 15, later: 905 })
  assert.equal(shown(live, at('05:15:35'), 'HK:00700'), '601 regular')
  assert.equal(live.feed.delaySeconds, 1200)
})

test('currencies convert by fresh pairs alone, and over a weekend by the last ones', () => {
  const live = openLiveTest()
  const rate = (now: number): string => String(live.feed.conversionRate('USD', 'MXN', now)?.rate)
  live.say('MXN=X', 18.5, at('14:00:00'), { bid: 18.6, ask: 18.4 })
  assert.equal(rate(at('14:00:04')), 'undefined')
  assert.equal(rate(at('14:00:05')), '18500000000000')
  assert.equal(rate(at('14:15:05')), '18500000000000')
  assert.equal(rate(at('14:15:06')), 'undefined')
  assert.equal(live.feed.lastConversionRate('USD', 'MXN', at('18:00:00'))?.rate, 18_500_000_000_000n)
  const friday = Date.parse('2026-09-11T20:50:00Z')
  live.say('MXN=X', 18.7, friday)
  assert.equal(rate(Date.parse('2026-09-12T12:00:00Z')), '18700000000000')
  assert.equal(rate(Date.parse('2026-09-14T03:00:00Z')), 'undefined')
})

test('nothing that only the simulated market has is offered', () => {
  const { feed } = begun()
  const now = at('14:00:05')
  assert.deepEqual(
    [feed.newIssues(now), feed.placings(now), feed.blockOffers(now), feed.bonds.issues(now)],
    [[], [], [], []],
  )
  assert.equal(feed.auctions, undefined)
  assert.equal(feed.mode, 'live')
})
