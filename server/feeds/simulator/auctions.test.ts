import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { collarOf, crossOf } from '@mex/core/auctions/cross.ts'
import { magnitude } from '@mex/core/money/decimal.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'
import { openDaySecrets, openRevealedKeys } from './day-secrets.ts'
import { modelVersion, openSimulatedFeed, type SimulatedFeedOptions } from './simulated-feed.ts'

const catalogue = openCatalogue()
const secrets = openDaySecrets(Buffer.from('auctions'), modelVersion)
const open = (options: Partial<SimulatedFeedOptions> = {}): DrawnFeed =>
  openSimulatedFeed({ keys: secrets, catalogue, practiceHours: true, ...options })
const feed = open()
const at = (text: string): number => Date.parse(text)
/** Friday and Monday at 09:30 in New York; one in winter time, one in summer time. */
const openings = ['2026-11-20T14:30:00Z', '2026-11-23T14:30:00Z', '2026-07-06T13:30:00Z'].map(at)
const sharesAt = (now: number, markets: readonly string[]): string[] =>
  [...feed.instruments(now).values()].flatMap(({ key, market }) => (markets.includes(market) ? key : []))
const quoteAt = (key: string, now: number, of: DrawnFeed = feed): Quote => present(of.quote(key, now), key)

describe('books of auctions', () => {
  it('cross at the opening print of every share, or the print is outside of the collar', () => {
    let outside = 0
    for (const [market, time] of [
      ['US', openings[0]!],
      ['US', openings[2]!],
      ['HK', at('2026-11-20T01:30:00Z')],
      ['MX', at('2026-11-20T14:30:00Z')],
    ] as const) {
      for (const key of sharesAt(time, [market])) {
        const quote = quoteAt(key, time)
        assert.ok(quote.opening, key)
        const book = present(feed.auctions?.book(key, time, time), key)
        const { previousClose: reference, lastSession } = present(feed.day(key, time), key)
        const free = present(crossOf(book, reference, false), key)
        assert.equal(free.price, quote.last, `${key} crosses at the print`)
        const { low, high } = collarOf(reference)
        const isInside = lastSession === undefined || (quote.last >= low && quote.last <= high)
        if (!isInside) outside += 1
        assert.equal(quote.auctionVolume, isInside ? free.volume : 0n, key)
        for (const row of book) {
          assert.ok(row.quantity > 0n && row.quantity % present(feed.instruments(time).get(key), key).lot === 0n)
          assert.ok(row.limit === undefined || row.limit > 0n)
        }
      }
    }
    assert.ok(outside < 10, `${outside} prints are outside of their collar`)
  })

  it('have the volume that the first minute of the session has at least', () => {
    const time = openings[0]!
    for (const key of sharesAt(time, ['US']).slice(0, 60)) {
      const volume = present(quoteAt(key, time).auctionVolume, key)
      const minute = present(feed.bars(key, 'intraday', time + 60_000 - 1, 1, time + 60_000)[0], key)
      assert.ok(volume <= minute.volume, `${key}: ${volume} of ${minute.volume}`)
    }
  })

  it('differ by share, by day and by hour', () => {
    const times = [openings[0]!, openings[1]!, at('2026-11-21T17:00:00Z'), at('2026-11-21T18:00:00Z')]
    const books = ['US:AAPL', 'US:MSFT'].flatMap((key) =>
      times.map((time) =>
        JSON.stringify(feed.auctions?.book(key, time, time)?.map(({ quantity }) => String(quantity)) ?? []),
      ),
    )
    assert.equal(new Set(books).size, books.length)
  })

  it('are recomputed from the secrets of their days alone', () => {
    const time = openings[1]!
    const first = Math.floor(time / 86_400_000) - 2600
    const days = Array.from({ length: 2601 }, (_, index) => first + index)
    const audited = feed.withKeys(openRevealedKeys(new Map(days.map((day) => [day, secrets.secretOf(day)]))))
    assert.deepEqual(audited.auctions?.book('US:AAPL', time, time), feed.auctions?.book('US:AAPL', time, time))
    assert.deepEqual(audited.quote('US:AAPL', time), feed.quote('US:AAPL', time))
  })

  it('are not told before the cross', () => {
    const time = openings[0]!
    assert.equal(feed.auctions?.book('US:AAPL', time, time - 1), undefined)
    assert.equal(feed.auctions?.book('US:AAPL', time + 60_000, time + 60_000), undefined, 'no auction crosses then')
    assert.equal(feed.auctions?.book('FX:EURUSD', time, time), undefined)
  })
})

