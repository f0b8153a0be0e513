import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { nextRollover, nightsBetween } from '@mex/core/market/nights.ts'
import { dayMilliseconds, dayNumber } from '@mex/core/time-zone.ts'
import fc from 'fast-check'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { Blend } from './blend.ts'
import { openDaySecrets } from './day-secrets.ts'
import { openEngine } from './engine.ts'
import { logarithm } from './exponential.ts'
import { logUnits, priceOfLog } from './log-price.ts'
import { openDaySessions } from './market-hours.ts'
import { marketEpoch, openModel } from './model.ts'
import { modelVersion, openSimulatedFeed } from './simulated-feed.ts'
import { instantOfTick, placeOfTick, tickNumberAt } from './time-grid.ts'

const catalogue = openCatalogue()
const keys = openDaySecrets(Buffer.from('carry-test'), modelVersion)
const model = openModel(catalogue)
const engine = openEngine({
  keys,
  modelVersion,
  epoch: marketEpoch,
  sessions: openDaySessions(catalogue.calendars),
})

/** The currency pairs and spot metals, with the yearly rates of both sides. */
const pairs = [...catalogue.fixed.values()].flatMap(({ origin, instrument: { key } }) => {
  if (origin.kind !== 'pair' && origin.kind !== 'metal') return []
  const { base, quote } = origin
  return [{ key, base, quote, carry: interestOf(quote) - interestOf(base) }]
})

function interestOf(currency: string): number {
  return Number(present(catalogue.currencies.get(currency)?.interest, `the interest of ${currency}`)) / 1e12
}

function blendOf(key: string): Blend {
  const listing = present(catalogue.fixed.get(key) ?? catalogue.anyMonth(key), key)
  return present(model.pricedOf(listing), key).blend
}

function logOf(blend: Blend, instant: number): number {
  const { day, minute, tick } = placeOfTick(tickNumberAt(instant))
  return engine.logAt(blend, day, minute, tick)
}

/** The part of a log price that is not drawn: its blend without any path. */
const certainOf = (blend: Blend, instant: number): number => logOf({ ...blend, paths: [] }, instant)

const firstTick = tickNumberAt(Date.parse('2021-01-01T00:00:00Z'))
const lastTick = tickNumberAt(Date.parse('2031-01-01T00:00:00Z'))
const year = tickNumberAt(366 * dayMilliseconds)
/** Windows from two minutes to a year, at any tick. */
const windows = fc
  .tuple(
    fc.integer({ min: firstTick, max: lastTick }),
    fc.oneof(fc.integer({ min: 128, max: 6144 }), fc.integer({ min: 128, max: year })),
  )
  .map(([from, length]) => ({ from: instantOfTick(from), to: instantOfTick(from + length) }))

describe('the price of a currency pair or metal', () => {
  it('moves by the rate difference of the nights and by nothing else that is not drawn', () => {
    assert.ok(pairs.length > 30 && pairs.some(({ key }) => key === 'FX:XAGUSD'))
    for (const { key, carry } of pairs) {
      const blend = blendOf(key)
      fc.assert(
        fc.property(windows, ({ from, to }) => {
          const expected = ((nightsBetween(from, to) * carry) / 360) * logUnits
          const error = certainOf(blend, to) - certainOf(blend, from) - expected
          assert.ok(Math.abs(error) <= 1, `${key} is off by ${error}`)
        }),
      )
    }
  })

  it('gains what the swap without its markup costs, whatever the window', () => {
    for (const { key, carry } of pairs) {
      const blend = blendOf(key)
      const priceAt = (instant: number): number => priceOfLog(certainOf(blend, instant) - certainOf(blend, 0))
      fc.assert(
        fc.property(windows, ({ from, to }) => {
          let gain = priceAt(to) - priceAt(from)
          let squares = 0
          for (let next = nextRollover(from); next.instant <= to; next = nextRollover(next.instant)) {
            const swap = (carry / 360) * next.nights
            gain -= priceAt(next.instant) * swap
            squares += swap * swap
          }
          // The step is of the logarithm, so that crosses agree; it differs from the swap by half of its square.
          const tolerance = (squares + 4 / logUnits) * Math.max(priceAt(from), priceAt(to))
          assert.ok(Math.abs(gain) <= tolerance, `${key} gains ${gain}`)
        }),
        { numRuns: 20 },
      )
    }
  })

  it('is the quotient of the values of its currencies in dollars', () => {
    for (const { key, base, quote } of pairs.filter((pair) => pair.base !== 'XAU' && pair.base !== 'XAG')) {
      const [cross, bought, paid] = [blendOf(key), model.dollarsOf(base), model.dollarsOf(quote)]
      assert.ok(bought !== undefined && paid !== undefined)
      fc.assert(
        fc.property(windows, ({ from }) => {
          const error = certainOf(cross, from) - certainOf(bought, from) + certainOf(paid, from)
          assert.ok(Math.abs(error) <= 2, `${key} is off by ${error}`)
        }),
      )
    }
  })

  it('steps at 17:00 New York, between the end of a minute and the start of the next', () => {
    const blend = blendOf('FX:USDTRY')
    const wednesday = dayNumber('2026-11-18')
    const [last, first] = [engine.endsOf(blend, wednesday, 22 * 60 - 1), engine.endsOf(blend, wednesday, 22 * 60)]
    const step = first.start - last.end
    assert.ok(Math.abs(step - ((3 * (0.38 - 0.04)) / 360) * logUnits) <= 1, String(step))
  })

  for (const practiceHours of [true, false]) {
    it(`has its step in the first quote at 17:00 New York, ${practiceHours ? 'practice' : 'real'} hours`, () => {
      const feed = openSimulatedFeed({ keys, catalogue, practiceHours })
      const lastAt = (instant: number): number => Number(present(feed.quote('FX:USDTRY', instant), 'a quote').last)
      const rollover = Date.parse('2026-11-18T22:00:00Z')
      const ratio = lastAt(rollover) / lastAt(rollover - 1)
      assert.ok(Math.abs(logarithm(ratio) - (3 * 0.34) / 360) < 0.0005, String(ratio))
      const day = present(feed.bars('FX:USDTRY', '1D', rollover, 2, rollover + 1), 'the bars')
      assert.equal(Number(day.at(-1)?.open), lastAt(rollover))
    })
  }
})

describe('a metal future', () => {
  for (const [future, spot] of [
    ['FUT:GCZ26', 'FX:XAUUSD'],
    ['FUT:GCG27', 'FX:XAUUSD'],
    ['FUT:SIZ26', 'FX:XAGUSD'],
  ] as const) {
    const { lastTrade } = present(catalogue.anyMonth(future)?.instrument.contract, 'a contract')
    const [delivered, carried] = [blendOf(future), blendOf(spot)]

    it(`${future} is ${spot} plus the carry of the nights to its last trade, at every tick`, () => {
      const instants = fc.integer({ min: tickNumberAt(lastTrade) - 6_000_000, max: tickNumberAt(lastTrade) })
      fc.assert(
        fc.property(instants.map(instantOfTick), (instant) => {
          const carry = ((nightsBetween(instant, lastTrade) * 0.04) / 360) * logUnits
          const error = logOf(delivered, instant) - logOf(carried, instant) - carry
          assert.ok(Math.abs(error) <= 1, `off by ${error}`)
        }),
      )
    })

    it(`${future} moves only by what is drawn`, () => {
      fc.assert(
        fc.property(windows, ({ from, to }) => assert.equal(certainOf(delivered, to), certainOf(delivered, from))),
      )
    })
  }
})
