import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readStored, writeStored } from '#data/storage.ts'
import { person } from '#data/session-testing.ts'
import { currentToken, expire, signIn, signOut } from '#data/session.ts'
import { forgetDraft, keepDraft, readDraft } from './draft.ts'

test('a draft is kept for its person, without pictures', () => {
  keepDraft(7, {
    firstName: 'Paula',
    documentNumber: 'SIM123',
    frontImage: '/file/secret',
    licenseImage: '/file/other',
  })
  assert.deepEqual(readDraft(7), { firstName: 'Paula', documentNumber: 'SIM123' })
  assert.doesNotMatch(readStored('paperDraft') ?? '', /file/)
  forgetDraft()
  assert.deepEqual(readDraft(7), {})
})

test('somebody else finds nothing, and leaves nothing of it', () => {
  keepDraft(7, { firstName: 'Paula' })
  assert.deepEqual(readDraft(8), {})
  assert.equal(readStored('paperDraft'), undefined)
})

test('a draft goes when the person leaves, and stays when the session only ends', () => {
  signIn({ ...person, id: 7, token: 'token-1' })
  keepDraft(7, { firstName: 'Paula' })
  expire(currentToken())
  assert.deepEqual(readDraft(7), { firstName: 'Paula' })
  signOut()
  assert.equal(readStored('paperDraft'), undefined)
})

test('what is not a draft is none', () => {
  for (const text of ['', '{', '[]', '{"user":7}', '{"user":"7","papers":{}}', '{"user":7,"papers":{"firstName":1}}']) {
    writeStored('paperDraft', text)
    assert.deepEqual(readDraft(7), {}, text)
  }
  writeStored('paperDraft', '{"user":7,"papers":{"firstName":"Paula","frontImage":"/file/x"}}')
  assert.deepEqual(readDraft(7), { firstName: 'Paula' })
})
