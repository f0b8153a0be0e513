import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DepthLevel } from '@mex/contract/market/shapes.ts'
import { price, quantityOf } from '@mex/core/money/money.ts'
import { depthRows } from './depth-totals.ts'

const level = (number: number, bid: string, ask: string): DepthLevel => ({
  level: number,
  bid: price(1000n - BigInt(number)),
  bidSize: quantityOf(bid),
  ask: price(1001n + BigInt(number)),
  askSize: quantityOf(ask),
})

test('each row has what an order takes down to it, on each side alone', () => {
  const rows = depthRows([level(0, '300', '20'), level(1, '300', '20'), level(2, '300', '20')])
  assert.deepEqual(
    rows.map(({ bidTotal, askTotal }) => [bidTotal, askTotal]),
    [
      [quantityOf('300'), quantityOf('20')],
      [quantityOf('600'), quantityOf('40')],
      [quantityOf('900'), quantityOf('60')],
    ],
  )
  assert.equal(rows[2]?.bidSize, quantityOf('300'))
})

test('no levels have no rows, and levels of other sizes add up too', () => {
  assert.deepEqual(depthRows([]), [])
  assert.deepEqual(
    depthRows([level(0, '1', '0.5'), level(1, '2', '0.25')]).map(({ bidTotal, askTotal }) => [bidTotal, askTotal]),
    [
      [quantityOf('1'), quantityOf('0.5')],
      [quantityOf('3'), quantityOf('0.75')],
    ],
  )
})
