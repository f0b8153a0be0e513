import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  dateOfDay,
  dayMilliseconds,
  dayNumber,
  instantOf,
  isoDate,
  localDay,
  localMinute,
  minuteMilliseconds,
  offsetMinutes,
  parseIsoDate,
  utcDay,
  weekday,
  weekdayOfMonth,
  type Zone,
} from './time-zone.ts'

const zones = [
  'UTC',
  'America/New_York',
  'America/Chicago',
  'America/Mexico_City',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Hong_Kong',
  'Asia/Shanghai',
  'Asia/Taipei',
  'Asia/Tokyo',
  'Asia/Seoul',
  'Asia/Kolkata',
  'Australia/Sydney',
] as const satisfies readonly Zone[]

const formats = new Map(
  zones.map((zone) => [
    zone,
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
  ]),
)

/** What the platform's own time zone database says, as the reference. */
function platformOffset(zone: (typeof zones)[number], instant: number): number {
  const parts = Object.fromEntries(
    (formats.get(zone)?.formatToParts(instant) ?? []).map(({ type, value }) => [type, Number(value)]),
  )
  const wall = Date.UTC(
    parts['year'] ?? 0,
    (parts['month'] ?? 0) - 1,
    parts['day'] ?? 0,
    parts['hour'] ?? 0,
    parts['minute'] ?? 0,
    parts['second'] ?? 0,
  )
  return (wall - Math.floor(instant / 1000) * 1000) / minuteMilliseconds
}

test('day numbers and dates convert both ways and agree with the JavaScript engine', () => {
  fc.assert(
    fc.property(fc.integer({ min: -200_000, max: 200_000 }), (day) => {
      const text = isoDate(day)
      assert.equal(dayNumber(text), day)
      assert.equal(text, new Date(day * dayMilliseconds).toISOString().slice(0, 10))
      assert.equal(weekday(day), new Date(day * dayMilliseconds).getUTCDay())
      assert.equal(dateOfDay(day).dayOfMonth, Number(text.slice(8)))
    }),
  )
})

test('rejects texts that are not dates', () => {
  for (const text of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '20260101', '', '2026-01-01T00:00']) {
    assert.equal(parseIsoDate(text), undefined, text)
  }
  assert.throws(() => dayNumber('2026-02-30'), /Broken invariant/)
})

test('the n-th weekday of a month', () => {
  const cases: [number, number, number, number, string][] = [
    [2026, 3, 0, 2, '2026-03-08'],
    [2026, 11, 0, 1, '2026-11-01'],
    [2026, 10, 0, -1, '2026-10-25'],
    [2026, 12, 5, 3, '2026-12-18'],
    [2026, 12, 4, -1, '2026-12-31'],
    [2028, 2, 2, -1, '2028-02-29'],
  ]
  for (const [year, month, day, n, expected] of cases) {
    assert.equal(isoDate(weekdayOfMonth(year, month, day, n)), expected)
  }
})

test('offsets agree with the platform in every zone, hour by hour around every change of 2019 to 2029', () => {
  for (const zone of zones) {
    const start = Date.UTC(2019, 0, 1)
    let before = platformOffset(zone, start)
    for (let instant = start; instant < Date.UTC(2030, 0, 1); instant += dayMilliseconds) {
      const expected = platformOffset(zone, instant)
      assert.equal(offsetMinutes(zone, instant), expected, `${zone} ${new Date(instant).toISOString()}`)
      if (expected !== before) {
        for (let hour = instant - dayMilliseconds; hour < instant; hour += minuteMilliseconds * 30) {
          assert.equal(offsetMinutes(zone, hour), platformOffset(zone, hour), `${zone} ${new Date(hour).toISOString()}`)
        }
      }
      before = expected
    }
  }
})

test('a local time that exists once and its instant convert both ways', () => {
  const instants = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2029, 0, 1) / 60_000 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (zone, minutes) => {
      const instant = minutes * minuteMilliseconds
      const around = [-120, 120].map((shift) => offsetMinutes(zone, instant + shift * minuteMilliseconds))
      fc.pre(around[0] === around[1])
      assert.equal(instantOf(zone, localDay(zone, instant), localMinute(zone, instant)), instant)
    }),
  )
})

test('skipped and doubled times of New York, and the evening before', () => {
  const cases: [string, number, string][] = [
    ['2026-03-08', 2 * 60 + 30, '2026-03-08T07:30:00.000Z'],
    ['2026-11-01', 90, '2026-11-01T05:30:00.000Z'],
    ['2026-11-02', -7 * 60, '2026-11-01T22:00:00.000Z'],
    ['2026-03-09', -7 * 60, '2026-03-08T21:00:00.000Z'],
  ]
  for (const [date, minute, expected] of cases) {
    assert.equal(new Date(instantOf('America/New_York', dayNumber(date), minute)).toISOString(), expected)
  }
  assert.equal(utcDay(-1), -1)
})
