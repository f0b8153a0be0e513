import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { calls } from '@mex/contract/calls.ts'
import type { Answer, Input } from '@mex/contract/call.ts'
import { moneyOf } from '@mex/core/money.ts'
import { signupGrant, wallets } from '@mex/core/wallets.ts'
import { isRefusal, Refused } from '@mex/core/refusal.ts'
import {
  accountParts,
  anonymous,
  expectBooks,
  keyed,
  openRateFeed,
  personal,
  refusedWith,
  start,
} from '#areas/testing.ts'
import { billPage, loadBook, noEvidence } from '#areas/ledger/actions.ts'
import type { PersonContext } from '#context.ts'
import { sql, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { openMail, openSessions, type AccountParts } from './actions.ts'
import { handlers } from './handlers.ts'
import { deliverMail } from './mail.ts'
import { deleteOutdated } from './store.ts'

let own: TestDatabase
let db: Database
let parts: AccountParts
let call: ReturnType<typeof handlers>
const feed = openRateFeed()
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const withParts = (given: AccountParts): ReturnType<typeof handlers> =>
  handlers({ ...given, version: '1.0.0', predictable: false, overview: () => Promise.reject(new Error('not asked')) })

before(async () => {
  own = await openTestDatabase()
  db = own.db
  parts = await accountParts(db)
  call = withParts(parts)
})
after(() => own[Symbol.asyncDispose]())

const anyone = (now = start, network = '192.0.2.1') => anonymous({ db, feed, now, network })

/** The context of whoever sends this token. */
async function bearer(token: string, now = start): Promise<PersonContext> {
  const identity = await parts.sessions.authenticate(token, now)
  assert.equal(identity.kind, 'person')
  assert(identity.kind === 'person')
  return { ...anyone(now), person: identity.person }
}

let addresses = 0
const newEmail = (): string => `person${(addresses += 1)}@example.org`

async function codeFor(email: string, now = start, network = `198.51.100.${addresses % 250}`): Promise<string> {
  const answer = await call.sendEmailCode({ email, purpose: 'register' }, anyone(now, network))
  assert(answer.devCode !== undefined)
  return answer.devCode
}

const password = 'correct horse'.replace(' ', '-')
type Registration = Input<typeof calls.account.register>

async function registration(more: Partial<Registration> = {}, now = start): Promise<Registration> {
  const email = more.email ?? newEmail()
  const emailCode = more.emailCode ?? (await codeFor(email, now))
  return { email, emailCode, password, passwordConfirm: password, agree: true, ...more }
}

const countUsers = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from app_user`.execute(db)
  return rows[0]?.count ?? 0
}

describe('guest', () => {
  test('has a session, the grant in every wallet (E01), and a bill for each', async () => {
    const guest = await call.guest({}, anyone())
    assert.equal(guest.isGuest, true)
    assert.equal(guest.email, undefined)
    assert.match(guest.username, /^u[0-9a-z]{8}$/)
    assert.match(guest.invitationCode, /^[0-9A-HJKMNP-TV-Z]{6}$/)
    assert.match(guest.token, /^[A-Za-z0-9_-]{43}$/)
    const book = await loadBook(db, [guest.id])
    assert.deepEqual(
      wallets.map((wallet) => [wallet, book.available(guest.id, wallet)]).toSorted(),
      signupGrant.map(({ wallet, amount }) => [wallet, amount]).toSorted(),
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
    await expectBooks(db, noEvidence)
  })

  test('speaks the language that was asked for, or the one of the call', async () => {
    assert.equal((await call.guest({ language: 'zh-TW' }, anyone())).language, 'zh-TW')
    assert.equal((await call.guest({}, { ...anyone(), language: 'zh-CN' })).language, 'zh-CN')
  })

  test('only the hash of a token is stored', async () => {
    const { token } = await call.guest({}, anyone())
    const hash = createHash('sha256').update(token).digest()
    const { rows } = await sql`select 1 from session_token where hash = ${hash}`.execute(db)
    assert.equal(rows.length, 1)
    const { rows: stored } = await sql<{ answer: string }>`select answer::text from request_key`.execute(db)
    assert.ok(stored.every((row) => !row.answer.includes(token)))
  })

  test('the same request twice opens one account; the new token ends the old', async () => {
    const context = { ...anyone(), request: keyed(calls.account.guest, 'guest-key-1') }
    const before = await countUsers()
    const first = await call.guest({}, context)
    await bearer(first.token)
    const again = await call.guest({}, context)
    assert.equal(again.id, first.id)
    assert.notEqual(again.token, first.token)
    assert.equal(await countUsers(), before + 1)
    assert.deepEqual(await parts.sessions.authenticate(first.token, start), { kind: 'nobody' })
    assert.equal((await bearer(again.token)).person.userId, first.id)
    await refusedWith(
      'request_key_reused',
      call.guest({}, { ...context, request: keyed(calls.account.guest, 'guest-key-1', { lang: 'en' }) }),
    )
    await expectBooks(db, noEvidence)
  })

  test('the same request twenty times at once opens one account', async () => {
    const before = await countUsers()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call.guest({}, { ...anyone(), request: keyed(calls.account.guest, 'guest-key-20') }),
      ),
    )
    assert.equal(new Set(answers.map((answer) => answer.id)).size, 1)
    assert.equal(await countUsers(), before + 1)
    const alive = await Promise.all(answers.map((answer) => parts.sessions.authenticate(answer.token, start)))
    assert.equal(alive.filter((identity) => identity.kind === 'person').length, 1)
    await expectBooks(db, noEvidence)
  })
})

describe('registration', () => {
  test('gives an account with the grant, an onboarding token, and sign-in by e-mail and by user ID', async () => {
    const input = await registration()
    const person = await call.register(input, anyone())
    assert.equal(person.isGuest, false)
    assert.equal(person.email, input.email)
    assert.equal((await loadBook(db, [person.id])).available(person.id, 'BALANCE'), moneyOf('1000000'))
    assert.deepEqual(await parts.sessions.authenticate(person.token, start), { kind: 'closed' })
    const byEmail = await call.login({ username: input.email.toUpperCase(), password }, anyone())
    const byName = await call.login({ username: person.username.toUpperCase(), password }, anyone())
    assert.equal(byEmail.id, person.id)
    assert.equal(byName.id, person.id)
    assert.notEqual(byEmail.token, byName.token)
    assert.equal((await bearer(byEmail.token)).person.state, 'ACTIVE')
    await expectBooks(db, noEvidence)
  })

  test('remembers which documents were accepted, and no password', async () => {
    const input = await registration()
    const person = await call.register(input, { ...anyone(), language: 'zh-CN' })
    const { rows } = await sql<{ agreement: unknown; hash: string }>`
      select agreement, password_hash as hash from app_user where id = ${person.id}`.execute(db)
    assert.deepEqual(rows[0]?.agreement, parts.documents.hashes('zh-CN'))
    assert.match(rows[0]?.hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.ok(!rows[0]?.hash.includes(password))
  })

  test('a guest keeps everything, gets no second grant, and the guest token ends', async () => {
    const guest = await call.guest({}, anyone())
    const context = await bearer(guest.token)
    const input = await registration()
    const person = await call.register(input, context)
    assert.equal(person.id, guest.id)
    assert.equal(person.username, guest.username)
    assert.equal(person.isGuest, false)
    assert.deepEqual(await parts.sessions.authenticate(guest.token, start), { kind: 'nobody' })
    assert.equal((await loadBook(db, [guest.id])).available(guest.id, 'BALANCE'), moneyOf('1000000'))
    assert.equal((await call.login({ username: input.email, password }, anyone())).id, guest.id)
    await refusedWith('wrong_state', call.register(await registration(), context))
    await expectBooks(db, noEvidence)
  })

  test("a repeated claim finds its answer, though the guest's token has ended", async () => {
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

  test('a person who has registered already opens a second account', async () => {
    const first = await call.register(await registration(), anyone())
    const context = personal(first.id, { db, feed }, { state: 'ACTIVE' })
    assert.notEqual((await call.register(await registration(), context)).id, first.id)
  })

  test('an invitation links two people', async () => {
    const inviter = await call.guest({}, anyone())
    const person = await call.register(await registration({ invitationCode: inviter.invitationCode }), anyone())
    const { rows } = await sql<{ by: number }>`select invited_by as by from app_user where id = ${person.id}`.execute(
      db,
    )
    assert.equal(rows[0]?.by, inviter.id)
  })

  test('refuses an invitation that nobody gave, the own one, and that of a closed account', async () => {
    const input = await registration({ invitationCode: 'ZZZZZZ' })
    assert.equal((await refusedWith('invitation_invalid', call.register(input, anyone()))).field, 'invitationCode')
    const guest = await call.guest({}, anyone())
    const own = { ...input, invitationCode: guest.invitationCode }
    await refusedWith('invitation_invalid', call.register(own, await bearer(guest.token)))
    await sql`update app_user set state = 'CLOSED' where id = ${guest.id}`.execute(db)
    await refusedWith('invitation_invalid', call.register(own, anyone()))
    const { invitationCode: _, ...without } = input
    assert.equal((await call.register(without, anyone())).email, input.email)
  })

  test('refuses an e-mail that is registered, whatever its letters, and only to who has its code', async () => {
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

  test('a server that is open to others asks for longer passwords', async () => {
    const strict = withParts({ ...parts, passwordPolicy: 'strict' })
    const input = await registration({ password: 'x7-Kq2p', passwordConfirm: 'x7-Kq2p' })
    const why = await refusedWith('password_format', strict.register(input, anyone()))
    assert.deepEqual(why.values, { rule: 'strict' })
    assert.equal((await call.register(input, anyone())).email, input.email)
  })

  test('a code serves once, also for two at once', async () => {
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
    await expectBooks(db, noEvidence)
  })

  test('the same request twenty times at once registers once', async () => {
    const input = await registration()
    const before = await countUsers()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call.register(input, { ...anyone(), request: keyed(calls.account.register, 'register-20', input) }),
      ),
    )
    assert.equal(new Set(answers.map((answer) => answer.id)).size, 1)
    assert.equal(await countUsers(), before + 1)
    await expectBooks(db, noEvidence)
  })

  test('two addresses at once claim one guest', async () => {
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

describe('codes by e-mail', () => {
  const send = (email: string, now = start, network = '203.0.113.9') =>
    call.sendEmailCode({ email, purpose: 'register' }, anyone(now, network))

  test('say how long they live; the code itself only where it may', async () => {
    const shown = await send(newEmail())
    assert.deepEqual([shown.expiresInSeconds, shown.resendInSeconds], [600, 60])
    assert.match(shown.devCode ?? '', /^\d{6}$/)
    const hidden = withParts({ ...parts, codeInAnswer: false })
    assert.equal((await hidden.sendEmailCode({ email: newEmail(), purpose: 'register' }, anyone())).devCode, undefined)
  })

  test('come again after a minute, and only the newest counts', async () => {
    const email = newEmail()
    const old = await codeFor(email)
    assert.deepEqual((await refusedWith('code_too_soon', send(email, start + 15 * second))).values, { s: '45' })
    await refusedWith('code_too_soon', send(email, start + minute - 1))
    const fresh = await codeFor(email, start + minute)
    const attempt = async (emailCode: string) =>
      call.register(await registration({ email, emailCode }), anyone(start + minute))
    if (old !== fresh) await refusedWith('code_incorrect', attempt(old))
    assert.equal((await attempt(fresh)).email, email)
  })

  test('run out after ten minutes', async () => {
    const input = await registration()
    await refusedWith('code_expired', call.register(input, anyone(start + 10 * minute)))
    assert.equal((await call.register(input, anyone(start + 10 * minute - 1))).email, input.email)
  })

  test('are void after five wrong tries, which count though they are refused', async () => {
    const input = await registration()
    const wrong = { ...input, emailCode: input.emailCode === '000000' ? '000001' : '000000' }
    for (let tries = 0; tries < 5; tries += 1) {
      assert.equal((await refusedWith('code_incorrect', call.register(wrong, anyone()))).field, 'emailCode')
    }
    await refusedWith('code_expired', call.register(wrong, anyone()))
    await refusedWith('code_expired', call.register(input, anyone()))
  })

  test('of another purpose, or for another address, do not count', async () => {
    const email = newEmail()
    const { devCode } = await call.sendEmailCode({ email, purpose: 'resetPassword' }, anyone())
    await refusedWith(
      'code_incorrect',
      call.register(await registration({ email, emailCode: devCode ?? '' }), anyone()),
    )
    const other = await codeFor(newEmail())
    await refusedWith(
      'code_incorrect',
      call.register(await registration({ email: newEmail(), emailCode: other }), anyone()),
    )
  })

  test('ten per address and day', async () => {
    const email = newEmail()
    for (let sent = 0; sent < 10; sent += 1) await send(email, start + sent * minute)
    await refusedWith('too_many_requests', send(email, start + hour))
    await send(email, start + day + 1)
  })

  test('five hundred per network and day', async () => {
    await sql`
      insert into email_code (email, purpose, code, network, created_at, expires_at)
      select 'many' || i || '@example.org', 'register', '\\x00', '203.0.113.77', '2026-11-20T15:00:00Z', '2026-11-20T15:10:00Z'
      from generate_series(1, 500) as i`.execute(db)
    await refusedWith('too_many_requests', send(newEmail(), start, '203.0.113.77'))
    await send(newEmail(), start, '203.0.113.78')
  })

  test('at once for one address: one is sent', async () => {
    const email = newEmail()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => send(email).catch((error: unknown) => (error as Refused).refusal)),
    )
    assert.equal(outcomes.filter((outcome) => !isRefusal(outcome)).length, 1)
  })

  test('a repeated request sends nothing again and does not repeat the code', async () => {
    const email = newEmail()
    const context = { ...anyone(), request: keyed(calls.account.sendEmailCode, 'code-key-1', { email }) }
    const first = await call.sendEmailCode({ email, purpose: 'register' }, context)
    const again = await call.sendEmailCode({ email, purpose: 'register' }, context)
    assert.notEqual(first.devCode, undefined)
    assert.deepEqual(again, { ...first, devCode: undefined })
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from mail where recipient = ${email}`.execute(db)
    assert.equal(rows[0]?.count, 1)
  })

  test('for a new password: the answer is the same for an address that nobody has', async () => {
    const known = await registration()
    await call.register(known, anyone())
    const ask = (email: string) => call.sendEmailCode({ email, purpose: 'resetPassword' }, anyone())
    const nobody = newEmail()
    assert.deepEqual(
      [await ask(known.email), await ask(nobody)].map((answer: Answer<typeof calls.account.sendEmailCode>) => ({
        ...answer,
        devCode: typeof answer.devCode,
      })),
      Array.from({ length: 2 }, () => ({ expiresInSeconds: 600, resendInSeconds: 60, devCode: 'string' })),
    )
    const { rows } = await sql`select 1 from mail where recipient = ${nobody}`.execute(db)
    assert.equal(rows.length, 0)
  })

  test('for the transaction password go to the own address alone', async () => {
    const input = await registration()
    const person = await call.register(input, anyone())
    const context = personal(person.id, { db, feed }, { state: 'ACTIVE' })
    await refusedWith('wrong_state', call.sendEmailCode({ email: input.email, purpose: 'payPassword' }, anyone()))
    await refusedWith('wrong_state', call.sendEmailCode({ email: newEmail(), purpose: 'payPassword' }, context))
    assert.equal(
      (await call.sendEmailCode({ email: input.email, purpose: 'payPassword' }, context)).expiresInSeconds,
      600,
    )
  })
})

