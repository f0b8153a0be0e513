import assert from 'node:assert/strict'
import { test } from 'node:test'
import { price, priceOf, rateOf } from '#money/money.ts'
import { agencies, agencyOf, universe } from './agency.ts'
import {
  breakout,
  contrarian,
  lowVolatility,
  momentum,
  relativeStrength,
  reversal,
  trend,
  type Closes,
} from './rules.ts'
import { agencyStrategy, campaignOf } from './agency-strategy.ts'
import { grown, hasFallen, startValue } from './track.ts'

const closesOf = (rows: Readonly<Record<string, readonly number[]>>): Closes =>
  new Map(Object.entries(rows).map(([key, closes]) => [key, closes.map((close) => priceOf(String(close)))]))

const market = closesOf({
  A: [100, 101, 102, 104, 108],
  B: [100, 99, 98, 97, 90],
  C: [100, 100, 101, 100, 100],
})

test('each rule chooses by closes alone', () => {
  const cases = [
    [momentum(4), 'A', 'long'],
    [contrarian(4), 'A', 'short'],
    [lowVolatility(4), 'C', 'long'],
    [reversal(4, 350_000n), 'B', 'long'],
    [breakout(4), 'B', 'short'],
    [trend(5), 'B', 'short'],
  ] as const
  for (const [rule, instrument, side] of cases) assert.deepEqual(rule.choose(market), { instrument, side })
})

test('a rule finds nothing without enough closes, and a reversal nothing without something oversold', () => {
  for (const rule of [momentum(5), contrarian(5), lowVolatility(5), breakout(5), trend(6)])
    assert.equal(rule.choose(market), undefined)
  assert.equal(reversal(4, 0n).choose(market), undefined)
  assert.equal(momentum(4).choose(new Map()), undefined)
})

test('among equals the first key is chosen, in any order of the market', () => {
  const [one, other] = [closesOf({ X: [1, 2], Y: [1, 2] }), closesOf({ Y: [1, 2], X: [1, 2] })]
  assert.deepEqual(momentum(1).choose(one), momentum(1).choose(other))
})

test('relative strength is the part of rises in all moves', () => {
  assert.equal(relativeStrength([100, 110, 99].map((close) => priceOf(String(close)))), 500_000n)
  assert.equal(relativeStrength([priceOf('5'), priceOf('5')]), undefined)
})

test('agencies run one campaign after the other, and three of them always take orders', () => {
  assert.ok(agencies.length >= 5 && agencies.length <= 8)
  assert.equal(new Set(agencies.map(({ id }) => id)).size, agencies.length)
  assert.equal(new Set(universe).size, universe.length)
  for (const agency of agencies) {
    assert.ok(agency.sessions >= 1 && agency.sessions <= agency.cycle)
    assert.ok(agency.lead <= agency.cycle)
    assert.equal(agencyOf(agency.id), agency)
  }
  const always = agencies.filter(({ lead, cycle, endsAfterFall }) => lead === cycle && endsAfterFall === undefined)
  assert.ok(always.length >= 3)
  assert.throws(() => agencyOf(99))
})

test('the strategy of an agency sees the days that are shown to it, and wants one instrument', () => {
  const agency = { id: 1, choice: momentum(1), leverage: 2 } as const
  const strategy = agencyStrategy(agency)
  const day = (rise: number) => ({
    date: rise,
    instant: rise,
    prices: new Map(universe.map((key, index) => [key, price(100n + BigInt(rise * (index === 3 ? 5 : 1)))])),
  })
  const first = strategy.decide(strategy.start(), day(0))
  assert.deepEqual(first.targets, new Map())
  const second = strategy.decide(first.state, day(1))
  assert.deepEqual(second.targets, new Map([[universe[3], 20_000n]]))
  assert.equal(second.state.get(universe[0] ?? '')?.length, 2)
  assert.equal(strategy.decide(second.state, day(2)).state.get(universe[0] ?? '')?.length, 2, 'it keeps what it needs')
  assert.deepEqual(campaignOf(second.targets ?? new Map()), { instrument: universe[3], side: 'long', leverage: 2 })
  assert.deepEqual(campaignOf(new Map([['A', -10_000n]])), { instrument: 'A', side: 'short', leverage: 1 })
  assert.equal(campaignOf(new Map()), undefined)
})

test('a value grows by the figure of a campaign, and an agency ends at its fall', () => {
  const after = grown(startValue, { side: 'long', leverage: 2 }, priceOf('100'), priceOf('110'))
  assert.equal(after, 119_800_000n)
  assert.equal(hasFallen(after, startValue, rateOf('0.4')), false)
  assert.equal(hasFallen(startValue, price(60_000_000n), rateOf('0.4')), true)
  assert.equal(hasFallen(startValue, price(60_000_001n), rateOf('0.4')), false)
})
