import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { isRefusal, type Refused } from '@mex/core/refusal.ts'
import { signupGrant, wallets } from '@mex/core/wallet/wallets.ts'
import { billPage } from '#areas/ledger/bills.ts'
import { loadBalances } from '#areas/ledger/actions.ts'
import { noEvidence } from '#areas/ledger/verify.ts'
import { expectBalancedLedger, keyed, openRateFeed, personal, refusedWith, start } from '#areas/testing.ts'
import { sql } from '#db/sql.ts'
import { minute, openAccountTest, password, type Registration } from './testing.ts'

const own = await openAccountTest()
const { db, dependencies, call, withDependencies, anyone, bearer, codeFor, newEmail, registration, countUsers } = own
const feed = openRateFeed()
after(() => own[Symbol.asyncDispose]())

describe('a guest', () => {
  test('has a session, the grant in every wallet (E01), and a bill for each', async () => {
    const guest = await call.guest({}, anyone())
    assert.equal(guest.isGuest, true)
    assert.equal(guest.email, undefined)
    assert.match(guest.username, /^u[0-9a-z]{8}$/)
    assert.match(guest.invitationCode, /^[0-9A-HJKMNP-TV-Z]{6}$/)
    assert.match(guest.token, /^[A-Za-z0-9_-]{43}$/)
    const book = await loadBalances(db, [guest.id])
    assert.deepEqual(
      Object.fromEntries(wallets.map((wallet) => [wallet, book.available(guest.id, wallet)])),
      Object.fromEntries(signupGrant.map(({ wallet, amount }) => [wallet, amount])),
    )
    assert.equal(book.available(guest.id, 'US_STOCK'), moneyOf('25000'))
    const bills = await billPage(db, guest.id, {}, { pageNum: 1, pageSize: 50 })
    assert.equal(bills.total, 9)
    assert.deepEqual([...new Set(bills.rows.map((row) => row.event))], ['E01'])
    const context = await bearer(guest.token)
    assert.deepEqual(context.person, {
      userId: guest.id,
      state: 'GUEST',
      userType: 2,
      language: 'en',
      sessionId: context.person.sessionId,
    })
    const { token: _, ...me } = guest
    assert.deepEqual(await call.me({}, context), me)
    await expectBalancedLedger(db, noEvidence)
  })

  test('has the requested language, or the language of the call', async () => {
    assert.equal((await call.guest({ language: 'zh-TW' }, anyone())).language, 'zh-TW')
    assert.equal((await call.guest({}, { ...anyone(), language: 'zh-CN' })).language, 'zh-CN')
  })

  test('has a token of which only the hash is stored', async () => {
    const { token } = await call.guest({}, anyone())
    const hash = createHash('sha256').update(token).digest()
    const { rows } = await sql`select 1 from session_token where hash = ${hash}`.execute(db)
    assert.equal(rows.length, 1)
    const { rows: stored } = await sql<{ answer: string }>`select answer::text from request_key`.execute(db)
    assert.ok(stored.every((row) => !row.answer.includes(token)))
  })

  test('opened by a retried request is one account, and the new token revokes the old', async () => {
    const context = { ...anyone(), request: keyed(calls.account.guest, 'guest-key-1') }
    const before = await countUsers()
    const first = await call.guest({}, context)
    await bearer(first.token)
    const again = await call.guest({}, context)
    assert.equal(again.id, first.id)
    assert.notEqual(again.token, first.token)
    assert.equal(await countUsers(), before + 1)
    assert.deepEqual(await dependencies.sessions.authenticate(first.token, start), { kind: 'anonymous' })
    assert.equal((await bearer(again.token)).person.userId, first.id)
    await refusedWith(
      'request_key_reused',
      call.guest({}, { ...context, request: keyed(calls.account.guest, 'guest-key-1', { lang: 'en' }) }),
    )
    await expectBalancedLedger(db, noEvidence)
  })

  test('opened by twenty concurrent retries is one account', async () => {
    const before = await countUsers()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call.guest({}, { ...anyone(), request: keyed(calls.account.guest, 'guest-key-20') }),
      ),
    )
    assert.equal(new Set(answers.map((answer) => answer.id)).size, 1)
    assert.equal(await countUsers(), before + 1)
    const alive = await Promise.all(answers.map((answer) => dependencies.sessions.authenticate(answer.token, start)))
    assert.equal(alive.filter((identity) => identity.kind === 'user').length, 1)
    await expectBalancedLedger(db, noEvidence)
  })
})

