import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  closingSide,
  directionNumbers,
  directionOf,
  isLive,
  openingSide,
  orderStatusNumbers,
  orderTypeNumbers,
  purposeNumbers,
  sideNumbers,
  signOf,
} from './orders.ts'

test('orders have the numbers of the specification (rulebook §1.2)', () => {
  assert.deepEqual(sideNumbers, { buy: 0, sell: 1 })
  assert.deepEqual(directionNumbers, { long: 0, short: 1 })
  assert.deepEqual(orderTypeNumbers, { market: 0, limit: 1 })
  assert.deepEqual(purposeNumbers, { open: 0, close: 1 })
  assert.deepEqual(orderStatusNumbers, { accepted: 0, partly_filled: 3, filled: 1, ended: 2 })
})

test('a long is bought to open and sold to close, a short the other way round', () => {
  assert.deepEqual(
    [openingSide('long'), closingSide('long'), directionOf('buy'), signOf('long')],
    ['buy', 'sell', 'long', 1n],
  )
  assert.deepEqual(
    [openingSide('short'), closingSide('short'), directionOf('sell'), signOf('short')],
    ['sell', 'buy', 'short', -1n],
  )
})

test('an order is live until it is filled or has ended', () => {
  const live = (['accepted', 'partly_filled', 'filled', 'ended'] as const).map((status) => isLive({ status }))
  assert.deepEqual(live, [true, true, false, false])
})
