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
  test('is made against the password and opens the account', async () => {
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

  test('tells the authenticator nothing of the person but what it shows, and excludes the ones that are there', async () => {
    const { context, email, username, credential } = await withPasskey()
    const made = await options(context)
    assert.deepEqual([made.rp.id, made.user.name, made.user.displayName], ['localhost', email, username])
    assert.deepEqual(made.excludeCredentials, [{ type: 'public-key', id: credential.id }])
    assert.equal(Buffer.from(made.user.id, 'base64url').length, 32)
    assert.equal((await options(context)).user.id, made.user.id)
    assert.notEqual((await options(context)).challenge, made.challenge)
  })

  test('that was taken away opens nothing', async () => {
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

  test('of somebody else is not found', async () => {
    const { passkey } = await withPasskey()
    const stranger = await member()
    const theirs = await refusedWith('not_found', call.removePasskey({ id: passkey.id }, stranger.context))
    assert.deepEqual(theirs, await refusedWith('not_found', call.removePasskey({ id: 999_999 }, stranger.context)))
  })
})

describe('making one is refused', () => {
  test('without the right password, and to a guest', async () => {
    const { context } = await member()
    const why = await refusedWith('wrong_password', call.passkeyCreationOptions({ password: 'not-it' }, context))
    assert.equal(why.field, 'password')
    for (let tries = 0; tries < 4; tries += 1)
      await refusedWith('wrong_password', call.passkeyCreationOptions({ password: 'not-it' }, context))
    await refusedWith('too_many_attempts', call.passkeyCreationOptions({ password }, context))
    const guest = await call.guest({}, anyone())
    await refusedWith('wrong_state', call.passkeyCreationOptions({ password }, await bearer(guest.token)))
  })

  test('above the most that one may have', async () => {
    const { context } = await member()
    const spare = openAuthenticator().create(await options(context))
    for (let made = 0; made < 20; made += 1)
      await call.addPasskey({ name: 'One', credential: openAuthenticator().create(await options(context)) }, context)
    await refusedWith('wrong_state', call.passkeyCreationOptions({ password }, context))
    await refusedWith('wrong_state', call.addPasskey({ name: 'Spare', credential: spare }, context))
  })

  test('with a challenge of nobody, of somebody else, for signing in, used before, or too old', async () => {
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

  test('from another page, for another host, and without a finger or a PIN', async () => {
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

  test('when somebody has it already', async () => {
    const { authenticator } = await withPasskey()
    const { context } = await member()
    const credential = authenticator.create(await options(context))
    await refusedWith('passkey_invalid', call.addPasskey({ name: 'Theirs', credential }, context))
  })

  test('when the answer is no answer', async () => {
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

describe('signing in by one is refused', () => {
  type Passkeyed = Awaited<ReturnType<typeof withPasskey>>
  const refused = (credential: ReturnType<Passkeyed['authenticator']['use']>, now = start) =>
    refusedWith('passkey_invalid', call.loginByPasskey({ credential }, anyone(now)))

  test('with a challenge of nobody, for making one, used before, or too old', async () => {
    const { context, authenticator } = await withPasskey()
    const given = await asked()
    await refused(authenticator.use({ ...given, challenge: 'made-up' }))
    await refused(authenticator.use({ ...given, challenge: (await options(context)).challenge }))
    await call.loginByPasskey({ credential: authenticator.use(given) }, anyone())
    await refused(authenticator.use(given))
    await refused(authenticator.use(await asked()), start + 5 * minute)
  })

  test('with the signature of another passkey, or with another person’s handle', async () => {
    const mine = await withPasskey()
    const theirs = await withPasskey()
    const used = mine.authenticator.use(await asked())
    const forged = theirs.authenticator.use(await asked())
    const response = { ...forged.response, userHandle: used.response.userHandle }
    await refused({ ...forged, id: mine.credential.id, rawId: mine.credential.id, response })
    const { userHandle } = theirs.authenticator.use(await asked()).response
    await refused({ ...used, response: { ...used.response, userHandle } })
  })

  test('when nobody knows it, when it was copied, and without a finger or a PIN', async () => {
    await refused(openAuthenticator().use(await asked()))
    const { authenticator } = await withPasskey()
    for (let uses = 0; uses < 2; uses += 1)
      await call.loginByPasskey({ credential: authenticator.use(await asked()) }, anyone())
    authenticator.turnBack()
    await refused(authenticator.use(await asked()))
  })

  test('to a page of another host', async () => {
    const { authenticator } = await withPasskey()
    const elsewhere = { ...anyone(), host: 'practice.example.org' }
    const credential = authenticator.use((await call.passkeyRequestOptions({}, elsewhere)).options)
    await refusedWith('passkey_invalid', call.loginByPasskey({ credential }, elsewhere))
    await refusedWith(
      'passkey_invalid',
      call.loginByPasskey({ credential: authenticator.use(await asked()) }, elsewhere),
    )
  })

  test('to a closed account', async () => {
    const { id, authenticator } = await withPasskey()
    await sql`update app_user set state = 'CLOSED' where id = ${id}`.execute(db)
    await refused(authenticator.use(await asked()))
  })

  test('the second time, of five at once with one challenge', async () => {
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

test('an https page of a named host makes and uses passkeys; a plain one does not', async () => {
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

test('challenges that nobody answered are forgotten', async () => {
  await asked()
  const count = async (): Promise<number | undefined> =>
    (await sql<{ n: number }>`select count(*) as n from passkey_challenge`.execute(db)).rows[0]?.n
  assert.ok(((await count()) ?? 0) > 0)
  await deleteOutdated(db, start + day)
  assert.equal(await count(), 0)
})
