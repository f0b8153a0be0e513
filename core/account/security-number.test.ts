import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFictitiousSecurityNumber, maskedSecurityNumber, tidySecurityNumber } from './security-number.ts'

const fictitious = [
  '666-12-3456',
  '666123456',
  '000-12-3456',
  '123-00-4567',
  '123-45-0000',
  '987-65-4320',
  '987-65-4329',
  '987654325',
  '666-123456',
]
for (const number of fictitious)
  test(`${number} was never issued`, () => assert.equal(isFictitiousSecurityNumber(number), true))

const refused = [
  '123-45-6789',
  '665-12-3456',
  '667-12-3456',
  '900-12-3456',
  '987-65-4319',
  '987-65-4330',
  '987-64-4320',
  '999-99-9999',
  '001-01-0001',
  '66-123-3456',
  '666-12-345',
  '666-12-34567',
  '666 12 3456',
  '６６６-12-3456',
  '',
  'abc-de-fghi',
]
for (const number of refused)
  test(`${number || 'nothing'} is refused`, () => assert.equal(isFictitiousSecurityNumber(number), false))

test('a number is stored with dashes and shown by its last four digits', () => {
  for (const text of ['666123456', '666-12-3456', '666-123456']) {
    assert.equal(tidySecurityNumber(text), '666-12-3456')
    assert.equal(maskedSecurityNumber(tidySecurityNumber(text)), '***-**-3456')
  }
})
