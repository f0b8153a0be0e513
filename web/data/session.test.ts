import assert from 'node:assert/strict'
import { test } from 'node:test'

import { currentSession, expireSession, signIn, signOut, updateUser } from './session.ts'
import { person } from './session-testing.ts'
import { readStored } from './storage.ts'

test('stores token and user until the session ends', () => {
  signIn({ ...person, token: 'token-1' })
  assert.deepEqual(currentSession(), { token: 'token-1', user: person })
  assert.equal(readStored('token'), 'token-1')
  assert.ok(!(readStored('user') ?? '').includes('token'), 'the token is stored in one place')
  updateUser({ ...person, nickName: 'Mei Mei' })
  assert.equal(currentSession()?.user?.nickName, 'Mei Mei')
  signOut()
  assert.equal(currentSession(), undefined)
  assert.equal(readStored('token'), undefined)
  assert.equal(readStored('user'), undefined)
})

test('an expired earlier token does not end the current session', () => {
  signIn({ ...person, token: 'today' })
  expireSession('yesterday')
  expireSession(undefined)
  assert.equal(currentSession()?.token, 'today')
  expireSession('today')
  assert.equal(currentSession(), undefined)
})

test('ignores user data without a session', () => {
  updateUser(person)
  assert.equal(currentSession(), undefined)
  assert.equal(readStored('user'), undefined)
})
