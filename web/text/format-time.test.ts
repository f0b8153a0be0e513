import assert from 'node:assert/strict'
import { test } from 'node:test'

import { formatCalendarDate, formatDate, formatTime, formatTimestamp } from './format-time.ts'

const zone = 'America/New_York'

test('formats instants in the three formats of the spec', () => {
  const cases: [instant: string, timestamp: string, date: string, time: string][] = [
    ['2026-11-18T15:04:21Z', '11-18-2026 10:04:21 AM', '11/18/2026', '10:04'],
    ['2026-11-18T05:00:00Z', '11-18-2026 12:00:00 AM', '11/18/2026', '00:00'],
    ['2026-11-18T17:00:09Z', '11-18-2026 12:00:09 PM', '11/18/2026', '12:00'],
    ['2026-11-18T18:32:04Z', '11-18-2026 01:32:04 PM', '11/18/2026', '13:32'],
    ['2026-01-01T04:59:59Z', '12-31-2025 11:59:59 PM', '12/31/2025', '23:59'],
    // Summer time: four hours behind instead of five.
    ['2026-07-04T13:30:00Z', '07-04-2026 09:30:00 AM', '07/04/2026', '09:30'],
  ]
  for (const [instant, timestamp, date, time] of cases) {
    const milliseconds = Date.parse(instant)
    assert.equal(formatTimestamp(milliseconds, zone), timestamp)
    assert.equal(formatDate(milliseconds, zone), date)
    assert.equal(formatTime(milliseconds, zone), time)
  }
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