describe('signing in', () => {
  const attempt = (username: string, given: string, now = start, network = '192.0.2.1') =>
    call.login({ username, password: given }, anyone(now, network))

  async function registered(): Promise<string> {
    const input = await registration()
    await call.register(input, anyone())
    return input.email
  }

  test('refuses a wrong password, an unknown name and a guest alike', async () => {
    const email = await registered()
    const guest = await call.guest({}, anyone())
    await refusedWith('wrong_credentials', attempt(email, 'wrong'))
    await refusedWith('wrong_credentials', attempt('nobody-at-all', password))
    await refusedWith('wrong_credentials', attempt(guest.username, password))
  })

  test('refuses a closed account', async () => {
    const email = await registered()
    await sql`update app_user set state = 'CLOSED' where email = ${email}`.execute(db)
    await refusedWith('wrong_credentials', attempt(email, password))
  })

  test('five wrong passwords lock the name for that network; the right one does not help', async () => {
    const email = await registered()
    for (let tries = 0; tries < 5; tries += 1)
      await refusedWith('wrong_credentials', attempt(email, 'wrong', start + tries))
    assert.deepEqual((await refusedWith('too_many_attempts', attempt(email, password, start + minute))).values, {
      m: '15',
    })
    assert.equal((await attempt(email, password, start + minute, '192.0.2.99')).email, email)
    assert.equal((await attempt(email, password, start + 16 * minute)).email, email)
  })

  test('the lock doubles each time', async () => {
    const name = 'nobody-else'
    let now = start
    for (const minutes of [15, 30, 60]) {
      for (let tries = 0; tries < 5; tries += 1) await refusedWith('wrong_credentials', attempt(name, 'wrong', now))
      assert.deepEqual((await refusedWith('too_many_attempts', attempt(name, 'wrong', now))).values, {
        m: String(minutes),
      })
      now += minutes * minute
    }
  })

  test('attempts that come at once do not slip past the limit', async () => {
    const email = await registered()
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () =>
        attempt(email, 'wrong').catch((error: unknown) => (error as Refused).refusal.refused),
      ),
    )
    assert.deepEqual(outcomes.map(String).toSorted(), [
      ...Array.from({ length: 7 }, () => 'too_many_attempts'),
      ...Array.from({ length: 5 }, () => 'wrong_credentials'),
    ])
  })

  test('wrong passwords outside the window are forgotten, and so are all after the right one', async () => {
    const email = await registered()
    for (let tries = 0; tries < 4; tries += 1) await refusedWith('wrong_credentials', attempt(email, 'wrong'))
    await refusedWith('wrong_credentials', attempt(email, 'wrong', start + 15 * minute))
    await attempt(email, password, start + 15 * minute)
    const { rows } = await sql`select 1 from sign_in_guard where name = ${email}`.execute(db)
    assert.equal(rows.length, 0)
  })
})

