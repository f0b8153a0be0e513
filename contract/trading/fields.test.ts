import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readRequest } from '#reading.ts'
import { request } from '#request.ts'
import { leverage } from './fields.ts'

test('decodes a leverage that is not a step as 0, which the order check refuses with the instrument’s maximum', () => {
  const read = (value: unknown) => readRequest(request({ leverage }), { leverage: value })
  for (const value of [
    [],
    [1],
    {},
    true,
    Number.NaN,
    'x',
    'a\u0000b',
    '１',
    0,
    '0',
    -1,
    '-5',
    4,
    '1.5',
    31,
    100,
    '05',
  ]) {
    assert.deepEqual(read(value), { input: { leverage: 0 } }, JSON.stringify(value)?.slice(0, 40))
  }
  for (const step of [1, 2, 3, 5, 10, 20, 30]) {
    for (const value of [step, String(step), `  ${step}\n`])
      assert.deepEqual(read(value), { input: { leverage: step } })
  }
})
