import assert from 'node:assert/strict'
import { test } from 'node:test'

import { draftOf } from './drafts.ts'
import { person } from './session-testing.ts'
import { expireSession, signIn, signOut } from './session.ts'

const signInAs = (id: number) => signIn({ ...person, id, token: `token-${id}` })

test('a draft has no password, no code, no picture and no consent', () => {
  const draft = draftOf('entry', 'register')
  draft.keep({
    email: 'mei@example.org',
    type: 2,
    password: 'secret-1',
    passwordConfirm: 'secret-1',
    payPassword: '123456',
    emailCode: '123456',
    socialSecurityNumber: '666-12-3456',
    proofImage: '/file/x',
    swiftCode: 'PRACMXMM',
    agree: true,
  })
  assert.deepEqual(draft.read(), { email: 'mei@example.org', type: 2, swiftCode: 'PRACMXMM' })
})

test('a draft belongs to one form in one history entry, until it is deleted', () => {
  const draft = draftOf('a', 'withdraw')
  draft.keep({ amount: '1200' })
  assert.deepEqual(draftOf('a', 'withdraw').read(), { amount: '1200' })
  assert.deepEqual(draftOf('b', 'withdraw').read(), {})
  assert.deepEqual(draftOf('a', 'transfer').read(), {})
  draft.forget()
  assert.deepEqual(draft.read(), {})
})

test('restores drafts after an expired session, and deletes them on sign-out or for another user', () => {
  const draft = draftOf('entry', 'withdraw')
  signInAs(1)
  draft.keep({ amount: '1200' })
  expireSession('token-1')
  assert.deepEqual(draft.read(), {}, 'signed out by the server')
  signInAs(1)
  assert.deepEqual(draft.read(), { amount: '1200' })
  expireSession('token-1')
  signInAs(2)
  assert.deepEqual(draft.read(), {}, 'another user')
  expireSession('token-2')
  signInAs(1)
  assert.deepEqual(draft.read(), {}, 'another user signed in between')
  draft.keep({ amount: '1200' })
  signOut()
  signInAs(1)
  assert.deepEqual(draft.read(), {}, 'signed out on purpose')
})

test('keeps the thirty newest drafts', () => {
  for (let number = 1; number <= 31; number += 1) draftOf(`entry ${number}`, 'form').keep({ number })
  assert.deepEqual(draftOf('entry 1', 'form').read(), {})
  assert.deepEqual(draftOf('entry 31', 'form').read(), { number: 31 })
})
