import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { isRefusal, type Refused } from '@mex/core/refusal.ts'
import { calls } from '@mex/contract/areas.ts'
import type { Call } from '@mex/contract/call.ts'
import { keyed, refusedWith, start } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { inTransaction, sql } from '#db/sql.ts'
import { lockUsers, runOne } from '#db/lane.ts'
import { countPayPasswordAttempt, comparePayPassword } from './pay-password.ts'
import { savePayTries, securityChangedAt } from './store-security.ts'
import type { Passwords } from './passwords.ts'
import { minute, openAccountTest, password, untilWaiting, type Member } from './testing.ts'

const own = await openAccountTest()
const { db, dependencies, call, anyone, bearer, codeFor, member, inbox, withDependencies } = own
after(() => own[Symbol.asyncDispose]())

const pay = '246810'
const set = (payPassword: string, emailCode?: string) => ({ payPassword, confirmPayPassword: payPassword, emailCode })
const change = (oldPayPassword: string, payPassword: string) => ({
  oldPayPassword,
  payPassword,
  confirmPayPassword: payPassword,
})

async function payer(): Promise<Member> {
  const person = await member()
  await call.setPayPassword(set(pay), person.context)
  return person
}

/** Like a withdrawal: compares first, then returns the refusal, so that the attempt is counted in the same commit. */
const check = async (
  id: number,
  given: string,
  now = start,
  passwords: Pick<Passwords, 'matches'> = dependencies.passwords,
) => {
  const attempt = await comparePayPassword(db, id, given, now, passwords)
  const outcome = await runOne(db, { userId: id }, async (tx) => [
    (await countPayPasswordAttempt(tx, id, attempt, now)) ?? null,
  ])
  return isRefusal(outcome) ? [outcome.refused, outcome.values] : undefined
}

/** Runs `happen` while the password is compared. */
const meanwhile = (happen: () => Promise<unknown>): Passwords => ({
  ...dependencies.passwords,
  async matches(caller, given, stored) {
    await happen()
    return dependencies.passwords.matches(caller, given, stored)
  },
})
const failuresOf = async (id: number) => {
  const { rows } = await sql<{ failures: number; isLocked: boolean }>`
    select pay_failures as failures, pay_locked_until is not null as "isLocked" from app_user where id = ${id}`.execute(
    db,
  )
  return rows[0]
}

describe('setting the transaction password', () => {
  test('requires no code for the first one, and starts no pause', async () => {
    const { id, context } = await member()
    assert.equal((await call.me({}, context)).hasPayPassword, false)
    assert.equal(await call.setPayPassword(set(pay), context), null)
    assert.equal((await call.me({}, context)).hasPayPassword, true)
    assert.equal(await check(id, pay), undefined)
    assert.equal(await securityChangedAt(db, id), undefined)
    assert.equal((await inbox(id))[0], 'pay_password_set')
    const { rows } = await sql<{
      hash: string
    }>`select pay_password_hash as hash from app_user where id = ${id}`.execute(db)
    assert.match(rows[0]?.hash ?? '', /^\$argon2id\$/)
  })

  test('requires a code for a reset, which pauses withdrawals', async () => {
    const { id, email, token, context } = await payer()
    await refusedWith('pay_password_exists', call.setPayPassword(set('135791'), context))
    await refusedWith('code_incorrect', call.setPayPassword(set('135791', '000000'), context))
    const code = await codeFor(email, start, 'payPassword')
    const later = { ...context, now: start + minute, wallNow: start + minute }
    assert.equal(await call.setPayPassword(set('135791', code), later), null)
    assert.equal(await check(id, '135791'), undefined)
    assert.equal(await securityChangedAt(db, id), start + minute)
    assert.equal((await inbox(id))[0], 'pay_password_reset')
    assert.equal((await dependencies.sessions.authenticate(token, start)).kind, 'user', 'no session ends (rulebook §5)')
    await refusedWith('code_expired', call.setPayPassword(set('111222', code), later))
    assert.equal(
      (
        await dependencies.sessions.authenticate(
          (await call.login({ username: email, password }, anyone())).token,
          start,
        )
      ).kind,
      'user',
    )
  })

  test('refuses an expired code', async () => {
    const { email, context } = await payer()
    const code = await codeFor(email, start, 'payPassword')
    const late = { ...context, wallNow: start + 10 * minute }
    await refusedWith('code_expired', call.setPayPassword(set('135791', code), late))
  })

  test('refuses the login password, and a guest', async () => {
    const { context } = await member()
    const why = await refusedWith('password_format', call.setPayPassword(set(password), context))
    assert.deepEqual([why.field, why.values], ['payPassword', { rule: 'same_as_login' }])
    const guest = await call.guest({}, anyone())
    await refusedWith('wrong_state', call.setPayPassword(set(pay), await bearer(guest.token)))
  })

  test('sets the first one once in two concurrent requests', async () => {
    const { context } = await member()
    const outcomes = await Promise.all(
      ['111222', '333444'].map((one) =>
        call.setPayPassword(set(one), context).then(
          () => 'done',
          (error: unknown) => (error as Refused).refusal.refused,
        ),
      ),
    )
    assert.deepEqual(outcomes.toSorted(), ['done', 'pay_password_exists'])
  })
})