describe('registration', () => {
  test('opens an account with the grant, an onboarding token, and sign-in by e-mail and by user ID', async () => {
    const input = await registration()
    const person = await call.register(input, anyone())
    assert.equal(person.isGuest, false)
    assert.equal(person.email, input.email)
    assert.equal((await loadBalances(db, [person.id])).available(person.id, 'BALANCE'), moneyOf('1000000'))
    assert.equal((await dependencies.sessions.authenticate(person.token, start)).kind, 'onboarding')
    const byEmail = await call.login({ username: input.email.toUpperCase(), password }, anyone())
    const byName = await call.login({ username: person.username.toUpperCase(), password }, anyone())
    assert.equal(byEmail.id, person.id)
    assert.equal(byName.id, person.id)
    assert.notEqual(byEmail.token, byName.token)
    assert.equal((await bearer(byEmail.token)).person.state, 'ACTIVE')
    await expectBalancedLedger(db, noEvidence)
  })

  test('stores the accepted documents, and no password', async () => {
    const input = await registration()
    const person = await call.register(input, { ...anyone(), language: 'zh-CN' })
    const { rows } = await sql<{ agreement: unknown; hash: string }>`
      select agreement, password_hash as hash from app_user where id = ${person.id}`.execute(db)
    assert.deepEqual(rows[0]?.agreement, dependencies.documents.hashes('zh-CN'))
    assert.match(rows[0]?.hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.ok(!rows[0]?.hash.includes(password))
  })

  test('of a guest keeps everything, grants nothing again, and revokes the guest token', async () => {
    const guest = await call.guest({}, anyone())
    const context = await bearer(guest.token)
    const input = await registration()
    const person = await call.register(input, context)
    assert.equal(person.id, guest.id)
    assert.equal(person.username, guest.username)
    assert.equal(person.isGuest, false)
    assert.deepEqual(await dependencies.sessions.authenticate(guest.token, start), { kind: 'anonymous' })
    assert.equal((await loadBalances(db, [guest.id])).available(guest.id, 'BALANCE'), moneyOf('1000000'))
    assert.equal((await call.login({ username: input.email, password }, anyone())).id, guest.id)
    await refusedWith('wrong_state', call.register(await registration(), context))
    await expectBalancedLedger(db, noEvidence)
  })

  test('of a guest answers a retry although the guest token is revoked', async () => {
    const guest = await call.guest({}, anyone())
    const input = await registration()
    const first = await call.register(input, {
      ...(await bearer(guest.token)),
      request: keyed(calls.account.register, 'claim-key-1', input, guest.id),
    })
    const again = await call.register(input, {
      ...anyone(),
      request: keyed(calls.account.register, 'claim-key-1', input),
    })
    assert.equal(again.id, first.id)
    assert.notEqual(again.token, first.token)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from session_token where user_id = ${guest.id} and revoked_at is null`.execute(db)
    assert.equal(rows[0]?.count, 1)
  })

  test('of a registered user opens a second account', async () => {
    const first = await call.register(await registration(), anyone())
    const context = personal(first.id, { db, feed }, { state: 'ACTIVE' })
    assert.notEqual((await call.register(await registration(), context)).id, first.id)
  })

  test('links the user to the inviter', async () => {
    const inviter = await call.guest({}, anyone())
    const person = await call.register(await registration({ invitationCode: inviter.invitationCode }), anyone())
    const { rows } = await sql<{ by: number }>`select invited_by as by from app_user where id = ${person.id}`.execute(
      db,
    )
    assert.equal(rows[0]?.by, inviter.id)
  })

  test('refuses an unknown invitation, the own one, and one of a closed account', async () => {
    const input = await registration({ invitationCode: 'ZZZZZZ' })
    assert.equal((await refusedWith('invitation_invalid', call.register(input, anyone()))).field, 'invitationCode')
    // Without a valid code a client learns nothing about invitations, so it cannot enumerate them.
    const withoutCode = { ...input, emailCode: input.emailCode === '000000' ? '000001' : '000000' }
    await refusedWith('code_incorrect', call.register(withoutCode, anyone()))
    const guest = await call.guest({}, anyone())
    const own = { ...input, invitationCode: guest.invitationCode }
    await refusedWith('invitation_invalid', call.register(own, await bearer(guest.token)))
    await sql`update app_user set state = 'CLOSED' where id = ${guest.id}`.execute(db)
    await refusedWith('invitation_invalid', call.register(own, anyone()))
    const { invitationCode: _, ...without } = input
    assert.equal((await call.register(without, anyone())).email, input.email)
  })

  test('refuses a registered e-mail in any case of letters, but only with a valid code for it', async () => {
    const input = await registration()
    await call.register(input, anyone())
    await refusedWith(
      'code_incorrect',
      call.register({ ...(await registration({ emailCode: '000000' })), email: 'nobody@example.org' }, anyone()),
    )
    const later = start + 2 * minute
    const emailCode = await codeFor(input.email, later)
    assert.equal(
      (await refusedWith('email_taken', call.register({ ...input, emailCode }, anyone(later)))).field,
      'email',
    )
    const { rows } = await sql<{ subject: string }>`
      select subject from mail where recipient = ${input.email} order by id desc limit 1`.execute(db)
    assert.equal(rows[0]?.subject, 'UBS MEX Practice: you already have an account')
  })

  const bad: readonly (readonly [rule: string, given: string])[] = [
    ['common', 'password'],
    ['common', 'QWERTY123'],
    ['same_as_name', 'somebody@example.org'],
    ['same_as_name', 'SomeBody'],
  ]
  for (const [rule, given] of bad) {
    test(`refuses the password ${given}: ${rule}`, async () => {
      const input = {
        email: 'somebody@example.org',
        emailCode: '123456',
        password: given,
        passwordConfirm: given,
        agree: true,
      } as const
      const why = await refusedWith('password_format', call.register(input, anyone()))
      assert.deepEqual([why.field, why.values], ['password', { rule }])
    })
  }

  test('requires longer passwords under the strict policy', async () => {
    const strict = withDependencies({ ...dependencies, passwordPolicy: 'strict' })
    const input = await registration({ password: 'x7-Kq2p', passwordConfirm: 'x7-Kq2p' })
    const why = await refusedWith('password_format', strict.register(input, anyone()))
    assert.deepEqual(why.values, { rule: 'strict' })
    assert.equal((await call.register(input, anyone())).email, input.email)
  })

  test('counts a wrong code under a request key that was used for something else', async () => {
    const input = await registration()
    const guess = (given: Registration) =>
      call.register(given, { ...anyone(), request: keyed(calls.account.register, 'one key for guesses', given) })
    await refusedWith('code_incorrect', guess({ ...input, email: newEmail() }))
    const wrong = input.emailCode === '000000' ? '111111' : '000000'
    for (let tries = 0; tries < 5; tries += 1)
      await refusedWith('request_key_reused', guess({ ...input, emailCode: wrong }))
    await refusedWith('code_expired', call.register(input, anyone()))
  })

  test('accepts a code once in five concurrent requests', async () => {
    const input = await registration()
    const before = await countUsers()
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        call.register(input, anyone()).catch((error: unknown) => (error as Refused).refusal),
      ),
    )
    assert.equal(outcomes.filter((outcome) => !isRefusal(outcome)).length, 1)
    assert.deepEqual([...new Set(outcomes.filter(isRefusal).map((why) => why.refused))], ['code_expired'])
    assert.equal(await countUsers(), before + 1)
    await expectBalancedLedger(db, noEvidence)
  })

  test('registers once for twenty concurrent retries', async () => {
    const input = await registration()
    const before = await countUsers()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call.register(input, { ...anyone(), request: keyed(calls.account.register, 'register-20', input) }),
      ),
    )
    assert.equal(new Set(answers.map((answer) => answer.id)).size, 1)
    assert.equal(await countUsers(), before + 1)
    await expectBalancedLedger(db, noEvidence)
  })

  test('claims a guest once in two concurrent requests with different addresses', async () => {
    const guest = await call.guest({}, anyone())
    const context = await bearer(guest.token)
    const inputs = [await registration(), await registration()]
    const outcomes = await Promise.all(
      inputs.map((input) => call.register(input, context).catch((error: unknown) => (error as Refused).refusal)),
    )
    assert.deepEqual(
      outcomes.filter(isRefusal).map((why) => why.refused),
      ['wrong_state'],
    )
  })
})
