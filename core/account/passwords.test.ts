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

/** So many letters, without a pattern. */
const long = (count: number): string => 'mild-rain-on-9-roofs'.padEnd(count, 'over-the-hill-and-far-away')

const cases: readonly (readonly [PasswordPolicy, PasswordUse, password: string, PasswordRule | undefined])[] = [
  ['spec', 'registration', 'abc', 'registration'],
  ['spec', 'registration', 'mild', undefined],
  ['spec', 'registration', long(50), undefined],
  ['spec', 'registration', long(51), 'registration'],
  ['spec', 'registration', 'with space', 'registration'],
  ['spec', 'registration', '€uro™<1>', undefined],
  ['spec', 'change', 'abcde', 'change'],
  ['spec', 'change', 'mildew', undefined],
  ['spec', 'change', long(20), undefined],
  ['spec', 'change', long(21), 'change'],
  ['spec', 'company', 'abcdefg', 'company'],
  ['spec', 'company', 'mildewed', undefined],
  ['spec', 'company', 'abcdefg!', 'company'],
  ['spec', 'company', long(21), 'company'],
  ['strict', 'registration', 'abcdefg', 'strict'],
  ['strict', 'registration', 'abc defg', undefined],
  ['strict', 'registration', '我家有三只白猫呢', undefined],
  ['strict', 'registration', `${long(127)}😀`, undefined],
  ['strict', 'registration', `${long(128)}😀`, 'strict'],
  ['strict', 'change', long(128), undefined],
  ['strict', 'change', long(129), 'strict'],
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

const commonPasswords: readonly (readonly [string, readonly string[]])[] = [
  ['the list, in whatever letters', ['qwerty', 'PassWord1', 'QWERTY']],
  ['a year', ['1984', '2026']],
  ['letters and digits in their order', ['abcd', 'HIJKLM', '4567', '67890', '2468', '13579', 'zyxw', '0987654321']],
  ['keys side by side', ['asdf', 'qwertz', 'poiuytrewq', '3edc4rfv', 'xsw2zaq1']],
  ['a few letters again and again', ['aaaa', '😀😀😀😀', 'haha', 'x-9x-9', 'k'.repeat(50)]],
  ['one of these again', ['qwertyQWERTY', '19841984', '123412341234', 'asdfasdf', 'abababab']],
]
for (const [what, passwords] of commonPasswords)
  test(`refuses common passwords: ${what}`, () => {
    for (const password of passwords)
      for (const policy of ['spec', 'strict'] as const) {
        const rule = brokenRule({ password, policy, use: 'registration', names: [], common })
        const isShort = policy === 'strict' && Array.from(password).length < 8
        const isForeign = policy === 'spec' && password.startsWith('😀')
        assert.equal(rule, isShort ? 'strict' : isForeign ? 'registration' : 'common', password)
      }
  })

test('accepts passwords that only resemble common ones', () => {
  const fine = ['1884', '2126', 'abce', '12354', 'asdg', 'hahah', 'wxyzwxyy', 'myqwerty', 'roof9roof9', 'password1x']
  for (const password of fine)
    assert.equal(brokenRule({ password, policy: 'spec', use: 'registration', names: [], common }), undefined, password)
})

test('refuses the user’s own names as a password, whatever their case', () => {
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

test('reports the tries left after each of four wrong transaction passwords and locks at the fifth', () => {
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

test('refuses even the right transaction password while locked, and counts no tries', () => {
  const locked = { failures: 0, lockedUntil: start + 1 }
  for (const isRight of [true, false])
    assert.deepEqual(afterPayTry(locked, isRight, start), { tries: locked, refused: 'pay_password_locked', left: 0 })
})

test('allows five tries after the lock, and a right one resets the count', () => {
  const over = { failures: 0, lockedUntil: start }
  assert.equal(afterPayTry(over, false, start).left, 4)
  assert.deepEqual(afterPayTry({ failures: 4, lockedUntil: undefined }, true, start).tries, none)
})
