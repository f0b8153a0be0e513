import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percent, price, quantity } from '#money/money.ts'
import type { CorporateAction } from './corporate-actions.ts'
import { newsMax, newsOf, type EndedDay, type NewsFacts } from './instrument-news.ts'

const dayMilliseconds = 86_400_000
const now = Date.parse('2026-11-24T15:00:00Z')
const dateAt = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
const ago = (days: number): number => now - days * dayMilliseconds

const empty: NewsFacts = { days: [], actions: [], results: [], halts: [], listsAt: undefined, now, dateAt }
const told = (facts: Partial<NewsFacts>) => newsOf({ ...empty, ...facts })

/** Days that end yesterday, by their closes; high and low a tenth beyond. */
const daysOf = (closes: readonly number[]): EndedDay[] =>
  closes.map((close, index) => ({
    date: dateAt(ago(closes.length - index)),
    close: price(BigInt(close)),
    high: price(BigInt(close) + 10n),
    low: price(BigInt(close) - 10n),
    volume: quantity(7n),
  }))

const declaredOf = (declared: number, ex: number) => ({
  declaredAt: ago(declared),
  exAt: ago(ex),
  exDate: dateAt(ago(ex)),
})
const dividend = (declared: number, ex: number): CorporateAction => ({
  kind: 'dividend',
  amount: price(50n),
  ...declaredOf(declared, ex),
})

test('nothing is told of an instrument to which nothing happened', () => {
  assert.deepEqual(told({}), [])
  assert.deepEqual(told({ days: daysOf([1000, 1050, 1000, 951]) }), [])
})

test('a dividend is told when it is declared, and again when it is paid; one that is not declared yet is not', () => {
  const kinds = (action: CorporateAction) => told({ actions: [action] }).map(({ kind, date }) => `${kind} ${date}`)
  assert.deepEqual(kinds(dividend(20, 5)), ['dividendPaid 2026-11-19', 'dividendDeclared 2026-11-04'])
  assert.deepEqual(kinds(dividend(3, -10)), ['dividendDeclared 2026-11-21'])
  assert.deepEqual(kinds(dividend(-1, -30)), [])
})

test('splits, takeovers, delistings and new codes are told, never before they are known', () => {
  const split = (declared: number, ex: number): CorporateAction => ({
    kind: 'split',
    to: 4n,
    from: 1n,
    ...declaredOf(declared, ex),
  })
  const kinds = (action: CorporateAction) => told({ actions: [action] }).map(({ kind }) => kind)
  assert.deepEqual(kinds(split(9, 2)), ['splitDone', 'splitDeclared'])
  assert.deepEqual(kinds(split(9, -2)), ['splitDeclared'])
  const removal = { kind: 'removal', reason: 'merger', price: price(900n), ...declaredOf(4, -20) } as const
  assert.deepEqual(told({ actions: [removal] }), [
    { kind: 'merger', date: '2026-11-20', amount: price(900n), exDate: '2026-12-14' },
  ])
  const code = (ex: number): CorporateAction => ({ kind: 'code', from: 'A', to: 'B', ...declaredOf(9, ex) })
  assert.deepEqual(kinds(code(1)), ['code'])
  assert.deepEqual(kinds(code(-1)), [])
})

test('results are told on their day, and none that is to come', () => {
  const found = told({ results: ['2026-08-25', '2026-11-24', '2026-11-25'] })
  assert.deepEqual(
    found.map(({ date }) => date),
    ['2026-11-24', '2026-08-25'],
  )
})

test('a close more than five percent from the one before is told with its volume, exactly five is not', () => {
  const [fall, rise] = told({ days: daysOf([1000, 1050, 1103, 1104, 1000]) })
  assert.deepEqual(fall, { kind: 'move', date: '2026-11-23', change: percent(-942n), volume: quantity(7n) })
  assert.deepEqual([rise?.kind, rise?.date], ['move', '2026-11-21'])
  // The price falls by the dividend on the first day without it.
  assert.deepEqual(
    told({ days: daysOf([1000, 900]), actions: [dividend(9, 1)] }).filter(({ kind }) => kind === 'move'),
    [],
  )
  assert.deepEqual(told({ days: daysOf([0, 900]) }), [])
})

test('a high or low beyond a whole year is told once, not every day of a trend', () => {
  const flat = Array.from({ length: 252 }, () => 1000)
  const extremes = (closes: readonly number[]) => told({ days: daysOf(closes) }).map(({ kind }) => kind)
  assert.deepEqual(extremes([...flat, 1010, 1020, 1030]), ['yearHigh'])
  assert.deepEqual(extremes([...flat, 990, 980]), ['yearLow'])
  assert.deepEqual(extremes([...flat, 1010, ...Array.from({ length: 20 }, () => 1000), 1020]), ['yearHigh', 'yearHigh'])
  assert.deepEqual(extremes([...flat, 1000]), [])
  // Without a year of history nobody knows.
  assert.deepEqual(extremes([...flat.slice(1), 1010]), [])
})

test('the newest comes first, and ten at most', () => {
  const actions = Array.from({ length: 8 }, (_, index) => dividend(10 + index * 30, 5 + index * 30))
  const found = told({ actions, results: ['2026-11-23'] })
  assert.equal(found.length, newsMax)
  const dates = found.map(({ date }) => date)
  assert.deepEqual(dates, dates.toSorted().toReversed())
  assert.equal(found[0]?.kind, 'results')
})

test('a halt is told when it begins and when it ends, the newest first on one day, and never before', () => {
  const minutesAgo = (minutes: number): number => now - minutes * 60_000
  const kinds = (from: number, to: number | undefined, isWholeMarket = false) =>
    told({ halts: [{ from, to, isWholeMarket }] }).map(({ kind }) => kind)
  assert.deepEqual(told({ halts: [{ from: minutesAgo(9), to: undefined, isWholeMarket: false }] }), [
    { kind: 'halted', date: '2026-11-24', at: minutesAgo(9) },
  ])
  assert.deepEqual(kinds(minutesAgo(9), minutesAgo(4)), ['resumed', 'halted'])
  assert.deepEqual(kinds(minutesAgo(9), minutesAgo(4), true), ['marketResumed', 'marketHalted'])
  assert.deepEqual(kinds(minutesAgo(9), minutesAgo(-4)), ['halted'])
  assert.deepEqual(kinds(minutesAgo(-2), minutesAgo(-4)), [])
  const twice = [
    { from: minutesAgo(30), to: minutesAgo(20), isWholeMarket: false },
    { from: minutesAgo(10), to: undefined, isWholeMarket: true },
  ]
  assert.deepEqual(
    told({ halts: twice }).map(({ kind }) => kind),
    ['marketHalted', 'resumed', 'halted'],
  )
})

test('a new issue is told from its listing on', () => {
  assert.deepEqual(told({ listsAt: ago(3) }), [{ kind: 'listed', date: '2026-11-21' }])
  assert.deepEqual(told({ listsAt: ago(-1) }), [])
})
