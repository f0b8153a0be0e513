import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  dividendsOfYear,
  isDividend,
  isSplit,
  priceAfter,
  type Dividend,
  type Split,
} from '@mex/core/market/corporate-actions.ts'
import { magnitude } from '@mex/core/money/decimal.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import { dayMilliseconds, dayNumber, isoDate, minuteMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'
import { openDaySecrets, openRevealedKeys } from './day-secrets.ts'
import { modelVersion, openSimulatedFeed } from './simulated-feed.ts'

const catalogue = openCatalogue()
const secrets = openDaySecrets(Buffer.from('share-actions'), modelVersion)
const open = (practiceHours = true, keys: Parameters<typeof openSimulatedFeed>[0]['keys'] = secrets): DrawnFeed =>
  openSimulatedFeed({ keys, catalogue, practiceHours })
const feed = open()
const now = Date.parse('2026-11-20T15:00:00Z')
/** Shares with their whole history: those of new issues have had no time for actions. */
const shares = [...feed.instruments(now).values()].filter(
  ({ key }) => catalogue.fixed.get(key)?.origin.kind === 'equity',
)
const all = shares.map((instrument) => ({ instrument, actions: feed.actions(instrument.key, now) }))
const dividends = all.flatMap(({ instrument, actions }) =>
  actions.filter(isDividend).map((action) => ({ instrument, action })),
)
const splits = all.flatMap(({ instrument, actions }) =>
  actions.filter(isSplit).map((action) => ({ instrument, action })),
)
const past = <Row extends { readonly action: { readonly exAt: number } }>(rows: readonly Row[]): readonly Row[] =>
  rows.filter(({ action }) => action.exAt < now - 3 * dayMilliseconds)
const last = (of: DrawnFeed, key: string, instant: number): bigint => of.quote(key, instant)!.last

/** The close of the last session with the right, as the charts show it at an instant. */
const closeBefore = (of: DrawnFeed, key: string, { exDate }: Dividend | Split, instant: number): bigint => {
  const bars = of.bars(key, '1D', instant, 20, instant)
  return bars.findLast(({ time }) => isoDate(utcDay(time * 1000)) < exDate)!.close
}

describe('dividends of simulated shares', () => {
  it('are paid by most shares, in parts of a believable yield', () => {
    const payers = all.filter(({ actions }) => actions.some(isDividend))
    assert.ok(payers.length > shares.length / 2 && payers.length < shares.length, String(payers.length))
    for (const { instrument, actions } of payers) {
      const price = Number(last(feed, instrument.key, now))
      // A dividend is whole cents, of which a cheap share may pay none.
      if (price < 20e8) continue
      const yearly = Number(dividendsOfYear(actions, now)) / price
      assert.ok(yearly > 0.0005 && yearly < 0.12, `${instrument.key} ${yearly}`)
    }
  })

  it('are declared three weeks ahead, and unknown before', () => {
    for (const { instrument, action } of dividends.filter(
      ({ action }) => action.declaredAt > now - 500 * dayMilliseconds,
    )) {
      const ahead = action.exAt - action.declaredAt
      assert.ok(ahead > 15 * dayMilliseconds && ahead <= 22 * dayMilliseconds, `${instrument.key} ${action.exDate}`)
      const known = (instant: number) => feed.actions(instrument.key, instant).some(({ exAt }) => exAt === action.exAt)
      assert.deepEqual([known(action.declaredAt - 1), known(action.declaredAt)], [false, true])
    }
  })

  it('lower the price by their amount in the first quote after the close, and the close that a change counts from', () => {
    for (const { instrument, action } of past(dividends).slice(0, 300)) {
      const { key, ticks } = instrument
      const close = closeBefore(feed, key, action, action.exAt + 1)
      const after = feed.quote(key, action.exAt)!
      assert.equal(after.venueTime, action.exAt)
      const difference = close - action.amount - after.last
      assert.ok(magnitude(difference) <= tickAt(ticks, after.last), key)
      assert.equal(feed.day(key, action.exAt)!.previousClose, close - action.amount)
      // Until then a change counts from the close before, as in the session.
      const before = feed.day(key, action.exAt - 1)!.previousClose
      assert.equal(before, feed.day(key, action.exAt - 1_800_000)!.previousClose)
    }
  })

  it('take effect with the first quote where the market pauses after its close', () => {
    const real = open(false)
    for (const { instrument } of past(dividends).filter((_, index) => index % 97 === 0)) {
      for (const { exAt } of real.actions(instrument.key, now).slice(-3)) {
        if (exAt > now) continue
        assert.equal(real.quote(instrument.key, exAt)!.venueTime, exAt)
        assert.ok(real.quote(instrument.key, exAt - 1)!.venueTime < exAt)
      }
    }
  })
})

