import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '#areas.ts'
import { readRequest } from '#reading.ts'

/** Everything with which a password may be chosen can be entered again. */

const chosen = [
  '👨\u200d👩\u200d👧 at home',
  'soft\u00adhyphen',
  'x\u200by\u2060z-123',
  '😀'.repeat(128),
  'a b c d e f',
]

test('accepts every valid password wherever a password is entered', () => {
  for (const password of chosen) {
    const change = { oldPassword: 'correct-horse', newPassword: password, confirmPassword: password }
    assert.equal('input' in readRequest(calls.security.changePassword.input, change), true, password)
    const signIn = readRequest(calls.account.login.input, { username: 'ann@example.org', password })
    assert('input' in signIn, password)
    assert.equal(signIn.input.password, password)
    const again = { oldPassword: password, newPassword: 'correct-horse', confirmPassword: 'correct-horse' }
    assert.equal('input' in readRequest(calls.security.changePassword.input, again), true, password)
    const own = readRequest(calls.records.closeAccount.input, { password })
    assert('input' in own && own.input.password === password, password)
  }
})

test('accepts every valid transaction password wherever it is entered', () => {
  for (const payPassword of ['👨\u200d👩\u200d👧 pay', '😀'.repeat(20), 'pay\u00ad1234']) {
    const first = { payPassword, confirmPayPassword: payPassword }
    assert.equal('input' in readRequest(calls.security.setPayPassword.input, first), true, payPassword)
    const change = { oldPayPassword: payPassword, payPassword: '246810', confirmPayPassword: '246810' }
    const read = readRequest(calls.security.changePayPassword.input, change)
    assert('input' in read && read.input.oldPayPassword === payPassword, payPassword)
  }
})
