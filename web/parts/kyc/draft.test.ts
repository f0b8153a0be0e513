import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readStored, writeStored } from '#data/storage.ts'
import { signOut } from '#data/session.ts'
import { forgetDraft, keepDraft, readDraft } from './draft.ts'

test('a draft is kept for its person, without pictures', () => {
  keepDraft(7, {
    firstName: 'Paula',
    documentNumber: 'SIM123',
    frontImage: '/file/secret',
    licenseImage: '/file/other',
  })
  assert.deepEqual(readDraft(7), { firstName: 'Paula', documentNumber: 'SIM123' })
  assert.deepEqual(readDraft(8), {})
  assert.doesNotMatch(readStored('paperDraft') ?? '', /file/)
  forgetDraft()
  assert.deepEqual(readDraft(7), {})
})

test('a draft goes with the session', () => {
  keepDraft(7, { firstName: 'Paula' })
  signOut()
  assert.equal(readStored('paperDraft'), undefined)
})

test('what is not a draft is none', () => {
  for (const text of ['', '{', '[]', '{"user":7}', '{"user":"7","papers":{}}', '{"user":7,"papers":{"firstName":1}}']) {
    writeStored('paperDraft', text)
    assert.deepEqual(readDraft(7), {}, text)
  }
  writeStored('paperDraft', '{"user":7,"papers":{"firstName":"Paula","frontImage":"/file/x","other":"y"}}')
  assert.deepEqual(readDraft(7), { firstName: 'Paula' })
})
