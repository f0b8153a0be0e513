import assert from 'node:assert/strict'
import type { Input } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/calls.ts'
import { accountParts, anonymous, openRateFeed, start } from '#areas/testing.ts'
import type { Context, PersonContext } from '#context.ts'
import { sql, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { AccountParts } from './actions.ts'
import { handlers } from './handlers.ts'

export type Registration = Input<typeof calls.account.register>

export const password = 'correct-horse'
export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

type AccountCalls = ReturnType<typeof handlers>

/** The account area alone on a database of its own, and the steps that its tests repeat. */
export type AccountTest = AsyncDisposable & {
  readonly database: TestDatabase
  readonly db: Database
  readonly parts: AccountParts
  readonly call: AccountCalls
  /** The calls of an area with other parts. */
  withParts(this: void, parts: AccountParts): AccountCalls
  /** The context of somebody without a token. */
  anyone(this: void, now?: number, network?: string): Context
  /** The context of whoever sends this token. */
  bearer(this: void, token: string, now?: number): Promise<PersonContext>
  /** An address that nobody has. */
  newEmail(this: void): string
  /** A code for registering with an address. */
  codeFor(this: void, email: string, now?: number): Promise<string>
  /** What a new person would send, with a code that is right. */
  registration(this: void, more?: Partial<Registration>, now?: number): Promise<Registration>
  countUsers(this: void): Promise<number>
}

export async function openAccountTest(): Promise<AccountTest> {
  const database = await openTestDatabase()
  const { db } = database
  const parts = await accountParts(db)
  const feed = openRateFeed()
  const withParts = (given: AccountParts): AccountCalls =>
    handlers({ ...given, version: '1.0.0', predictable: false, overview: () => Promise.reject(new Error('not asked')) })
  const call = withParts(parts)
  const anyone = (now = start, network = '192.0.2.1') => anonymous({ db, feed, now, network })
  let addresses = 0
  const newEmail = (): string => `person${(addresses += 1)}@example.org`

  async function codeFor(email: string, now = start): Promise<string> {
    const network = `198.51.100.${addresses % 250}`
    const answer = await call.sendEmailCode({ email, purpose: 'register' }, anyone(now, network))
    assert(answer.devCode !== undefined)
    return answer.devCode
  }

  return {
    database,
    db,
    parts,
    call,
    withParts,
    anyone,
    newEmail,
    codeFor,
    async bearer(token, now = start) {
      const identity = await parts.sessions.authenticate(token, now)
      assert(identity.kind === 'person', `the token is of a person, not ${identity.kind}`)
      return { ...anyone(now), person: identity.person }
    },
    async registration(more = {}, now = start) {
      const email = more.email ?? newEmail()
      const emailCode = more.emailCode ?? (await codeFor(email, now))
      return { email, emailCode, password, passwordConfirm: password, agree: true, ...more }
    },
    async countUsers() {
      const { rows } = await sql<{ count: number }>`select count(*) as count from app_user`.execute(db)
      return rows[0]?.count ?? 0
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
