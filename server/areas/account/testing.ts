import assert from 'node:assert/strict'
import type { Input } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import { accountDependencies, anonymous, openRateFeed, start } from '#areas/testing.ts'
import type { Context, PersonContext } from '#context.ts'
import { present } from '@mex/core/assert.ts'
import { sql, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { until } from '#waiting-testing.ts'
import type { AccountDependencies } from './dependencies.ts'
import type { CodePurpose } from './codes.ts'
import { handlers } from './handlers.ts'
import { userByName } from './store.ts'
import { registrationHandlers, securityHandlers } from './security-handlers.ts'

export type Registration = Input<typeof calls.account.register>

export const password = 'correct-horse'
export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export type Member = {
  readonly id: number
  readonly email: string
  readonly username: string
  readonly token: string
  readonly context: PersonContext
}

type AccountCalls = ReturnType<typeof handlers> &
  ReturnType<typeof registrationHandlers> &
  ReturnType<typeof securityHandlers>

/** The account area alone on a database of its own, and the steps that its tests repeat. */
export type AccountTest = AsyncDisposable & {
  readonly database: TestDatabase
  readonly db: Database
  readonly dependencies: AccountDependencies
  readonly call: AccountCalls
  /** The calls of an area with other dependencies. */
  withDependencies(this: void, dependencies: AccountDependencies): AccountCalls
  /** The context of a request without a token. */
  anyone(this: void, now?: number, network?: string): Context
  /** The context of a request with this token. */
  bearer(this: void, token: string, now?: number): Promise<PersonContext>
  /** An unused address. */
  newEmail(this: void): string
  /** A code that was sent to an address. */
  codeFor(this: void, email: string, now?: number, purpose?: CodePurpose): Promise<string>
  /** The input of a new user, with a valid code. */
  registration(this: void, more?: Partial<Registration>, now?: number): Promise<Registration>
  /** A registered user who has signed in. */
  member(this: void, now?: number): Promise<Member>
  /** The kinds of the messages of a user, newest first. */
  inbox(this: void, userId: number): Promise<readonly string[]>
  countUsers(this: void): Promise<number>
}

async function countUsers(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from app_user`.execute(db)
  return rows[0]?.count ?? 0
}

async function inboxOf(db: Database, userId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from message where user_id = ${userId} order by id desc`.execute(db)
  return rows.map(({ kind }) => kind)
}

export async function openAccountTest(): Promise<AccountTest> {
  const database = await openTestDatabase()
  const { db } = database
  const dependencies = await accountDependencies(db)
  const feed = openRateFeed()
  const withDependencies = (given: AccountDependencies): AccountCalls =>
    Object.assign(
      handlers({
        ...given,
        version: '1.0.0',
        predictable: false,
        overview: () => Promise.reject(new Error('not asked')),
      }),
      registrationHandlers(given),
      securityHandlers(given),
    )
  const call = withDependencies(dependencies)
  const anyone = (now = start, network = '192.0.2.1') => anonymous({ db, feed, now, network })
  let addresses = 0
  const newEmail = (): string => `person${(addresses += 1)}@example.org`

  async function codeFor(email: string, now = start, purpose: CodePurpose = 'register'): Promise<string> {
    const network = `198.51.100.${addresses % 250}`
    const owner = purpose === 'payPassword' ? await ownerOf(email) : undefined
    const answer = await call.sendEmailCode({ email, purpose }, { ...anyone(now, network), person: owner })
    assert(answer.devCode !== undefined)
    return answer.devCode
  }

  async function bearer(token: string, now = start): Promise<PersonContext> {
    const identity = await dependencies.sessions.authenticate(token, now)
    assert(identity.kind === 'user', `the token is of a person, not ${identity.kind}`)
    return { ...anyone(now), person: identity.person }
  }

  /** Codes for the transaction password require a signed-in user. */
  async function ownerOf(email: string) {
    const user = present(await userByName(db, email), 'somebody with this address')
    return { userId: user.id, state: 'ACTIVE', userType: user.userType, language: 'en', sessionId: 0 } as const
  }

  async function member(now = start): Promise<Member> {
    const email = newEmail()
    const emailCode = await codeFor(email, now)
    await call.register({ email, emailCode, password, passwordConfirm: password, agree: true }, anyone(now))
    const { id, username, token } = await call.login({ username: email, password }, anyone(now))
    return { id, email, username, token, context: await bearer(token, now) }
  }

  return {
    database,
    db,
    dependencies,
    call,
    withDependencies,
    anyone,
    newEmail,
    codeFor,
    bearer,
    async registration(more = {}, now = start) {
      const email = more.email ?? newEmail()
      const emailCode = more.emailCode ?? (await codeFor(email, now))
      return { email, emailCode, password, passwordConfirm: password, agree: true, ...more }
    },
    member,
    inbox: (userId) => inboxOf(db, userId),
    countUsers: () => countUsers(db),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

/** Resolves when so many transactions wait for a lock. */
export const untilWaiting = (db: Database, count: number): Promise<unknown> =>
  until(`${count} transactions wait`, async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.waiting === count
  })

/** The rows of every table as one text: what a reader of the database would find. */
export async function textOfTables(db: Database): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db)
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(one)::text as row from ${sql.table(name)} as one`.execute(db)
    texts.set(name, rows.map(({ row }) => row).join('\n'))
  }
  return texts
}
