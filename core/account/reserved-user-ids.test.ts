import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReservedUserId } from './reserved-user-ids.ts'

test('reserves the platform’s own names, whatever their case', () => {
  for (const name of ['admin', 'Root', 'SYSTEM', 'oPerator', 'support']) assert.equal(isReservedUserId(name), true)
  for (const name of ['admin1', 'roots', 'mei', '']) assert.equal(isReservedUserId(name), false)
})
