import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Refused } from '@mex/core/refusal.ts'
import { refusedWith, start } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { sql } from '#db/sql.ts'
import { openAuthenticator, type AuthenticatorOptions } from './authenticator-testing.ts'
import { deleteOutdated } from './store.ts'
import { day, minute, openAccountTest, password } from './testing.ts'

const own = await openAccountTest()
const { db, call, anyone, bearer, member, inbox } = own
after(() => own[Symbol.asyncDispose]())

const options = async (context: PersonContext) => (await call.passkeyCreationOptions({ password }, context)).options
const asked = async (now = start) => (await call.passkeyRequestOptions({}, anyone(now))).options

async function withPasskey(of: AuthenticatorOptions = {}) {
  const person = await member()
  const authenticator = openAuthenticator(of)
  const credential = authenticator.create(await options(person.context))
  const passkey = await call.addPasskey({ name: 'Phone', credential }, person.context)
  return { ...person, authenticator, credential, passkey }
}

describe('a passkey', () => {
  test('is created with the password and signs in', async () => {
    const { id, context, authenticator, passkey } = await withPasskey()
    assert.deepEqual(await call.passkeys({}, context), [
      { id: passkey.id, name: 'Phone', isSynced: false, createdAt: start, lastUsedAt: undefined },
    ])
    assert.equal((await inbox(id))[0], 'passkey_added')
    const signedIn = await call.loginByPasskey(
      { credential: authenticator.use(await asked(start + minute)) },
      anyone(start + minute),
    )
    assert.equal(signedIn.id, id)
    assert.equal((await bearer(signedIn.token, start + minute)).person.state, 'ACTIVE')
    assert.equal((await call.passkeys({}, context))[0]?.lastUsedAt, start + minute)
  })

  test('gives the authenticator only display data of the user, and excludes existing passkeys', async () => {
    const { context, email, username, credential } = await withPasskey()
    const made = await options(context)
    assert.deepEqual([made.rp.id, made.user.name, made.user.displayName], ['localhost', email, username])
    assert.deepEqual(made.excludeCredentials, [{ type: 'public-key', id: credential.id }])
    assert.equal(Buffer.from(made.user.id, 'base64url').length, 32)
    assert.equal((await options(context)).user.id, made.user.id)
    assert.notEqual((await options(context)).challenge, made.challenge)
  })

  test('cannot sign in after it was removed', async () => {
    const { id, context, authenticator, passkey } = await withPasskey()
    assert.equal(await call.removePasskey({ id: passkey.id }, context), null)
    assert.equal((await inbox(id))[0], 'passkey_removed')
    assert.deepEqual(await call.passkeys({}, context), [])
    await refusedWith(
      'passkey_invalid',
      call.loginByPasskey({ credential: authenticator.use(await asked()) }, anyone()),
    )
    await refusedWith('not_found', call.removePasskey({ id: passkey.id }, context))
  })

  test('of another user is not found', async () => {
    const { passkey } = await withPasskey()
    const stranger = await member()
    const theirs = await refusedWith('not_found', call.removePasskey({ id: passkey.id }, stranger.context))
    assert.deepEqual(theirs, await refusedWith('not_found', call.removePasskey({ id: 999_999 }, stranger.context)))
  })
})

describe('creating a passkey is refused', () => {
  test('with a wrong password, and for a guest', async () => {
    const { context } = await member()
    const why = await refusedWith('wrong_password', call.passkeyCreationOptions({ password: 'not-it' }, context))
    assert.equal(why.field, 'password')
    for (let tries = 0; tries < 4; tries += 1)
      await refusedWith('wrong_password', call.passkeyCreationOptions({ password: 'not-it' }, context))
    await refusedWith('too_many_attempts', call.passkeyCreationOptions({ password }, context))
    const guest = await call.guest({}, anyone())
    await refusedWith('wrong_state', call.passkeyCreationOptions({ password }, await bearer(guest.token)))
  })

  test('above the maximum number of passkeys', async () => {
    const { context } = await member()
    const spare = openAuthenticator().create(await options(context))
    for (let made = 0; made < 20; made += 1)
      await call.addPasskey({ name: 'One', credential: openAuthenticator().create(await options(context)) }, context)
    await refusedWith('wrong_state', call.passkeyCreationOptions({ password }, context))
    await refusedWith('wrong_state', call.addPasskey({ name: 'Spare', credential: spare }, context))
  })

  test('with a challenge that is unknown, of another user, for sign-in, used or expired', async () => {
    const { context } = await member()
    const other = await member()
    const made = await options(context)
    const add = (challenge: string, now = start) =>
      call.addPasskey(
        { name: 'Phone', credential: openAuthenticator().create({ ...made, challenge }) },
        { ...context, wallNow: now },
      )
    await refusedWith('passkey_invalid', add('made-up'))
    await refusedWith('passkey_invalid', add((await options(other.context)).challenge))
    await refusedWith('passkey_invalid', add((await asked()).challenge))
    await add(made.challenge)
    await refusedWith('passkey_invalid', add(made.challenge))
    await refusedWith('passkey_invalid', add((await options(context)).challenge, start + 5 * minute))
  })

  test('from another origin, for another host, and without user verification', async () => {
    const { context } = await member()
    const make = async (of: AuthenticatorOptions, host?: string) => {
      const made = await options(context)
      const rp = { ...made.rp, id: host ?? made.rp.id }
      return call.addPasskey({ name: 'Phone', credential: openAuthenticator(of).create({ ...made, rp }) }, context)
    }
    await refusedWith('passkey_invalid', make({ origin: 'https://evil.example' }))
    await refusedWith('passkey_invalid', make({ origin: 'http://localhost:9999' }))
    await refusedWith('passkey_invalid', make({}, 'evil.example'))
    await refusedWith('passkey_invalid', make({ verifies: false }))
  })

  test('when the credential is already registered', async () => {
    const { authenticator } = await withPasskey()
    const { context } = await member()
    const credential = authenticator.create(await options(context))
    await refusedWith('passkey_invalid', call.addPasskey({ name: 'Theirs', credential }, context))
  })

  test('when the response is malformed', async () => {
    const { context } = await member()
    const credential = openAuthenticator().create(await options(context))
    for (const clientDataJSON of ['bm90aGluZw', 'e30', 'bnVsbA']) {
      const broken = { ...credential, response: { ...credential.response, clientDataJSON } }
      await refusedWith('passkey_invalid', call.addPasskey({ name: 'Phone', credential: broken }, context))
    }
    const bad = { ...credential, response: { ...credential.response, attestationObject: 'AAAA' } }
    await refusedWith('passkey_invalid', call.addPasskey({ name: 'Phone', credential: bad }, context))
  })
})

