import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import type { Refused } from '@mex/core/refusal.ts'
import { keyed, refusedWith, start } from '#areas/testing.ts'
import { sql } from '#db/sql.ts'
import { securityChangedAt } from './store-security.ts'
import { minute, openAccountTest, password } from './testing.ts'

const own = await openAccountTest()
const { db, dependencies, call, anyone, bearer, codeFor, newEmail, member, inbox } = own
after(() => own[Symbol.asyncDispose]())

const next = 'battery-staple'
const change = (oldPassword: string, newPassword: string) => ({
  oldPassword,
  newPassword,
  confirmPassword: newPassword,
})
const kindOf = async (token: string): Promise<string> => (await dependencies.sessions.authenticate(token, start)).kind
const signIn = (username: string, given: string, now = start) => call.login({ username, password: given }, anyone(now))

describe('changing the password', () => {
  test('ends every other session, keeps this one and sends a message', async () => {
    const { id, email, token, context } = await member()
    const other = await signIn(email, password)
    assert.equal(await call.changePassword(change(password, next), context), null)
    assert.deepEqual([await kindOf(token), await kindOf(other.token)], ['user', 'anonymous'])
    await refusedWith('wrong_credentials', signIn(email, password))
    assert.equal((await signIn(email, next)).id, id)
    assert.equal((await inbox(id))[0], 'password_changed')
    assert.equal(await securityChangedAt(db, id), undefined)
  })

  test('refuses a wrong current password, the same password again, a guest, and a password that breaks a rule', async () => {
    const { username, context } = await member()
    assert.equal(
      (await refusedWith('wrong_password', call.changePassword(change('not-it', next), context))).field,
      'oldPassword',
    )
    const rule = async (newPassword: string) =>
      (await refusedWith('password_format', call.changePassword(change(password, newPassword), context))).values
    assert.deepEqual(await rule(password), { rule: 'same_as_old' })
    assert.deepEqual(await rule('abcde'), { rule: 'change' })
    assert.deepEqual(await rule('x'.repeat(21)), { rule: 'change' })
    assert.deepEqual(await rule('football'), { rule: 'common' })
    assert.deepEqual(await rule(username.toUpperCase()), { rule: 'same_as_name' })
    const guest = await call.guest({}, anyone())
    await refusedWith('wrong_state', call.changePassword(change(password, next), await bearer(guest.token)))
  })

  test('restricts a company to letters and digits', async () => {
    const { id, context } = await member()
    await sql`update app_user set user_type = 4 where id = ${id}`.execute(db)
    const why = await refusedWith('password_format', call.changePassword(change(password, 'battery-staple'), context))
    assert.deepEqual(why.values, { rule: 'company' })
    assert.equal(await call.changePassword(change(password, 'batterystaple1'), context), null)
  })

  test('is locked after five wrong current passwords, with the remaining seconds, while sign-in stays possible', async () => {
    const { username, context } = await member()
    for (let tries = 0; tries < 5; tries += 1)
      await refusedWith('wrong_password', call.changePassword(change('not-it', next), context))
    const why = await refusedWith('too_many_attempts', call.changePassword(change(password, next), context))
    assert.deepEqual(why.values, { m: '15', s: '900' })
    assert.equal((await signIn(username, password)).username, username)
  })

  test('answers a retried request although the old password is no longer valid', async () => {
    const { email, context } = await member()
    const input = change(password, next)
    const keyedContext = { ...context, request: keyed(calls.security.changePassword, 'change-again', input, 1) }
    assert.equal(await call.changePassword(input, keyedContext), null)
    assert.equal(await call.changePassword(input, keyedContext), null)
    await refusedWith(
      'wrong_password',
      call.changePassword(change(password, 'other-one'), { ...context, request: undefined }),
    )
    assert.equal((await signIn(email, next)).email, email)
  })

  test('succeeds for one of two concurrent requests with the same current password', async () => {
    const { email, context } = await member()
    const both = ['first-of-two', 'second-of-two']
    const outcomes = await Promise.all(
      both.map((one) =>
        call.changePassword(change(password, one), context).then(
          () => 'done',
          (error: unknown) => (error as Refused).refusal.refused,
        ),
      ),
    )
    assert.equal(outcomes.filter((outcome) => outcome === 'done').length, 1)
    const stands = both[outcomes.indexOf('done')] ?? ''
    assert.equal((await signIn(email, stands)).email, email)
  })

  test('refuses a concurrent sign-in with the old password', async () => {
    const { email, context, id } = await member()
    const slow = { ...dependencies.passwords }
    const calls = own.withDependencies({
      ...dependencies,
      passwords: {
        ...slow,
        matches: async (caller, given, stored) => {
          const isRight = await slow.matches(caller, given, stored)
          await sql`update app_user set password_hash = ${await slow.hash(caller, next)} where id = ${id}`.execute(db)
          return isRight
        },
      },
    })
    await refusedWith('wrong_credentials', calls.login({ username: email, password }, context))
  })
})

