import assert from 'node:assert/strict'
import { test } from 'node:test'

import { labelStep } from './text-size.ts'
import { placeMarks, type Level, type Mark } from './marks.ts'

const mark = (key: string, price: number): Mark => ({ key, kind: 'order', price, text: key, href: `#/${key}` })
const height = 200
const room = { height, labelStep, aboveTop: 34, belowTop: 148 }

const rows: readonly (readonly [
  name: string,
  marks: readonly (readonly [Mark, Level])[],
  placed: readonly string[],
])[] = [
  ['a label stands at its line', [[mark('a', 10), 100]], ['a line 87']],
  ['a label stays inside of the pane', [[mark('a', 10), 2]], ['a line 0']],
  ['a label stays inside of the pane at the bottom too', [[mark('a', 10), 199]], ['a line 174']],
  [
    'labels of near prices stand below one another',
    [
      [mark('low', 9), 104],
      [mark('high', 10), 100],
    ],
    ['high line 87', `low line ${87 + labelStep}`],
  ],
  [
    'labels pushed over the bottom move back up',
    [
      [mark('high', 10), 190],
      [mark('low', 9), 195],
    ],
    [`high line ${174 - labelStep}`, 'low line 174'],
  ],
  ['beyond the top of the scale', [[mark('a', 99), 'above']], ['a above 34']],
  ['beyond the bottom of the scale', [[mark('a', 1), 'below']], ['a below 148']],
]

for (const [name, marks, placed] of rows)
  test(`places labels: ${name}`, () => {
    const found = placeMarks(
      marks.map(([one]) => one),
      marks.map(([, level]) => level),
      room,
    )
    assert.deepEqual(
      found.map(({ mark: { key }, side, top }) => `${key} ${side} ${top}`),
      placed,
    )
  })

test('a label that had no room at its line says where its price lies, and sides do not push one another', () => {
  const placed = placeMarks([mark('a', 10), mark('b', 9)], [100, 104], {
    ...room,
    rooms: [
      { at: 'right', shift: 39 },
      { at: 'left', shift: 13 },
    ],
  })
  assert.deepEqual(
    placed.map(({ mark: { key }, at, top, points }) => [key, at, top, points]),
    [
      ['b', 'left', 104, undefined],
      ['a', 'right', 126, 'above'],
    ],
  )
})

test('labels beyond the scale stand where their strip has room for them', () => {
  const placed = placeMarks([mark('near', 5), mark('far', 1), mark('high', 9)], ['below', 'below', 'above'], {
    ...room,
    rooms: [
      { at: 'right', shift: 0 },
      { at: 'left', shift: 26 },
      { at: 'right', shift: 0 },
    ],
  })
  assert.deepEqual(
    placed.map(({ mark: { key }, at, top, points }) => [key, at, top, points]),
    [
      ['near', 'right', 148, 'below'],
      ['far', 'left', 174, 'below'],
      ['high', 'right', 34, 'above'],
    ],
  )
})

test('labels of larger letters stand further apart', () => {
  const marks = [mark('high', 10), mark('low', 9)]
  const placed = placeMarks(marks, [100, 104], { ...room, labelStep: 2 * labelStep })
  assert.deepEqual(
    placed.map(({ top }) => top),
    [100 - labelStep, 100 + labelStep],
  )
})

test('leaves out labels that have no place, and those that the chart has not laid out yet', () => {
  const many = Array.from({ length: 9 }, (_, index) => mark(String(index), index))
  const placed = placeMarks(
    many,
    many.map(() => 100),
    room,
  )
  assert.equal(placed.length, Math.floor(height / labelStep))
  assert.deepEqual(placeMarks([mark('a', 1)], [], room), [])
  assert.deepEqual(placeMarks([mark('a', 1)], ['above'], { ...room, height: 10 }), [])
})
