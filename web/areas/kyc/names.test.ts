import assert from 'node:assert/strict'
import { test } from 'node:test'

import { fullName, inNameOrder } from './names.ts'

test('a form in Chinese asks for the family name first, and leaves other fields where they are', () => {
  assert.deepEqual(inNameOrder(['firstName', 'lastName'], 'zh-CN'), ['lastName', 'firstName'])
  assert.deepEqual(inNameOrder(['firstName', 'lastName'], 'en'), ['firstName', 'lastName'])
  assert.deepEqual(inNameOrder(['documentType', 'firstName', 'lastName'], 'zh-TW'), [
    'documentType',
    'lastName',
    'firstName',
  ])
  assert.deepEqual(inNameOrder(['lastName', 'country'], 'zh-CN'), ['lastName', 'country'])
})

test('a Chinese name begins with the family name, without a space', () => {
  assert.equal(fullName('三', '张'), '张三')
  assert.equal(fullName('Paula', 'Practice'), 'Paula Practice')
  assert.equal(fullName('Paula'), 'Paula')
  assert.equal(fullName(), '')
})
