import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { Language } from '@mex/contract/language.ts'
import { isRefusal, Refused, type RefusalWord } from '@mex/core/refusal.ts'
import { rateOf, type Rate } from '@mex/core/money/money.ts'
import type { Context, Person, PersonContext } from '#context.ts'
import { isoInstant, parseInstant } from '#clock.ts'
import { sql, type Database } from '#db/sql.ts'
import { withoutBlocks, type Feed } from '#feeds/feed.ts'
import { noAgencies } from '#feeds/agency-market.ts'
import { noBonds } from '#feeds/bond-market.ts'
import { openCapacityPlans } from '#feeds/simulator/capacity-plans.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { noRobots } from '#feeds/robot-market.ts'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Call } from '@mex/contract/call.ts'
import { systemRandomness } from '#randomness.ts'
import { openEncryption } from '#encryption.ts'
import { openNetworkQuotas, type NetworkQuotas, type QuotaLimits } from '#db/network-quotas.ts'
import type { IdempotentRequest } from '#db/idempotency-keys.ts'
import { idempotentRequest } from '#http/keys.ts'
import { openCountries } from '#areas/account/countries.ts'
import { openLegalDocuments } from './account/legal-documents.ts'
import { openGuest } from '#areas/account/registration.ts'
import { openPasswords } from '#areas/account/passwords.ts'
import { openSessions } from '#areas/account/sessions.ts'
import { linkJournals } from './ledger/link-journals.ts'
import type { AccountDependencies } from './account/dependencies.ts'
import { verifyLedger, type Evidence } from '#areas/ledger/verify.ts'

/** Shared by the tests of areas: users, a feed with settable rates, contexts, and the check of the ledger. */

/** A Friday inside the trading hours of New York, Mexico City and the currencies. */
export const start = parseInstant('2026-11-20T16:00:00Z') ?? 0

const dataFolder = join(import.meta.dirname, '..', '..', 'data')
const longAfter = start + 50 * 365 * 86_400_000

let users = 0

/** Inserts the row of a guest without balances, for tests below the account area. */
export async function addUser(db: Database): Promise<number> {
  users += 1
  const name = `guest-${users}`
  const { rows } = await sql<{ id: number }>`
    insert into app_user (state, user_type, username, invitation_code, language, created_at, last_seen_at)
    values ('GUEST', 2, ${name}, ${name}, 'en', ${isoInstant(start)}, ${isoInstant(start)}) returning id`.execute(db)
  const id = rows[0]?.id
  assert(id !== undefined)
  return id
}

/** Lets the practice of a user wait to start again, as long as no job ends it. */
export const askReset = (db: Database, user: number): Promise<unknown> =>
  sql`insert into practice_reset (user_id, asked_at) values (${user}, now())`.execute(db)

/**
 * A feed without instruments and with conversion rates that a test sets: each is valid from `time` until the next one;
 * setting a rate deletes later ones.
 */
export type RateFeed = Feed & { set(from: string, to: string, rate: string, time: number): void; clear(): void }

export function openRateFeed(): RateFeed {
  type Made = { readonly rate: Rate; readonly time: number }
  let rates = new Map<string, readonly Made[]>()
  const before = (pair: string, time: number): Made[] => (rates.get(pair) ?? []).filter((made) => made.time < time)
  const nothing = (): undefined => undefined
  const rateAt: Feed['conversionRate'] = (from, to, now) => before(`${from} ${to}`, now + 1).at(-1)
  return {
    mode: 'sim',
    delaySeconds: 0,
    delayOf: () => 0,
    instruments: () => new Map(),
    removed: () => new Map(),
    actions: () => [],
    resultsDays: () => [],
    newIssues: () => [],
    placings: () => [],
    ...withoutBlocks,
    commitmentOf: () => '',
    seedOf: () => undefined,
    auctions: undefined,
    bonds: noBonds,
    capacity: openCapacityPlans(openDaySecrets(Buffer.from('capacity'), modelVersion)),
    recordsFrom: Infinity,
    agencies: noAgencies,
    robots: noRobots,
    ended: nothing,
    quote: nothing,
    nextTick: (now) => now + 1000,
    nextPhaseChange: () => Infinity,
    day: nothing,
    quoteById: nothing,
    conversionRate: rateAt,
    lastConversionRate: rateAt,
    set: (from, to, rate, time) => {
      const pair = `${from} ${to}`
      rates.set(pair, [...before(pair, time), { rate: rateOf(rate), time }])
    },
    clear: () => {
      rates = new Map()
    },
  }
}

export type Caller = {
  readonly db: Database
  readonly feed?: Feed
  readonly now?: number
  /** The same as `now`, unless a test runs the market clock faster. */
  readonly wallNow?: number
  readonly language?: Language
  readonly network?: string
}

