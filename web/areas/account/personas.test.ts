import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readRequest } from '@mex/contract/reading.ts'
import { registration } from '@mex/contract/account/registration.ts'
import { isFictitiousSecurityNumber } from '@mex/core/account/security-number.ts'
import fc from 'fast-check'

import { drawPersona, drawSecurityNumber } from './personas.ts'

/** Draws the given numbers over and over. */
function drawing(numbers: readonly number[]): () => number {
  let next = 0
  return () => numbers[next++ % numbers.length] ?? 0
}
const numbers = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1, maxLength: 20 })

test('every drawn number is one that was never issued', () => {
  fc.assert(
    fc.property(numbers, (drawn) => {
      const number = drawSecurityNumber(drawing(drawn))
      assert.match(number, /^666-\d{2}-\d{4}$/)
      assert.ok(isFictitiousSecurityNumber(number))
    }),
  )
})

test('every drawn person passes the form', () => {
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
