import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Zone } from '@mex/core/time-zone.ts'

import { deviceTimeZone, formatCalendarDate, formatDate, formatTime, formatTimestamp } from './format-time.ts'

const newYork = 'America/New_York'

const cases: readonly [instant: string, timestamp: string, date: string, time: string][] = [
  ['2026-11-18T15:04:21Z', '11-18-2026 10:04:21 AM', '11/18/2026', '10:04'],
  ['2026-11-18T05:00:00Z', '11-18-2026 12:00:00 AM', '11/18/2026', '00:00'],
  ['2026-11-18T17:00:09Z', '11-18-2026 12:00:09 PM', '11/18/2026', '12:00'],
  ['2026-11-18T18:32:04Z', '11-18-2026 01:32:04 PM', '11/18/2026', '13:32'],
  ['2026-01-01T04:59:59Z', '12-31-2025 11:59:59 PM', '12/31/2025', '23:59'],
  // Summer time: four hours behind instead of five.
  ['2026-07-04T13:30:00Z', '07-04-2026 09:30:00 AM', '07/04/2026', '09:30'],
]
const allFormats = (milliseconds: number, zone?: Zone) => [
  formatTimestamp(milliseconds, zone),
  formatDate(milliseconds, zone),
  formatTime(milliseconds, zone),
]

test('formats instants in the three formats of the spec', () => {
  for (const [instant, ...texts] of cases) assert.deepEqual(allFormats(Date.parse(instant), newYork), texts)
})

test('without a time zone the instants are those of the device', (context) => {
  const { TZ } = process.env
  context.after(() => {
    if (TZ === undefined) delete process.env['TZ']
    else process.env['TZ'] = TZ
  })
  process.env['TZ'] = newYork
  for (const [instant, ...texts] of cases) assert.deepEqual(allFormats(Date.parse(instant)), texts)
  assert.equal(deviceTimeZone(), newYork)
})

test('shows a dash for unknown and invalid times', () => {
  assert.equal(formatTimestamp(undefined), '—')
  assert.equal(formatDate(undefined), '—')
  assert.equal(formatTime(undefined), '—')
  assert.equal(formatCalendarDate('18/11/2026'), '—')
})

test('keeps the day of a calendar date in every time zone', () => {
  assert.equal(formatCalendarDate('2026-11-18'), '11/18/2026')
})
