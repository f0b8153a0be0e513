import assert from 'node:assert/strict'
import { test } from 'node:test'

import { choose, chosenOf, isFull, usual } from './chosen.ts'
import type { ChosenName } from './indicator-names.ts'

const of = (...names: readonly ChosenName[]) => new Set(names)

test('reads a stored choice, and leaves out what it does not know', () => {
  assert.deepEqual(chosenOf(undefined), usual)
  assert.deepEqual(chosenOf(''), of())
  assert.deepEqual(chosenOf('macd,average'), of('average', 'macd'))
  assert.deepEqual(chosenOf('average,tea leaves,rsi'), of('average', 'rsi'))
})

test('adds and removes a name', () => {
  assert.deepEqual(choose(of('average'), 'vwap', true), of('average', 'vwap'))
  assert.deepEqual(choose(of('average', 'vwap'), 'average', false), of('vwap'))
  assert.deepEqual(choose(of('average'), 'average', true), of('average'))
})

test('refuses a third indicator below the price, and takes it once there is place', () => {
  const two = of('volume', 'rsi')
  assert.equal(isFull(two), true)
  assert.equal(choose(two, 'macd', true), two)
  assert.deepEqual(choose(choose(two, 'rsi', false), 'macd', true), of('volume', 'macd'))
  assert.equal(isFull(of('volume', 'average', 'bollinger')), false)
})
