import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatPrice, priceOf } from '@mex/core/money/money.ts'
import { dayNumber, minuteMilliseconds } from '@mex/core/time-zone.ts'
import fc from 'fast-check'
import { openCatalogue } from '#feeds/catalogue.ts'
import { deviationInBand, levelInBand, slopeInBand, tickReach } from './band.ts'
import { openDaySecrets } from './day-secrets.ts'
import { openEngine } from './engine.ts'
import { logUnits } from './log-price.ts'
import { openDaySessions } from './market-hours.ts'
import { marketEpoch, openModel } from './model.ts'
import { definePath } from './path.ts'
import { openPriceGrid, spreadFactorOf } from './quoting.ts'
import { modelVersion, openSimulatedFeed } from './simulated-feed.ts'
import { tickTrees } from './ticks.ts'

const catalogue = openCatalogue()
const sessions = openDaySessions(catalogue.calendars)
const listing = catalogue.fixed.get('FX:USDHKD')!
const [lowest, highest] = [priceOf('7.75'), priceOf('7.85')]

describe('a band', () => {
  const path = definePath({ id: 1, deviation: 0.006, profile: 'currency', band: 0.0062 })

  it('contains every tick of a minute for any level and deviation', () => {
    const drawn = fc.double({ min: -30, max: 30, noNaN: true }).map((width) => width * path.band)
    fc.assert(
      fc.property(drawn, fc.double({ min: 0, max: 3, noNaN: true }), (at, width) => {
        const level = levelInBand(path, at)
        const reach = tickReach * deviationInBand(path, level, width * path.band)
        assert.ok(Math.abs(level) + reach < path.band + 1, `${at} becomes ${level} with ${reach} around it`)
      }),
    )
    for (const { bound } of Object.values(tickTrees)) assert.ok(bound <= tickReach)
  })

  it('maps levels monotonically, with slope 1 in the middle and near 0 at the edge', () => {
    const levels = Array.from({ length: 2001 }, (_, index) => levelInBand(path, ((index - 1000) / 100) * path.band))
    for (const [index, level] of levels.entries()) assert.ok(index === 0 || level > levels[index - 1]!)
    assert.equal(levelInBand(path, 1000), 1000)
    assert.equal(slopeInBand(path, 0), 1)
    assert.ok(slopeInBand(path, levels[2000]!) < 0.01)
  })
})

describe('the Hong Kong dollar', () => {
  /** The log prices of every tick of some days, of many seeds. */
  function* everyTick(): Generator<number> {
    const ticks = new Float64Array(65)
    for (let seed = 0; seed < 25; seed += 1) {
      const keys = openDaySecrets(Buffer.from(`peg-${seed}`), modelVersion)
      const engine = openEngine({ keys, modelVersion, epoch: marketEpoch, sessions })
      const { blend } = openModel(catalogue).pricedOf(listing)!
      for (const year of [2021, 2026, 2029]) {
        const day = dayNumber(`${year}-03-02`) + seed
        for (let minute = 0; minute < 2880; minute += 1) {
          engine.fillMinute(blend, day + Math.floor(minute / 1440), minute % 1440, ticks)
          yield* ticks
        }
      }
    }
  }

  const { instrument } = listing
  const widest = spreadFactorOf(Infinity, 'practice')
  const grid = openPriceGrid(instrument.ticks)
  const touch = (log: number) => grid.touchOf(log, Number(instrument.halfSpread) / 1e12, widest)

  it('has a band that leaves room for the widest spread at both edges', () => {
    const { blend } = openModel(catalogue).pricedOf(listing)!
    const { base } = blend.termsOf(marketEpoch)
    assert.ok(touch(base - blend.paths[0]!.band).bid >= lowest)
    assert.ok(touch(base + blend.paths[0]!.band).ask <= highest)
  })

  it('stays from 7.75 to 7.85 at every tick of many seeds, including bid and ask of the widest spread', () => {
    let [low, high] = [Infinity, -Infinity]
    for (const log of everyTick()) {
      if (log < low) low = log
      if (log > high) high = log
    }
    const [{ bid }, { ask }] = [touch(low), touch(high)]
    assert.ok(bid >= lowest && ask <= highest, `${formatPrice(bid)} to ${formatPrice(ask)}`)
    // Prices come near both edges, so the test covers the edges and not only the middle.
    assert.ok(bid < priceOf('7.762') && ask > priceOf('7.838'), `${formatPrice(bid)} to ${formatPrice(ask)}`)
  })

  it('stays from 7.75 to 7.85 in quotes and weekly bars', () => {
    const keys = openDaySecrets(Buffer.from('peg-quotes'), modelVersion)
    const feed = openSimulatedFeed({ keys, catalogue, practiceHours: true })
    const now = Date.parse('2029-06-01T12:00:00Z')
    for (let tick = 0; tick < 5000; tick += 1) {
      const quote = feed.quote('FX:USDHKD', now + tick * 7 * minuteMilliseconds)!
      assert.ok(quote.bid >= lowest && quote.ask <= highest, formatPrice(quote.last))
    }
    for (const { low, high } of feed.bars('FX:USDHKD', '1W', now, 450, now)) {
      assert.ok(low >= lowest && high <= highest, `${formatPrice(low)} to ${formatPrice(high)}`)
    }
  })

  it('has an expected weekly move back from an edge below the minimum spread', () => {
    // With this secret the level is near an edge for more than three years.
    const keys = openDaySecrets(Buffer.from('peg-edge-5'), modelVersion)
    const engine = openEngine({ keys, modelVersion, epoch: marketEpoch, sessions })
    const path = openModel(catalogue).pricedOf(listing)!.blend.paths[0]!
    const chain = engine.chainOf(path)
    const back: number[] = []
    for (let day = marketEpoch; day < marketEpoch + 20_000; day += 1) {
      const level = levelInBand(path, chain.levelAt(day))
      if (Math.abs(level) > 0.9 * path.band) {
        back.push((Math.sign(level) * (level - levelInBand(path, chain.levelAt(day + 7)))) / logUnits)
      }
    }
    const expected = back.reduce((sum, one) => sum + one, 0) / back.length
    assert.ok(back.length > 500, `${back.length} days at an edge`)
    assert.ok(expected < (2 * Number(instrument.halfSpread)) / 1e12, `${expected} a week`)
    assert.ok(back.some((one) => one < 0))
  })
})