describe('changing the transaction password', () => {
  test('requires the current one and starts no pause', async () => {
    const { id, context } = await payer()
    const why = await refusedWith('pay_password_wrong', call.changePayPassword(change('000000', '135791'), context))
    assert.deepEqual([why.field, why.values], ['oldPayPassword', { n: '4' }])
    assert.equal(await call.changePayPassword(change(pay, '135791'), context), null)
    assert.equal(await check(id, '135791'), undefined)
    assert.equal((await check(id, pay))?.[0], 'pay_password_wrong')
    assert.equal(await securityChangedAt(db, id), undefined)
    assert.equal((await inbox(id))[0], 'pay_password_changed')
  })

  test('refuses when none is set, the same again, and the login password', async () => {
    const { context } = await member()
    await refusedWith('pay_password_missing', call.changePayPassword(change(pay, '135791'), context))
    const { context: paying } = await payer()
    const rule = async (next: string) =>
      (await refusedWith('password_format', call.changePayPassword(change(pay, next), paying))).values
    assert.deepEqual(await rule(pay), { rule: 'same_as_old' })
    assert.deepEqual(await rule(password), { rule: 'same_as_login' })
  })
})

describe('the rule against the login password', () => {
  test('reveals nothing on a change: the current one is checked and counted first', async () => {
    const { id, context } = await payer()
    const guess = (old: string, next: string) => call.changePayPassword(change(old, next), context)
    await refusedWith('pay_password_wrong', guess('wrong!', password))
    await refusedWith('pay_password_wrong', guess('wrong!', 'another'))
    assert.deepEqual(await failuresOf(id), { failures: 2, isLocked: false })
    for (const n of ['2', '1']) assert.deepEqual(await check(id, 'wrong!'), ['pay_password_wrong', { n }])
    await check(id, 'wrong!')
    await refusedWith('pay_password_locked', guess(pay, password))
    await refusedWith('pay_password_locked', guess('wrong!', password))
  })

  test('reveals nothing on a reset: the code is checked and counted first', async () => {
    const { email, context } = await payer()
    const code = await codeFor(email, start, 'payPassword')
    const wrong = code === '000000' ? '111111' : '000000'
    for (let tries = 0; tries < 5; tries += 1)
      await refusedWith('code_incorrect', call.setPayPassword(set(password, wrong), context))
    await refusedWith('code_expired', call.setPayPassword(set(password, code), context))
  })

  test('reveals nothing on a change when others used up the attempts meanwhile', async () => {
    const { id, context } = await payer()
    const { outcome } = await inTransaction(db, async (tx) => {
      await lockUsers(tx, [id])
      const attempt = call.changePayPassword(change(pay, password), context)
      await Promise.race([untilWaiting(db, 1), attempt])
      await savePayTries(tx, id, { failures: 0, lockedUntil: start + minute })
      return { outcome: attempt }
    })
    await refusedWith('pay_password_locked', outcome)
  })
})

