import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sideOf, stripOf, withStrips, type PlainPane } from './label-strip.ts'
import type { Mark } from './marks.ts'

const mark = (price: number, text = `Buy limit 5 @ ${price}.00`): Mark => {
  return { key: String(price), kind: 'order', price, text, href: '#/' }
}

const pane: PlainPane = { margins: { top: 0.1, bottom: 0.2 }, floor: 0.85 }
const range = { from: 100, to: 170 }

test('a price is beyond the scale above the pane, and below what the volume leaves', () => {
  assert.equal(sideOf(181, range, pane), 'above')
  assert.equal(sideOf(179, range, pane), undefined)
  assert.equal(sideOf(96, range, pane), undefined)
  assert.equal(sideOf(94, range, pane), 'below')
})

test('with a strip, all prices that were in view lie above it', () => {
  const height = 240
  const { top, bottom } = withStrips(pane.margins, height, { above: 0, below: 52 })
  const lowest = 95
  const level = height * (top + ((range.to - lowest) / (range.to - range.from)) * (1 - top - bottom))
  assert.ok(level <= pane.floor * height - 52)
})

const placed = (marks: readonly Mark[], width: number, labelStep = 26) => {
  const { rooms, height } = stripOf(marks, { width, labelStep })
  return [height, ...[...rooms].map(([{ key }, { at, shift }]) => `${key} ${at} ${shift}`)]
}

test('the highest price stands at the right, the next one at the left of the same row', () => {
  assert.deepEqual(placed([], 330), [0])
  assert.deepEqual(placed([mark(161)], 330), [26, '161 right 0'])
  assert.deepEqual(placed([mark(127), mark(161)], 330), [26, '161 right 0', '127 left 0'])
  assert.deepEqual(placed([mark(3), mark(2), mark(1)], 900), [52, '3 right 0', '2 left 0', '1 right 26'])
})

test('labels that do not fit beside one another have rows of their own: of large letters, and of long or wide texts', () => {
  assert.deepEqual(placed([mark(127), mark(161)], 300, 34), [68, '161 right 0', '127 right 34'])
  const long = mark(161, 'Buy limit 0.01234567 @ 64,161.00')
  assert.deepEqual(placed([mark(127), long], 330), [52, '161 right 0', '127 right 26'])
  const chinese = mark(161, '买入限价买入限价买 5 @ 161.00')
  assert.deepEqual(placed([mark(127), chinese], 330), [52, '161 right 0', '127 right 26'])
})

test('strips widen the margins, but leave half of the room to the candles', () => {
  const plain = { top: 0.25, bottom: 0.25 }
  assert.deepEqual(withStrips(plain, 200, { above: 0, below: 0 }), plain)
  assert.deepEqual(withStrips(plain, 200, { above: 0, below: 25 }), { top: 0.25, bottom: 0.375 })
  assert.deepEqual(withStrips(plain, 200, { above: 75, below: 0 }), { top: 0.375, bottom: 0.25 })
  assert.deepEqual(withStrips(plain, 200, { above: 150, below: 100 }), { top: 0.375, bottom: 0.375 })
})