describe('splits of simulated shares', () => {
  it('are rare, and declared two weeks ahead', () => {
    assert.ok(splits.length >= 5 && splits.length <= 60, String(splits.length))
    for (const { action } of splits) assert.ok(action.exAt - action.declaredAt > 9 * dayMilliseconds)
  })

  it('divide the price, and all prices of charts and figures with it', () => {
    for (const { instrument, action } of past(splits)) {
      const { key, ticks } = instrument
      const [cum, ex] = [feed.quote(key, action.exAt - 1)!, feed.quote(key, action.exAt)!]
      const near = 2n * tickAt(ticks, ex.last) + ex.last / 500n
      const difference = priceAfter(cum.last, action) - ex.last
      assert.ok(difference < near && difference > -near, `${key} ${cum.last} ${ex.last}`)
      for (const period of ['1D', '1W', '1M'] as const) {
        const closes = feed.bars(key, period, action.exAt, 12, action.exAt).map(({ close }) => Number(close))
        for (const [index, close] of closes.entries()) {
          const change = index === 0 ? 1 : close / closes[index - 1]!
          // The smallest ratio is three.
          assert.ok(change > 0.4 && change < 2.5, `${key} ${period} ${change}`)
        }
      }
      const [before, after] = [feed.day(key, action.exAt - 1)!, feed.day(key, action.exAt)!]
      assert.ok(Math.abs(Number(after.previousClose) / Number(ex.last) - 1) < 0.3)
      assert.ok(Math.abs(Number(before.previousClose) / Number(cum.last) - 1) < 0.3)
      const year = feed.year(key, action.exAt)!
      assert.ok(year.low <= ex.last && ex.last <= year.high, key)
      assert.ok(year.high < ex.last * 6n, key)
    }
  })

  it('leave the changes of before as they were, also when a dividend was paid the day before', () => {
    // In this market UPS pays a dividend on one day and is split on the next.
    const other = openSimulatedFeed({
      keys: openDaySecrets(Buffer.from('simulation'), modelVersion),
      catalogue,
      practiceHours: true,
    })
    const [paid, split] = other.actions('US:UPS', now).slice(-2)
    assert.ok(paid !== undefined && isDividend(paid) && split !== undefined && isSplit(split))
    assert.ok(split.exAt - paid.exAt < 2 * dayMilliseconds)
    const cases = [
      { of: other, key: 'US:UPS', exAt: split.exAt },
      ...past(splits).map(({ instrument, action }) => ({ of: feed, key: instrument.key, exAt: action.exAt })),
    ]
    for (const { of, key, exAt } of cases) {
      const [before, after] = [of.day(key, exAt - 1)!, of.day(key, exAt)!]
      const asSeen = Number(last(of, key, exAt - 1)) / Number(before.previousClose)
      const { close, previousClose } = after.lastSession!
      // A tick of a cheap Hong Kong share is half a per cent.
      const allowed = key === 'US:UPS' ? 0.0003 : 0.011
      assert.ok(Math.abs(asSeen / (Number(close) / Number(previousClose)) - 1) < allowed, `${key} ${asSeen}`)
    }
  })

  it('multiply the volume, past days included', () => {
    for (const { instrument, action } of past(splits)) {
      const volume = (instant: number): number =>
        Number(feed.bars(instrument.key, '1D', action.exAt - 30 * dayMilliseconds, 1, instant)[0]!.volume)
      const times = volume(action.exAt) / volume(action.exAt - 1)
      const ratio = Number(action.to) / Number(action.from)
      assert.ok(Math.abs(times / ratio - 1) < 0.05, `${instrument.key} ${times} ${ratio}`)
    }
  })

  it('never fall between the declaration and the payment of a dividend', () => {
    for (const { instrument, action } of splits) {
      const own = dividends.filter((row) => row.instrument === instrument)
      for (const { action: dividend } of own)
        assert.ok(action.exAt < dividend.declaredAt || action.exAt > dividend.exAt, instrument.key)
    }
  })
})

describe('prices with dividends and splits', () => {
  it('are the same for every order of requests, and from the secrets of revealed days alone', () => {
    const days = new Map<number, string>()
    for (let day = dayNumber('2020-01-01'); day <= utcDay(now); day += 1) days.set(day, secrets.secretOf(day))
    const again = open(true, openRevealedKeys(days))
    for (const { instrument, action } of [...past(splits), ...past(dividends).slice(-20)].toReversed()) {
      for (const instant of [now, action.exAt, action.exAt - minuteMilliseconds, action.exAt - 400 * dayMilliseconds]) {
        assert.deepEqual(again.quote(instrument.key, instant), feed.quote(instrument.key, instant), instrument.key)
      }
      assert.deepEqual(again.actions(instrument.key, now), feed.actions(instrument.key, now))
    }
  })

  it('find a quote of before a split by its id', () => {
    for (const { instrument, action } of past(splits)) {
      const quote = feed.quote(instrument.key, action.exAt - minuteMilliseconds)!
      assert.deepEqual(feed.quoteById(quote.id, now), quote)
    }
  })
})
