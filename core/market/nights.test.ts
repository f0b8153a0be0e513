import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayMilliseconds, dayNumber } from '#time-zone.ts'
import { nextRollover, nightsBetween, rolloverOn } from './nights.ts'

const at = (text: string): number => Date.parse(text)

test('a date has its rollover at 17:00 New York, three nights on Wednesday and none on a weekend', () => {
  const cases = [
    ['2026-11-15', undefined, 0],
    ['2026-11-16', '2026-11-16T22:00:00Z', 1],
    ['2026-11-17', '2026-11-17T22:00:00Z', 1],
    ['2026-11-18', '2026-11-18T22:00:00Z', 3],
    ['2026-11-19', '2026-11-19T22:00:00Z', 1],
    ['2026-11-20', '2026-11-20T22:00:00Z', 1],
    ['2026-11-21', undefined, 0],
    // Holidays count like any other day.
    ['2026-11-26', '2026-11-26T22:00:00Z', 1],
    ['2026-12-25', '2026-12-25T22:00:00Z', 1],
    ['2027-01-01', '2027-01-01T22:00:00Z', 1],
    // The Friday and the Monday around both changes of the clock.
    ['2026-03-06', '2026-03-06T22:00:00Z', 1],
    ['2026-03-09', '2026-03-09T21:00:00Z', 1],
    ['2026-10-30', '2026-10-30T21:00:00Z', 1],
    ['2026-11-02', '2026-11-02T22:00:00Z', 1],
  ] as const
  for (const [date, instant, nights] of cases) {
    const expected = instant === undefined ? undefined : { instant: at(instant), nights }
    assert.deepEqual(rolloverOn(dayNumber(date)), expected, date)
  }
})

test('the nights between two instants are those of the rollovers after the first, the second included', () => {
  const cases = [
    ['2026-11-18T21:59:59.999Z', '2026-11-18T22:00:00Z', 3],
    ['2026-11-18T22:00:00Z', '2026-11-18T22:01:00Z', 0],
    ['2026-11-18T22:00:00Z', '2026-11-19T21:59:59.999Z', 0],
    ['2026-11-18T21:59:00Z', '2026-11-19T22:00:00Z', 4],
    // Thursday 17:01 to Tuesday 16:59: Friday and Monday.
    ['2026-11-19T22:01:00Z', '2026-11-24T21:59:00Z', 2],
    // A weekend, also one in which the clock changes.
    ['2026-11-20T22:00:00Z', '2026-11-23T21:59:59.999Z', 0],
    ['2026-10-30T21:00:00Z', '2026-11-02T21:59:59.999Z', 0],
    ['2026-10-30T20:59:59.999Z', '2026-11-02T22:00:00Z', 2],
    ['2026-03-06T22:00:00Z', '2026-03-09T21:00:00Z', 1],
    // The end of a year, and whole years: 52 weeks and one more day, whose weekday decides.
    ['2026-12-31T21:59:00Z', '2027-01-04T21:59:00Z', 2],
    ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 365],
    ['2026-01-03T00:00:00Z', '2027-01-03T00:00:00Z', 364],
    ['2026-01-07T00:00:00Z', '2027-01-07T00:00:00Z', 367],
    ['2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z', 3653],
    ['1969-12-31T21:59:00Z', '1969-12-31T22:00:00Z', 3],
  ] as const
  for (const [from, to, nights] of cases) {
    assert.equal(nightsBetween(at(from), at(to)), nights, `${from} to ${to}`)
    assert.equal(nightsBetween(at(to), at(from)), 0 - nights, `${to} to ${from}`)
  }
})

test('the next rollover is after the instant', () => {
  const cases = [
    ['2026-11-18T21:59:59.999Z', '2026-11-18T22:00:00Z', 3],
    ['2026-11-18T22:00:00Z', '2026-11-19T22:00:00Z', 1],
    ['2026-11-19T03:00:00Z', '2026-11-19T22:00:00Z', 1],
    ['2026-11-20T22:00:00Z', '2026-11-23T22:00:00Z', 1],
    ['2026-03-08T06:59:59.999Z', '2026-03-09T21:00:00Z', 1],
    ['2026-12-31T23:00:00Z', '2027-01-01T22:00:00Z', 1],
  ] as const
  for (const [now, instant, nights] of cases) {
    assert.deepEqual(nextRollover(at(now)), { instant: at(instant), nights }, now)
  }
})

test('the nights between two instants are the sum over the rollovers between them', () => {
  const first = at('1995-01-01T00:00:00Z')
  const last = at('2100-01-01T00:00:00Z')
  const instants = fc.integer({ min: first, max: last })
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 400 * dayMilliseconds }), (from, length) => {
      let nights = 0
      for (let next = nextRollover(from); next.instant <= from + length; next = nextRollover(next.instant))
        nights += next.nights
      assert.equal(nightsBetween(from, from + length), nights)
    }),
  )
})
