import assert from 'node:assert/strict'
import { test } from 'node:test'

import { roomOfLine, type DrawnCandle, type Pane } from './label-room.ts'

/** A candle at each tenth pixel of a part of the width. */
const candlesOf = (from: number, to: number, top: number, bottom: number): readonly DrawnCandle[] =>
  Array.from({ length: (to - from) / 10 }, (_, index) => ({ left: from + index * 10, top, bottom }))

const pane = (candles: readonly DrawnCandle[]): Pane => {
  return { candles, spacing: 10, width: 320, height: 240, floor: 200, labelStep: 26 }
}

test('the label of a line stands at the left of its line if nothing is there', () => {
  assert.deepEqual(roomOfLine(100, pane([]), []), { at: 'left', shift: 0 })
  assert.deepEqual(roomOfLine(100, pane(candlesOf(0, 320, 20, 60)), []), { at: 'left', shift: 0 })
})

test('early in a session, when the candles are at the left, it stands at the right', () => {
  assert.deepEqual(roomOfLine(100, pane(candlesOf(0, 150, 80, 120)), []), { at: 'right', shift: 0 })
})

test('it moves away from candles all over the width, and stays inside of the pane', () => {
  assert.deepEqual(roomOfLine(100, pane(candlesOf(0, 320, 95, 180)), []), { at: 'left', shift: -26 })
  assert.deepEqual(roomOfLine(20, pane(candlesOf(0, 320, 10, 30)), []), { at: 'left', shift: 26 })
})

test('it does not cover the newest candle for the sake of others', () => {
  const candles = [...candlesOf(170, 300, 80, 120), ...candlesOf(30, 40, 80, 120)]
  assert.deepEqual(roomOfLine(100, pane([...candles.slice(0, 2), candles.at(-1)!]), []), { at: 'right', shift: 0 })
})

test('it covers candles rather than go far', () => {
  assert.deepEqual(roomOfLine(100, pane(candlesOf(0, 320, 0, 240)), []), { at: 'left', shift: 0 })
})

test('it does not meet what stands there already, and does not jump for a little', () => {
  const taken = [{ at: 'left' as const, width: 150, top: 90, bottom: 116 }]
  assert.deepEqual(roomOfLine(100, pane([]), taken), { at: 'right', shift: 0 })
  const candles = pane([...candlesOf(0, 30, 80, 120), ...candlesOf(160, 170, 200, 210)])
  assert.deepEqual(roomOfLine(100, candles, []), { at: 'right', shift: 0 })
  assert.deepEqual(roomOfLine(100, candles, [], { at: 'left', shift: 0 }), { at: 'left', shift: 0 })
})

test('where two labels do not fit beside one another, it does not meet one at the other side either', () => {
  const taken = [{ at: 'right' as const, width: 160, top: 90, bottom: 116 }]
  assert.deepEqual(roomOfLine(100, pane([]), taken), { at: 'left', shift: 0 })
  assert.deepEqual(roomOfLine(100, { ...pane([]), width: 300 }, taken), { at: 'left', shift: -26 })
})
