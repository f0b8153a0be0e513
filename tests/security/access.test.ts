import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Call } from '@mex/contract/call.ts'
import { calls } from '@mex/contract/areas.ts'
import { everyCall } from '@mex/contract/calls.ts'
import { present } from '@mex/core/assert.ts'
import { formatQuantity } from '@mex/core/money/money.ts'
import { addPerson } from '@mex/server/testing.ts'
import type { Person, Reply } from '@mex/world/person.ts'
import { areaTests } from '@mex/world/area-tests.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { fieldsOf } from './arbitraries.ts'

/**
 * Authorisation: every call of the contract with every kind of caller. The contract gives the expected result. The table
 * `about` names the object behind each id that a call takes. A call that takes an id and is not in the table needs a test in
 * its area whose title begins with "<area>.<call> answers for another user's".
 */

let world: World
let owner: Person
let ownerId: number
before(async () => {
  world = await openWorld({ seed: 'access' })
  ownerId = await newUser('ACTIVE')
  owner = await signedInAs('session', ownerId)
  await world.step()
})
after(() => world[Symbol.asyncDispose]())

const day = 86_400_000
const pool = () => world.server.dependencies.store.pool
let users = 0

/** Inserts a user with the starting balances; an ACTIVE user has an email address. */
async function newUser(state: 'GUEST' | 'ACTIVE'): Promise<number> {
  const id = await addPerson(world.server.dependencies.store.db)
  users += 1
  const email = `access-${users}@example.org`
  if (state === 'ACTIVE')
    await pool().query("update app_user set state = 'ACTIVE', email = $2, password_hash = 'none' where id = $1", [
      id,
      email,
    ])
  return id
}

type TokenTimes = { readonly expiresAt?: number; readonly lastSeenAt?: number; readonly revokedAt?: number }

