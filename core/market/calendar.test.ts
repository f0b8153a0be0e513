import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addBusinessDays,
  calendarOf,
  currentSession,
  isBusinessDay,
  isNoCancel,
  latestSession,
  marketClock,
  marketDate,
  nextClose,
  nextOpen,
  nextPhaseChange,
  nextSession,
  phaseAt,
  previousSession,
  sessionOn,
  type Calendar,
  type CalendarRules,
  type OfficialPhase,
} from './calendar.ts'
import { dayNumber, isoDate, minuteMilliseconds } from '#time-zone.ts'

const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
const stretches = (...parts: [OfficialPhase, string, string, number?][]) =>
  parts.map(([phase, start, end, shift = 0]) => ({ phase, start: minutes(start) + shift, end: minutes(end) }))

function calendar(rules: Partial<CalendarRules> & Pick<CalendarRules, 'session' | 'zone' | 'hours'>): Calendar {
  const weekdays = [1, 2, 3, 4, 5]
  return calendarOf({ hoursZone: rules.zone, weekdays, closed: new Set(), short: new Map(), ...rules })
}

const always = dayNumber('1990-01-01')
const hours = (...parts: Parameters<typeof stretches>) => [{ from: always, stretches: stretches(...parts) }]
const days = (...texts: string[]) => new Set(texts.map(dayNumber))

const window = (start: string, end: string) => ({ start: minutes(start), end: minutes(end) })
const withNoCancel = (given: ReturnType<typeof hours>, ...noCancel: ReturnType<typeof window>[]) =>
  given.map((each) => ({ ...each, noCancel }))

const us = calendar({
  session: 'us-equity',
  zone: 'America/New_York',
  hours: withNoCancel(
    hours(['pre', '04:00', '09:30'], ['regular', '09:30', '16:00'], ['post', '16:00', '20:00']),
    window('09:28', '09:30'),
  ),
  closed: days('2026-11-26'),
  short: new Map([[dayNumber('2026-11-27'), { close: minutes('13:00'), business: true }]]),
})
const hk = calendar({
  session: 'hk-equity',
  zone: 'Asia/Hong_Kong',
  hours: withNoCancel(
    hours(
      ['auction', '09:00', '09:30'],
      ['regular', '09:30', '12:00'],
      ['lunch', '12:00', '13:00'],
      ['regular', '13:00', '16:00'],
      ['auction', '16:00', '16:10'],
    ),
    window('09:15', '09:30'),
    window('16:06', '16:10'),
  ),
  closed: days('2026-02-17', '2026-02-18', '2026-02-19'),
  short: new Map([[dayNumber('2026-02-16'), { close: minutes('12:00'), business: true }]]),
})
const mx = calendar({
  session: 'mx-equity',
  zone: 'America/Mexico_City',
  hoursZone: 'America/New_York',
  hours: hours(['auction', '09:00', '09:30'], ['regular', '09:30', '16:00']),
})
const cme = calendar({
  session: 'cme',
  zone: 'America/Chicago',
  hours: hours(['regular', '17:00', '16:00', -1440]),
  closed: days('2026-12-25'),
  short: new Map([[dayNumber('2026-11-26'), { close: minutes('12:00'), business: false }]]),
})
const grains = calendar({
  session: 'grains',
  zone: 'America/Chicago',
  hours: hours(['regular', '19:00', '07:45', -1440], ['regular', '08:30', '13:20']),
})
const forex = calendar({
  session: 'forex',
  zone: 'America/New_York',
  hours: hours(['regular', '17:00', '17:00', -1440]),
})
const metals = calendar({
  session: 'metals',
  zone: 'America/New_York',
  hours: hours(['regular', '18:00', '17:00', -1440]),
})
const tokyo = calendar({
  session: 'tokyo',
  zone: 'Asia/Tokyo',
  hours: [
    { from: always, stretches: stretches(['regular', '09:00', '15:00']) },
    { from: dayNumber('2024-11-05'), stretches: stretches(['regular', '09:00', '15:30']) },
  ],
})
const crypto = calendar({
  session: 'crypto',
  zone: 'UTC',
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  hours: hours(['regular', '00:00', '24:00']),
})

const at = (text: string): number => Date.parse(`${text}Z`)
const text = (instant: number): string => new Date(instant).toISOString().slice(0, 16)

