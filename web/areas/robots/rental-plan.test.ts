import type { RobotView } from '@mex/contract/robots/shapes.ts'
import { moneyOf, type Money } from '@mex/core/money/money.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { planOf } from './rental-plan.ts'

const robot = {
  price: moneyOf('20000'),
  residual: moneyOf('19600'),
  rent: moneyOf('400'),
  energyCost: moneyOf('360'),
  cycle: 30,
  slotsLeft: 4,
} as RobotView

const quotaOf = (running: number) => ({
  running,
  runningMax: 5,
  poolSlots: 10_000,
  poolLeft: 3000,
  energyPrice: 0n as never,
})
const rich: Money = moneyOf('1000000')

const cases = [
  ['one robot', '1', 0, rich, undefined],
  ['as many as there are slots', '4', 0, rich, undefined],
  ['more than there are slots', '5', 0, rich, 'slots'],
  ['none', '0', 0, rich, 'quantity'],
  ['six', '6', 0, rich, 'quantity'],
  ['no number', '', 0, rich, 'quantity'],
  ['more than may run', '3', 3, rich, 'quota'],
  ['more than is paid for', '2', 0, moneyOf('39999.99'), 'money'],
  ['exactly what is paid for', '2', 0, moneyOf('40000'), undefined],
] as const

for (const [title, text, running, available, fault] of cases) {
  test(`renting ${title} ${fault === undefined ? 'is possible' : `shows: ${fault}`}`, () => {
    assert.equal(planOf(robot, text, { available, quota: quotaOf(running) }).fault, fault)
  })
}

test('the sums are those of all robots of the rental', () => {
  const plan = planOf(robot, '2', { available: moneyOf('50000'), quota: quotaOf(0) })
  assert.deepEqual(
    [plan.price, plan.residual, plan.rent, plan.energy, plan.left],
    ['40000', '39200', '800', '720', '10000'].map((text) => moneyOf(text)),
  )
})

test('says for how many days the rest pays for energy, if these are not all', () => {
  const daysOf = (available: string) =>
    planOf(robot, '1', { available: moneyOf(available), quota: quotaOf(0) }).energyDays
  assert.deepEqual([daysOf('20000'), daysOf('20011.99'), daysOf('20120'), daysOf('20360')], [0, 0, 10, undefined])
})

test('nothing is wrong as long as balance and quota are not known', () => {
  const plan = planOf(robot, '1', { available: undefined, quota: undefined })
  assert.deepEqual([plan.fault, plan.left, plan.energyDays], [undefined, undefined, undefined])
})