describe('sessions', () => {
  async function signedIn(): Promise<{ email: string; token: string; context: PersonContext }> {
    const input = await registration()
    await call.register(input, anyone())
    const { token } = await call.login({ username: input.email, password }, anyone())
    return { email: input.email, token, context: await bearer(token) }
  }
  const kindOf = async (token: string, now = start): Promise<string> =>
    (await parts.sessions.authenticate(token, now)).kind

  test('an unknown token is nobody', async () => {
    assert.equal(await kindOf('x'.repeat(43)), 'nobody')
    assert.equal(await kindOf(''), 'nobody')
  })

  test('logging out ends this session alone', async () => {
    const { email, token, context } = await signedIn()
    const other = await call.login({ username: email, password }, anyone())
    assert.equal(await call.logout({}, context), null)
    assert.equal(await kindOf(token), 'nobody')
    assert.equal(await kindOf(other.token), 'person')
  })

  test('are listed newest first, and can be ended one by one', async () => {
    const { email, token, context } = await signedIn()
    const other = await call.login({ username: email, password }, anyone(start + second))
    const list = await call.sessions({}, { ...context, now: start + second })
    assert.deepEqual(
      list.map((row) => [row.agent, row.isCurrent, row.createdAt]),
      [
        ['test', false, start + second],
        ['test', true, start],
      ],
    )
    const id = list[0]?.id ?? 0
    assert.equal(await kindOf(other.token, start + second), 'person')
    assert.equal(await call.revokeSession({ id }, context), null)
    assert.equal(await call.revokeSession({ id }, context), null)
    assert.equal(await kindOf(other.token, start + second), 'nobody')
    assert.equal(await kindOf(token), 'person')
  })

  test("somebody else's session is not found", async () => {
    const mine = await signedIn()
    const theirs = await signedIn()
    const id = theirs.context.person.sessionId
    assert.deepEqual(
      await refusedWith('not_found', call.revokeSession({ id }, mine.context)),
      await refusedWith('not_found', call.revokeSession({ id: 999_999_999 }, mine.context)),
    )
    assert.equal(await kindOf(theirs.token), 'person')
  })

  test('the eleventh ends the oldest', async () => {
    const { email, token } = await signedIn()
    const tokens = [token]
    for (let number = 1; number <= 10; number += 1)
      tokens.push((await call.login({ username: email, password }, anyone(start + number))).token)
    assert.deepEqual(await Promise.all(tokens.map((one) => kindOf(one, start + second))), [
      'nobody',
      ...Array.from({ length: 10 }, () => 'person'),
    ])
  })

  test('end after seven days without use, and after thirty with it', async () => {
    const { token } = await signedIn()
    assert.equal(await kindOf(token, start + 7 * day), 'nobody')
    let now = start
    while (now + 6 * day < start + 30 * day) {
      now += 6 * day
      assert.equal(await kindOf(token, now), 'person')
    }
    assert.equal(await kindOf(token, start + 30 * day - 1), 'person')
    assert.equal(await kindOf(token, start + 30 * day), 'nobody')
  })

  test('their last use is noted at most hourly', async () => {
    const { context, token } = await signedIn()
    const seen = async (now: number) => {
      await kindOf(token, now)
      return (await call.sessions({}, { ...context, now }))[0]?.lastSeenAt
    }
    assert.equal(await seen(start + hour - 1), start)
    assert.equal(await seen(start + hour), start + hour)
    assert.equal(await seen(start + 2 * hour - 1), start + hour)
  })

  test('a session that another process ends is noticed within a minute', async () => {
    const { token, context } = await signedIn()
    const elsewhere = withParts({ ...parts, sessions: openSessions(db) })
    await elsewhere.logout({}, context)
    assert.equal(await kindOf(token, start + minute), 'nobody')
  })

  test('of a closed account are forbidden', async () => {
    const { token, context } = await signedIn()
    await sql`update app_user set state = 'CLOSED' where id = ${context.person.userId}`.execute(db)
    assert.equal(await kindOf(token, start + minute), 'closed')
  })

  test('a session that ends while it is looked up stays ended', async () => {
    const { token, context } = await signedIn()
    const fresh = openSessions(db)
    const looking = fresh.authenticate(token, start)
    fresh.forget([context.person.sessionId])
    assert.equal((await looking).kind, 'nobody')
  })
})

