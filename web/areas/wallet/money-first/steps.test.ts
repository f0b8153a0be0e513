import assert from 'node:assert/strict'
import { test } from 'node:test'

import { CallFailure } from '#data/failure.ts'
import { isTooLate, mayStart, stageOf, stateOfTransfer, type Stage, type TransferState } from './steps.ts'

const stages: readonly (readonly [readonly TransferState[], Stage])[] = [
  [['waiting'], 'moving'],
  [['sending'], 'moving'],
  [['settled', 'moving'], 'moving'],
  [['settled', 'settled'], 'ordering'],
  [['settled', 'unknown'], 'unknown'],
  [['refused', 'unknown', 'settled'], 'stopped'],
  [['settled', 'cancelled'], 'stopped'],
]

for (const [states, stage] of stages) {
  test(`transfers that are ${states.join(', ')} make the stage ${stage}`, () => assert.equal(stageOf(states), stage))
}

test('transfers to the funding account start at once, the one from it when all of them have arrived', () => {
  assert.equal(mayStart({ to: 'BALANCE' }, ['moving', 'refused']), true)
  assert.equal(mayStart({ to: 'US_STOCK' }, []), true)
  assert.equal(mayStart({ to: 'US_STOCK' }, ['settled', 'settled']), true)
  for (const state of ['waiting', 'sending', 'moving', 'cancelled', 'refused', 'unknown'] as const)
    assert.equal(mayStart({ to: 'US_STOCK' }, ['settled', state]), false, state)
})

test('an order follows for five minutes after its confirmation', () => {
  assert.equal(isTooLate(1000, 301_000), false)
  assert.equal(isTooLate(1000, 301_001), true)
})

test('a lost answer is unknown and is sent again; a refusal is final', () => {
  const idle = { isBusy: false, isAnswered: false, failure: undefined, status: 'moving' } as const
  assert.equal(stateOfTransfer(idle), 'waiting')
  assert.equal(stateOfTransfer({ ...idle, isBusy: true }), 'sending')
  assert.equal(stateOfTransfer({ ...idle, failure: new CallFailure('network', '') }), 'unknown')
  assert.equal(stateOfTransfer({ ...idle, failure: new CallFailure(2303, 'Insufficient balance') }), 'refused')
  assert.equal(stateOfTransfer({ ...idle, isAnswered: true }), 'moving')
  assert.equal(stateOfTransfer({ ...idle, isAnswered: true, status: 'settled' }), 'settled')
})
