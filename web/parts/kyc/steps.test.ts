import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Verification } from '@mex/contract/kyc.ts'

import { firstOpen, namesOf, stepLocation, stepNamed, stepsOf } from './steps.ts'

const verification = (realStatus: Verification['realStatus'], redo: Verification['redo']): Verification =>
  ({ realStatus, redo }) as Verification
const fresh = verification(0, [])
const passportImage = `/file/${'a'.repeat(22)}`
const details = { firstName: 'Paula', lastName: 'Practice' }
const number = { documentType: 'passport', documentNumber: 'SIM123456', country: 'MX' }

test('the pages of a form, and only one where little is asked for again', () => {
  assert.deepEqual(namesOf(stepsOf('individual', {}, fresh)), ['details', 'document', 'review'])
  assert.deepEqual(namesOf(stepsOf('company', {}, fresh)), ['details', 'account', 'officer', 'review'])
  const retry = stepsOf('individual', number, verification(2, ['passportImage']))
  assert.deepEqual(retry, [{ name: 'redo', fields: ['passportImage'] }])
  assert.deepEqual(namesOf(retry), ['redo'])
})

test('the first page that lacks something', () => {
  const openOf = (papers: Parameters<typeof firstOpen>[1]) => firstOpen(stepsOf('individual', papers, fresh), papers)
  assert.equal(openOf({}), 0)
  assert.equal(openOf({ ...details, lastName: ' ' }), 0)
  assert.equal(openOf(details), 1)
  assert.equal(openOf({ ...details, ...number }), 1, 'the picture is missing')
  assert.equal(openOf({ ...number, passportImage }), 0, 'a later page does not stand in for an earlier one')
  assert.equal(openOf({ ...details, ...number, passportImage }), 2)
  assert.equal(openOf({ ...details, ...number, passportImage, documentNumber: 'AB123' }), 1)
})

test('a page is found again by its address', () => {
  assert.equal(stepLocation('details'), '/pages/kyc/individual')
  assert.equal(stepLocation('redo'), '/pages/kyc/individual')
  for (const name of ['document', 'review'] as const) assert.equal(stepNamed(`#${stepLocation(name)}`), name)
  for (const address of ['', '#/', '#/pages/kyc/individual', '#/pages/kyc/individual?', '#/pages/kyc/individual?x=1'])
    assert.equal(stepNamed(address), undefined, address)
})