/** Inserts a token as the server stores it, with the given times; returns the token. */
async function insertToken(scope: 'session' | 'onboard', user: number, times: TokenTimes = {}): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = world.clock.now()
  const instant = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString())
  await pool().query(
    `insert into session_token (hash, user_id, scope, created_at, last_seen_at, expires_at, revoked_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      createHash('sha256').update(token).digest(),
      user,
      scope,
      instant(now - 10 * day),
      instant(times.lastSeenAt ?? now),
      instant(times.expiresAt ?? now + day),
      instant(times.revokedAt),
    ],
  )
  return token
}

async function signedInAs(scope: 'session' | 'onboard', user: number, times: TokenTimes = {}): Promise<Person> {
  const person = world.stranger()
  person.token = await insertToken(scope, user, times)
  return person
}

function withToken(token: string | undefined): Person {
  const person = world.stranger()
  person.token = token
  return person
}

/** One existing user per role, for calls that change nothing. */
const existingUsers = new Map<string, Promise<number>>()
function userFor(role: string, state: 'GUEST' | 'ACTIVE', isFresh: boolean): Promise<number> {
  if (isFresh) return newUser(state)
  const known = existingUsers.get(role) ?? newUser(state)
  existingUsers.set(role, known)
  return known
}

/** Every kind of caller. `changes` asks for a new user, because the call may change that user's data. */
const callers: Readonly<Record<string, (changes: boolean) => Promise<Person>>> = {
  'no token': async () => withToken(undefined),
  'a garbage token': async () => withToken(randomBytes(32).toString('base64url')),
  'a token that is too long': async () => withToken('x'.repeat(500)),
  'an expired token': async () =>
    signedInAs('session', await userFor('ended', 'ACTIVE', false), { expiresAt: world.clock.now() - 1 }),
  'an idle token': async () =>
    signedInAs('session', await userFor('ended', 'ACTIVE', false), { lastSeenAt: world.clock.now() - 8 * day }),
  'a revoked token': async () =>
    signedInAs('session', await userFor('ended', 'ACTIVE', false), { revokedAt: world.clock.now() - 1 }),
  'a token of a closed account': async () => {
    const user = await userFor('closed', 'ACTIVE', false)
    await pool().query("update app_user set state = 'CLOSED' where id = $1", [user])
    return signedInAs('session', user)
  },
  'a token of a registration': async (changes) => signedInAs('onboard', await userFor('onboard', 'ACTIVE', changes)),
  'a guest': async (changes) => signedInAs('session', await userFor('guest', 'GUEST', changes)),
  'a person': async (changes) => signedInAs('session', await userFor('person', 'ACTIVE', changes)),
}

type Outcome = 'in' | 401 | 403

/** The outcome that the contract promises. */
function expected(who: Call['who'], caller: string): Outcome {
  if (who === 'anyone') return 'in'
  if (caller === 'a guest' || caller === 'a person') return 'in'
  if (caller === 'a token of a registration') return who === 'onboarding' ? 'in' : 403
  return caller === 'a token of a closed account' ? 403 : 401
}

const outcome = ({ status, envelope }: Reply): Outcome =>
  status === 401 || envelope.code === 401 ? 401 : status === 403 || envelope.code === 403 ? 403 : 'in'

/** A value for each path parameter. */
const pathParameters = (call: Call): Record<string, unknown> =>
  Object.fromEntries(Array.from(call.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => [name, 1]))

for (const [caller, openCaller] of Object.entries(callers))
  describe(caller, () => {
    for (const { area, name, call } of everyCall)
      test(`${area}.${name} (${call.who}): ${expected(call.who, caller)}`, async () => {
        const reply = await (await openCaller(call.idempotency !== 'safe')).askWire(call, pathParameters(call))
        assert.equal(outcome(reply), expected(call.who, caller), JSON.stringify(reply.envelope))
        assert.notEqual(reply.status, 500)
        if (outcome(reply) !== 'in') assert.equal(reply.envelope.data, null, 'a refusal has no data')
      })
  })

/** Creates an object of the owner; returns its id. */
type Create = () => Promise<string | number>

const share = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '10' }
const idOf = ({ envelope }: Reply): number => {
  assert.equal(envelope.code, 200, envelope.msg)
  return (envelope.data as { readonly id: number }).id
}
let watched = 0
/** One lot of the issue that the newest application is for. */
let lotOfIssue = ''
const card = {
  type: 1,
  bankName: 'Practice Bank',
  accountName: 'Practice Account',
  cardNumber: '4111111111111111',
  cardholderName: 'PRACTICE TRADER',
  region: 'CDMX',
  city: 'Mexico City',
}
const objects = {
  position: async () => {
    const id = idOf(await owner.askWire(calls.trading.createStock, { ...share, leverage: 2 }))
    await world.step(2)
    return id
  },
  'position of futures': async () => {
    const future = { goldCode: 'MESH27', direction: 0, orderType: 0, quantity: '1', leverage: 20 }
    const id = idOf(await owner.askWire(calls.trading.createFuture, future))
    await world.step(2)
    return id
  },
  // A real one takes days: this is an ordinary position that says it is of a placing, until the end of these tests.
  'position of a placing': async () => {
    const id = idOf(await owner.askWire(calls.trading.createStock, { ...share, leverage: 2 }))
    await world.step(2)
    await pool().query('update position set source = 8 where user_id = $1 and id = $2', [ownerId, id])
    return id
  },
  order: async () => idOf(await owner.askWire(calls.trading.createStock, share)),
  transfer: async () =>
    idOf(await owner.askWire(calls.wallet.transfer, { fromWalletType: 1, toWalletType: 8, amount: '10' })),
  watch: async () => {
    const codes = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'META', 'TSLA']
    const secuCode = present(codes[(watched += 1) % codes.length], 'a code')
    return idOf(
      await owner.askWire(calls.watchlist.save, { assettype: 0, classify: 'UsStock', secuCode, market: 'US' }),
    )
  },
  session: async () => {
    await insertToken('session', ownerId)
    const sessions = await owner.call(calls.account.sessions, {})
    // Not the session that makes the call.
    return present(
      sessions.find(({ isCurrent }) => !isCurrent),
      'another session',
    ).id
  },
  message: async () => {
    // The welcome message of every new user.
    const { rows } = await owner.call(calls.content.messages, { pageNum: 1, pageSize: 10 })
    return present(rows[0], 'a message').id
  },
  card: async () => idOf(await owner.askWire(calls.funding.addCard, card)),
  'data export': async () => {
    const { rows } = await pool().query<{ id: number }>(
      'insert into data_export (user_id, asked_at) values ($1, $2) returning id',
      [ownerId, new Date(world.clock.now()).toISOString()],
    )
    return present(rows[0], 'an export').id
  },
  application: async () => {
    const issues = await owner.call(calls.offerings.issues, {})
    const open = present(
      issues.find(({ phase, subscription }) => phase === 'open' && subscription === 'subscribable'),
      'an open issue',
    )
    await pool().query('update app_user set real_status = 3 where id = $1', [ownerId])
    lotOfIssue = formatQuantity(open.lot)
    return idOf(await owner.askWire(calls.offerings.apply, { id: open.id, quantity: lotOfIssue }))
  },
  'bond holding': async () => {
    const { rows } = await owner.call(calls.bonds.list, { pageNum: 1, pageSize: 50 })
    const cetes = present(
      rows.find(({ kind }) => kind === 'cetes'),
      'Cetes',
    )
    return idOf(await owner.askWire(calls.bonds.buy, { id: cetes.id, amount: '100' }))
  },
  'quantify order': async () =>
    idOf(await owner.askWire(calls.quantify.save, { productId: 1030, amount: '100', agree: true })),
  'follow order': async () => idOf(await owner.askWire(calls.follows.add, { agencyId: 1, amount: '100' })),
  // A person's own number is an id too.
  person: () => Promise.resolve(ownerId),
  passkey: async () => {
    const { rows } = await pool().query<{ id: number }>(
      `insert into passkey (user_id, credential, host, public_key, counter, is_synced, name, created_at)
       values ($1, $2, 'localhost', '\\x00', 0, false, 'key', now()) returning id`,
      [ownerId, randomBytes(16).toString('hex')],
    )
    return present(rows[0], 'a passkey').id
  },
} satisfies Readonly<Record<string, Create>>

const onePage = { pageNum: 1, pageSize: 10 }

type About = {
  readonly object: keyof typeof objects
  readonly fields: (id: string | number) => Record<string, unknown>
}
const byId = (object: keyof typeof objects, more: Record<string, unknown> = {}): About => ({
  object,
  fields: (id) => ({ id, ...more }),
})

/**
 * The object that each call's id names, by the name of the call. 'public' marks an object without an owner.
 */
const about: Readonly<Record<string, About | 'public'>> = {
  'account.revokeSession': byId('session'),
  'watchlist.remove': byId('watch'),
  'trading.close': byId('position', { type: 'full' }),
  'trading.addMargin': byId('position', { amount: '1' }),
  'trading.autoRoll': byId('position of futures', { autoRoll: 1 }),
  'trading.affordable': {
    object: 'position',
    fields: (positionId) => ({ ...share, quantity: undefined, source: 0, type: 'full', openClose: 1, positionId }),
  },
  'trading.cancelOrder': byId('order'),
  'trading.amendOrder': byId('order', { filledNum: '0', quantity: '1' }),
  'trading.positions': byId('position'),
  'trading.closedPositions': byId('position', onePage),
  'trading.orders': { object: 'position', fields: (positionId) => ({ positionId, ...onePage }) },
  'trading.bills': { object: 'transfer', fields: (refId) => ({ refId, ...onePage }) },
  'wallet.cancelTransfer': byId('transfer'),
  'content.message': byId('message'),
  'content.readMessages': byId('message'),
  'kyc.status': byId('person'),
  'security.removePasskey': byId('passkey'),
  'records.exportFile': { object: 'data export', fields: (jobId) => ({ jobId }) },
  'funding.changeCard': byId('card', card),
  'funding.deleteCard': byId('card'),
  'offerings.add': { object: 'application', fields: (id) => ({ id, quantity: lotOfIssue }) },
  'offerings.applications': byId('application', onePage),
  'bonds.sell': byId('bond holding'),
  'bonds.holdings': byId('bond holding', onePage),
  'quantify.orders': byId('quantify order', onePage),
  'quantify.profits': { object: 'quantify order', fields: (orderId) => ({ orderId, ...onePage }) },
  'quantify.products': 'public',
  'quantify.save': 'public',
  'quantify.capacity': 'public',
  'follows.orders': byId('follow order', onePage),
  'follows.agencies': 'public',
  'follows.add': 'public',
  'follows.schedule': 'public',
  'bonds.list': 'public',
  'bonds.past': 'public',
  'bonds.buy': 'public',
  'robots.list': 'public',
  'robots.quota': 'public',
  'robots.rent': 'public',
  'offerings.issue': 'public',
  'offerings.apply': 'public',
  'offerings.affordable': 'public',
  'offerings.draw': 'public',
  'placings.list': 'public',
  'placings.window': 'public',
  'placings.apply': 'public',
  'placings.draw': 'public',
  'placings.closable': byId('position of a placing'),
  'blocks.offers': 'public',
  'blocks.create': 'public',
  'blocks.schedule': 'public',
  'content.article': 'public',
  'audit.seal': 'public',
  'audit.fills': 'public',
}

/** The fields that hold ids: `id`, `positionId`, `ids` … */
const idFields = (call: Call): string[] => Object.keys(fieldsOf(call)).filter((field) => /^ids?$|Ids?$/.test(field))

test('every call that takes an id is in the table of objects, or its area tests the id of another user', () => {
  const takingIds = everyCall.filter(({ call }) => idFields(call).length > 0).map(({ area, name }) => `${area}.${name}`)
  assert.deepEqual(
    takingIds.filter((name) => about[name] === undefined && !areaTests.includes(`${name} answers for another user's`)),
    [],
    'add these calls to the table, or test them in their area',
  )
  const known = new Set(everyCall.map(({ area, name }) => `${area}.${name}`))
  assert.deepEqual(
    Object.keys(about).filter((name) => !known.has(name)),
    [],
    'these calls are gone',
  )
})

