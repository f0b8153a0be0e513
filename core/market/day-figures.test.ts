import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf, type HoursMode, type LocalStretch } from './calendar.ts'
import { figureSpan, outsidePhase } from './day-figures.ts'
import type { SessionName } from './instrument.ts'
import { dayNumber } from '#time-zone.ts'

const hour = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}
const stretch = (phase: LocalStretch['phase'], start: string, end: string): LocalStretch => ({
  phase,
  start: hour(start),
  end: hour(end),
})
const calendar = (session: SessionName, stretches: readonly LocalStretch[], closeOnFriday?: string) =>
  calendarOf({
    session,
    zone: 'UTC',
    hoursZone: 'UTC',
    weekdays: [1, 2, 3, 4, 5],
    hours: [{ from: 0, stretches }],
    closed: new Set([dayNumber('2026-11-26')]),
    short: new Map(
      closeOnFriday === undefined ? [] : [[dayNumber('2026-11-27'), { close: hour(closeOnFriday), business: true }]],
    ),
  })

/** Thursday the 26th is a holiday, Friday a half day. */
const newYork = calendar(
  'us-equity',
  [stretch('pre', '04:00', '09:30'), stretch('regular', '09:30', '16:00'), stretch('post', '16:00', '20:00')],
  '13:00',
)
const hongKong = calendar('hk-equity', [
  stretch('auction', '09:00', '09:30'),
  stretch('regular', '09:30', '12:00'),
  stretch('lunch', '12:00', '13:00'),
  stretch('regular', '13:00', '16:00'),
  stretch('auction', '16:00', '16:10'),
])
const mexico = calendar('mx-equity', [stretch('auction', '09:00', '09:30'), stretch('regular', '09:30', '16:00')])
const forex = calendar('forex', [{ phase: 'regular', start: -7 * 60, end: 17 * 60 }])

type Golden = readonly [at: string, session: string, before: string, covers: string]
const regular = 'regular'

const cases: readonly (readonly [name: string, typeof newYork, HoursMode, readonly Golden[]])[] = [
  [
    'New York with practice hours rolls at the close, half day and holiday included',
    newYork,
    'practice',
    [
      ['25T15:59:59', '25', '24', regular],
      ['25T16:00:00', '27', '25', '25T16:00-27T09:30'],
      ['26T12:00:00', '27', '25', '25T16:00-27T09:30'],
      ['27T09:29:59', '27', '25', '25T16:00-27T09:30'],
      ['27T09:30:00', '27', '25', regular],
      ['27T13:00:00', '30', '27', '27T13:00-30T09:30'],
      ['29T12:00:00', '30', '27', '27T13:00-30T09:30'],
    ],
  ],
  [
    'New York with real hours covers the hours after the close and before the open',
    newYork,
    'real',
    [
      ['25T16:00:00', '27', '25', '25T16:00-25T20:00 27T04:00-27T09:30'],
      ['26T12:00:00', '27', '25', '25T16:00-25T20:00 27T04:00-27T09:30'],
      ['27T09:30:00', '27', '25', regular],
      ['27T13:00:00', '30', '27', '27T13:00-27T17:00 30T04:00-30T09:30'],
    ],
  ],
  [
    'Hong Kong with practice hours has lunch quotes in its figures while it is lunch',
    hongKong,
    'practice',
    [
      ['24T11:59:59', '24', '23', regular],
      ['24T12:00:00', '24', '23', 'regular 24T12:00-24T13:00'],
      ['24T13:00:00', '24', '23', regular],
      ['24T16:00:00', '25', '24', '24T16:00-25T09:30'],
    ],
  ],
  [
    'Hong Kong with real hours rolls with the quotes of the closing auction, and pauses at lunch',
    hongKong,
    'real',
    [
      ['24T12:30:00', '24', '23', regular],
      ['24T16:00:00', '25', '24', '24T16:00-24T16:10 25T09:00-25T09:30'],
      ['25T03:00:00', '25', '24', '24T16:00-24T16:10 25T09:00-25T09:30'],
    ],
  ],
  [
    'a market without quotes after its close stays until the first one before the next open',
    mexico,
    'real',
    [
      ['24T16:00:00', '24', '23', regular],
      ['25T08:59:59', '24', '23', regular],
      ['25T09:00:00', '25', '24', '25T09:00-25T09:30'],
      ['25T09:30:00', '25', '24', regular],
    ],
  ],
  [
    'where one session follows the other at once, nothing lies between them',
    forex,
    'practice',
    [
      ['24T16:59:59', '24', '23', regular],
      ['24T17:00:00', '25', '24', regular],
      ['27T17:00:00', '30', '27', '27T17:00-29T17:00'],
    ],
  ],
]

for (const [name, market, mode, golden] of cases) {
  test(name, () => {
    for (const [at, session, before, covers] of golden) {
      const span = figureSpan(market, Date.parse(`2026-11-${at}Z`), mode)
      const text = (instant: number): string => new Date(instant).toISOString().slice(8, 16)
      const outside = span.outside.map(({ start, end }) => `${text(start)}-${text(end)}`)
      const told = [...(span.isRegular ? [regular] : []), ...outside].join(' ')
      assert.deepEqual(
        [span.session.date.slice(8), span.before.date.slice(8), told],
        [session, before, covers],
        `${market.session} ${at}`,
      )
    }
  })
}

test('outside of the regular hours the phase is that of the exchange, else practice', () => {
  const rows: readonly (readonly [typeof newYork, at: string, phase: string])[] = [
    [newYork, '2026-11-25T03:59', 'practice'],
    [newYork, '2026-11-25T04:00', 'pre'],
    [newYork, '2026-11-25T16:00', 'post'],
    [newYork, '2026-11-25T20:00', 'practice'],
    [newYork, '2026-11-26T12:00', 'practice'],
    [hongKong, '2026-11-25T09:10', 'auction'],
    [hongKong, '2026-11-25T12:30', 'practice'],
  ]
  for (const [own, at, phase] of rows) assert.equal(outsidePhase(own, Date.parse(`${at}:00Z`)), phase, at)
})
