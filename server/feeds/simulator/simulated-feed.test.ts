import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isMultiple } from '@mex/core/market/ticks.ts'
import { chartPeriods, type Quote } from '@mex/core/market/quote.ts'
import { dayNumber, utcDay } from '@mex/core/time-zone.ts'
import fc from 'fast-check'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'
import { type DayKeys, openDaySecrets } from './day-secrets.ts'
import { modelVersion, openSimulatedFeed } from './simulated-feed.ts'

const catalogue = openCatalogue()
const secrets = openDaySecrets(Buffer.from('feed-test'), modelVersion)
const open = (keys: DayKeys = secrets, practiceHours = true): DrawnFeed =>
  openSimulatedFeed({ keys, catalogue, practiceHours })
const at = (text: string): number => Date.parse(text)
const shared = open()
const keys = ['US:AAPL', 'HK:00700', 'MX:WALMEX', 'FX:EURUSD', 'FX:XAUUSD', 'CRYPTO:BTC', 'FUT:ESZ26', 'FUT:CLF27']

/** The answers of a feed about an instrument at an instant. */
function answers(feed: DrawnFeed, key: string, now: number): unknown {
  return {
    quote: feed.quote(key, now),
    day: feed.day(key, now),
    bars: (['intraday', '1D', '1W'] as const).map((period) => feed.bars(key, period, now, 8, now)),
    rate: feed.conversionRate('USD', 'MXN', now),
  }
}

const instants = fc.integer({ min: at('2026-11-16T00:00Z'), max: at('2026-11-24T00:00Z') })

