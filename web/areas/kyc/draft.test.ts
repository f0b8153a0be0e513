import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readStored, writeStored } from '#data/storage.ts'
import { person } from '#data/session-testing.ts'
import { currentToken, expireSession, signIn, signOut } from '#data/session.ts'
import { deleteDraft, saveDraft, readDraft, type Draft } from './draft.ts'

const paula = { user: 7, attempt: 0 }
const draft: Draft = { papers: { firstName: 'Paula', documentNumber: 'SIM123' }, chosen: ['frontImage'] }
const nothing: Draft = { papers: {}, chosen: [] }

test('stores which picture fields were chosen, but no pictures', () => {
  const pictures = { frontImage: '/file/secret', licenseImage: '/file/other' }
  saveDraft(paula, { ...draft, papers: { ...draft.papers, ...pictures } })
  assert.deepEqual(readDraft(paula), draft)
  assert.doesNotMatch(readStored('paperDraft') ?? '', /\/file/)
  deleteDraft()
  assert.deepEqual(readDraft(paula), nothing)
})

test('hides the draft from another user and deletes it', () => {
  saveDraft(paula, draft)
  assert.deepEqual(readDraft({ user: 8, attempt: 0 }), nothing)
  assert.equal(readStored('paperDraft'), undefined)
})

test('deletes the draft of an earlier attempt', () => {
  saveDraft(paula, draft)
  assert.deepEqual(readDraft({ user: 7, attempt: 1_800_000_000_000 }), nothing)
  assert.equal(readStored('paperDraft'), undefined)
})

test('keeps the draft after an expired session and deletes it on sign-out', () => {
  signIn({ ...person, id: 7, token: 'token-1' })
  saveDraft(paula, draft)
  expireSession(currentToken())
  assert.deepEqual(readDraft(paula), draft)
  signOut()
  assert.equal(readStored('paperDraft'), undefined)
})

test('ignores malformed stored drafts and unknown fields', () => {
  const whole = { user: 7, attempt: 0, papers: {}, chosen: [] }
  const broken = [
    { ...whole, user: '7' },
    { ...whole, papers: { firstName: 1 } },
    { ...whole, chosen: 'frontImage' },
  ]
  for (const text of ['', '{', '[]', '{"user":7}', ...broken.map((each) => JSON.stringify(each))]) {
    writeStored('paperDraft', text)
    assert.deepEqual(readDraft(paula), nothing, text)
  }
  const odd = { ...whole, papers: { firstName: 'Paula', frontImage: '/file/x' }, chosen: ['lastName', 'backImage'] }
  writeStored('paperDraft', JSON.stringify(odd))
  assert.deepEqual(readDraft(paula), { papers: { firstName: 'Paula' }, chosen: ['backImage'] })
})
