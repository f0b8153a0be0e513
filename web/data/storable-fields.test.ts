import assert from 'node:assert/strict'
import { test } from 'node:test'

import { everyCall } from '@mex/contract/calls.ts'
import { wireObjectOf } from '@mex/contract/wire.ts'

import { storableFields } from './storable-fields.ts'

const fields = [
  ...new Set(everyCall.flatMap(({ call }) => Object.keys(wireObjectOf(call.input)?.shape ?? {}))),
].toSorted()
const kept = Object.keys(storableFields(Object.fromEntries(fields.map((field) => [field, 'x']))))

test('of all that a person enters, passwords, codes, pictures and the social security number are never kept', () => {
  assert.deepEqual(
    fields.filter((field) => !kept.includes(field)),
    [
      'backImage',
      'confirmPassword',
      'confirmPayPassword',
      'corporateAccountImage',
      'emailCode',
      'frontImage',
      'licenseImage',
      'newPassword',
      'oldPassword',
      'oldPayPassword',
      'passportImage',
      'password',
      'passwordConfirm',
      'payPassword',
      'proofImage',
      'socialSecurityNumber',
    ],
  )
})

test('what is kept and sounds like a secret is a code that names something', () => {
  const isSuspect = (field: string) => /code|secret|token|pin|key(?!word)|biometric|photo|picture/i.test(field)
  assert.deepEqual(kept.filter(isSuspect), [
    'branchCode',
    'goldCode',
    'invitationCode',
    'postalCode',
    'secuCode',
    'stkcode',
    'stockCode',
    'swiftCode',
  ])
})

test('texts and numbers are kept as they are; a consent, a file and what is missing are not', () => {
  assert.deepEqual(
    storableFields({
      firstName: 'Paula',
      amount: '',
      type: 2,
      agree: true,
      file: new Blob(),
      lastName: undefined,
      city: null,
    }),
    { firstName: 'Paula', amount: '', type: 2 },
  )
})