/** Quotas without limits, unless a test sets one. */
export const openQuotas = (limits: Partial<QuotaLimits> = {}, wall = () => start): NetworkQuotas =>
  openNetworkQuotas({
    encryption: openEncryption(Buffer.alloc(32, 6), 'networks', systemRandomness),
    wall,
    limits: { guests: () => Infinity, upload_bytes: () => Infinity, ...limits },
  })

/** Pictures are accepted from every user, on a market clock that runs like the wall clock. */
export const unrestricted = { speed: 1, quotas: openQuotas(), isMuted: () => Promise.resolve(false) }

/** The context of a call without a session. */
export function anonymous({
  db,
  feed = openRateFeed(),
  now = start,
  wallNow = now,
  language = 'en',
  network = '192.0.2.1',
}: Caller): Context {
  return {
    db,
    feed,
    now,
    wallNow,
    language,
    person: undefined,
    registering: undefined,
    network,
    agent: 'test',
    host: 'localhost:8080',
    isFromThisMachine: true,
    concerns: () => undefined,
    request: undefined,
  }
}

/** The context of a call by a signed-in user. */
export function personal(userId: number, caller: Caller, more: Partial<Person> = {}): PersonContext {
  const language = caller.language ?? 'en'
  return {
    ...anonymous(caller),
    person: { userId, state: 'GUEST', userType: 2, language, sessionId: 0, ...more },
  }
}

/** The dependencies of the account area, with known secrets. */
export async function accountDependencies(db: Database): Promise<AccountDependencies> {
  return {
    randomness: systemRandomness,
    codeSecret: Buffer.alloc(32, 1),
    encryption: openEncryption(Buffer.alloc(32, 3), 'people', systemRandomness),
    countries: openCountries(dataFolder),
    submitDocuments: () =>
      Promise.reject(new Error('only a company submits documents; use the dependencies of company.test.ts')),
    passwords: openPasswords({ pepper: Buffer.alloc(32, 2), randomness: systemRandomness }),
    passwordPolicy: 'spec',
    quotas: openQuotas(),
    sessions: openSessions(db),
    documents: await openLegalDocuments(join(dataFolder, 'legal')),
    codeInAnswer: true,
    title: 'UBS MEX',
    traditional: (simplified) => simplified,
  }
}

/** Opens a guest account with the initial grant; answers the user id. */
export async function openPerson(db: Database): Promise<number> {
  const { id } = await openGuest({}, anonymous({ db }), await accountDependencies(db))
  return id
}

/** A UUID derived from a name: a key that a test can repeat. */
function uuidNamed(name: string): string {
  const hex = hash('sha256', name)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/**
 * An idempotent request with the content of the wire, under the key derived from `name`; scope is a user id, or 0
 * without a session.
 */
export function keyed(
  call: Call,
  name: string,
  wire: Readonly<Record<string, unknown>> = {},
  scope = 0,
): IdempotentRequest {
  const request = idempotentRequest(call, scope, uuidNamed(name), {
    body: hash('sha256', JSON.stringify(wire), 'buffer'),
    encryption: openEncryption(Buffer.alloc(32, 3), 'answers', systemRandomness),
  })
  assert(request !== undefined && !isRefusal(request), `${call.path} keeps answers under keys`)
  return request
}

/** Expects a refusal with this word; answers the whole refusal. */
export async function refusedWith(word: RefusalWord, outcome: Promise<unknown>) {
  const why = await outcome.then(
    (answer) => (isRefusal(answer) ? answer : undefined),
    (error: unknown) => {
      if (error instanceof Refused) return error.refusal
      throw error
    },
  )
  assert(why !== undefined, `expected ${word}, but it was accepted`)
  assert.equal(why.refused, word)
  return why
}

/**
 * Links every journal into the hash chain. Commit order is that of the whole database server: transactions of tests in
 * other databases delay it for a moment.
 */
export async function linkAllJournals(db: Database): Promise<void> {
  for (let tries = 500; tries > 0; tries -= 1) {
    while ((await linkJournals(db)) > 0);
    const { rows } = await sql`
      select 1 from journal where not exists (select from seal where journal_id = journal.id) limit 1`.execute(db)
    if (rows.length === 0) return
    await setTimeout(20)
  }
  assert.fail('a transaction has been open for ten seconds')
}

/** Links every journal and expects that the verification of the ledger finds nothing. */
export async function expectBalancedLedger(db: Database, evidence: Evidence): Promise<void> {
  await linkAllJournals(db)
  assert.deepEqual(await verifyLedger(db, { evidence, linkedUntil: longAfter }), [])
}
