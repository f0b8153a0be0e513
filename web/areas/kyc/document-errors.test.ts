import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { IdentityField, IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'
import { documentError, documentErrors } from './document-errors.ts'

const cases: readonly (readonly [IdentityField, IdentityDocuments, string | undefined])[] = [
  ['firstName', { firstName: 'Paula' }, undefined],
  ['firstName', {}, 'missing_field'],
  ['firstName', { firstName: '   ' }, 'missing_field'],
  ['firstName', { firstName: 'x'.repeat(51) }, 'text_too_long'],
  ['documentType', { documentType: 'passport' }, undefined],
  ['country', {}, 'missing_field'],
  ['documentNumber', { documentNumber: 'SIM123' }, undefined],
  ['documentNumber', { documentNumber: 'sim123' }, undefined],
  ['documentNumber', { documentNumber: 'G12345678' }, 'document_number_real'],
  ['licenseNumber', { licenseNumber: '12' }, 'document_number_real'],
  ['corporateAccountNumber', { corporateAccountNumber: '12345678901' }, undefined],
  ['corporateAccountNumber', { corporateAccountNumber: '4539578763621486' }, 'card_number_real'],
  ['officerPhone', { officerPhone: '+52 55 1234 5678' }, undefined],
  ['officerPhone', { officerPhone: 'call me' }, 'invalid_parameter'],
  ['frontImage', { frontImage: '' }, 'missing_field'],
  ['frontImage', { frontImage: `/file/${'a'.repeat(22)}` }, undefined],
]
for (const [field, papers, refused] of cases)
  test(`${field} ${JSON.stringify(papers[field] ?? '')}: ${refused ?? 'accepted'}`, () =>
    assert.equal(documentError(field, papers)?.refused, refused))

test('names the document of a missing number, and checks only the given fields', () => {
  const papers = { documentType: 'passport' }
  assert.deepEqual(documentErrors(['documentType', 'documentNumber'], papers), {
    documentNumber: { refused: 'missing_field', field: 'documentNumber', values: { document: 'passport' } },
  })
})
