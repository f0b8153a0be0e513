import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayNumber } from '@mex/core/time-zone.ts'
import { constantBlend } from './blend.ts'
import { calibrationSessions } from './calibration-calendar.ts'
import { openCalibrationWorld } from './calibration-world.ts'
import type { MinuteRange } from './profile.ts'
import { modelVersion } from './simulated-feed.ts'
import { openSessionVolume, type SessionVolume } from './volume.ts'

const none = { holidays: new Set<number>(), earlyCloses: new Map<number, string>() }
const sessions = calibrationSessions({ XNYS: none, XHKG: none, XMEX: none })
const world = openCalibrationWorld({ master: 'volume', epoch: '2025-01-01', sessions, modelVersion })
const day = dayNumber('2025-03-12')
const session: readonly MinuteRange[] = sessions('us-equity', day)!

function volumeOf(
  code: string,
  at: number,
  ranges = session,
  lotsPerDay = 1_000_000,
  auctions = true,
  sign = 1,
): SessionVolume {
  const { components } = world.byCode.get(code)!
  const path = components.at(-1)![0]
  const blend = constantBlend(0, [[path, sign]])
  return openSessionVolume({ lotsPerDay, auctions }, at, ranges, {
    dayOf: (utcDay) => world.engine.pathDaysOf(blend, utcDay)[0]!,
    volatilityOf: (utcDay) => world.engine.chainOf(path).volatilityAt(utcDay),
    profileOf: (utcDay) => world.engine.profileOf(path, utcDay),
  })
}

describe('volume', () => {
  it('is a whole, non-decreasing number, and the same computed at once or minute by minute', () => {
    const step = volumeOf('US1', day)
    let before = 0
    for (let minute = 0; minute <= 390; minute += 1) {
      const lots = step.lotsBefore(minute)
      assert.ok(Number.isInteger(lots) && lots >= before)
      before = lots
    }
    assert.equal(volumeOf('US1', day).lotsBefore(390), before)
    assert.equal(step.lotsBefore(0), 0)
  })

  it('does not depend on the direction of the price', () => {
    const up = volumeOf('US1', day)
    const down = volumeOf('US1', day, session, 1_000_000, true, -1)
    for (let minute = 0; minute <= 390; minute += 13) assert.equal(up.lotsBefore(minute), down.lotsBefore(minute))
  })

  it('has a mean near the average volume, a U shape and auction prints', () => {
    let [total, opening, middle, closing, firstMinute, lastMinute] = [0, 0, 0, 0, 0, 0]
    let days = 0
    for (let at = dayNumber('2025-02-03'); at < dayNumber('2026-02-02'); at += 1) {
      const ranges = sessions('us-equity', at)
      if (ranges === undefined) continue
      for (const code of ['US1', 'US2', 'US3', 'US4']) {
        const volume = volumeOf(code, at, ranges)
        const between = (from: number, until: number) => volume.lotsBefore(until) - volume.lotsBefore(from)
        total += between(0, 390)
        opening += between(1, 31)
        middle += between(156, 254) * (30 / 98)
        closing += between(359, 389)
        firstMinute += between(0, 1)
        lastMinute += between(389, 390)
        days += 1
      }
    }
    const near = (actual: number, low: number, high: number) => assert.ok(actual > low && actual < high, `${actual}`)
    near(total / days / 1e6, 0.75, 1.3)
    near(opening / middle, 1.6, 2.8)
    near(closing / middle, 1.4, 2.3)
    near(firstMinute / total, 0.05, 0.1)
    near(lastMinute / total, 0.07, 0.12)
  })

  it('of an evening before the trading day does not read the draws of the trading day', () => {
    const ranges: readonly MinuteRange[] = [[-120, 1260]]
    const asked: number[] = []
    const path = world.byCode.get('CL')!.components.at(-1)![0]
    const blend = constantBlend(0, [[path, 1]])
    const volume = openSessionVolume({ lotsPerDay: 1000, auctions: false }, day, ranges, {
      dayOf(utcDay) {
        asked.push(utcDay)
        return world.engine.pathDaysOf(blend, utcDay)[0]!
      },
      volatilityOf: (utcDay) => world.engine.chainOf(path).volatilityAt(utcDay),
      profileOf: (utcDay) => world.engine.profileOf(path, utcDay),
    })
    volume.lotsBefore(120)
    assert.deepEqual([...new Set(asked)], [day - 1])
    volume.lotsBefore(121)
    assert.deepEqual([...new Set(asked)], [day - 1, day])
  })

  it('is 0 for an instrument without average volume', () => {
    assert.equal(volumeOf('US1', day, session, 0).lotsBefore(390), 0)
  })
})
