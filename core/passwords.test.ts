import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  afterPayTry,
  brokenRule,
  fits,
  payLockOf,
  type PasswordPolicy,
  type PasswordRule,
  type PasswordUse,
} from './passwords.ts'

const names = ['Mei', 'mei@example.org']
const common = new Set(['password1', 'qwerty'])

const cases: readonly (readonly [PasswordPolicy, PasswordUse, password: string, PasswordRule | undefined])[] = [
  ['spec', 'registration', 'abc', 'registration'],
  ['spec', 'registration', 'abcd', undefined],
  ['spec', 'registration', 'a'.repeat(50), undefined],
  ['spec', 'registration', 'a'.repeat(51), 'registration'],
  ['spec', 'registration', 'with space', 'registration'],
  ['spec', 'registration', '€uro™<1>', undefined],
  ['spec', 'change', 'abcde', 'change'],
  ['spec', 'change', 'abcdef', undefined],
  ['spec', 'change', 'a'.repeat(20), undefined],
  ['spec', 'change', 'a'.repeat(21), 'change'],
  ['spec', 'company', 'abcdefg', 'company'],
  ['spec', 'company', 'abcdefgh', undefined],
  ['spec', 'company', 'abcdefg!', 'company'],
  ['spec', 'company', 'a'.repeat(21), 'company'],
  ['strict', 'registration', 'abcdefg', 'strict'],
  ['strict', 'registration', 'abc defg', undefined],
  ['strict', 'registration', '密码密码密码密码', undefined],
  ['strict', 'registration', '😀'.repeat(128), undefined],
  ['strict', 'registration', '😀'.repeat(129), 'strict'],
  ['strict', 'change', 'a'.repeat(128), undefined],
  ['strict', 'change', 'a'.repeat(129), 'strict'],
  ['strict', 'company', 'with a space and !', undefined],
  ['strict', 'company', 'bell\u0007bell\u0007', 'strict'],
  ['strict', 'change', 'half\ud800half', 'strict'],
  ['spec', 'change', 'QWERTY', 'common'],
  ['strict', 'registration', 'Password1', 'common'],
  ['spec', 'registration', 'mei@EXAMPLE.org', 'same_as_name'],
  ['strict', 'registration', 'mei@EXAMPLE.org', 'same_as_name'],
  ['spec', 'registration', 'mEi', 'same_as_name'],
]
for (const [policy, use, password, rule] of cases)
  test(`${policy}, ${use}: ${JSON.stringify(password.slice(0, 20))} breaks ${rule ?? 'nothing'}`, () => {
    assert.equal(brokenRule({ password, use, policy, names, common }), rule)
  })

test('a name is no password, whatever its letters', () => {
  const given = { use: 'registration', policy: 'spec', common } as const
  assert.equal(brokenRule({ ...given, password: 'MeiLin', names: ['meilin'] }), 'same_as_name')
  assert.equal(brokenRule({ ...given, password: 'MeiLin1', names: ['meilin'] }), undefined)
})

test('a transaction password is 6 to 20 characters of any kind', () => {
  for (const right of ['123456', 'a b c d', '密码密码密码', 'x'.repeat(20)]) assert.ok(fits(right, 'pay'), right)
  for (const wrong of ['12345', 'x'.repeat(21), 'line\nbreak', '']) assert.ok(!fits(wrong, 'pay'), wrong)
})

const start = 1_700_000_000_000
const halfHour = 30 * 60_000
const none = { failures: 0, lockedUntil: undefined }

test('four wrong transaction passwords are told how many are left, the fifth locks', () => {
  let tries: Parameters<typeof afterPayTry>[0] = none
  for (const left of [4, 3, 2, 1]) {
    const outcome = afterPayTry(tries, false, start)
    assert.deepEqual([outcome.refused, outcome.left], ['pay_password_wrong', left])
    tries = outcome.tries
  }
  const fifth = afterPayTry(tries, false, start)
  assert.equal(fifth.refused, 'pay_password_locked')
  assert.equal(fifth.tries.lockedUntil, start + halfHour)
  assert.equal(payLockOf(fifth.tries, start + halfHour - 1), start + halfHour)
  assert.equal(payLockOf(fifth.tries, start + halfHour), undefined)
})

test('while it is locked the right one does not help and nothing is counted', () => {
  const locked = { failures: 0, lockedUntil: start + 1 }
  for (const isRight of [true, false])
    assert.deepEqual(afterPayTry(locked, isRight, start), { tries: locked, refused: 'pay_password_locked', left: 0 })
})

test('after the lock five more are allowed, and the right one forgets the wrong', () => {
  const over = { failures: 0, lockedUntil: start }
  assert.equal(afterPayTry(over, false, start).left, 4)
  assert.deepEqual(afterPayTry({ failures: 4, lockedUntil: undefined }, true, start).tries, none)
})
