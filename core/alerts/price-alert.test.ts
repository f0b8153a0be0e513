import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CorporateAction } from '#market/corporate-actions.ts'
import type { Phase } from '#market/quote.ts'
import { percent, price, priceOf, type Price } from '#money/money.ts'
import {
  decideAlert,
  judgeAlert,
  levelIn,
  repeatMillisecondsMin,
  type AlertSight,
  type AlertTarget,
  type PriceAlert,
} from './price-alert.ts'

const set = 1_000_000
const above: AlertTarget = { kind: 'above', level: priceOf('400') }
const below: AlertTarget = { kind: 'below', level: priceOf('400') }
const move: AlertTarget = { kind: 'move', percent: percent(300n) }

const alertOf = (target: AlertTarget, changed: Partial<PriceAlert> = {}): PriceAlert => ({
  id: 1,
  user: 2,
  instrument: 'US:AAPL',
  target,
  repeats: false,
  inPracticeHours: false,
  state: 'waiting',
  createdAt: set,
  toldAt: undefined,
  toldDay: undefined,
  toldCount: 0,
  ...changed,
})

type Seen = { at?: number; phase?: Phase; actions?: readonly CorporateAction[]; close?: string; date?: string }
const sessionOf = (date: string, close: Price) => ({
  date,
  close,
  open: close,
  high: close,
  low: close,
  previousClose: close,
  volume: 0n as never,
})
const sight = (
  last: string,
  { at = set + 1, phase = 'regular', actions = [], close, date }: Seen = {},
): AlertSight => ({
  quote: { last: priceOf(last), phase, venueTime: at },
  actions,
  day:
    close === undefined
      ? undefined
      : {
          previousClose: priceOf(close),
          lastSession: date === undefined ? undefined : sessionOf(date, priceOf(close)),
        },
})

describe('an alert fires', () => {
  const cases: readonly (readonly [name: string, target: AlertTarget, seen: AlertSight])[] = [
    ['above, at its level', above, sight('400')],
    ['above, when a gap jumps over its level', above, sight('450')],
    ['below, at its level', below, sight('400')],
    ['below, when a gap falls through its level', below, sight('1')],
    ['below zero, where prices of futures can be', { kind: 'below', level: priceOf('-5') }, sight('-5.01')],
    ['before the open', above, sight('401', { phase: 'pre' })],
    ['after the close', above, sight('401', { phase: 'post' })],
    ['at an auction', above, sight('401', { phase: 'auction' })],
    [
      'a move, when the change shows the percentage: 2.995 % rounds to 3.00 %',
      move,
      sight('102.995', { close: '100' }),
    ],
    ['a move down', move, sight('97', { close: '100' })],
    ['a move of a price that was below zero', move, sight('-9.7', { close: '-10' })],
  ]
  for (const [name, target, seen] of cases)
    void test(name, () => {
      const after = judgeAlert(alertOf(target), seen)
      assert.deepEqual([after?.state, after?.toldCount, after?.toldAt], ['reached', 1, set + 1])
    })
})

describe('an alert stays as it is', () => {
  const cases: readonly (readonly [name: string, alert: PriceAlert, seen: AlertSight])[] = [
    ['a step short of its level, above', alertOf(above), sight('399.99')],
    ['a step short of its level, below', alertOf(below), sight('400.01')],
    ['at a quote of before it was set', alertOf(above), sight('401', { at: set - 1 })],
    ['at the quote that it was set at', alertOf(above), sight('401', { at: set })],
    ['outside of the hours of the exchange', alertOf(above), sight('401', { phase: 'practice' })],
    ['while the price stands still after the close', alertOf(above), sight('401', { phase: 'closed' })],
    ['once it has been reached', alertOf(above, { state: 'reached' }), sight('401')],
    ['once its instrument is gone', alertOf(below, { state: 'gone' }), sight('1')],
    ['a move that shows 2.99 %', alertOf(move), sight('102.994', { close: '100' })],
    ['a move without figures of the day', alertOf(move), sight('200')],
    ['a move from a close of zero, which has no percentage', alertOf(move), sight('200', { close: '0' })],
  ]
  for (const [name, alert, seen] of cases) void test(name, () => assert.equal(judgeAlert(alert, seen), undefined))
})

test('an alert for practice hours too fires in them', () => {
  const alert = alertOf(above, { inPracticeHours: true })
  assert.equal(judgeAlert(alert, sight('401', { phase: 'practice' }))?.state, 'reached')
})

/** The states of an alert after each of some quotes, and how often it has fired. */
function follow(alert: PriceAlert, quotes: readonly AlertSight[]): [state: string, told: number][] {
  let now = alert
  return quotes.map((seen) => {
    now = judgeAlert(now, seen) ?? now
    return [now.state, now.toldCount]
  })
}

