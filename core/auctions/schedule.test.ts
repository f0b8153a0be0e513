import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf, type CalendarRules } from '#market/calendar.ts'
import { dayNumber } from '#time-zone.ts'
import {
  auctionCrossingAt,
  auctionPhase,
  lastAuction,
  nextAuction,
  nextPublication,
  publishedAt,
  type Auction,
} from './schedule.ts'

/** New York with a holiday on Thursday 2026-11-26 and a half day after it. */
const calendar = calendarOf({
  session: 'us-equity',
  zone: 'America/New_York',
  hoursZone: 'America/New_York',
  weekdays: [1, 2, 3, 4, 5],
  hours: [
    {
      from: dayNumber('2020-01-01'),
      stretches: [
        { phase: 'pre', start: 240, end: 570 },
        { phase: 'regular', start: 570, end: 960 },
        { phase: 'post', start: 960, end: 1200 },
      ],
      noCancel: [{ start: 568, end: 570 }],
    },
  ],
  closed: new Set([dayNumber('2026-11-26')]),
  short: new Map([[dayNumber('2026-11-27'), { close: 780, business: true }]]),
} satisfies CalendarRules)

/** In November 2026 New York is five hours behind. */
const at = (text: string): number => Date.parse(`2026-11-${text}-05:00`)
const shown = ({ opensAt, closesAt, crossesAt, isPractice }: Auction): string =>
  [opensAt, closesAt, crossesAt]
    .map((instant) => new Date(instant - 5 * 3_600_000).toISOString().slice(8, 16))
    .join(' ') + (isPractice ? ' practice' : '')

test('the next auction is the opening of the next trading day', () => {
  const friday = '20T04:00 20T09:28 20T09:30'
  const cases: [now: string, expected: string][] = [
    ['20T03:59:59', friday],
    ['20T04:00:00', friday],
    ['20T09:29:59', friday],
    ['20T09:30:00', '23T04:00 23T09:28 23T09:30'],
    ['21T12:00:00', '23T04:00 23T09:28 23T09:30'],
    ['25T16:00:00', '27T04:00 27T09:28 27T09:30'],
  ]
  for (const [now, expected] of cases) assert.equal(shown(nextAuction(calendar, at(now), false)), expected, now)
})

test('practice auctions cross at full hours outside of the time from 04:00 to the close', () => {
  const cases: [now: string, expected: string][] = [
    ['20T01:30:00', '20T01:00 20T01:58 20T02:00 practice'],
    ['20T02:00:00', '20T02:00 20T02:58 20T03:00 practice'],
    // An hour of entry would reach into the morning of the exchange.
    ['20T03:00:00', '20T04:00 20T09:28 20T09:30'],
    ['20T11:00:00', '20T16:00 20T16:58 20T17:00 practice'],
    ['20T16:30:00', '20T16:00 20T16:58 20T17:00 practice'],
    ['21T12:00:00', '21T12:00 21T12:58 21T13:00 practice'],
    ['26T09:15:00', '26T09:00 26T09:58 26T10:00 practice'],
    // A half day closes at 13:00.
    ['27T12:00:00', '27T13:00 27T13:58 27T14:00 practice'],
  ]
  for (const [now, expected] of cases) assert.equal(shown(nextAuction(calendar, at(now), true)), expected, now)
})

test('finds the auction that crosses at an instant, and no other', () => {
  const crossing = (now: string, practice = true): boolean =>
    auctionCrossingAt(calendar, at(now), practice) !== undefined
  const found = ['20T03:00:00', '20T09:30:00', '20T17:00:00', '21T12:00:00', '26T09:00:00', '27T14:00:00']
  for (const now of found) assert.equal(crossing(now), true, now)
  const none = ['20T04:00:00', '20T09:00:00', '20T10:00:00', '20T16:00:00', '21T12:30:00', '26T09:30:00', '27T13:00:00']
  for (const now of none) assert.equal(crossing(now), false, now)
  assert.equal(crossing('21T12:00:00', false), false)
  assert.equal(crossing('20T09:30:00', false), true)
  assert.equal(auctionCrossingAt(calendar, at('20T09:30:00') + 1, true), undefined)
})

test('the last auction has crossed already', () => {
  const last = (now: string, practice: boolean): string => shown(lastAuction(calendar, at(now), practice))
  assert.equal(last('20T09:29:59', false), '19T04:00 19T09:28 19T09:30')
  assert.equal(last('20T09:29:59', true), '20T02:00 20T02:58 20T03:00 practice')
  assert.equal(last('20T09:30:00', true), '20T04:00 20T09:28 20T09:30')
  assert.equal(last('20T16:59:00', true), '20T04:00 20T09:28 20T09:30')
  assert.equal(last('20T17:00:00', true), '20T16:00 20T16:58 20T17:00 practice')
  assert.equal(last('21T12:00:00', false), '20T04:00 20T09:28 20T09:30')
})

test('entry ends at 09:28, and nothing is between it and the cross', () => {
  const auction = nextAuction(calendar, at('20T03:00:00'), false)
  const phases: [now: string, expected: string][] = [
    ['20T03:59:59', 'waiting'],
    ['20T04:00:00', 'entry'],
    ['20T09:27:59', 'entry'],
    ['20T09:28:00', 'matching'],
    ['20T09:29:59', 'matching'],
  ]
  for (const [now, expected] of phases) assert.equal(auctionPhase(auction, at(now)), expected, now)
})

test('publishes every minute, and every five seconds from 09:25', () => {
  const auction = nextAuction(calendar, at('20T03:00:00'), false)
  const cases: [now: string, published: string | undefined, next: string][] = [
    ['20T03:59:59', undefined, '20T04:00:00'],
    ['20T04:00:00', '20T04:00:00', '20T04:01:00'],
    ['20T09:24:59', '20T09:24:00', '20T09:25:00'],
    ['20T09:25:00', '20T09:25:00', '20T09:25:05'],
    ['20T09:25:04', '20T09:25:00', '20T09:25:05'],
    ['20T09:29:59', '20T09:29:55', '20T09:30:00'],
  ]
  for (const [now, published, next] of cases) {
    assert.equal(publishedAt(auction, at(now)), published === undefined ? undefined : at(published), now)
    assert.equal(nextPublication(auction, at(now)), at(next), now)
  }
  assert.equal(publishedAt(auction, auction.crossesAt), undefined)
})