describe('simulated feed', () => {
  it('quotes every instrument of the catalogue uncrossed, in multiples of its tick and in whole lots', () => {
    const now = at('2026-11-20T15:00:00Z')
    for (const [key, instrument] of shared.instruments(now)) {
      const quote = shared.quote(key, now)
      assert.ok(quote !== undefined, key)
      assert.ok(quote.bid > 0n && quote.bid < quote.ask && quote.bid <= quote.last && quote.last <= quote.ask, key)
      for (const price of [quote.last, quote.bid, quote.ask]) assert.ok(isMultiple(instrument.ticks, price), key)
      for (const size of [quote.bidSize, quote.askSize]) {
        assert.ok(size > 0n && size % instrument.lot === 0n, key)
      }
    }
    assert.ok(shared.instruments(now).size > 400)
  })

  it('has a tick every 0.9375 seconds, 64 a minute, never early', () => {
    const start = at('2026-11-20T15:00:00Z')
    let now = start
    for (let tick = 1; tick <= 64; tick += 1) {
      now = shared.nextTick(now)
      assert.equal(now, start + Math.ceil(tick * 937.5))
      assert.equal(shared.quote('US:AAPL', now)?.venueTime, now)
      assert.equal(shared.quote('US:AAPL', now + 900)?.venueTime, now)
    }
  })

  it('finds a quote by its id, but not before its time, and none by an invalid id', () => {
    fc.assert(
      fc.property(fc.constantFrom(...keys), instants, (key, now) => {
        const quote = shared.quote(key, now)
        assert.ok(quote !== undefined)
        assert.deepEqual(open().quoteById(quote.id, now), quote)
        assert.equal(shared.quoteById(quote.id, quote.venueTime - 1), undefined)
      }),
      { numRuns: 10 },
    )
    for (const id of ['', '@', 'US:AAPL', 'US:AAPL@', 'US:AAPL@x', 'US:AAPL@-1', 'US:AAPL@1.5', 'US:NONE@1898000000']) {
      assert.equal(shared.quoteById(id, at('2026-11-20T15:00:00Z')), undefined, id)
    }
  })

  it('has no answer for unknown or unlisted instruments, unknown currencies and times before the market began', () => {
    const now = at('2026-11-20T15:00:00Z')
    assert.equal(shared.quote('US:NONE', now), undefined)
    assert.equal(shared.day('FUT:ESZ99', now), undefined, 'a contract that is not yet listed')
    assert.deepEqual(shared.bars('US:NONE', '1D', now, 10, now), [])
    assert.deepEqual(shared.bars('US:AAPL', '1D', now, 0, now), [])
    assert.equal(shared.conversionRate('USD', 'XXX', now), undefined)
    assert.equal(shared.quote('US:AAPL', at('2020-01-02T15:00:00Z')), undefined, 'before the market began')
  })

  it('keeps the answers of an ended contract as they were at its end', () => {
    const key = 'FUT:ESU26'
    const end = shared.ended(key, at('2026-11-20T15:00:00Z'))?.contract?.lastTrade ?? Infinity
    assert.equal(shared.ended(key, end - 1), undefined)
    const last = shared.quote(key, end - 1)
    assert.equal(last?.phase, 'regular')
    for (const now of [end, end + 1, at('2026-11-20T15:00:00Z')]) {
      assert.deepEqual(shared.quote(key, now), { ...last, phase: 'closed' })
      assert.deepEqual(shared.day(key, now), shared.day(key, end - 1))
      assert.deepEqual(shared.year(key, now), shared.year(key, end - 1))
      assert.deepEqual(shared.bars(key, '1D', now, 5, now), shared.bars(key, '1D', end - 1, 5, end - 1))
      assert.equal(shared.instruments(now).has(key), false)
    }
  })

  it('gives the same answers for the same seed, and other quotes for another seed', () => {
    const other = open(openDaySecrets(Buffer.from('another'), modelVersion))
    const now = at('2026-11-20T15:10:00Z')
    const twin = open()
    for (const key of keys) {
      assert.deepEqual(answers(twin, key, now), answers(shared, key, now), key)
      assert.notDeepEqual(other.quote(key, now), shared.quote(key, now), key)
    }
  })

  it('gives answers that depend neither on the keys of later days nor on earlier requests', () => {
    const inverted = (key: Uint32Array): Uint32Array => key.map((word) => ~word)
    fc.assert(
      fc.property(fc.constantFrom(...keys), instants, (key, now) => {
        const today = utcDay(now)
        const changed = open({ keyOf: (day) => (day > today ? inverted(secrets.keyOf(day)) : secrets.keyOf(day)) })
        changed.quote(key, now + 3 * 86_400_000)
        assert.deepEqual(answers(changed, key, now), answers(shared, key, now))
      }),
      { numRuns: 10 },
    )
  })

  it('reads no key of a later day', () => {
    const strict: DayKeys = {
      keyOf(day) {
        assert.ok(day <= dayNumber('2026-11-20'), 'a key of a later day')
        return secrets.keyOf(day)
      },
    }
    for (const time of ['00:00', '12:00', '23:59']) {
      const now = at(`2026-11-20T${time}:59Z`)
      const feed = open(strict)
      for (const key of keys) assert.deepEqual(answers(feed, key, now), answers(shared, key, now), `${key} ${time}`)
    }
  })

  it('never changes a finished bar, and ends the growing one at the price in force', () => {
    fc.assert(
      fc.property(fc.constantFrom(...keys), instants, fc.integer({ min: 0, max: 7_200_000 }), (key, now, wait) => {
        for (const period of chartPeriods) {
          const before = shared.bars(key, period, now, 20, now).slice(0, -1)
          // One bar more than before: after the close `before` may end with the growing bar of the next date.
          const after = new Map(shared.bars(key, period, now, 21, now + wait).map((bar) => [bar.time, bar]))
          assert.deepEqual(
            before.map(({ time }) => after.get(time)),
            before,
            period,
          )
        }
      }),
      { numRuns: 10 },
    )
    const now = at('2026-11-20T15:10:00.500Z')
    for (const key of keys.filter((one) => !one.startsWith('HK:'))) {
      const last = shared.quote(key, now)?.last
      for (const period of chartPeriods) assert.equal(shared.bars(key, period, now, 5, now).at(-1)?.close, last, period)
    }
  })

  it('has bars of minutes over several sessions that are folds of the bars of a minute', () => {
    const now = at('2026-11-20T15:12:30Z')
    for (const key of keys) {
      const minutes = shared.bars(key, '1min', now, 400, now)
      for (const period of ['5min', '15min', '60min'] as const) {
        const bars = shared.bars(key, period, now, 500, now)
        const known = bars.filter(({ time }) => time > minutes[0]!.time)
        assert.ok(known.length > 5, key)
        for (const [index, bar] of known.entries()) {
          const until = known[index + 1]?.time ?? Infinity
          const own = minutes.filter(({ time }) => time >= bar.time && time < until)
          const joined = {
            open: own[0]?.open,
            high: own.reduce((most, { high }) => (high > most ? high : most), own[0]!.high),
            low: own.reduce((least, { low }) => (low < least ? low : least), own[0]!.low),
            close: own.at(-1)?.close,
            volume: own.reduce((sum, { volume }) => sum + volume, 0n),
          }
          const { open, high, low, close, volume } = bar
          assert.deepEqual({ open, high, low, close, volume }, joined, `${key} ${period} ${bar.time}`)
        }
      }
    }
    assert.equal(shared.bars('US:AAPL', '60min', now, 500, now).length, 500)
    assert.equal(shared.bars('US:AAPL', '60min', now, 3, now).length, 3)
  })

  it('has bars of minutes that reach over the night: the phase of each outside of the regular hours', () => {
    // 8:10 of New York: after the close there were the after hours, the night, and then the pre-market.
    const now = at('2026-11-20T13:10:00Z')
    const bars = shared.bars('US:AAPL', '60min', now, 30, now)
    const phases = bars.map(({ time, outside }) => `${new Date(time * 1000).toISOString().slice(8, 13)} ${outside}`)
    const practice = ['01', '02', '03', '04', '05', '06', '07', '08'].map((hour) => `20T${hour} practice`)
    const pre = ['09', '10', '11', '12', '13'].map((hour) => `20T${hour} pre`)
    const post = ['19T21 post', '19T22 post', '19T23 post', '20T00 post']
    assert.deepEqual(phases.slice(-18), ['19T20 undefined', ...post, ...practice, ...pre])
    assert.equal(bars.at(-1)?.close, shared.quote('US:AAPL', now)?.last)
  })

  it('has bars that contain every quote of their time', () => {
    let now = at('2026-11-20T14:30:00Z')
    const from = now
    const quotes: Quote[] = []
    while (now < from + 180_000) {
      quotes.push(shared.quote('US:AAPL', now)!)
      now = shared.nextTick(now)
    }
    const end = quotes.at(-1)!.venueTime
    const bar = shared.bars('US:AAPL', '1D', end, 1, end)[0]!
    const prices = quotes.map(({ last }) => last)
    assert.equal(bar.open, prices[0])
    assert.equal(bar.close, prices.at(-1))
    const extreme = (larger: boolean) => prices.reduce((found, one) => (one > found === larger ? one : found))
    assert.ok(bar.high >= extreme(true) && bar.low <= extreme(false))
    const minutes = shared.bars('US:AAPL', 'intraday', end, 10, end)
    assert.equal(minutes.length, 3)
    assert.equal(
      minutes.map(({ high }) => high).reduce((left, right) => (left > right ? left : right)),
      bar.high,
    )
    assert.equal(
      minutes.map(({ low }) => low).reduce((left, right) => (left < right ? left : right)),
      bar.low,
    )
  })

  it('has minute volumes that add up to the day, and daily volumes to the week; volume never falls in a day', () => {
    const now = at('2026-11-20T20:59:59Z')
    for (const key of ['US:AAPL', 'MX:GNP', 'FUT:ESZ26']) {
      const minutes = shared.bars(key, 'intraday', now, 2000, now)
      const day = shared.day(key, now)
      const sum = minutes.reduce((total, bar) => total + bar.volume, 0n)
      assert.equal(sum, day?.volume, key)
      assert.equal(sum, shared.bars(key, '1D', now, 1, now)[0]?.volume, key)
      assert.ok(sum > 0n)
      const week = shared.bars(key, '1W', now, 1, now)[0]!
      const days = shared.bars(key, '1D', now, 5, now).filter(({ time }) => time >= week.time)
      const sumOfDays = days.reduce((total, bar) => total + bar.volume, 0n)
      assert.equal(sumOfDays, week.volume, key)
    }
    let before = -1n
    for (let instant = at('2026-11-20T14:30:00Z'); instant < at('2026-11-20T14:33:00Z'); instant += 700) {
      const volume = shared.day('US:AAPL', instant)!.volume
      assert.ok(volume >= before)
      before = volume
    }
  })

  it('has daily bars of more than five years', () => {
    const now = at('2026-11-20T20:59:59Z')
    const old = at('2021-11-19T21:00:00Z')
    const bars = shared.bars('US:AAPL', '1D', old, 250, now)
    assert.equal(bars.length, 250)
    assert.ok(bars.at(-1)!.time * 1000 <= old)
    assert.ok(shared.bars('US:AAPL', '1Y', now, 500, now).length >= 6)
  })

  it('starts weekly and monthly bars at the open of the first session of the week or month', () => {
    const now = at('2026-11-20T20:59:59Z')
    const weeks = shared.bars('US:AAPL', '1W', now, 2, now)
    assert.deepEqual(
      weeks.map(({ time }) => time * 1000),
      [at('2026-11-09T14:30:00Z'), at('2026-11-16T14:30:00Z')],
    )
    const months = shared.bars('US:AAPL', '1M', now, 2, now)
    assert.deepEqual(
      months.map(({ time }) => time * 1000),
      [at('2026-10-01T13:30:00Z'), at('2026-11-02T14:30:00Z')],
    )
  })

  it('shows a candle that began by an earlier end as it stands now', () => {
    const now = at('2026-11-20T20:59:59Z')
    const tuesday = at('2026-11-17T15:00:00Z')
    assert.deepEqual(shared.bars('US:AAPL', '1W', tuesday, 3, now), shared.bars('US:AAPL', '1W', now, 3, now))
    assert.equal(shared.bars('US:AAPL', '1D', tuesday, 1, now)[0]!.time * 1000, at('2026-11-17T14:30:00Z'))
  })

  it('has conversion rates of the wallet currencies that agree with each other and with the listed pair', () => {
    const now = at('2026-11-20T15:00:00Z')
    const rate = (from: string, to: string): number => Number(shared.conversionRate(from, to, now)!.rate) / 1e12
    assert.ok(Math.abs((rate('USD', 'HKD') * rate('HKD', 'MXN')) / rate('USD', 'MXN') - 1) < 1e-7)
    assert.ok(Math.abs(rate('USD', 'MXN') * rate('MXN', 'USD') - 1) < 1e-7)
    const quoted = Number(shared.quote('FX:USDMXN', now)!.last) / 1e8
    assert.ok(Math.abs(rate('USD', 'MXN') / quoted - 1) < 1e-4)
    assert.equal(shared.conversionRate('MXN', 'MXN', now)?.rate, 10n ** 12n)
  })
})