describe('mail', () => {
  const close = (): void => undefined

  test('waits until it is delivered, and stays for the operator where there is no mail server', async () => {
    const email = newEmail()
    const code = await codeFor(email)
    const sent: string[] = []
    const send = async ({ recipient, body }: { recipient: string; body: string }): Promise<void> => {
      sent.push(`${recipient} ${body}`)
    }
    const deliver = () => deliverMail(db, { transport: { keeps: true, close, send }, now: start, log: assert.fail })
    while ((await deliver()) > 0);
    assert.ok(sent.some((text) => text.startsWith(email) && text.includes(code)))
    assert.equal(await deliver(), 0)
    const { rows } = await sql`select 1 from mail where recipient = ${email} and sent_at is not null`.execute(db)
    assert.equal(rows.length, 1)
  })

  test('that cannot be sent stays, and what was sent by a mail server goes', async () => {
    const email = newEmail()
    await codeFor(email)
    const logged: string[] = []
    const log = (message: string): void => void logged.push(message)
    let works = false
    const send = async (): Promise<void> => {
      if (!works) throw new Error('no route')
    }
    const deliver = () => deliverMail(db, { transport: { keeps: false, close, send }, now: start, log })
    assert.equal(await deliver(), 0)
    assert.match(logged[0] ?? '', /no route/)
    works = true
    assert.ok((await deliver()) > 0)
    const { rows } = await sql`select 1 from mail where recipient = ${email}`.execute(db)
    assert.equal(rows.length, 0)
  })

  test('goes to a mail server, with the title as sender', async () => {
    const received: string[] = []
    const server = createServer((socket) => {
      socket.write('220 test ready\r\n')
      let isText = false
      socket.on('data', (chunk) => {
        const text = chunk.toString()
        received.push(text)
        if (text.startsWith('DATA')) {
          isText = true
          socket.write('354 go on\r\n')
        } else if (!isText || text.endsWith('\r\n.\r\n')) {
          isText = false
          socket.write(
            text.startsWith('EHLO') ? '250 test\r\n' : text.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n',
          )
        }
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const transport = openMail({
      smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
      from: 'Practice <practice@example.org>',
      log: assert.fail,
    })
    const email = newEmail()
    const code = await codeFor(email)
    while ((await deliverMail(db, { transport, now: start, log: assert.fail })) > 0);
    transport.close()
    server.close()
    const mail = received.join('')
    assert.match(mail, /MAIL FROM:<practice@example\.org>/)
    assert.match(mail, new RegExp(`RCPT TO:<${email}>`))
    assert.match(mail, new RegExp(`Subject: UBS MEX Practice: ${code}`))
  })

  test('codes, locks and ended sessions are forgotten after their time', async () => {
    await codeFor(newEmail())
    assert.ok((await deleteOutdated(db, start + 40 * day)) > 0)
    for (const table of ['email_code', 'session_token', 'sign_in_guard', 'mail']) {
      const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(db)
      assert.equal(rows.length, 0, table)
    }
  })
})

describe('what the product says about itself', () => {
  test('version', async () => {
    assert.deepEqual(await call.version({}, anyone()), {
      version: '1.0.0',
      minVersion: '1.0.0',
      notes: '',
      downloadUrl: '',
      mode: 'sim',
      simulated: true,
      detailMode: 1,
      title: 'UBS MEX',
      predictable: false,
    })
  })

  test('disclosure with documents, hashes and fees', async () => {
    for (const language of ['en', 'zh-CN', 'zh-TW'] as const) {
      const { text, documents, fees, configVersion, mode } = await call.disclosure({}, { ...anyone(), language })
      assert.equal(mode, 'sim')
      assert.equal(configVersion, 0)
      assert.match(text.en, /Not affiliated with, or endorsed by, UBS Group AG or any bank\./)
      assert.match(text['zh-CN'], /模拟资金/)
      assert.deepEqual(
        documents.map((document) => document.name),
        ['client-agreement', 'privacy-policy', 'risk-disclosure'],
      )
      for (const { name, title, text: body, hash } of documents) {
        assert.ok(body.startsWith(`# ${title}`))
        assert.equal(hash, createHash('sha256').update(body).digest('hex'), 'this converter changes nothing')
        assert.equal(parts.documents.hashes(language)[name], hash)
      }
      assert.deepEqual(
        fees.map((row) => [row.market, row.rates.length]),
        [
          ['US', 3],
          ['HK', 6],
          ['MX', 2],
          ['FUT', 1],
          ['FX', 0],
        ],
      )
      assert.equal(fees[0]?.from, '2026-04-04')
    }
  })
})