describe('resetting the password', () => {
  const reset = (email: string, emailCode: string, newPassword = next) => ({
    email,
    emailCode,
    newPassword,
    confirmPassword: newPassword,
  })

  test('ends every session, deletes lockouts and pauses withdrawals', async () => {
    const { id, email, username, token, context } = await member()
    for (let tries = 0; tries < 5; tries += 1) await refusedWith('wrong_credentials', signIn(email, 'wrong'))
    for (const name of [email, username]) await refusedWith('too_many_attempts', signIn(name, password))
    for (let tries = 0; tries < 5; tries += 1)
      await refusedWith('wrong_password', call.changePassword(change('wrong', next), context))
    await refusedWith('too_many_attempts', call.changePassword(change(password, next), context))
    const emailCode = await codeFor(email, start, 'resetPassword')
    assert.equal(await call.resetPassword(reset(email, emailCode), anyone(start + minute)), null)
    assert.equal(await kindOf(token), 'anonymous')
    assert.equal((await signIn(email, next)).id, id)
    assert.equal((await signIn(username, next)).id, id)
    assert.equal(await call.changePassword(change(next, password), context), null)
    assert.equal(await securityChangedAt(db, id), start + minute)
    assert((await inbox(id)).includes('password_reset'))
  })

  test('keeps the session that requested it', async () => {
    const { email, token, context } = await member()
    const other = await signIn(email, password)
    await call.resetPassword(reset(email, await codeFor(email, start, 'resetPassword')), context)
    assert.deepEqual([await kindOf(token), await kindOf(other.token)], ['user', 'anonymous'])
  })

  test('answers an incorrect code and an unknown address the same', async () => {
    const { email } = await member()
    const unknown = newEmail()
    const code = await codeFor(unknown, start, 'resetPassword')
    const wrong = await refusedWith('code_incorrect', call.resetPassword(reset(email, '000000'), anyone()))
    assert.deepEqual(await refusedWith('code_incorrect', call.resetPassword(reset(unknown, code), anyone())), wrong)
    assert.deepEqual(
      await refusedWith('code_incorrect', call.resetPassword(reset(newEmail(), '000000'), anyone())),
      wrong,
    )
  })

  test('refuses a code of another purpose, an expired code and a used code', async () => {
    const { email } = await member()
    const later = start + 20 * minute
    const register = await codeFor(email, later)
    await refusedWith('code_incorrect', call.resetPassword(reset(email, register), anyone(later)))
    const old = await codeFor(email, later, 'resetPassword')
    await refusedWith('code_expired', call.resetPassword(reset(email, old), anyone(later + 10 * minute)))
    const fresh = await codeFor(email, later + 11 * minute, 'resetPassword')
    await call.resetPassword(reset(email, fresh), anyone(later + 11 * minute))
    await refusedWith('code_expired', call.resetPassword(reset(email, fresh, 'third-one'), anyone(later + 11 * minute)))
  })

  test('does not consume the code when the password breaks a rule', async () => {
    const { email } = await member()
    const emailCode = await codeFor(email, start, 'resetPassword')
    for (const bad of ['abcde', email, 'football'])
      await refusedWith('password_format', call.resetPassword(reset(email, emailCode, bad), anyone()))
    assert.equal(await call.resetPassword(reset(email, emailCode), anyone()), null)
  })

  test('counts a wrong code under a request key that was used for something else, and tells a right one no better', async () => {
    const { email } = await member()
    const emailCode = await codeFor(email, start, 'resetPassword')
    const wrong = emailCode === '000000' ? '111111' : '000000'
    const guess = (address: string, code: string) => {
      const input = reset(address, code, 'football')
      const request = keyed(calls.security.resetPassword, 'one key for all guesses', input)
      return call.resetPassword(input, { ...anyone(), request })
    }
    await refusedWith('code_incorrect', guess(newEmail(), wrong))
    for (let tries = 0; tries < 5; tries += 1) await refusedWith('request_key_reused', guess(email, wrong))
    await refusedWith('request_key_reused', guess(email, emailCode))
    await refusedWith('code_expired', call.resetPassword(reset(email, emailCode), anyone()))
  })

  test('counts a wrong code once for a retried request', async () => {
    const { email } = await member()
    const emailCode = await codeFor(email, start, 'resetPassword')
    const input = reset(email, emailCode === '000000' ? '111111' : '000000')
    const request = keyed(calls.security.resetPassword, 'a wrong code again and again', input)
    for (let tries = 0; tries < 9; tries += 1)
      await refusedWith('code_incorrect', call.resetPassword(input, { ...anyone(), request }))
    assert.equal(await call.resetPassword(reset(email, emailCode), anyone()), null)
  })

  test('lets no sixth of many concurrent guesses through', async () => {
    const { email } = await member()
    const emailCode = await codeFor(email, start, 'resetPassword')
    const guesses = Array.from({ length: 30 }, (_, index) => String((Number(emailCode) + 30 - index) % 1_000_000))
    const codes = [...guesses.map((code) => code.padStart(6, '0')), emailCode]
    const outcomes = await Promise.all(
      codes.map((code) =>
        call.resetPassword(reset(email, code, 'football'), anyone()).then(
          () => 'done',
          (error: unknown) => (error as Refused).refusal.refused,
        ),
      ),
    )
    assert.equal(outcomes.filter((outcome) => outcome === 'code_incorrect').length, 5)
    assert.equal(outcomes.filter((outcome) => outcome === 'code_expired').length, codes.length - 5, outcomes.join())
  })

  test('does not reopen a closed account', async () => {
    const { id, email } = await member()
    const emailCode = await codeFor(email, start, 'resetPassword')
    await sql`update app_user set state = 'CLOSED' where id = ${id}`.execute(db)
    await refusedWith('code_incorrect', call.resetPassword(reset(email, emailCode), anyone()))
  })

  test('resets once with one code in five concurrent requests', async () => {
    const { email } = await member()
    const emailCode = await codeFor(email, start, 'resetPassword')
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        call.resetPassword(reset(email, emailCode, `reset-number-${index}`), anyone()).then(
          () => 'done',
          (error: unknown) => (error as Refused).refusal.refused,
        ),
      ),
    )
    assert.deepEqual(outcomes.toSorted(), [...Array.from({ length: 4 }, () => 'code_expired'), 'done'])
  })
})

test('codes, lockouts and sessions use the wall clock when the market clock runs faster', async () => {
  const { email, token } = await member()
  const emailCode = await codeFor(email, start, 'resetPassword')
  const hurried = { ...anyone(start + 60 * 9 * minute), wallNow: start + 9 * minute }
  const input = { email, emailCode, newPassword: next, confirmPassword: next }
  assert.equal((await dependencies.sessions.authenticate(token, start + 9 * minute)).kind, 'user')
  assert.equal(await call.resetPassword(input, hurried), null)
})
