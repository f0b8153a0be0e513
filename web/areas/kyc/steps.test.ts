import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Verification } from '@mex/contract/kyc/calls.ts'

import { locationOf } from '#data/links.ts'
import { firstOpen, namesOf, stepParameter, stepsOf } from './steps.ts'

const verification = (realStatus: Verification['realStatus'], redo: Verification['redo']): Verification =>
  ({ realStatus, redo }) as Verification
const fresh = verification(0, [])
const passportImage = `/file/${'a'.repeat(22)}`
const details = { firstName: 'Paula', lastName: 'Practice' }
const number = { documentType: 'passport', documentNumber: 'SIM123456', country: 'MX' }

test('lists the pages of the form, and one page when a refusal asks for a few fields', () => {
  assert.deepEqual(namesOf(stepsOf('individual', {}, fresh)), ['details', 'document', 'review'])
  assert.deepEqual(namesOf(stepsOf('company', {}, fresh)), ['details', 'account', 'officer', 'review'])
  const retry = stepsOf('individual', number, verification(2, ['passportImage']))
  assert.deepEqual(retry, [{ name: 'redo', fields: ['passportImage'] }])
  assert.deepEqual(namesOf(retry), ['redo'])
})

test('finds the first incomplete page', () => {
  const openOf = (papers: Parameters<typeof firstOpen>[1]) => firstOpen(stepsOf('individual', papers, fresh), papers)
  assert.equal(openOf({}), 0)
  assert.equal(openOf({ ...details, lastName: ' ' }), 0)
  assert.equal(openOf(details), 1)
  assert.equal(openOf({ ...details, ...number }), 1, 'the picture is missing')
  assert.equal(openOf({ ...number, passportImage }), 0, 'a later page does not stand in for an earlier one')
  assert.equal(openOf({ ...details, ...number, passportImage }), 2)
  assert.equal(openOf({ ...details, ...number, passportImage, documentNumber: 'AB123' }), 1)
})

test('gives each page of the form its own URL', () => {
  const addresses = (['details', 'redo', 'document', 'review'] as const).map((name) =>
    locationOf('verifyIdentity', stepParameter(name)),
  )
  const [own, ...later] = ['', '?step=document', '?step=review'].map((query) => `/pages/kyc/individual${query}`)
  assert.deepEqual(addresses, [own, own, ...later])
})
