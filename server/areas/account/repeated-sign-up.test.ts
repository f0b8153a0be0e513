import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { expectBalancedLedger, keyed, refusedWith, start } from '#areas/testing.ts'
import { noEvidence } from '#areas/ledger/verify.ts'
import { sql } from '#db/sql.ts'
import { minute, openAccountTest, password, second } from './testing.ts'

/** The answer of a sign-up contains a token: when a retry gets a new one, and when it is refused. */

const own = await openAccountTest()
const { db, dependencies, call, anyone, bearer, codeFor, registration, countUsers } = own
after(() => own[Symbol.asyncDispose]())

const network = '192.0.2.1'
let keys = 0

/** A guest, and a retry of the same request after a delay and from a network. */
async function openedGuest() {
  keys += 1
  const request = keyed(calls.account.guest, `guest ${keys}`)
  const guest = await call.guest({}, { ...anyone(), request })
  const again = (later = 0, from = network) => call.guest({}, { ...anyone(start + later, from), request })
  return { guest, again }
}

async function claimed(token: string) {
  const input = await registration()
  await call.register(input, await bearer(token))
  return input
}

async function sessionsOf(userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from session_token where user_id = ${userId} and revoked_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

describe('a retried request for a guest', () => {
  test('gets the same guest and a new token within ten seconds, which revokes the old one, any number of times', async () => {
    const { guest, again } = await openedGuest()
    let before = guest
    for (const later of [0, second, 10 * second]) {
      const next = await again(later)
      assert.equal(next.id, guest.id)
      assert.deepEqual(await dependencies.sessions.authenticate(before.token, start), { kind: 'anonymous' })
      assert.equal((await bearer(next.token)).person.userId, guest.id)
      before = next
    }
    assert.equal(await sessionsOf(guest.id), 1)
    await expectBalancedLedger(db, noEvidence)
  })

  test('is refused after ten seconds, and opens no other account', async () => {
    const { guest, again } = await openedGuest()
    const before = await countUsers()
    await refusedWith('unavailable', again(10 * second + 1))
    await refusedWith('unavailable', again(-1))
    assert.equal(await countUsers(), before)
    assert.equal((await bearer(guest.token)).person.userId, guest.id, 'the open session stays')
  })

  test('is refused from another network', async () => {
    const { guest, again } = await openedGuest()
    await refusedWith('unavailable', again(0, '192.0.2.2'))
    assert.equal((await again()).id, guest.id)
  })

  test('is refused after the guest has logged out or revoked the session', async () => {
    const { guest, again } = await openedGuest()
    await call.logout({}, await bearer(guest.token))
    await refusedWith('unavailable', again())
    const other = await openedGuest()
    const { token } = await other.again()
    const context = await bearer(token)
    await call.revokeSession({ id: context.person.sessionId }, context)
    await refusedWith('unavailable', other.again())
    assert.deepEqual([await sessionsOf(guest.id), await sessionsOf(other.guest.id)], [0, 0])
  })

  test('is refused after the guest has registered, also if no session was revoked', async () => {
    const { guest, again } = await openedGuest()
    await claimed(guest.token)
    await refusedWith('unavailable', again())
    const other = await openedGuest()
    await sql`update app_user set state = 'ACTIVE', email = 'kind@example.org', password_hash = 'none'
      where id = ${other.guest.id}`.execute(db)
    await refusedWith('unavailable', other.again())
  })

  test('is refused after registration and a password reset that revoked every session', async () => {
    const { guest, again } = await openedGuest()
    const { email } = await claimed(guest.token)
    const emailCode = await codeFor(email, start, 'resetPassword')
    const reset = { email, emailCode, newPassword: 'another-5', confirmPassword: 'another-5' }
    assert.equal(await call.resetPassword(reset, anyone()), null)
    const before = await sessionsOf(guest.id)
    for (const later of [0, second, minute]) await refusedWith('unavailable', again(later))
    assert.equal(await sessionsOf(guest.id), before)
  })

  test('stores only the id of the user', async () => {
    const { guest } = await openedGuest()
    const { rows } = await sql<{ answer: string }>`
      select answer::text from request_key where call = '/guest' order by created_at desc limit 1`.execute(db)
    const answer = rows[0]?.answer ?? ''
    assert.ok(answer.includes(String(guest.id)))
    for (const text of [guest.token, guest.username, guest.invitationCode, network])
      assert.equal(answer.includes(text), false, text)
  })
})

describe('a retried registration', () => {
  async function registered(guestToken?: string) {
    keys += 1
    const input = await registration()
    const request = keyed(calls.account.register, `register ${keys}`, input)
    const caller = guestToken === undefined ? anyone() : await bearer(guestToken)
    const person = await call.register(input, { ...caller, request })
    const again = (later = 0, from = network) => call.register(input, { ...anyone(start + later, from), request })
    return { input, person, again }
  }

  test('gets a new registration token within ten seconds, also when it claimed a guest whose session was revoked', async () => {
    const guest = await call.guest({}, anyone())
    for (const { person, again } of [await registered(), await registered(guest.token)]) {
      const next = await again(10 * second)
      assert.equal(next.id, person.id)
      assert.deepEqual(await dependencies.sessions.authenticate(person.token, start), { kind: 'anonymous' })
      assert.equal((await dependencies.sessions.authenticate(next.token, start)).kind, 'onboarding')
    }
  })

  test('is refused as a registered address after ten seconds, or from another network', async () => {
    const { again } = await registered()
    await refusedWith('email_taken', again(10 * second + 1))
    await refusedWith('email_taken', again(0, '192.0.2.2'))
  })

  test('is refused after a later session was revoked', async () => {
    const { input, person, again } = await registered()
    const { token } = await call.login({ username: input.email, password }, anyone())
    await again()
    await call.logout({}, await bearer(token))
    await refusedWith('email_taken', again())
    assert.equal(await sessionsOf(person.id), 1, 'the registration token stays')
  })
})
