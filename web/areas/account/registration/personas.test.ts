import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readRequest } from '@mex/contract/reading.ts'
import { registration } from '@mex/contract/account/registration.ts'
import { isFictitiousSecurityNumber } from '@mex/core/account/security-number.ts'
import fc from 'fast-check'

import { drawPersona, drawSecurityNumber } from './personas.ts'

/** A random source that repeats the given numbers. */
function drawing(numbers: readonly number[]): () => number {
  let next = 0
  return () => numbers[next++ % numbers.length] ?? 0
}
const numbers = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1, maxLength: 20 })

test('draws only social security numbers that were never issued', () => {
  fc.assert(
    fc.property(numbers, (drawn) => {
      const number = drawSecurityNumber(drawing(drawn))
      assert.match(number, /^666-\d{2}-\d{4}$/)
      assert.ok(isFictitiousSecurityNumber(number))
    }),
  )
})

test('draws personas that pass the registration schema', () => {
  fc.assert(
    fc.property(numbers, (drawn) => {
      const rest = { userType: 2, email: 'me@example.org', emailCode: '123456', agree: true }
      const password = { password: 'practice-4', passwordConfirm: 'practice-4' }
      const read = readRequest(registration.registerFully.input, {
        ...rest,
        ...password,
        ...drawPersona(drawing(drawn)),
      })
      assert.ok('input' in read, JSON.stringify(read))
    }),
  )
})
