import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scaleOf } from './bar-scale.ts'

const room = 12

test('the bars of campaigns leave room for the figures at their ends', () => {
  const cases = [
    [
      { gross: 5, net: 4.5 },
      { gross: -10, net: -10 },
    ],
    [{ gross: 3, net: 2.7 }],
    [{ gross: -3, net: -3 }],
    [{ gross: 0, net: 0 }],
  ]
  for (const bars of cases) {
    const { zero, height } = scaleOf(bars)
    for (const { gross, net } of bars) {
      if (net > 0) assert.ok(zero + gross * height <= 100 - room + 1e-9)
      else assert.ok(zero + net * height >= room - 1e-9)
    }
  }
})

test('gains alone stand on the bottom', () => {
  assert.deepEqual(scaleOf([{ gross: 4, net: 4 }]), { zero: 0, height: 22 })
})