test('a repeating alert fires again only after half a percent back, and at most once an hour', () => {
  const hour = repeatMillisecondsMin
  const first = set + 1
  assert.deepEqual(
    follow(alertOf(above, { repeats: true }), [
      sight('400', { at: first }),
      sight('399.99', { at: first + 1 }),
      sight('400.01', { at: first + 2 }),
      // Back far enough, but too soon.
      sight('398', { at: first + hour - 1 }),
      sight('400.01', { at: first + hour }),
      sight('398.01', { at: first + hour + 1 }),
      sight('398', { at: first + hour + 2 }),
      sight('399', { at: first + hour + 3 }),
      sight('400', { at: first + hour + 4 }),
    ]),
    [
      ['told', 1],
      ['told', 1],
      ['told', 1],
      ['told', 1],
      ['told', 1],
      ['told', 1],
      ['waiting', 1],
      ['waiting', 1],
      ['told', 2],
    ],
  )
})

test('a repeating alert below comes back upwards', () => {
  const later = set + 1 + repeatMillisecondsMin
  assert.deepEqual(
    follow(alertOf(below, { repeats: true }), [
      sight('399'),
      sight('401.99', { at: later }),
      sight('402', { at: later + 1 }),
      sight('400', { at: later + 2 }),
    ]),
    [
      ['told', 1],
      ['told', 1],
      ['waiting', 1],
      ['told', 2],
    ],
  )
})

test('a repeating move fires once in each day, whichever way the price goes on', () => {
  const monday = { close: '100', date: '2026-11-20' }
  const tuesday = { close: '104', date: '2026-11-23' }
  assert.deepEqual(
    follow(alertOf(move, { repeats: true }), [
      sight('103', monday),
      sight('100', monday),
      sight('96', monday),
      sight('104', tuesday),
      sight('99', tuesday),
      sight('110', tuesday),
    ]),
    [
      ['waiting', 1],
      ['waiting', 1],
      ['waiting', 1],
      ['waiting', 1],
      ['waiting', 2],
      ['waiting', 2],
    ],
  )
})

test('without a last session, a day is named by the close that its change counts from', () => {
  const alert = alertOf(move, { repeats: true })
  assert.deepEqual(
    follow(alert, [sight('103', { close: '100' }), sight('97', { close: '100' }), sight('106.1', { close: '103' })]),
    [
      ['waiting', 1],
      ['waiting', 1],
      ['waiting', 2],
    ],
  )
})

const split = { kind: 'split', to: 4n, from: 1n, declaredAt: 0, exAt: set + 100, exDate: '2026-11-23' } as const
test('a split moves the level as it moves the price', () => {
  const { level } = above as { level: Price }
  assert.equal(levelIn(level, set, [split], set + 99), priceOf('400'))
  assert.equal(levelIn(level, set, [split], set + 100), priceOf('100'))
  assert.equal(levelIn(level, set + 100, [split], set + 200), priceOf('400'))
  assert.equal(levelIn(priceOf('0.01'), set, [{ ...split, to: 3n }], set + 100), price(333_333n))
  const after = { at: set + 100, actions: [split] }
  assert.equal(judgeAlert(alertOf(below), sight('100.01', after)), undefined)
  assert.equal(judgeAlert(alertOf(below), sight('100', after))?.state, 'reached')
  assert.equal(judgeAlert(alertOf(above), sight('99.99', after)), undefined)
})

describe('a new alert', () => {
  const market = { last: priceOf('410'), day: sight('410', { close: '400', date: '2026-11-20' }).day, active: 49 }
  const decided = (target: AlertTarget, changed: Partial<typeof market> = {}) =>
    decideAlert({ target, ...market, ...changed }, 50)
  const cases: readonly (readonly [
    name: string,
    outcome: ReturnType<typeof decided>,
    expected: ReturnType<typeof decided>,
  ])[] = [
    ['below the price is set', decided(below), { toldDay: undefined }],
    ['above the price is set', decided({ kind: 'above', level: priceOf('410.01') }), { toldDay: undefined }],
    ['above a price that it has reached is refused', decided(above), { refused: 'alert_passed' }],
    [
      'above, at the price itself, is refused',
      decided({ kind: 'above', level: priceOf('410') }),
      { refused: 'alert_passed' },
    ],
    [
      'below, at the price itself, is refused',
      decided({ kind: 'below', level: priceOf('410') }),
      { refused: 'alert_passed' },
    ],
    ['beyond the most for one user is refused', decided(below, { active: 50 }), { refused: 'too_many_alerts' }],
    ['on a move that is still to come is set', decided(move), { toldDay: undefined }],
    [
      'on a move that the day has made counts from the next day',
      decided({ kind: 'move', percent: percent(250n) }),
      { toldDay: '2026-11-20' },
    ],
    ['on a move without figures of the day is set', decided(move, { day: undefined }), { toldDay: undefined }],
  ]
  for (const [name, outcome, expected] of cases) void test(name, () => assert.deepEqual(outcome, expected))
})
