import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { Refused } from '@mex/core/refusal.ts'
import { accountDependencies, refusedWith, start } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { connect, inTransaction, sql } from '#db/sql.ts'
import { settings } from '@mex/core/settings.ts'
import { openSessions } from './sessions.ts'
import { afterFailure } from './sign-in-lockout.ts'
import { saveLockout, takeLockout, userByName } from './store.ts'
import { day, hour, minute, openAccountTest, password, second, untilWaiting } from './testing.ts'

const own = await openAccountTest()
const { db, dependencies, call, withDependencies, anyone, bearer, member, registration } = own
after(() => own[Symbol.asyncDispose]())

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

  test('sends a message about a new device, once for each device', async () => {
    const email = await registered()
    const firefox = { ...anyone(), agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' }
    await attempt(email, password)
    await call.login({ username: email, password }, firefox)
    await call.login({ username: email, password }, firefox)
    const { rows } = await sql<{ values: unknown }>`
      select text_values as values from message join app_user on app_user.id = user_id
      where email = ${email} and message.kind = 'signed_in'`.execute(db)
    assert.deepEqual(rows, [{ values: { device: 'Firefox, Linux' } }])
  })

  test('refuses a closed account', async () => {
    const email = await registered()
    await sql`update app_user set state = 'CLOSED' where email = ${email}`.execute(db)
    await refusedWith('wrong_credentials', attempt(email, password))
  })

  test('locks the name for the network after five wrong passwords, also for the correct password', async () => {
    const email = await registered()
    for (let tries = 0; tries < 5; tries += 1)
      await refusedWith('wrong_credentials', attempt(email, 'wrong', start + tries))
    assert.deepEqual((await refusedWith('too_many_attempts', attempt(email, password, start + minute))).values, {
      m: '15',
      s: '841',
    })
    assert.equal((await attempt(email, password, start + minute, '192.0.2.99')).email, email)
    assert.equal((await attempt(email, password, start + 16 * minute)).email, email)
  })

  test('counts user ID and e-mail of an account together, in any case of letters', async () => {
    const input = await registration()
    const { username } = await call.register(input, anyone())
    const names = [input.email, username, input.email.toUpperCase(), username.toUpperCase(), input.email]
    for (const name of names) await refusedWith('wrong_credentials', attempt(name, 'wrong'))
    for (const name of [username, input.email]) await refusedWith('too_many_attempts', attempt(name, password))
  })

  test('locks no account by names that look like internal lockout names', async () => {
    const input = await registration()
    await call.register(input, anyone())
    const { id, token } = await call.login({ username: input.email, password }, anyone())
    for (const typed of [`@${id}`, `#${id}`, `?${input.email}`])
      for (let tries = 0; tries < 5; tries += 1) await refusedWith('wrong_credentials', attempt(typed, 'wrong'))
    await attempt(input.email, password)
    const change = { oldPassword: password, newPassword: 'battery-staple', confirmPassword: 'battery-staple' }
    assert.equal(await call.changePassword(change, await bearer(token)), null)
  })

  test('doubles the duration of each lockout', async () => {
    const name = 'nobody-else'
    let now = start
    for (const minutes of [15, 30, 60]) {
      for (let tries = 0; tries < 5; tries += 1) await refusedWith('wrong_credentials', attempt(name, 'wrong', now))
      assert.deepEqual((await refusedWith('too_many_attempts', attempt(name, 'wrong', now))).values, {
        m: String(minutes),
        s: String(minutes * 60),
      })
      now += minutes * minute
    }
  })

  /** Attempts at the same moment at three servers of one database; answers what each was told. */
  async function atOnce(name: string, passwords: readonly string[]): Promise<readonly string[]> {
    await using servers = new AsyncDisposableStack()
    const opened = await Promise.all(
      [1, 2, 3].map(async () => {
        const connection = servers.adopt(connect(own.database.connectionString, 4), (each) => each.db.destroy())
        return { db: connection.db, call: withDependencies(await accountDependencies(connection.db)) }
      }),
    )
    return await Promise.all(
      passwords.map(async (given, index) => {
        const { call: at, db: server } = present(opened[index % opened.length], 'a server')
        try {
          await at.login({ username: name, password: given }, { ...anyone(), db: server })
          return 'right'
        } catch (error) {
          if (error instanceof Refused) return error.refusal.refused
          throw error
        }
      }),
    )
  }
  const wrong = (count: number): readonly string[] => Array.from({ length: count }, () => 'wrong')
  const { failuresMax } = settings.signIn

  test('attempts at once do not exceed the limit, at however many servers', async () => {
    for (const name of [await registered(), 'nobody-at-once']) {
      const told = await atOnce(name, wrong(12))
      assert.equal(told.filter((word) => word === 'wrong_credentials').length, failuresMax, told.join())
      assert.equal(told.filter((word) => word === 'too_many_attempts').length, 12 - failuresMax, told.join())
    }
  })

  test('the correct password among too many at once is not told after the last failure that is allowed', async () => {
    const email = await registered()
    const { id } = present(await userByName(db, email), 'the person')
    // Whoever counts before holds the row until all of them are compared.
    const counted = await inTransaction(db, async (tx) => {
      await takeLockout(tx, `@${id}`, '192.0.2.1', start)
      const told = atOnce(email, ['wrong', password])
      await untilWaiting(db, 2)
      const lock = afterFailure(
        { failures: failuresMax - 1, windowStartedAt: start, locks: 0, lockedUntil: undefined },
        start,
      )
      await saveLockout(tx, `@${id}`, '192.0.2.1', lock)
      return { told }
    })
    assert.deepEqual(await counted.told, ['too_many_attempts', 'too_many_attempts'])
  })

  test('correct passwords at once do not lock the name', async () => {
    const told = await atOnce(
      await registered(),
      Array.from({ length: 12 }, () => password),
    )
    assert.deepEqual([...new Set(told)], ['right'])
  })

  test('ignores lockouts that start in the future after the clock is set back', async () => {
    const email = await registered()
    const later = start + day
    for (let tries = 0; tries < 5; tries += 1) await refusedWith('wrong_credentials', attempt(email, 'wrong', later))
    await refusedWith('too_many_attempts', attempt(email, password, later))
    assert.equal((await attempt(email, password, start)).email, email)
  })

  test('ignores failures outside the window, and all failures after a success', async () => {
    const email = await registered()
    for (let tries = 0; tries < 4; tries += 1) await refusedWith('wrong_credentials', attempt(email, 'wrong'))
    await refusedWith('wrong_credentials', attempt(email, 'wrong', start + 15 * minute))
    await attempt(email, password, start + 15 * minute)
    const { rows } =
      await sql`select 1 from sign_in_guard join app_user on name = '@' || app_user.id where email = ${email}`.execute(
        db,
      )
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
    (await dependencies.sessions.authenticate(token, now)).kind

  test('of an unknown token do not exist', async () => {
    assert.equal(await kindOf('x'.repeat(43)), 'anonymous')
    assert.equal(await kindOf(''), 'anonymous')
  })

  test('are ended one at a time by logging out', async () => {
    const { email, token, context } = await signedIn()
    const other = await call.login({ username: email, password }, anyone())
    assert.equal(await call.logout({}, context), null)
    assert.equal(await kindOf(token), 'anonymous')
    assert.equal(await kindOf(other.token), 'user')
  })

  test('are listed newest first, and can be revoked one by one', async () => {
    const { email, token, context } = await signedIn()
    const other = await call.login({ username: email, password }, anyone(start + second))
    const list = await call.sessions({}, { ...context, wallNow: start + second })
    assert.deepEqual(
      list.map((row) => [row.agent, row.isCurrent, row.createdAt]),
      [
        ['test', false, start + second],
        ['test', true, start],
      ],
    )
    const id = list[0]?.id ?? 0
    assert.equal(await kindOf(other.token, start + second), 'user')
    assert.equal(await call.revokeSession({ id }, context), null)
    assert.equal(await call.revokeSession({ id }, context), null)
    assert.equal(await kindOf(other.token, start + second), 'anonymous')
    assert.equal(await kindOf(token), 'user')
  })

  test('of another user are not found', async () => {
    const mine = await signedIn()
    const theirs = await signedIn()
    const id = theirs.context.person.sessionId
    assert.deepEqual(
      await refusedWith('not_found', call.revokeSession({ id }, mine.context)),
      await refusedWith('not_found', call.revokeSession({ id: 999_999_999 }, mine.context)),
    )
    for (const now of [start, start + minute]) assert.equal(await kindOf(theirs.token, now), 'user')
  })

  test('are replaced when their user signs in again; those of other users and guests stay', async () => {
    const { username, token } = await member()
    const guest = await call.guest({}, anyone())
    const from = async (bearing: string) => ({ ...anyone(), person: (await bearer(bearing)).person })
    const again = await call.login({ username, password }, await from(token))
    assert.notEqual(again.token, token)
    assert.deepEqual(await dependencies.sessions.authenticate(token, start), { kind: 'anonymous' })
    await bearer(again.token)
    await call.login({ username, password }, await from(guest.token))
    await bearer(guest.token)
  })

  test('do not require a password change by age', async () => {
    const { username } = await member()
    const later = start + 400 * day
    assert.equal((await call.login({ username, password }, anyone(later))).username, username)
  })

  test('are limited to ten: the eleventh revokes the oldest', async () => {
    const { email, token } = await signedIn()
    const tokens = [token]
    for (let number = 1; number <= 10; number += 1)
      tokens.push((await call.login({ username: email, password }, anyone(start + number))).token)
    assert.deepEqual(await Promise.all(tokens.map((one) => kindOf(one, start + second))), [
      'anonymous',
      ...Array.from({ length: 10 }, () => 'user'),
    ])
  })

  test('expire after seven days without use, and after thirty days with use', async () => {
    const { token } = await signedIn()
    assert.equal(await kindOf(token, start + 7 * day), 'anonymous')
    let now = start
    while (now + 6 * day < start + 30 * day) {
      now += 6 * day
      assert.equal(await kindOf(token, now), 'user')
    }
    assert.equal(await kindOf(token, start + 30 * day - 1), 'user')
    assert.equal(await kindOf(token, start + 30 * day), 'anonymous')
  })

  test('update their last use at most hourly', async () => {
    const { context, token } = await signedIn()
    const seen = async (now: number) => {
      await kindOf(token, now)
      return (await call.sessions({}, { ...context, wallNow: now }))[0]?.lastSeenAt
    }
    assert.equal(await seen(start + hour - 1), start)
    assert.equal(await seen(start + hour), start + hour)
    assert.equal(await seen(start + 2 * hour - 1), start + hour)
  })

  test('revoked by another process are rejected within a minute', async () => {
    const { token, context } = await signedIn()
    const elsewhere = withDependencies({ ...dependencies, sessions: openSessions(db) })
    await elsewhere.logout({}, context)
    assert.equal(await kindOf(token, start + minute), 'anonymous')
  })

  test('of a closed account are rejected as closed', async () => {
    const { token, context } = await signedIn()
    await sql`update app_user set state = 'CLOSED' where id = ${context.person.userId}`.execute(db)
    assert.equal(await kindOf(token, start + minute), 'closed')
  })

  test('revoked during a concurrent look-up stay revoked', async () => {
    const { token, context } = await signedIn()
    const fresh = openSessions(db)
    const looking = fresh.authenticate(token, start)
    fresh.dropRevoked([context.person.sessionId])
    assert.equal((await looking).kind, 'anonymous')
  })
})