describe('hours of the simulated feed', () => {
  const real = open(secrets, false)

  const phases = [
    ['US:AAPL', '2026-11-20T15:00:00Z', 'regular', 'regular'],
    ['US:AAPL', '2026-11-20T12:00:00Z', 'practice', 'pre'],
    ['US:AAPL', '2026-11-20T22:00:00Z', 'practice', 'post'],
    ['US:AAPL', '2026-11-21T15:00:00Z', 'practice', 'closed'],
    ['US:AAPL', '2026-11-26T15:00:00Z', 'practice', 'closed'],
    ['US:AAPL', '2026-11-27T18:30:00Z', 'practice', 'post'],
    ['HK:00700', '2026-11-20T04:30:00Z', 'practice', 'lunch'],
    ['HK:00700', '2026-11-20T01:10:00Z', 'practice', 'auction'],
    ['FX:EURUSD', '2026-11-21T12:00:00Z', 'practice', 'closed'],
    ['CRYPTO:BTC', '2026-11-21T12:00:00Z', 'regular', 'regular'],
  ] as const
  for (const [key, time, practice, official] of phases) {
    it(`${key} at ${time}: ${practice}, or ${official} with real hours`, () => {
      assert.equal(shared.quote(key, at(time))?.phase, practice)
      assert.equal(real.quote(key, at(time))?.phase, official)
    })
  }

  it('with real hours the last quote stays in force through the pause', () => {
    const close = at('2026-11-20T01:00:00Z')
    const quote = real.quote('US:AAPL', close + 3_600_000)!
    assert.equal(quote.venueTime, close)
    assert.equal(quote.id, real.quote('US:AAPL', close)?.id)
    assert.equal(quote.last, real.day('US:AAPL', close + 3_600_000)?.postMarket)
    assert.deepEqual(real.quoteById(quote.id, close + 7_200_000), quote)
    const [name, number] = quote.id.split('@')
    assert.equal(real.quoteById(`${name}@${Number(number) + 1}`, close + 7_200_000), undefined)
    const lunch = real.quote('HK:00700', at('2026-11-20T04:30:00Z'))!
    assert.equal(lunch.venueTime, at('2026-11-20T04:00:00Z'))
  })

  it('in practice hours the spread is about twice as wide and the size half', () => {
    const [saturday, regular] = [at('2026-11-21T15:00:00Z'), at('2026-11-20T15:00:00Z')]
    const wide: number[] = []
    const narrow: number[] = []
    const deep: number[] = []
    const shallow: number[] = []
    for (let tick = 0; tick < 2000; tick += 1) {
      for (const [start, spreads, sizes] of [
        [saturday, wide, shallow],
        [regular, narrow, deep],
      ] as const) {
        const quote = shared.quote('US:AAPL', start + tick * 938)!
        spreads.push(Number(quote.ask - quote.bid) / Number(quote.last))
        sizes.push(Number(quote.bidSize))
      }
    }
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
    assert.ok(mean(wide) > 1.4 * mean(narrow) && mean(wide) < 2.6 * mean(narrow))
    assert.ok(Math.abs(mean(shallow) / mean(deep) - 0.5) < 0.05)
  })

  it('marks the first regular quote of a trading day as opening, but no later one and not the first after lunch', () => {
    const openings = [
      ['US:AAPL', '2026-11-20T14:30:00Z', true],
      ['HK:00700', '2026-11-20T01:30:00Z', true],
      ['HK:00700', '2026-11-20T05:00:00Z', false],
      ['FX:EURUSD', '2026-11-22T22:00:00Z', true],
    ] as const
    for (const [key, time, expected] of openings) {
      for (const feed of [real, shared]) {
        assert.equal(feed.quote(key, at(time))?.opening, expected, time)
        assert.equal(feed.quote(key, at(time) + 937)?.opening, expected, time)
        assert.equal(feed.quote(key, at(time) + 938)?.opening, false, time)
        assert.equal(feed.quote(key, at(time) - 1)?.opening, false, time)
      }
    }
  })
})

it('nextPhaseChange is the next instant at which a market opens, closes or pauses', () => {
  const cases = [
    // Grains open, New York opens; forex on a Sunday evening.
    ['2026-11-20T14:21:00Z', '2026-11-20T14:30:00Z'],
    ['2026-11-20T14:29:59.999Z', '2026-11-20T14:30:00Z'],
    ['2026-11-22T20:59:00Z', '2026-11-22T22:00:00Z'],
  ] as const
  const quiet = openSimulatedFeed({ keys: secrets, catalogue, practiceHours: true, practiceAuctions: false })
  for (const [now, next] of cases) {
    const found = quiet.nextPhaseChange(at(now))
    assert.equal(found, at(next), now)
    assert.equal(shared.nextTick(found - 1), found)
  }
})
