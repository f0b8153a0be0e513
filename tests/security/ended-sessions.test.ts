import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/calls.ts'
import { present } from '@mex/core/assert.ts'
import type { Listener } from '@mex/world/listener.ts'
import type { Person } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'

/**
 * A session that ends is of no use from the next moment on, whatever ends it: no call, no picture and no socket that was
 * opened with it. What the operator ends is in tests/ops/commands.test.ts.
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

type Signed = { readonly person: Person; readonly listener: Listener }

async function signIn(email: string, from = world.stranger()): Promise<Signed> {
  const { token } = await from.call(calls.account.login, { username: email, password })
  const person = world.stranger()
  person.token = token
  return { person, listener: await person.listen('user') }
}

/** Somebody with two sessions, each of them with a socket. */
async function twice() {
  people += 1
  const email = `ended-${people}@example.org`
  const stranger = world.stranger()
  const emailCode = await codeFor(stranger, email, 'register')
  await stranger.call(calls.account.register, { email, emailCode, password, passwordConfirm: password, agree: true })
  return { email, mine: await signIn(email), other: await signIn(email) }
}

const ask = async ({ person }: Signed): Promise<number> => (await person.ask(calls.account.me, {})).status
const show = async ({ person }: Signed): Promise<number> =>
  (await person.fetch(`/file/${'x'.repeat(22)}`, { headers: { authorization: person.token ?? '' } })).status

async function expectEnded(session: Signed, status = 401): Promise<void> {
  assert.deepEqual([await ask(session), await show(session)], [status, status])
  await assert.rejects(session.listener.tell({ op: 'sub', ch: ['user'] }), /401/)
  await assert.rejects(session.listener.tell({ op: 'chat', text: 'still here?' }), /401/)
  await assert.rejects(session.listener.tell({ op: 'auth', token: session.person.token }), /401/)
  await session.listener[Symbol.asyncDispose]()
}

async function expectOpen(session: Signed): Promise<void> {
  assert.deepEqual([await ask(session), await show(session)], [200, 404])
  await session.listener.tell({ op: 'sub', ch: ['user'] })
  await session.listener[Symbol.asyncDispose]()
}

test('logging out ends its own session', async () => {
  const { mine, other } = await twice()
  await other.person.call(calls.account.logout, {})
  await expectEnded(other)
  await expectOpen(mine)
})

test('ending one of the list ends that one', async () => {
  const { mine, other } = await twice()
  const { id } = present(
    (await mine.person.call(calls.account.sessions, {})).find(({ isCurrent }) => !isCurrent),
    'the other session',
  )
  await mine.person.call(calls.account.revokeSession, { id })
  await expectEnded(other)
  await expectOpen(mine)
})

test('a changed password ends every session but the one that changed it', async () => {
  const { mine, other } = await twice()
  await mine.person.call(calls.security.changePassword, { oldPassword: password, ...next })
  await expectEnded(other)
  await expectOpen(mine)
})

test('a password that is reset by a stranger ends every session', async () => {
  const { email, mine, other } = await twice()
  const emailCode = await codeFor(world.stranger(), email, 'resetPassword')
  await world.stranger().call(calls.security.resetPassword, { email, emailCode, ...next })
  await expectEnded(mine)
  await expectEnded(other)
})

test('a password that is reset from a session ends every session but that one', async () => {
  const { email, mine, other } = await twice()
  const emailCode = await codeFor(mine.person, email, 'resetPassword')
  await mine.person.call(calls.security.resetPassword, { email, emailCode, ...next })
  await expectEnded(other)
  await expectOpen(mine)
})

test('signing in from a session ends it, and the eleventh ends the oldest', async () => {
  const { email, mine, other } = await twice()
  const again = await signIn(email, other.person)
  await expectEnded(other)
  for (let count = 0; count < 9; count += 1) {
    const { listener } = await signIn(email)
    await listener[Symbol.asyncDispose]()
  }
  await expectEnded(mine)
  await expectOpen(again)
})

test('a guest who registers leaves the session of the guest', async () => {
  const person = await world.person()
  const guest = { person, listener: await person.listen('user') }
  people += 1
  const email = `ended-${people}@example.org`
  const emailCode = await codeFor(person, email, 'register')
  await person.call(calls.account.register, { email, emailCode, password, passwordConfirm: password, agree: true })
  await expectEnded(guest)
})

test('closing the account ends every session, the one that closes it too', async () => {
  const { mine, other } = await twice()
  await mine.person.call(calls.records.closeAccount, { password })
  await expectEnded(mine, 403)
  await expectEnded(other, 403)
})
