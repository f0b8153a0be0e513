import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderStates, orderStatusNumbers } from './trading/orders.ts'
import { positionStates } from './trading/positions.ts'
import { states } from './states.ts'

const door = states<'open' | 'shut' | 'gone', 'push' | 'burn'>({
  open: { push: 'shut', burn: 'gone' },
  shut: { push: 'open' },
  gone: {},
})

test('a transition table gives the allowed events, the next state and the final states', () => {
  assert.equal(door.next('open', 'push'), 'shut')
  assert.equal(door.next('shut', 'burn'), undefined)
  assert.equal(door.can('shut', 'burn'), false)
  assert.deepEqual(door.all.filter(door.final), ['gone'])
})

test('orders end once (rulebook §14.3), positions too (§16.7)', () => {
  assert.deepEqual(orderStates.all.filter(orderStates.final), ['filled', 'ended'])
  assert.equal(orderStates.next('accepted', 'fill_part'), 'partly_filled')
  assert.equal(orderStates.can('filled', 'end'), false)
  assert.deepEqual(positionStates.all.filter(positionStates.final), ['CLOSED'])
  assert.equal(positionStates.can('LOCKED', 'close_part'), false)
  assert.deepEqual(
    Object.values(orderStatusNumbers).toSorted((left, right) => left - right),
    [0, 1, 2, 3],
  )
})