describe('signing in by passkey is refused', () => {
  type Passkeyed = Awaited<ReturnType<typeof withPasskey>>
  const refused = (credential: ReturnType<Passkeyed['authenticator']['use']>, now = start) =>
    refusedWith('passkey_invalid', call.loginByPasskey({ credential }, anyone(now)))

  test('with a challenge that is unknown, for creation, used or expired', async () => {
    const { context, authenticator } = await withPasskey()
    const given = await asked()
    await refused(authenticator.use({ ...given, challenge: 'made-up' }))
    await refused(authenticator.use({ ...given, challenge: (await options(context)).challenge }))
    await call.loginByPasskey({ credential: authenticator.use(given) }, anyone())
    await refused(authenticator.use(given))
    await refused(authenticator.use(await asked()), start + 5 * minute)
  })

  test('with the signature of another passkey, or with the handle of another user', async () => {
    const mine = await withPasskey()
    const theirs = await withPasskey()
    const used = mine.authenticator.use(await asked())
    const forged = theirs.authenticator.use(await asked())
    const response = { ...forged.response, userHandle: used.response.userHandle }
    await refused({ ...forged, id: mine.credential.id, rawId: mine.credential.id, response })
    const { userHandle } = theirs.authenticator.use(await asked()).response
    await refused({ ...used, response: { ...used.response, userHandle } })
  })

  test('when the passkey is unknown, its counter decreases, or the user is not verified', async () => {
    await refused(openAuthenticator().use(await asked()))
    const { authenticator } = await withPasskey()
    for (let uses = 0; uses < 2; uses += 1)
      await call.loginByPasskey({ credential: authenticator.use(await asked()) }, anyone())
    authenticator.turnBack()
    await refused(authenticator.use(await asked()))
  })

  test('for a page of another host', async () => {
    const { authenticator } = await withPasskey()
    const elsewhere = { ...anyone(), host: 'practice.example.org' }
    const credential = authenticator.use((await call.passkeyRequestOptions({}, elsewhere)).options)
    await refusedWith('passkey_invalid', call.loginByPasskey({ credential }, elsewhere))
    await refusedWith(
      'passkey_invalid',
      call.loginByPasskey({ credential: authenticator.use(await asked()) }, elsewhere),
    )
  })

  test('for a closed account', async () => {
    const { id, authenticator } = await withPasskey()
    await sql`update app_user set state = 'CLOSED' where id = ${id}`.execute(db)
    await refused(authenticator.use(await asked()))
  })

  test('for four of five concurrent requests with one challenge', async () => {
    const { authenticator } = await withPasskey()
    const credential = authenticator.use(await asked())
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        call.loginByPasskey({ credential }, anyone()).then(
          () => 'done',
          (error: unknown) => (error as Refused).refusal.refused,
        ),
      ),
    )
    assert.deepEqual(outcomes.toSorted(), ['done', ...Array.from({ length: 4 }, () => 'passkey_invalid')])
  })
})

test('passkeys work on an https page of a named host and not on an http page', async () => {
  const { context, id } = await member()
  const there = { ...context, host: 'practice.example.org' }
  const make = async (origin: string) => {
    const authenticator = openAuthenticator({ origin })
    const credential = authenticator.create(await options(there))
    await call.addPasskey({ name: 'Key', credential }, there)
    return authenticator
  }
  await refusedWith('passkey_invalid', make('http://practice.example.org'))
  const authenticator = await make('https://practice.example.org')
  const credential = authenticator.use((await call.passkeyRequestOptions({}, there)).options)
  assert.equal((await call.loginByPasskey({ credential }, there)).id, id)
})

test('expired challenges are deleted', async () => {
  await asked()
  const count = async (): Promise<number | undefined> =>
    (await sql<{ n: number }>`select count(*) as n from passkey_challenge`.execute(db)).rows[0]?.n
  assert.ok(((await count()) ?? 0) > 0)
  await deleteOutdated(db, start + day)
  assert.equal(await count(), 0)
})
