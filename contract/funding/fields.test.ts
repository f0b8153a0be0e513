import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readRequest } from '#reading.ts'
import { request } from '#request.ts'
import { network } from './fields.ts'

test('refuses networks that are not accepted, test networks of real chains included', () => {
  const read = (wire: unknown) => readRequest(request({ network }), { network: wire })
  assert.deepEqual(read('SIMCHAIN'), { input: { network: 'SIMCHAIN' } })
  for (const wire of [undefined, 'HOODI', 'TESTNET4', 'simchain', 1])
    assert.deepEqual(read(wire), { refused: 'invalid_parameter', field: 'network' })
})