test('phases: opens and closes belong to what starts, in summer, winter and the weeks between', () => {
  const cases: [string, Calendar, string, string][] = [
    ['US Friday before US summer time', us, '2026-03-06T14:29', 'pre'],
    ['US Friday before US summer time', us, '2026-03-06T14:30', 'regular'],
    ['US Monday in US summer time', us, '2026-03-09T13:29', 'pre'],
    ['US Monday in US summer time', us, '2026-03-09T13:30', 'regular'],
    ['US close', us, '2026-03-09T20:00', 'post'],
    ['US end of post', us, '2026-03-10T00:00', 'closed'],
    ['US start of pre', us, '2026-03-10T08:00', 'pre'],
    ['US Monday after US winter time', us, '2026-11-02T14:29', 'pre'],
    ['US Monday after US winter time', us, '2026-11-02T14:30', 'regular'],
    ['US Thanksgiving', us, '2026-11-26T16:00', 'closed'],
    ['US half day, before its close', us, '2026-11-27T17:59', 'regular'],
    ['US half day, post moves with the close', us, '2026-11-27T18:00', 'post'],
    ['US half day, post is over', us, '2026-11-27T22:00', 'closed'],
    ['US Saturday', us, '2026-11-28T16:00', 'closed'],
    ['HK opening auction', hk, '2026-11-20T01:00', 'auction'],
    ['HK morning', hk, '2026-11-20T01:30', 'regular'],
    ['HK lunch', hk, '2026-11-20T04:00', 'lunch'],
    ['HK afternoon', hk, '2026-11-20T05:00', 'regular'],
    ['HK closing auction', hk, '2026-11-20T08:05', 'auction'],
    ['HK after the auction', hk, '2026-11-20T08:10', 'closed'],
    ['HK half day has no lunch', hk, '2026-02-16T04:05', 'auction'],
    ['HK half day afternoon', hk, '2026-02-16T05:30', 'closed'],
    ['HK Lunar New Year', hk, '2026-02-17T02:00', 'closed'],
    ['MX winter, 08:29 local', mx, '2026-01-15T14:29', 'auction'],
    ['MX winter, 08:30 local', mx, '2026-01-15T14:30', 'regular'],
    ['MX winter, 15:00 local', mx, '2026-01-15T21:00', 'closed'],
    ['MX summer, 07:30 local', mx, '2026-07-15T13:30', 'regular'],
    ['MX summer, 14:00 local', mx, '2026-07-15T20:00', 'closed'],
    ['CME Sunday before the open', cme, '2026-11-15T22:59', 'closed'],
    ['CME Sunday 17:00 Chicago', cme, '2026-11-15T23:00', 'regular'],
    ['CME daily break', cme, '2026-11-16T22:30', 'closed'],
    ['CME after the break', cme, '2026-11-16T23:00', 'regular'],
    ['CME Friday 16:00', cme, '2026-11-20T22:00', 'closed'],
    ['CME Thanksgiving noon', cme, '2026-11-26T18:00', 'closed'],
    ['CME Thanksgiving evening is the next day', cme, '2026-11-26T23:00', 'regular'],
    ['CME Christmas Eve evening', cme, '2026-12-24T23:30', 'closed'],
    ['grains at night', grains, '2026-11-17T03:00', 'regular'],
    ['grains between the two ranges', grains, '2026-11-17T14:00', 'closed'],
    ['grains by day', grains, '2026-11-17T14:30', 'regular'],
    ['FX Friday 17:00 New York', forex, '2026-11-20T22:00', 'closed'],
    ['FX Saturday', forex, '2026-11-21T12:00', 'closed'],
    ['FX Sunday 17:00 New York', forex, '2026-11-22T22:00', 'regular'],
    ['FX has no daily break', forex, '2026-11-23T22:00', 'regular'],
    ['FX Sunday of US summer time', forex, '2026-03-08T21:00', 'regular'],
    ['metals break', metals, '2026-11-23T22:30', 'closed'],
    ['metals after the break', metals, '2026-11-23T23:00', 'regular'],
    ['Tokyo before its longer day', tokyo, '2024-11-01T06:15', 'closed'],
    ['Tokyo since its longer day', tokyo, '2024-11-05T06:15', 'regular'],
    ['crypto Sunday midnight', crypto, '2026-11-22T00:00', 'regular'],
  ]
  for (const [name, market, instant, expected] of cases) {
    assert.equal(phaseAt(market, at(instant), 'real'), expected, `${name} ${instant}`)
    const practice = expected === 'regular' ? 'regular' : 'practice'
    assert.equal(phaseAt(market, at(instant), 'practice'), practice, `${name} ${instant}`)
  }
})

