import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { calendarOf, sessionOn } from '@mex/core/market/calendar.ts'
import { dayNumber } from '@mex/core/time-zone.ts'
import fc from 'fast-check'
import { candleOf, keepSessions, sessionsBack } from './history.ts'
import { minuteNumbered, minutesOfSession, progressAt, sliceMinutes } from './session-minutes.ts'
import { instantOfTick, placeOfTick, tickNumberAt } from './time-grid.ts'

describe('tick numbers', () => {
  it('identify the newest tick at or before an instant', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (instant) => {
        const number = tickNumberAt(instant)
        assert.ok(instantOfTick(number) <= instant && instantOfTick(number + 1) > instant)
      }),
    )
  })

  it('divide a minute into 64 ticks', () => {
    const noon = Date.parse('2026-11-20T12:00:00Z')
    const place = { day: dayNumber('2026-11-20'), minute: 720, tick: 0 }
    assert.deepEqual(placeOfTick(tickNumberAt(noon)), place)
    assert.deepEqual(placeOfTick(tickNumberAt(noon + 59_999)), { ...place, tick: 63 })
    assert.equal(instantOfTick(tickNumberAt(noon) + 1), noon + 938)
    assert.equal(instantOfTick(tickNumberAt(noon) + 2), noon + 1875)
  })
})

const calendar = calendarOf({
  session: 'hk-equity',
  zone: 'Asia/Hong_Kong',
  hoursZone: 'Asia/Hong_Kong',
  weekdays: [1, 2, 3, 4, 5],
  hours: [
    {
      from: 0,
      stretches: [
        { phase: 'regular', start: 570, end: 720 },
        { phase: 'lunch', start: 720, end: 780 },
        { phase: 'regular', start: 780, end: 960 },
      ],
    },
  ],
  closed: new Set([dayNumber('2026-11-19')]),
  short: new Map(),
})
const friday = sessionOn(calendar, dayNumber('2026-11-20'))!

describe('minutes of a session', () => {
  const minutes = minutesOfSession(friday)

  it('exclude the lunch break', () => {
    assert.deepEqual(minutes.ranges, [
      [90, 240],
      [300, 480],
    ])
    assert.equal(minutes.count, 330)
    assert.equal(minuteNumbered(minutes.ranges, 149), 239)
    assert.equal(minuteNumbered(minutes.ranges, 150), 300)
    assert.throws(() => minuteNumbered(minutes.ranges, 330), /minute 330/)
  })

  const progress = [
    ['01:29:59', 0, false],
    ['01:30:00', 0, true],
    ['01:31:00', 1, true],
    ['04:00:00', 150, false],
    ['04:30:00', 150, false],
    ['05:00:00', 150, true],
    ['07:59:59', 329, true],
    ['08:00:00', 330, false],
  ] as const
  for (const [time, finished, running] of progress) {
    it(`at ${time}: ${finished} finished${running ? ', one running' : ''}`, () => {
      assert.deepEqual(progressAt(minutes, Date.parse(`2026-11-20T${time}Z`)), { finished, running })
    })
  }

  it('are sliced into ranges that contain every minute once', () => {
    const one = fc.integer({ min: 0, max: 330 })
    fc.assert(
      fc.property(one, one, (left, right) => {
        const [from, until] = left < right ? [left, right] : [right, left]
        const sliced = sliceMinutes(minutes.ranges, from, until).flatMap(([start, end]) =>
          Array.from({ length: end - start }, (_, index) => start + index),
        )
        const numbered = Array.from({ length: until - from }, (_, index) =>
          minuteNumbered(minutes.ranges, from + index),
        )
        assert.deepEqual(sliced, numbered)
      }),
    )
  })
})

describe('history', () => {
  it('lists the sessions that have opened after the first day, newest first, without holidays', () => {
    const dates = (instant: string, first: string) =>
      [...sessionsBack(calendar, Date.parse(instant), dayNumber(first))].map(({ date }) => date)
    assert.deepEqual(dates('2026-11-20T01:30:00Z', '2026-11-17'), ['2026-11-20', '2026-11-18'])
    assert.deepEqual(dates('2026-11-20T01:29:59Z', '2026-11-16'), ['2026-11-18', '2026-11-17'])
    assert.deepEqual(dates('2026-11-20T01:29:59Z', '2026-11-19'), [])
  })

  it('computes a finished session once and caches it', () => {
    let computed = 0
    const kept = keepSessions(({ day }) => {
      computed += 1
      return { open: day, high: day + 9, low: -day, close: day + 1, lots: 2 ** 40 }
    })
    const first = kept.get(friday)
    assert.deepEqual(kept.get(friday), first)
    assert.equal(first.low, -friday.day)
    assert.equal(computed, 1)
  })

  const candles = [
    ['1W', '2026-11-16', '2026-11-22', '2026-11-23'],
    ['1M', '2026-11-01', '2026-11-30', '2026-12-01'],
    ['3M', '2026-10-01', '2026-12-31', '2027-01-01'],
    ['1Y', '2026-01-01', '2026-12-31', '2027-01-01'],
    ['1D', '2026-11-20', '2026-11-20', '2026-11-21'],
  ] as const
  for (const [period, first, last, next] of candles) {
    it(`has a ${period} candle from ${first} to ${last}`, () => {
      const candle = (date: string) => candleOf(period, dayNumber(date))
      assert.equal(candle(first), candle(last))
      assert.equal(candle(next), candle(last) + 1)
    })
  }
})
