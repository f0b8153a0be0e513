import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Draw } from '@mex/contract/offerings/shapes.ts'
import { price, quantityOf, rate } from '@mex/core/money/money.ts'

import { checkDraw, sampleChances, type MadeDraw } from './draw-check.ts'

const book = Array.from({ length: 1000 }, (_, index) => ({ id: `a${index}`, lots: 1 + (index % 7) }))
const draw: Draw & MadeDraw = {
  commitment: '',
  seed: '01'.repeat(32),
  beacon: '02'.repeat(32),
  beaconSource: undefined,
  key: '03'.repeat(32),
  bookHash: '04'.repeat(32),
  mechanism: 'single',
  price: undefined,
  timesCovered: rate(0n),
  totalShares: quantityOf('1500'),
  lot: quantityOf('1'),
  high: price(10n ** 8n),
  publicPerMille: 1000,
  publicLots: 1500,
  poolALots: 1500,
  poolBLots: 0,
  book,
  basis: [],
  applicationsTotal: 0,
  applications: [],
}

/** The number of steps and the result. */
function run<Result>(steps: Generator<void, Result>): readonly [number, Result] {
  for (let count = 0; ; count += 1) {
    const step = steps.next()
    if (step.done === true) return [count, step.value]
  }
}

test('the sample draw is made in many steps, between which the page reacts', () => {
  const [steps, chances] = run(sampleChances(draw))
  assert.ok(steps >= book.length / 50, `${steps} steps`)
  assert.ok([...chances.values()].every((chance) => chance > 0 && chance <= 1))
})

test('a draw is checked in many steps; without an application nothing is drawn again', () => {
  const [steps, { own, seedMatches }] = run(checkDraw(draw, 1, { id: 5, lots: 2 }))
  assert.ok(steps >= book.length / 50, `${steps} steps`)
  assert.deepEqual([own?.ofApplications, seedMatches], [1001, false])
  const [few, checked] = run(checkDraw(draw, 1, undefined))
  assert.deepEqual([few, checked.own], [1, undefined])
})