test('next open and next close', () => {
  const cases: [string, Calendar, string, string, string][] = [
    ['US in pre hours', us, '2026-11-20T10:00', '2026-11-20T14:30', '2026-11-20T21:00'],
    ['US while open', us, '2026-11-20T15:00', '2026-11-23T14:30', '2026-11-20T21:00'],
    ['US in post hours', us, '2026-11-20T22:00', '2026-11-23T14:30', '2026-11-23T21:00'],
    ['US before Thanksgiving', us, '2026-11-25T22:00', '2026-11-27T14:30', '2026-11-27T18:00'],
    ['US weekend across the change', us, '2026-03-07T12:00', '2026-03-09T13:30', '2026-03-09T20:00'],
    ['HK before lunch', hk, '2026-11-20T03:00', '2026-11-20T05:00', '2026-11-20T08:00'],
    ['HK at lunch', hk, '2026-11-20T04:30', '2026-11-20T05:00', '2026-11-20T08:00'],
    ['HK in the closing auction', hk, '2026-11-20T08:05', '2026-11-23T01:30', '2026-11-23T08:00'],
    ['HK before a long holiday', hk, '2026-02-16T05:00', '2026-02-20T01:30', '2026-02-20T08:00'],
    ['grains between the ranges', grains, '2026-11-17T14:00', '2026-11-17T14:30', '2026-11-17T19:20'],
    ['CME in its break', cme, '2026-11-16T22:30', '2026-11-16T23:00', '2026-11-17T22:00'],
    ['crypto', crypto, '2026-11-20T12:00', '2026-11-21T00:00', '2026-11-21T00:00'],
  ]
  for (const [name, market, instant, open, close] of cases) {
    assert.equal(text(nextOpen(market, at(instant))), open, name)
    assert.equal(text(nextClose(market, at(instant))), close, name)
  }
})

test('the market date: of the running session, while closed of the next one', () => {
  const cases: [string, Calendar, string, string][] = [
    ['US open', us, '2026-11-20T15:00', '2026-11-20'],
    ['US post hours', us, '2026-11-21T00:30', '2026-11-20'],
    ['US Friday night', us, '2026-11-21T01:00', '2026-11-23'],
    ['US Thanksgiving', us, '2026-11-26T16:00', '2026-11-27'],
    ['HK lunch', hk, '2026-11-20T04:30', '2026-11-20'],
    ['HK evening', hk, '2026-11-20T12:00', '2026-11-23'],
    ['CME Sunday evening is Monday', cme, '2026-11-15T23:30', '2026-11-16'],
    ['FX Sunday evening is Monday', forex, '2026-11-22T22:30', '2026-11-23'],
    ['FX Saturday', forex, '2026-11-21T12:00', '2026-11-23'],
    ['crypto Sunday', crypto, '2026-11-22T12:00', '2026-11-22'],
  ]
  for (const [name, market, instant, expected] of cases) {
    assert.equal(marketDate(market, at(instant)), expected, name)
  }
})

test('business days leave out weekends, holidays and days on which only futures trade', () => {
  const cases: [Calendar, string, number, string][] = [
    [us, '2026-11-25', 1, '2026-11-27'],
    [us, '2026-11-28', 1, '2026-11-30'],
    [us, '2026-11-30', -1, '2026-11-27'],
    [us, '2026-11-30', -2, '2026-11-25'],
    [cme, '2026-11-25', 1, '2026-11-27'],
    [hk, '2026-02-16', 1, '2026-02-20'],
    [crypto, '2026-11-21', 2, '2026-11-23'],
  ]
  for (const [market, day, n, expected] of cases) {
    assert.equal(isoDate(addBusinessDays(market, dayNumber(day), n)), expected, `${day} ${n}`)
  }
  assert.equal(isBusinessDay(cme, dayNumber('2026-11-26')), false)
  assert.notEqual(sessionOn(cme, dayNumber('2026-11-26')), undefined)
  assert.throws(() => addBusinessDays(us, dayNumber('2026-11-25'), 0), /Broken invariant/)
})

test('the market clock', () => {
  const clock = (market: Calendar, instant: string, mode: 'real' | 'practice' = 'real') => {
    const { phase, next, progress } = marketClock(market, at(instant), mode)
    return [phase, next.event, text(next.at), progress]
  }
  assert.deepEqual(clock(us, '2026-11-20T14:30'), ['regular', 'closes', '2026-11-20T21:00', 0])
  assert.deepEqual(clock(us, '2026-11-20T17:45'), ['regular', 'closes', '2026-11-20T21:00', 500])
  assert.deepEqual(clock(us, '2026-11-20T21:00'), ['post', 'opens', '2026-11-23T14:30', undefined])
  assert.deepEqual(clock(us, '2026-11-21T12:00', 'practice'), ['practice', 'opens', '2026-11-23T14:30', undefined])
  assert.deepEqual(clock(hk, '2026-11-20T04:45'), ['lunch', 'opens', '2026-11-20T05:00', 500])
})