const unusedId = 987_654_321

/** All rows of the owner that a call by id could change, by table. */
async function ownersRows(): Promise<Readonly<Record<string, unknown>>> {
  const tables = [
    'application',
    'card',
    'data_export',
    'message',
    'passkey',
    'position',
    'session_token',
    'trade_order',
    'transfer',
  ]
  const found = [...tables, 'watch'].map(async (table) => {
    const { rows } = await pool().query(`select * from ${table} where user_id = $1 order by id`, [ownerId])
    return [table, rows] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

for (const { area, name, call } of everyCall) {
  const subject = about[`${area}.${name}`]
  if (subject === undefined || subject === 'public') continue
  test(`${area}.${name} answers for another user's ${subject.object} as for one that does not exist`, async () => {
    const id = await objects[subject.object]()
    const before = await ownersRows()
    for (const state of ['GUEST', 'ACTIVE'] as const) {
      const stranger = await signedInAs('session', await newUser(state))
      const others = await stranger.askWire(call, subject.fields(id))
      const missing = await stranger.askWire(call, subject.fields(unusedId))
      assert.deepEqual([others.status, others.envelope], [missing.status, missing.envelope])
    }
    assert.deepEqual(await ownersRows(), before, 'the rows of the owner are unchanged')
    // Proves that the request itself is valid.
    const own = await owner.askWire(call, subject.fields(id))
    assert.equal(own.envelope.code, 200, `the owner's call succeeds: ${own.envelope.msg}`)
  })
}

// Logs and browser histories keep URLs.
test('no query or path parameter carries a secret', () => {
  const secret = /password|token|code$|pin|secret|number$/i
  // Codes of instruments and of invitations are public.
  const open = /^(stockCode|goldCode|stkcode|secuCode|code)$/
  const found = everyCall.flatMap(({ call }) => {
    const fields = call.method === 'GET' ? Object.keys(fieldsOf(call)) : Object.keys(pathParameters(call))
    return fields.filter((field) => secret.test(field) && !open.test(field)).map((field) => `${call.path} ${field}`)
  })
  assert.deepEqual(found, [])
})

test('the calls above caused no program error, and the ledger balances', async () => {
  const metrics = await (await owner.fetch('/metrics')).text()
  assert.doesNotMatch(metrics, /^failures_total\{/m)
  await pool().query('update position set source = 0 where user_id = $1 and source = 8', [ownerId])
  await world.step(2)
  await world.verify()
})