describe('guesses under a request key that was used for something else', () => {
  const reused = (one: Call, wire: Readonly<Record<string, unknown>>, id: number) => keyed(one, 'one key', wire, id)

  test('count as attempts at the code of a reset', async () => {
    const { id, email, context } = await payer()
    const code = await codeFor(email, start, 'payPassword')
    const wrong = code === '000000' ? '111111' : '000000'
    const guess = (input: ReturnType<typeof set>) =>
      call.setPayPassword(input, { ...context, request: reused(calls.security.setPayPassword, input, id) })
    await refusedWith('pay_password_exists', guess(set(password)))
    await refusedWith('code_incorrect', guess(set(password, wrong)))
    for (let tries = 0; tries < 4; tries += 1)
      await refusedWith('request_key_reused', guess(set(`${password}${tries}`, wrong)))
    await refusedWith('request_key_reused', guess(set(password, code)))
    await refusedWith('code_expired', call.setPayPassword(set('135791', code), context))
  })

  test('count as attempts at the current one', async () => {
    const { id, context } = await payer()
    const guess = (old: string) => {
      const input = change(old, password)
      return call.changePayPassword(input, {
        ...context,
        request: reused(calls.security.changePayPassword, input, id),
      })
    }
    await refusedWith('pay_password_wrong', guess('wrong!'))
    for (let tries = 0; tries < 4; tries += 1) await refusedWith('request_key_reused', guess(`wrong${tries}`))
    await refusedWith('request_key_reused', guess(pay))
    assert.deepEqual(await failuresOf(id), { failures: 0, isLocked: true })
  })
})

test('a session tells five times at most whether a chosen transaction password is the login password', async () => {
  const { id, email, context } = await member()
  await call.setPayPassword(set('111222'), context)
  for (const [old, next] of [
    ['111222', '333444'],
    ['333444', '444555'],
    ['444555', '555666'],
    ['555666', '666777'],
  ] as const)
    await call.changePayPassword(change(old, next), context)
  const why = await refusedWith('too_many_attempts', call.changePayPassword(change('666777', password), context))
  assert.deepEqual(why.values, { m: '15', s: '900' })
  await refusedWith('password_format', call.changePayPassword(change('666777', password), later(context, 15)))
  assert.equal((await call.login({ username: email, password }, anyone())).id, id, 'signing in is not locked')
})

const later = (context: PersonContext, minutes: number): PersonContext => ({
  ...context,
  wallNow: context.wallNow + minutes * minute,
})

