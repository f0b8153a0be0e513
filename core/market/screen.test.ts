import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percent, priceOf, quantityOf } from '#money/money.ts'
import { screened, sectorSums, sortedBy, volatilityOf, type Screen, type Screened } from './screen.ts'

const row = (name: string, figures: Partial<Screened>) => ({
  name,
  group: 'energy',
  last: priceOf('10'),
  changeRatio: percent(0n),
  volume: quantityOf('1000'),
  dividendYield: undefined,
  volatility: undefined,
  ...figures,
})
const rows = [
  row('plain', {}),
  row('payer', { dividendYield: percent(300n), changeRatio: percent(150n) }),
  row('wild', { group: 'technology', volatility: percent(4500n), changeRatio: percent(-250n), last: priceOf('50') }),
  row('calm', { group: 'technology', volatility: percent(900n), dividendYield: percent(0n), last: priceOf('5') }),
]
const none = { from: undefined, to: undefined }
const all: Screen = {
  group: undefined,
  last: none,
  changeRatio: none,
  volume: none,
  dividendYield: none,
  volatility: none,
}
const names = (found: readonly { readonly name: string }[]): string => found.map(({ name }) => name).join(' ')

test('filters by sector and by bounds, both included; what is unknown is within no bound', () => {
  const cases: readonly (readonly [Partial<Screen>, string])[] = [
    [{}, 'plain payer wild calm'],
    [{ group: 'technology' }, 'wild calm'],
    [{ group: 'nothing' }, ''],
    [{ last: { from: priceOf('10'), to: undefined } }, 'plain payer wild'],
    [{ last: { from: undefined, to: priceOf('10') } }, 'plain payer calm'],
    [{ last: { from: priceOf('6'), to: priceOf('10') } }, 'plain payer'],
    [{ last: { from: priceOf('11'), to: priceOf('6') } }, ''],
    [{ changeRatio: { from: undefined, to: percent(-1n) } }, 'wild'],
    [{ dividendYield: { from: percent(0n), to: undefined } }, 'payer calm'],
    [{ volatility: { from: undefined, to: percent(100_000n) } }, 'wild calm'],
    [{ group: 'technology', volatility: { from: undefined, to: percent(900n) } }, 'calm'],
    [{ volume: { from: quantityOf('1001'), to: undefined } }, ''],
  ]
  for (const [screen, expected] of cases) assert.equal(names(screened(rows, { ...all, ...screen })), expected)
})

test('sorts in both directions with the unknown last, and keeps the order of equal rows', () => {
  for (const [figure, order, expected] of [
    ['last', 'asc', 'calm plain payer wild'],
    ['last', 'desc', 'wild plain payer calm'],
    ['dividendYield', 'desc', 'payer calm plain wild'],
    ['dividendYield', 'asc', 'calm payer plain wild'],
    ['volatility', 'asc', 'calm wild plain payer'],
    ['volume', 'desc', 'plain payer wild calm'],
  ] as const)
    assert.equal(names(sortedBy(rows, figure, order)), expected, `${figure} ${order}`)
})

test('sums the sectors: how many rise and fall, and their mean change, the largest first', () => {
  assert.deepEqual(sectorSums(rows), [
    { group: 'energy', count: 2, rising: 1, falling: 0, changeRatio: percent(75n) },
    { group: 'technology', count: 2, rising: 0, falling: 1, changeRatio: percent(-125n) },
  ])
  assert.deepEqual(sectorSums([]), [])
})

test('tells the yearly volatility of closes, none of too few and none of a close that is not above zero', () => {
  const still = Array.from({ length: 20 }, () => priceOf('10'))
  assert.equal(volatilityOf(still), percent(0n))
  // A day up by 1%, a day down by as much: a daily deviation of 1.026%.
  const swinging = Array.from({ length: 21 }, (_, index) => priceOf(index % 2 === 0 ? '10' : '10.1'))
  assert.equal(volatilityOf(swinging), percent(1621n))
  assert.equal(volatilityOf(still.slice(0, 9)), undefined)
  assert.equal(volatilityOf([...still, priceOf('0')]), undefined)
})
