import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sessionOn } from '@mex/core/market/calendar.ts'
import { dayNumber } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from './day-secrets.ts'
import { modelVersion, openSimulatedFeed } from './simulated-feed.ts'

const catalogue = openCatalogue()
const keys = openDaySecrets(Buffer.from('feed-test'), modelVersion)
const shared = openSimulatedFeed({ keys, catalogue, practiceHours: true })
const at = (text: string): number => Date.parse(text)

describe('figures outside of the regular hours', () => {
  it('after the close cover the quotes since the close, and include the whole session before', () => {
    const friday = sessionOn(catalogue.calendars.get('us-equity')!, dayNumber('2026-11-20'))!
    const thursday = shared.bars('US:AAPL', '1D', friday.open - 1, 1, friday.open)[0]!
    const whole = shared.bars('US:AAPL', '1D', friday.open, 2, at('2026-11-23T20:00:00Z'))[1]!
    const pre = shared.day('US:AAPL', at('2026-11-20T12:00:00Z'))!
    assert.equal(pre.previousClose, thursday.close)
    assert.equal(pre.preMarket, shared.quote('US:AAPL', at('2026-11-20T12:00:00Z'))?.last)
    assert.deepEqual([pre.sinceClose, pre.lastSession?.date], [true, '2026-11-19'])

    const close = shared.day('US:AAPL', friday.close)!
    const first = shared.quote('US:AAPL', friday.close)!.last
    assert.deepEqual([close.open, close.high, close.low, close.previousClose], [first, first, first, whole.close])
    const { date, previousClose, ...figures } = close.lastSession!
    const { time, ...bar } = whole
    assert.deepEqual([date, previousClose, figures], ['2026-11-20', thursday.close, bar])
    assert.equal(time * 1000, friday.open)

    const sunday = shared.day('US:AAPL', at('2026-11-22T12:00:00Z'))!
    assert.equal(sunday.previousClose, whole.close)
    assert.deepEqual(sunday.lastSession, close.lastSession)
    assert.equal(sunday.preMarket, undefined)
    assert.notEqual(sunday.postMarket, undefined)
    assert.ok(sunday.volume > 0n && sunday.volume < whole.volume / 10n, 'some volume that belongs to no session')
    const year = shared.year('US:AAPL', at('2026-11-22T12:00:00Z'))!
    assert.ok(year.high >= sunday.high! && year.low <= sunday.low!)
  })

  it('have open, high and low of exactly the quotes since the close', () => {
    const close = at('2026-11-20T21:00:00Z')
    const until = close + 300_000
    const quotes: bigint[] = []
    for (let now = close; now <= until; now = shared.nextTick(now)) quotes.push(shared.quote('US:AAPL', now)!.last)
    const day = shared.day('US:AAPL', until)!
    const sorted = quotes.toSorted((one, other) => (one < other ? -1 : 1))
    assert.deepEqual([day.open, day.low, day.high], [quotes[0], sorted[0], sorted.at(-1)])
    const bars = shared.bars('US:AAPL', 'intraday', until, 2, until)
    assert.deepEqual([bars[1]!.time * 1000, bars[1]!.high, bars[1]!.close], [close, day.high, quotes.at(-1)])
    assert.equal(bars[0]!.time * 1000, close - 60_000)
  })

  it('start anew at the open, and include lunch quotes only during lunch', () => {
    const [before, open] = [at('2026-11-23T14:29:59Z'), at('2026-11-23T14:30:00Z')].map((now) => ({
      day: shared.day('US:AAPL', now)!,
      last: shared.quote('US:AAPL', now)!.last,
      bars: shared.bars('US:AAPL', '1D', now, 1, now),
    }))
    assert.deepEqual([open!.day.open, open!.day.high, open!.day.low], [open!.last, open!.last, open!.last])
    assert.equal(open!.day.previousClose, before!.day.previousClose)
    assert.deepEqual(
      [before!.bars[0]!.time, open!.bars[0]!.time],
      [at('2026-11-23T14:30:00Z') / 1000, open!.bars[0]!.time],
    )
    const [noon, lunch, afternoon] = ['04:00', '04:40', '05:00'].map((time) => at(`2026-11-20T${time}:00Z`))
    const morning = shared.day('HK:00700', noon! - 1)!
    const range = shared.bars('HK:00700', 'intraday', lunch!, 3, lunch!)
    assert.deepEqual(
      range.map(({ time }) => (time * 1000 - noon!) / 60_000),
      [0, 15, 30],
    )
    const during = shared.day('HK:00700', lunch!)!
    assert.ok(during.high! >= morning.high! && during.low! <= morning.low! && !during.sinceClose)
    assert.ok(during.volume > morning.volume)
    const after = shared.day('HK:00700', afternoon!)!
    const minutes = shared.bars('HK:00700', 'intraday', afternoon!, 500, afternoon!)
    assert.equal(minutes.length, 151)
    assert.equal(
      after.volume,
      minutes.reduce((sum, { volume }) => sum + volume, 0n),
    )
  })
})
