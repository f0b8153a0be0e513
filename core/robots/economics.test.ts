import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatMoney, moneyOf, one, price, priceOf, rate, rateOf, value } from '#money/money.ts'
import {
  affordableUnits,
  breakEven,
  difficultyStepMax,
  earlyFee,
  earnedRent,
  energyCost,
  energyDue,
  expectationOf,
  inCents,
  rentOf,
  residualOf,
  tickIncome,
  ticksPerDay,
  ticksOf,
  type MiningFacts,
} from './economics.ts'
import { cycles } from './robot.ts'

const paid = moneyOf('20000')
const flat: MiningFacts = { difficulty: rateOf('100'), coin: priceOf('62000') }
const none = { charged: value(0n), settled: moneyOf('0') }

describe('a robot of 20,000 (rulebook §26.1, §32)', () => {
  const vectors: readonly (readonly [number, string, string, string, string])[] = [
    [30, '855.36', '360.00', '400.00', '95.36'],
    [7, '199.58', '84.00', '93.34', '22.24'],
    [90, '2566.08', '1080.00', '1200.00', '286.08'],
  ]
  for (const [days, income, energy, rent, net] of vectors)
    test(`of ${days} days nets ${net} if the coin and the difficulty stay`, () => {
      const expected = expectationOf(paid, days)
      assert.deepEqual([expected.income, expected.energy, expected.rent, expected.net].map(formatMoney), [
        income,
        energy,
        rent,
        net,
      ])
      assert.equal(formatMoney(expected.worst), formatMoney(moneyOf(`-${Number(energy) + Number(rent)}`)))
      assert.ok(expected.netAsDifficultyRises < expected.net)
    })

  test('nets less as the difficulty rises: over 90 days hardly more than a third', () => {
    assert.equal(formatMoney(expectationOf(paid, 90).netAsDifficultyRises), '103.45')
    assert.equal(formatMoney(expectationOf(paid, 7).netAsDifficultyRises), '21.03')
  })

  test('nets less as the difficulty rises to the same cent as if each tick were computed', () => {
    for (const cycle of cycles) {
      const ticks = Array.from({ length: ticksOf(cycle) }, (_, index) => BigInt(index + 1))
      const rise = BigInt(Math.round((difficultyStepMax / 2 / ticksPerDay) * 1e12))
      const at = (tick: bigint): MiningFacts => ({
        ...flat,
        difficulty: rate((flat.difficulty * (one + rise * tick)) / one),
      })
      const income = ticks.reduce((sum, tick) => sum + tickIncome(paid, flat, at(tick)), 0n)
      const { energy, rent, netAsDifficultyRises } = expectationOf(paid, cycle)
      assert.equal(netAsDifficultyRises, inCents(value(income)) - energy - rent)
    }
  })

  test('leaves a buffer of 12.00 unpaid at most', () => {
    assert.equal(formatMoney(energyDue(paid, 144, none)), '12.00')
    assert.equal(energyCost(paid, 6), 50_000_000n)
  })

  test('breaks even where income is energy and rent', () => {
    const expected = expectationOf(paid, 30)
    const at = breakEven(expected, flat.coin)
    const income = inCents(value(tickIncome(paid, flat, { ...flat, coin: at }) * BigInt(ticksOf(30))))
    assert.ok(income - expected.energy - expected.rent >= -1n && income - expected.energy - expected.rent <= 1n)
  })
})

describe('income of a tick', () => {
  const at = (difficulty: string, coin: string) =>
    tickIncome(paid, flat, { difficulty: rateOf(difficulty), coin: priceOf(coin) })
  test('is 0.198 at first, goes with the coin and against the difficulty, and is cut off at 8 decimals', () => {
    assert.equal(at('100', '62000'), 19_800_000n)
    assert.equal(at('100', '31000'), 9_900_000n)
    assert.equal(at('105', '62000'), 18_857_142n)
    assert.equal(tickIncome(paid, flat, { difficulty: one, coin: price(0n) }), 0n)
  })
  test('does not depend on the age of the product: only on what changed since its start', () => {
    const later: MiningFacts = { difficulty: rate(flat.difficulty * 2n), coin: price(flat.coin * 3n) }
    assert.equal(tickIncome(paid, later, later), tickIncome(paid, flat, flat))
  })
})

describe('energy', () => {
  test('is bought as far as the money goes, to the cent', () => {
    assert.equal(affordableUnits(paid, 6, none, moneyOf('0.50')), 6)
    assert.equal(affordableUnits(paid, 6, none, moneyOf('0.49')), 5)
    assert.equal(affordableUnits(paid, 6, none, moneyOf('0.07')), 0)
    assert.equal(affordableUnits(paid, 144, none, moneyOf('12.00')), 144)
  })
  test('carries what is less than a cent', () => {
    let before = none
    let sum = 0n
    for (let hour = 0; hour < 24; hour += 1) {
      const due = energyDue(moneyOf('950'), 6, before)
      sum += due
      before = {
        charged: value(before.charged + energyCost(moneyOf('950'), 6)),
        settled: moneyOf(formatMoney((before.settled + due) as typeof paid)),
      }
    }
    assert.equal(formatMoney(sum as typeof paid), '0.57')
  })
})

describe('rent', () => {
  test('is rounded up, is the rest of the price with the residual, and is earned by the tick', () => {
    assert.equal(formatMoney(rentOf(paid, 7)), '93.34')
    assert.equal(formatMoney(residualOf(paid, 7)), '19906.66')
    const rent = moneyOf('400')
    assert.equal(formatMoney(earnedRent(rent, 0, 30)), '0.00')
    assert.equal(formatMoney(earnedRent(rent, 1, 30)), '0.10')
    assert.equal(formatMoney(earnedRent(rent, 4320, 30)), '400.00')
    assert.equal(formatMoney(earnedRent(rent, 9999, 30)), '400.00')
  })
  test('that is not earned costs 5 % of it early, rounded up', () => {
    assert.equal(formatMoney(earlyFee(moneyOf('386.66'))), '19.34')
    assert.equal(formatMoney(earlyFee(moneyOf('0'))), '0.00')
    assert.equal(formatMoney(earlyFee(moneyOf('0.01'))), '0.01')
  })
})