describe('an attempt with the transaction password', () => {
  test('is refused as missing when none is set', async () => {
    const { id } = await member()
    assert.deepEqual(await check(id, pay), ['pay_password_missing', undefined])
  })

  test('is locked for half an hour after five failures, also on a change and for the correct password', async () => {
    const { id, context } = await payer()
    for (const n of ['4', '3', '2', '1']) assert.deepEqual(await check(id, 'wrong!'), ['pay_password_wrong', { n }])
    const locked = ['pay_password_locked', { t: '2026-11-20 16:30 UTC', s: '1800' }]
    assert.deepEqual(await check(id, 'wrong!'), locked)
    assert.deepEqual(await check(id, pay), locked)
    await refusedWith('pay_password_locked', call.changePayPassword(change(pay, '135791'), context))
    assert.equal((await check(id, pay, start + 30 * minute - 1))?.[0], 'pay_password_locked')
    assert.equal(await check(id, pay, start + 30 * minute), undefined)
  })

  test('resets the failures when it succeeds', async () => {
    const { id } = await payer()
    for (let tries = 0; tries < 4; tries += 1) await check(id, 'wrong!')
    assert.equal(await check(id, pay), undefined)
    assert.deepEqual(await check(id, 'wrong!'), ['pay_password_wrong', { n: '4' }])
  })

  test('is unlocked by a reset with a code', async () => {
    const { id, email, context } = await payer()
    for (let tries = 0; tries < 5; tries += 1) await check(id, 'wrong!')
    await call.setPayPassword(set('135791', await codeFor(email, start, 'payPassword')), context)
    assert.equal(await check(id, '135791'), undefined)
  })

  test('twenty concurrent attempts do not exceed the limit', async () => {
    const { id } = await payer()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => check(id, 'wrong!')))
    const words = outcomes.map((outcome) => outcome?.[0])
    assert.equal(words.filter((word) => word === 'pay_password_wrong').length, 4)
    assert.equal(words.filter((word) => word === 'pay_password_locked').length, 16)
  })

  test('locks no row while it is compared, and counts all failures up to the commit', async () => {
    const { id } = await payer()
    // If the comparison locked the user, these would wait for each other until the lock timeout.
    const [outer] = [
      await check(
        id,
        'wrong!',
        start,
        meanwhile(() => check(id, 'wrong!')),
      ),
    ]
    assert.deepEqual(outer, ['pay_password_wrong', { n: '3' }])
    const three = async (): Promise<void> => {
      for (let tries = 0; tries < 3; tries += 1) await check(id, 'wrong!')
    }
    assert.equal((await check(id, pay, start, meanwhile(three)))?.[0], 'pay_password_locked')
    assert.deepEqual(await failuresOf(id), { failures: 0, isLocked: true })
  })

  test('asks for a retry and counts nothing when the password was changed during the comparison', async () => {
    const { id, context } = await payer()
    const changing = meanwhile(() => call.changePayPassword(change(pay, '135791'), context))
    assert.deepEqual(await check(id, pay, start, changing), ['try_again', undefined])
    assert.deepEqual(await failuresOf(id), { failures: 0, isLocked: false })
    const again = withDependencies({ ...dependencies, passwords: meanwhile(() => changeOnce()) })
    let isChanged = false
    const changeOnce = async (): Promise<void> => {
      if (isChanged) return
      isChanged = true
      await call.changePayPassword(change('135791', pay), context)
    }
    await refusedWith('try_again', again.changePayPassword(change('135791', '777888'), context))
    assert.equal(await check(id, pay), undefined)
  })

  test('asks for a retry when the lockout ends during the comparison', async () => {
    const { id } = await payer()
    for (let tries = 0; tries < 5; tries += 1) await check(id, 'wrong!')
    const attempt = await comparePayPassword(db, id, pay, start + 30 * minute - 1, dependencies.passwords)
    assert.equal(attempt.isRight, undefined, 'a locked password is not compared')
    const outcome = await runOne(db, { userId: id }, async (tx) => [
      (await countPayPasswordAttempt(tx, id, attempt, start + 30 * minute)) ?? null,
    ])
    assert(isRefusal(outcome))
    assert.equal(outcome.refused, 'try_again')
    assert.equal(await check(id, pay, start + 30 * minute), undefined)
  })

  test('concurrent attempts allow at most five failures between two successes', async () => {
    const { id } = await payer()
    const tries = [...Array.from({ length: 12 }, () => 'wrong!'), pay, pay, pay]
    const outcomes = await Promise.all(tries.map((given) => check(id, given)))
    const words = outcomes.map((outcome) => outcome?.[0] ?? 'right')
    const right = words.filter((word) => word === 'right').length
    const wrong = words.filter((word) => word === 'pay_password_wrong').length
    assert(wrong <= 4 * (right + 1), JSON.stringify(words))
    assert.equal(words.includes('pay_password_locked'), (await failuresOf(id))?.isLocked)
  })
})