test('at every instant the sessions around it fit together', () => {
  const instants = fc.integer({ min: at('2024-06-01T00:00') / 60_000, max: at('2027-06-01T00:00') / 60_000 })
  const markets = fc.constantFrom(us, hk, mx, cme, grains, forex, metals, tokyo, crypto)
  fc.assert(
    fc.property(markets, instants, (market, minute) => {
      const now = minute * minuteMilliseconds
      const [previous, next, latest] = [
        previousSession(market, now),
        nextSession(market, now),
        latestSession(market, now),
      ]
      assert.ok(previous.close <= now && now < next.open)
      assert.ok(latest.open <= now && latest.day >= previous.day && latest.day < next.day)
      const running = currentSession(market, now)
      if (running !== undefined) assert.ok(running.begin <= now && now < running.end)
      assert.ok(nextOpen(market, now) > now && nextClose(market, now) > now)
      const closed = phaseAt(market, now, 'real') === 'closed'
      if (running === undefined) assert.ok(closed)
      for (const { stretches: parts, open, close } of [previous, next]) {
        assert.ok(parts.every(({ start, end }) => start < end))
        assert.ok(open < close)
      }
    }),
    { numRuns: 500 },
  )
})

test('throws on a calendar that never opens again', () => {
  const never = calendar({
    session: 'us-equity',
    zone: 'UTC',
    weekdays: [],
    hours: hours(['regular', '09:00', '10:00']),
  })
  assert.throws(() => nextSession(never, at('2026-11-20T12:00')), /opens again/)
  assert.throws(() => previousSession(never, at('2026-11-20T12:00')), /was open/)
  assert.throws(() => addBusinessDays(never, dayNumber('2026-11-20'), 1), /Broken invariant/)
})

test('orders cannot be cancelled in the no-cancel period, also on a half day (rulebook §13.4)', () => {
  const cases: [Calendar, string, boolean][] = [
    [us, '2026-11-20T14:27:59Z', false],
    [us, '2026-11-20T14:28:00Z', true],
    [us, '2026-11-20T14:29:59Z', true],
    [us, '2026-11-20T14:30:00Z', false],
    [us, '2026-11-21T14:29:00Z', false],
    [hk, '2026-11-20T01:14:59Z', false],
    [hk, '2026-11-20T01:15:00Z', true],
    [hk, '2026-11-20T01:29:59Z', true],
    [hk, '2026-11-20T01:30:00Z', false],
    [hk, '2026-11-20T08:05:59Z', false],
    [hk, '2026-11-20T08:06:00Z', true],
    [hk, '2026-11-20T08:10:00Z', false],
    // The closing auction of a half day begins at noon.
    [hk, '2026-02-16T04:05:59Z', false],
    [hk, '2026-02-16T04:06:00Z', true],
    [hk, '2026-02-16T08:06:00Z', false],
    [mx, '2026-11-20T14:29:00Z', false],
    [forex, '2026-11-20T14:29:00Z', false],
  ]
  for (const [market, time, expected] of cases)
    assert.equal(isNoCancel(market, Date.parse(time)), expected, `${market.session} ${time}`)
})

test('the phase changes at every edge of a stretch and nowhere else', () => {
  const cases: [Calendar, string, string][] = [
    [us, '2026-11-20T14:29:59Z', '2026-11-20T14:30:00Z'],
    [us, '2026-11-20T14:30:00Z', '2026-11-20T21:00:00Z'],
    [us, '2026-11-21T01:00:00Z', '2026-11-23T09:00:00Z'],
    [hk, '2026-11-20T01:30:00Z', '2026-11-20T04:00:00Z'],
    [hk, '2026-11-20T04:00:00Z', '2026-11-20T05:00:00Z'],
    [forex, '2026-11-20T12:00:00Z', '2026-11-20T22:00:00Z'],
    [forex, '2026-11-20T22:00:00Z', '2026-11-22T22:00:00Z'],
  ]
  for (const [market, time, expected] of cases)
    assert.equal(
      new Date(nextPhaseChange(market, Date.parse(time))).toISOString(),
      new Date(expected).toISOString(),
      `${market.session} ${time}`,
    )
  for (const market of [us, hk, mx, cme, grains, forex])
    for (let at = Date.parse('2026-11-16T00:00:00Z'), end = at + 14 * 86_400_000; at < end;) {
      const next = nextPhaseChange(market, at)
      assert.ok(next > at)
      for (let inside = at; inside < next; inside += 5 * minuteMilliseconds)
        assert.equal(phaseAt(market, inside, 'real'), phaseAt(market, at, 'real'))
      at = next
    }
})
