import assert from 'node:assert/strict'
import { test } from 'node:test'

import { companyFields } from '@mex/core/kyc/identity-documents.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'
import * as z from 'zod/mini'

import { kyc } from '#kyc/calls.ts'
import { registration } from './registration.ts'

/** What every field of a form is refused with. */
function refusedWith(input: z.ZodMiniType, given: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const read = z.safeDecode(input, given)
  return new Map(read.success ? [] : read.error.issues.map(({ path, message }) => [String(path[0]), message]))
}

test('refuses a missing number or name as missing before validating it', () => {
  const others: Readonly<Record<string, RefusalWord>> = {
    passwordConfirm: 'passwords_differ',
    agree: 'agreement_missing',
    officerCertificateType: 'invalid_parameter',
  }
  const everybody = ['email', 'emailCode', 'username', 'password', 'passwordConfirm', 'agree']
  const address = ['streetAddress', 'stateProvince', 'phoneNumber', 'country', 'socialSecurityNumber']
  for (const [userType, mandatory] of [
    [2, everybody.concat(address)],
    [4, everybody.concat(companyFields)],
  ] as const)
    for (const empty of ['', '   ', null, undefined]) {
      const given = Object.fromEntries(mandatory.map((field) => [field, empty]))
      const expected = new Map(mandatory.map((field) => [field, others[field] ?? 'missing_field']))
      const said = refusedWith(registration.registerFully.input, { ...given, userType })
      assert.deepEqual(said, expected, `${userType} ${String(empty)}`)
    }
})

test('validates a document number that is present', () => {
  for (const [field, value, word] of [
    ['licenseNumber', 'AB 12', 'document_number_real'],
    ['officerCertificateNumber', '?', 'document_number_real'],
    ['documentNumber', 'x'.repeat(21), 'document_number_real'],
    ['corporateAccountNumber', '1234', 'card_number_real'],
  ] as const)
    assert.deepEqual(refusedWith(kyc.submit.input, { [field]: value }), new Map([[field, word]]))
})
