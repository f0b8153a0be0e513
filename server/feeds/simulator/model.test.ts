import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { rateOf } from '@mex/core/money/money.ts'
import { dayNumber, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { Blend } from './blend.ts'
import { openDaySecrets } from './day-secrets.ts'
import { openEngine } from './engine.ts'
import { logUnits } from './log-price.ts'
import { openDaySessions } from './market-hours.ts'
import { marketEpoch, openModel, type Priced } from './model.ts'
import { ownPathId, pathIdLists } from './path-ids.ts'
import { modelVersion } from './simulated-feed.ts'

const catalogue = openCatalogue()
const model = openModel(catalogue)
const engine = openEngine({
  keys: openDaySecrets(Buffer.from('model-test'), modelVersion),
  modelVersion,
  epoch: marketEpoch,
  sessions: openDaySessions(catalogue.calendars),
})
const day = dayNumber('2026-11-18')
const now = day * 1440 * minuteMilliseconds

function priced(key: string): Priced {
  const listing = catalogue.anyMonth(key) ?? catalogue.fixed.get(key)
  assert.ok(listing !== undefined, key)
  const found = model.pricedOf(listing)
  assert.ok(found !== undefined, key)
  return found
}
const blendOf = (key: string): Blend => priced(key).blend

/** Log prices at scattered ticks over ten days. */
function* scattered(): Generator<readonly [day: number, minute: number, tick: number]> {
  for (let draw = 0; draw < 400; draw += 1) yield [day + (draw % 10), (draw * 331) % 1440, (draw * 7) % 65]
}
const log = (key: string, [at, minute, tick]: readonly [number, number, number]): number =>
  engine.logAt(blendOf(key), at, minute, tick)

describe('model', () => {
  it('prices every instrument of the catalogue', () => {
    for (const key of catalogue.instrumentsAt(now).keys()) {
      const { blend, mark } = priced(key)
      assert.ok(blend.paths.length > 0 && mark >= 0 && mark < blend.paths.length, key)
      assert.equal(new Set(blend.paths).size, blend.paths.length, `${key} has each path once`)
    }
  })

  it('has no price for a currency that is not simulated', () => {
    const listing = catalogue.fixed.get('FX:EURUSD')!
    const origin = { kind: 'pair', base: 'EUR', quote: 'XXX' } as const
    const { instrument } = listing
    const unknown = { ...listing, origin, instrument: { ...instrument, key: 'FX:EURXXX', code: 'EURXXX' } }
    assert.equal(model.pricedOf(unknown), undefined)
    assert.equal(model.dollarsOf('XXX'), undefined)
  })
})

describe('related instruments allow no arbitrage', () => {
  const crosses = [
    ['FX:EURUSD', 'FX:USDJPY', 'FX:EURJPY'],
    ['FX:GBPUSD', 'FX:USDCHF', 'FX:GBPCHF'],
    ['FX:EURUSD', 'FX:USDMXN', 'FX:EURMXN'],
    ['FX:AUDUSD', 'FX:USDCAD', 'FX:AUDCAD'],
    ['FX:EURUSD', 'FX:USDHKD', 'FX:EURHKD'],
  ] as const
  for (const [first, second, cross] of crosses) {
    it(`${cross} is ${first} times ${second} at every tick`, () => {
      for (const place of scattered()) {
        const error = log(first, place) + log(second, place) - log(cross, place)
        assert.ok(Math.abs(error) <= 4, `${cross} ${place.join()} is off by ${error}`)
      }
    })
  }

  for (const [mini, micro] of [
    ['FUT:ESZ26', 'FUT:MESZ26'],
    ['FUT:NQH27', 'FUT:MNQH27'],
    ['FUT:YMZ26', 'FUT:MYMZ26'],
    ['FUT:RTYZ26', 'FUT:M2KZ26'],
  ] as const) {
    it(`${micro} has the price of ${mini} at every tick`, () => {
      for (const place of scattered()) assert.equal(log(micro, place), log(mini, place))
    })
  }

  const forwards = [
    ['FUT:ESZ26', 'GLOBAL:SPX', 0.04 - 0.013],
    ['FUT:NQZ26', 'GLOBAL:NDX', 0.04 - 0.007],
  ] as const
  for (const [future, spot, carry] of forwards) {
    it(`${future} is ${spot} plus the carry to its last trade, to the minute`, () => {
      const { lastTrade } = catalogue.anyMonth(future)!.instrument.contract!
      for (const place of scattered()) {
        const [at, minute, tick] = place
        const years = (lastTrade / minuteMilliseconds - at * 1440 - minute - tick / 64) / 1440 / 365
        const error = log(future, place) - log(spot, place) - carry * years * logUnits
        assert.ok(Math.abs(error) <= 2, `${future} is off by ${error}`)
      }
    })

    it(`${future} converges to ${spot} at its last trade`, () => {
      const { lastTrade } = catalogue.anyMonth(future)!.instrument.contract!
      const minute = lastTrade / minuteMilliseconds
      const place = [Math.floor(minute / 1440), minute % 1440, 0] as const
      assert.ok(Math.abs(log(future, place) - log(spot, place)) <= 1)
    })
  }

  it('the calendar spread of index and metal futures is constant', () => {
    for (const [near, far] of [
      ['FUT:ESZ26', 'FUT:ESH27'],
      ['FUT:GCZ26', 'FUT:GCG27'],
    ] as const) {
      const distances = [...scattered()].map((place) => log(far, place) - log(near, place))
      assert.ok(Math.max(...distances) - Math.min(...distances) <= 2, `${near} ${far}`)
      assert.ok(distances[0]! > 0)
    }
  })

  it('a pegged currency does not drift, whatever its interest rate', () => {
    const hongKong = catalogue.currencies.get('HKD')!
    const currencies = new Map(catalogue.currencies).set('HKD', { ...hongKong, interest: rateOf('0.01') })
    const { blend } = openModel({ ...catalogue, currencies }).pricedOf(catalogue.fixed.get('FX:USDHKD')!)!
    assert.equal(blend.termsOf(day + 3650).base, blend.termsOf(day).base)
  })

  it('the loading of a commodity month on the short part rises to 1 at its last trade', () => {
    const own = (key: string, at: number): number => {
      const terms = blendOf(key).termsOf(at)
      return terms.loadings.at(-1)!
    }
    assert.ok(own('FUT:CLF27', day) > own('FUT:CLM27', day))
    assert.ok(own('FUT:CLF27', day + 5) > own('FUT:CLF27', day))
    assert.equal(blendOf('FUT:CLF27').termsOf(day + 5).base, blendOf('FUT:CLF27').termsOf(day).base)
    const { lastTrade } = catalogue.anyMonth('FUT:CLF27')!.instrument.contract!
    const last = lastTrade / minuteMilliseconds
    const terms = blendOf('FUT:CLF27').termsOf(Math.floor(last / 1440))
    assert.ok(Math.abs(terms.loadings.at(-1)! + terms.loadingSlopes.at(-1)! * (last % 1440) - 1) < 1e-5)
  })
})

describe('path ids', () => {
  it('are unique and leave the factors below 1000', () => {
    const ids = model.paths().map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    const own = pathIdLists.flatMap(({ market, codes }) =>
      codes
        .trim()
        .split(/\s+/)
        .map((code) => ownPathId(`${market}:${code}`)),
    )
    assert.equal(new Set(own).size, own.length)
    assert.ok(own.every((id) => id >= 1000 && id < 65_536))
  })

  // A list may only grow at its end: a change of an existing entry would change published prices.
  const recorded = [
    ['GLOBAL', 18, 'b68a365f4f5ea44b'],
    ['FX', 2, 'bc7ff670a0fc2a99'],
    ['COMMODITY', 10, 'e57c99edd05418e0'],
    ['CRYPTO', 8, '6a9cd707a359e41c'],
    ['US', 128, 'c67b07fe6d29f2e0'],
    ['HK', 80, '65d8ebaed44f7fe7'],
    ['MX', 47, '011ff459fe832a17'],
  ] as const
  for (const [market, count, hash] of recorded) {
    it(`of ${market} begin with the ${count} recorded codes`, () => {
      const list = pathIdLists.find((one) => one.market === market)!
      const first = list.codes.trim().split(/\s+/).slice(0, count).join(' ')
      assert.equal(createHash('sha256').update(`${list.first} ${first}`).digest('hex').slice(0, 16), hash)
    })
  }

  it('throw for a code that is not in the lists', () => {
    assert.throws(() => ownPathId('US:NEVER'), /append it to path-ids/)
  })
})