describe('prints of auctions', () => {
  it('change nothing else of a quote, whether practice auctions run or not', () => {
    const without = open({ practiceAuctions: false })
    for (const time of [...openings, at('2026-11-21T17:00:00Z'), at('2026-11-21T17:00:00Z') + 938]) {
      for (const key of ['US:AAPL', 'HK:00700', 'FX:EURUSD']) {
        const { auctionVolume: _, ...plain } = quoteAt(key, time)
        const { auctionVolume: __, ...other } = quoteAt(key, time, without)
        assert.deepEqual(plain, other)
        assert.deepEqual(feed.day(key, time), without.day(key, time))
      }
    }
  })

  it('are at the opening and at the full hours of practice auctions', () => {
    const isPrint = (key: string, text: string, of = feed): boolean =>
      quoteAt(key, at(text), of).auctionVolume !== undefined
    assert.equal(isPrint('US:AAPL', '2026-11-20T14:30:00Z'), true)
    assert.equal(isPrint('US:AAPL', '2026-11-20T14:30:01Z'), false)
    assert.equal(isPrint('US:AAPL', '2026-11-20T15:00:00Z'), false, 'not in the regular session')
    assert.equal(isPrint('US:AAPL', '2026-11-20T22:00:00Z'), true, 'after the close')
    assert.equal(isPrint('US:AAPL', '2026-11-21T12:00:00Z'), true, 'on a Saturday')
    assert.equal(isPrint('US:AAPL', '2026-11-20T10:00:00Z'), false, 'not in the morning of the exchange')
    assert.equal(isPrint('HK:00700', '2026-11-21T12:00:00Z'), false, 'not of other markets')
    assert.equal(quoteAt('US:AAPL', at('2026-11-21T12:00:00Z')).opening, false)
    for (const quiet of [open({ practiceAuctions: false }), open({ practiceHours: false })]) {
      assert.equal(isPrint('US:AAPL', '2026-11-20T14:30:00Z', quiet), true)
      assert.equal(isPrint('US:AAPL', '2026-11-21T12:00:00Z', quiet), false)
    }
  })

  it('are never skipped by a clock in a hurry', () => {
    const saturday = at('2026-11-21T12:10:00Z')
    assert.equal(feed.nextPhaseChange(saturday), at('2026-11-21T13:00:00Z'))
    assert.ok(open({ practiceAuctions: false }).nextPhaseChange(saturday) > at('2026-11-21T13:00:00Z'))
  })
})

describe('figures before the cross', () => {
  const figuresAt = (key: string, text: string) => feed.auctions?.figures(key, at(text))

  it('are the price of the path at their publication, and stand still until the next', () => {
    const first = present(figuresAt('US:AAPL', '2026-11-20T14:26:05Z'), 'figures')
    assert.equal(first.publishedAt, at('2026-11-20T14:26:05Z'))
    assert.equal(first.price, quoteAt('US:AAPL', first.publishedAt).last)
    assert.deepEqual(figuresAt('US:AAPL', '2026-11-20T14:26:09.999Z'), first)
    assert.notDeepEqual(figuresAt('US:AAPL', '2026-11-20T14:26:10Z'), first)
    const early = present(figuresAt('US:AAPL', '2026-11-20T10:00:01Z'), 'figures')
    assert.deepEqual(figuresAt('US:AAPL', '2026-11-20T10:00:59Z'), early)
    assert.equal(figuresAt('US:AAPL', '2026-11-20T14:30:00Z'), undefined, 'the cross is the result')
  })

  it('grow towards the volume of the cross, with less than half of it left over', () => {
    const time = openings[0]!
    for (const key of sharesAt(time, ['US']).slice(0, 40)) {
      const final = present(quoteAt(key, time).auctionVolume, key)
      const volumes = [9.5, 12, 14, 14.49].map(
        (hour) => feed.auctions?.figures(key, at('2026-11-20T00:00:00Z') + hour * 3_600_000)?.volume ?? 0n,
      )
      assert.deepEqual(
        volumes,
        volumes.toSorted((one, other) => Number(one - other)),
        key,
      )
      if (final > 0n) assert.ok(volumes.at(-1)! <= final, key)
    }
  })

  it('lean to both sides, and change slowly', () => {
    const sides = { buy: 0, sell: 0, kept: 0, all: 0 }
    for (const key of sharesAt(openings[0]!, ['US']).slice(0, 40)) {
      let before = 0n
      for (let minute = 0; minute < 30; minute += 1) {
        const found = present(feed.auctions?.figures(key, openings[0]! - (40 - minute) * 60_000), key)
        assert.ok(magnitude(found.imbalance) * 2n < found.volume + 2n)
        sides[found.imbalance > 0n ? 'buy' : 'sell'] += 1
        if (minute > 0) {
          sides.all += 1
          if (before > 0n === found.imbalance > 0n) sides.kept += 1
        }
        before = found.imbalance
      }
    }
    assert.ok(Math.min(sides.buy, sides.sell) > 0.35 * (sides.buy + sides.sell), JSON.stringify(sides))
    assert.ok(sides.kept > 0.7 * sides.all, JSON.stringify(sides))
  })

  it('are there for shares with auctions alone', () => {
    for (const key of ['FX:EURUSD', 'GLOBAL:SPX', 'US:NONE'])
      assert.equal(figuresAt(key, '2026-11-20T14:26:00Z'), undefined, key)
  })
})
