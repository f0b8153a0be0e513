import { createHash } from 'node:crypto'
import { dayNumber } from '@mex/core/time-zone.ts'
import { calibrationSessions, type HolidayFacts, readHolidays } from './calibration-calendar.ts'
import { type CalibrationWorld, openCalibrationWorld } from './calibration-world.ts'

/** Holidays in the range of the test vectors; "=13:00" is an early close in the exchange's own time zone. */
const vectorDays: Record<keyof HolidayFacts, string> = {
  XNYS: `
    2023-01-02 2023-01-16 2023-02-20 2023-04-07 2023-05-29 2023-06-19 2023-07-03=13:00 2023-07-04
    2023-09-04 2023-11-23 2023-11-24=13:00 2023-12-25 2024-01-01 2024-01-15 2024-02-19
  `,
  XHKG: `
    2023-01-02 2023-01-23 2023-01-24 2023-01-25 2023-04-05 2023-04-07 2023-04-10 2023-05-01 2023-05-26
    2023-06-22 2023-07-17 2023-09-01 2023-09-08 2023-10-02 2023-10-23 2023-12-25 2023-12-26 2024-01-01
    2024-02-09=12:00 2024-02-12 2024-02-13
  `,
  XMEX: `
    2023-02-06 2023-03-20 2023-04-06 2023-04-07 2023-05-01 2023-11-02 2023-11-20 2023-12-12 2023-12-25
    2024-01-01 2024-02-05
  `,
}

/** The world of the market model's test vectors (market model §10), with the reference version of the tick tree. */
export function openVectorWorld(keptPathDays?: number): CalibrationWorld {
  return openCalibrationWorld({
    master: 'test-master',
    epoch: '2022-01-01',
    sessions: calibrationSessions(readHolidays(vectorDays)),
    modelVersion: 0,
    ...(keptPathDays !== undefined && { keptPathDays }),
  })
}

/**
 * The first 8 bytes of the SHA-256 over daily bars and single ticks of the first `count` instruments. For all
 * instruments (24 sessions or more and 200 ticks each) these are the 44,712 values of the published fingerprint.
 */
export function vectorHash(count: number, lastDate: string): { readonly values: number; readonly hash: string } {
  const { engine, instruments, sessions } = openVectorWorld()
  const values: number[] = []
  const first = dayNumber('2024-01-02')
  const march = dayNumber('2024-03-01')
  for (const { blend, session } of instruments.slice(0, count)) {
    for (let day = first; day <= dayNumber(lastDate); day += 1) {
      const ranges = sessions(session, day)
      if (ranges === undefined) continue
      const { open, high, low, close } = engine.scanBar(blend, day, ranges)
      values.push(open, high, low, close)
    }
    for (let draw = 0; draw < 200; draw += 1) {
      values.push(engine.logAt(blend, march + (draw % 9), (draw * 131) % 1440, draw % 65))
    }
  }
  const bytes = new Uint8Array(Float64Array.from(values).buffer)
  return { values: values.length, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 16) }
}
