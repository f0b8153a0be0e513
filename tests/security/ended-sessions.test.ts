import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import type { Listener } from '@mex/world/listener.ts'
import type { Person } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'

/**
 * An ended session loses access at once, whatever ended it: calls, pictures and open sockets. tests/ops/commands.test.ts
 * has the sessions that the operator revokes.
 */

let world: World
before(async () => {
  world = await openWorld({ seed: 'ended' })
})
after(() => world[Symbol.asyncDispose]())

const password = 'practice-makes-4'
const next = { newPassword: 'battery-staple', confirmPassword: 'battery-staple' }
let people = 0

async function codeFor(person: Person, email: string, purpose: 'register' | 'resetPassword'): Promise<string> {
  const { devCode } = await person.call(calls.account.sendEmailCode, { email, purpose })
  return present(devCode, 'a code')
}

type Session = { readonly person: Person; readonly listener: Listener }

async function signIn(email: string, from = world.stranger()): Promise<Session> {
  const { token } = await from.call(calls.account.login, { username: email, password })
  const person = world.stranger()
  person.token = token
  return { person, listener: await person.listen('user') }
}

/** Registers a user and opens two sessions, each with a socket. */
async function openTwoSessions() {
  people += 1
  const email = `ended-${people}@example.org`
  const stranger = world.stranger()
  const emailCode = await codeFor(stranger, email, 'register')
  await stranger.call(calls.account.register, { email, emailCode, password, passwordConfirm: password, agree: true })
  return { email, mine: await signIn(email), other: await signIn(email) }
}

const ask = async ({ person }: Session): Promise<number> => (await person.ask(calls.account.me, {})).status
const show = async ({ person }: Session): Promise<number> =>
  (await person.fetch(`/file/${'x'.repeat(22)}`, { headers: { authorization: person.token ?? '' } })).status

async function expectEnded(session: Session, status = 401): Promise<void> {
  assert.deepEqual([await ask(session), await show(session)], [status, status])
  await assert.rejects(session.listener.tell({ op: 'sub', ch: ['user'] }), /401/)
  await assert.rejects(session.listener.tell({ op: 'chat', text: 'still here?' }), /401/)
  await assert.rejects(session.listener.tell({ op: 'auth', token: session.person.token }), /401/)
  await session.listener[Symbol.asyncDispose]()
}

async function expectOpen(session: Session): Promise<void> {
  assert.deepEqual([await ask(session), await show(session)], [200, 404])
  await session.listener.tell({ op: 'sub', ch: ['user'] })
  await session.listener[Symbol.asyncDispose]()
}

test('logging out ends the current session only', async () => {
  const { mine, other } = await openTwoSessions()
  await other.person.call(calls.account.logout, {})
  await expectEnded(other)
  await expectOpen(mine)
})

test('revoking a listed session ends that session only', async () => {
  const { mine, other } = await openTwoSessions()
  const { id } = present(
    (await mine.person.call(calls.account.sessions, {})).find(({ isCurrent }) => !isCurrent),
    'the other session',
  )
  await mine.person.call(calls.account.revokeSession, { id })
  await expectEnded(other)
  await expectOpen(mine)
})

test('changing the password ends every other session', async () => {
  const { mine, other } = await openTwoSessions()
  await mine.person.call(calls.security.changePassword, { oldPassword: password, ...next })
  await expectEnded(other)
  await expectOpen(mine)
})

test('resetting the password without a session ends every session', async () => {
  const { email, mine, other } = await openTwoSessions()
  const emailCode = await codeFor(world.stranger(), email, 'resetPassword')
  await world.stranger().call(calls.security.resetPassword, { email, emailCode, ...next })
  await expectEnded(mine)
  await expectEnded(other)
})

test('resetting the password from a session ends every other session', async () => {
  const { email, mine, other } = await openTwoSessions()
  const emailCode = await codeFor(mine.person, email, 'resetPassword')
  await mine.person.call(calls.security.resetPassword, { email, emailCode, ...next })
  await expectEnded(other)
  await expectOpen(mine)
})

test('signing in from a session ends that session, and the eleventh session ends the oldest', async () => {
  const { email, mine, other } = await openTwoSessions()
  const again = await signIn(email, other.person)
  await expectEnded(other)
  for (let count = 0; count < 9; count += 1) {
    const { listener } = await signIn(email)
    await listener[Symbol.asyncDispose]()
  }
  await expectEnded(mine)
  await expectOpen(again)
})

test('registering as a guest ends the guest session', async () => {
  const person = await world.person()
  const guest = { person, listener: await person.listen('user') }
  people += 1
  const email = `ended-${people}@example.org`
  const emailCode = await codeFor(person, email, 'register')
  await person.call(calls.account.register, { email, emailCode, password, passwordConfirm: password, agree: true })
  await expectEnded(guest)
})

test('closing the account ends every session, including the current one', async () => {
  const { mine, other } = await openTwoSessions()
  await mine.person.call(calls.records.closeAccount, { password })
  await expectEnded(mine, 403)
  await expectEnded(other, 403)
})
