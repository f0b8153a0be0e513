import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayNumber } from '@mex/core/time-zone.ts'
import fc from 'fast-check'
import type { Blend } from './blend.ts'
import { type CalibrationWorld, openCalibrationWorld } from './calibration-world.ts'
import { calibrationSessions } from './calibration-calendar.ts'
import type { ModelVersion } from './day-secrets.ts'
import type { MinuteRange } from './profile.ts'
import { modelVersion } from './simulated-feed.ts'

const holidays = { holidays: new Set<number>(), earlyCloses: new Map<number, string>() }
const sessions = calibrationSessions({ XNYS: holidays, XHKG: holidays, XMEX: holidays })
const open = (version: ModelVersion, master = 'engine-test', keptPathDays = 200): CalibrationWorld =>
  openCalibrationWorld({ master, epoch: '2025-01-01', sessions, modelVersion: version, keptPathDays })

const codes = ['SPX', 'US3', 'HK3', 'EURJPY', 'AUDUSD', 'BTC', 'CL', 'ZC']
const first = dayNumber('2025-02-03')

/** The bar from every tick of every minute. */
function bruteForce({ engine }: CalibrationWorld, blend: Blend, day: number, ranges: readonly MinuteRange[]) {
  const ticks = new Float64Array(65)
  let bar: { open: number; high: number; low: number; close: number } | undefined
  for (const [from, until] of ranges) {
    for (let minute = from; minute < until; minute += 1) {
      const shift = Math.floor(minute / 1440)
      engine.fillMinute(blend, day + shift, minute - shift * 1440, ticks)
      bar ??= { open: ticks[0]!, high: ticks[0]!, low: ticks[0]!, close: 0 }
      bar.high = Math.max(bar.high, ...ticks)
      bar.low = Math.min(bar.low, ...ticks)
      bar.close = ticks[64]!
    }
  }
  return bar
}

/** A blend with terms of every kind: its base and one loading change every minute, and its base steps at 05:00. */
function slanted(world: CalibrationWorld, code: string): Blend {
  const { blend } = world.byCode.get(code)!
  return {
    paths: blend.paths,
    termsOf(day) {
      const terms = blend.termsOf(day)
      const loadingSlopes = terms.loadings.map((_, index) => (index === 0 ? 0.00003 : 0))
      return { ...terms, baseSlope: -180, loadingSlopes, step: 90_000, stepMinute: 300 }
    },
  }
}

describe('engine', () => {
  for (const version of [0, modelVersion] as const) {
    const world = open(version)

    it(`version ${version}: a bar equals the brute-force bar of all its ticks`, () => {
      for (const [offset, code] of codes.entries()) {
        const { blend, session } = world.byCode.get(code)!
        for (let day = first + offset; day < first + offset + 4; day += 1) {
          const ranges = sessions(session, day)
          if (ranges === undefined) continue
          const expected = bruteForce(world, blend, day, ranges)
          assert.deepEqual(world.engine.scanBar(blend, day, ranges), expected, `${code} ${day}`)
          assert.deepEqual(world.engine.barOf(blend, day, ranges), expected, `${code} ${day}`)
        }
      }
    })

    it(`version ${version}: a bar of a blend with changing terms equals the brute-force bar`, () => {
      for (const code of ['SPX', 'CL']) {
        const blend = slanted(world, code)
        const ranges: readonly MinuteRange[] = [[-60, 500]]
        assert.deepEqual(world.engine.scanBar(blend, first, ranges), bruteForce(world, blend, first, ranges))
      }
    })

    it(`version ${version}: logAt and fillMinute give the same tick`, () => {
      const ticks = new Float64Array(65)
      for (const code of codes) {
        const { blend } = world.byCode.get(code)!
        for (const minute of [0, 29, 30, 899, 1439]) {
          world.engine.fillMinute(blend, first, minute, ticks)
          for (const [tick, log] of ticks.entries()) {
            assert.equal(world.engine.logAt(blend, first, minute, tick), log, `${code} ${minute} ${tick}`)
          }
        }
      }
    })
  }

  it('gives the same prices with another cache size and in another order of requests', () => {
    const question = fc.record({
      code: fc.constantFrom(...codes),
      day: fc.integer({ min: first, max: first + 40 }),
      minute: fc.integer({ min: 0, max: 1439 }),
      tick: fc.integer({ min: 0, max: 64 }),
    })
    fc.assert(
      fc.property(fc.array(question, { minLength: 60, maxLength: 60 }), (questions) => {
        const answer = (world: CalibrationWorld) => (one: (typeof questions)[number]) =>
          world.engine.logAt(world.byCode.get(one.code)!.blend, one.day, one.minute, one.tick)
        const large = questions.map(answer(open(modelVersion, 'engine-test', 2000)))
        const small = questions.toReversed().map(answer(open(modelVersion, 'engine-test', 32)))
        assert.deepEqual(small.toReversed(), large)
      }),
      { numRuns: 8 },
    )
  })

  it('has continuous prices across minutes and days, except at jumps', () => {
    const world = open(modelVersion)
    for (const code of codes) {
      const { blend } = world.byCode.get(code)!
      for (let minute = 0; minute < 2880; minute += 1) {
        const here = world.engine.endsOf(blend, first + Math.floor(minute / 1440), minute % 1440)
        const next = minute + 1
        const there = world.engine.endsOf(blend, first + Math.floor(next / 1440), next % 1440)
        const jumps = world.engine
          .pathDaysOf(blend, first + Math.floor(next / 1440))
          .some(({ outline }) => outline.jumps?.some((jump) => jump.minute === next % 1440))
        if (!jumps) assert.equal(there.start, here.end, `${code} ${minute}`)
      }
    }
  })

  it('has prices on the epoch and throws for the day before', () => {
    const world = open(modelVersion)
    const { blend } = world.byCode.get('SPX')!
    assert.equal(typeof world.engine.logAt(blend, dayNumber('2025-01-01'), 0, 0), 'number')
    assert.throws(() => world.engine.logAt(blend, dayNumber('2024-12-31'), 0, 0), /begins at its epoch/)
  })

  it('gives other prices for another master secret and another model version', () => {
    const logs = [open(0), open(modelVersion), open(modelVersion, 'another')].map((world) =>
      world.engine.logAt(world.byCode.get('SPX')!.blend, first, 900, 10),
    )
    assert.equal(new Set(logs).size, 3)
  })
})
