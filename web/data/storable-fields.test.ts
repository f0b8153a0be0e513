import assert from 'node:assert/strict'
import { test } from 'node:test'

import { everyCall } from '@mex/contract/calls.ts'
import { wireObjectOf } from '@mex/contract/wire.ts'

import { storableFields } from './storable-fields.ts'

const fields = [
  ...new Set(everyCall.flatMap(({ call }) => Object.keys(wireObjectOf(call.input)?.shape ?? {}))),
].toSorted()
const kept = Object.keys(storableFields(Object.fromEntries(fields.map((field) => [field, 'x']))))

test('never stores passwords, email codes, pictures and the social security number, of all fields of all calls', () => {
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
      'publicKey',
      'secret',
      'socialSecurityNumber',
    ],
  )
})

test('stores only identifying codes among the fields whose names suggest a secret', () => {
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

test('stores texts and numbers, but no consent, file or missing value', () => {
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
