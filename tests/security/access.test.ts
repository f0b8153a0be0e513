import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Call } from '@mex/contract/call.ts'
import { calls, everyCall } from '@mex/contract/calls.ts'
import { present } from '@mex/core/assert.ts'
import { addPerson } from '@mex/server/testing.ts'
import type { Person, Reply } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { fieldsOf } from './arbitraries.ts'

/**
 * Who may call what: every call of the contract with every kind of caller. What is expected follows from the contract;
 * whose object a call is about stands in the table below, and a call that takes an id and is not in it fails.
 */

let world: World
let owner: Person
let ownerId: number
before(async () => {
  world = await openWorld({ seed: 'access' })
  ownerId = await newUser('ACTIVE')
  owner = await as('session', ownerId)
  await world.step()
})
after(() => world[Symbol.asyncDispose]())

const day = 86_400_000
const pool = () => world.server.parts.store.pool
let users = 0

/** A person with the money that everybody has; registered where they are not a guest. */
async function newUser(state: 'GUEST' | 'ACTIVE'): Promise<number> {
  const id = await addPerson(world.server.parts.store.db)
  users += 1
  const email = `access-${users}@example.org`
  if (state === 'ACTIVE')
    await pool().query("update app_user set state = 'ACTIVE', email = $2, password_hash = 'none' where id = $1", [
      id,
      email,
    ])
  return id
}

type Token = { readonly expiresAt?: number; readonly lastSeenAt?: number; readonly revokedAt?: number }

/** A token as the server would have issued it, with another fate. */
async function mint(scope: 'session' | 'onboard', user: number, fate: Token = {}): Promise<string> {
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
      instant(fate.lastSeenAt ?? now),
      instant(fate.expiresAt ?? now + day),
      instant(fate.revokedAt),
    ],
  )
  return token
}

async function as(scope: 'session' | 'onboard', user: number, fate: Token = {}): Promise<Person> {
  const person = world.stranger()
  person.token = await mint(scope, user, fate)
  return person
}

function bearing(token: string | undefined): Person {
  const person = world.stranger()
  person.token = token
  return person
}

/** Everybody who could stand before the door. Each call meets somebody new: it may end the session that it is given. */
const callers: Readonly<Record<string, () => Promise<Person>>> = {
  'no token': async () => bearing(undefined),
  'a garbage token': async () => bearing(randomBytes(32).toString('base64url')),
  'a token that is too long': async () => bearing('x'.repeat(500)),
  'an expired token': async () => as('session', await newUser('ACTIVE'), { expiresAt: world.clock.now() - 1 }),
  'an idle token': async () => as('session', await newUser('ACTIVE'), { lastSeenAt: world.clock.now() - 8 * day }),
  'a revoked token': async () => as('session', await newUser('ACTIVE'), { revokedAt: world.clock.now() - 1 }),
  'a token of a closed account': async () => {
    const user = await newUser('ACTIVE')
    await pool().query("update app_user set state = 'CLOSED' where id = $1", [user])
    return as('session', user)
  },
  'a token of a registration': async () => as('onboard', await newUser('ACTIVE')),
  'a guest': async () => as('session', await newUser('GUEST')),
  'a person': async () => as('session', await newUser('ACTIVE')),
}

type Outcome = 'in' | 401 | 403

/** What the contract promises. */
function expected(who: Call['who'], caller: string): Outcome {
  if (who === 'anyone') return 'in'
  if (caller === 'a guest' || caller === 'a person') return 'in'
  if (caller === 'a token of a registration') return who === 'onboarding' ? 'in' : 403
  return caller === 'a token of a closed account' ? 403 : 401
}

const outcome = ({ status, envelope }: Reply): Outcome =>
  status === 401 || envelope.code === 401 ? 401 : status === 403 || envelope.code === 403 ? 403 : 'in'

/** Parts of an address have to be something. */
const address = (call: Call): Record<string, unknown> =>
  Object.fromEntries(Array.from(call.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => [name, 1]))

for (const [caller, come] of Object.entries(callers))
  describe(caller, () => {
    for (const { area, name, call } of everyCall)
      test(`${area}.${name} (${call.who}): ${expected(call.who, caller)}`, async () => {
        const reply = await (await come()).askWire(call, address(call))
        assert.equal(outcome(reply), expected(call.who, caller), JSON.stringify(reply.envelope))
        assert.notEqual(reply.status, 500)
        if (outcome(reply) !== 'in') assert.equal(reply.envelope.data, null, 'nothing is told')
      })
  })

/** Something of the owner's, made anew for every question about it. */
type Made = () => Promise<string | number>

const share = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '10' }
const idOf = ({ envelope }: Reply): number => {
  assert.equal(envelope.code, 200, envelope.msg)
  return (envelope.data as { readonly id: number }).id
}
let watched = 0
const objects = {
  position: async () => {
    const id = idOf(await owner.askWire(calls.trading.createStock, { ...share, leverage: 2 }))
    await world.step(2)
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
    await mint('session', ownerId)
    const sessions = await owner.call(calls.account.sessions, {})
    // Not the one that asks.
    return present(
      sessions.find(({ isCurrent }) => !isCurrent),
      'another session',
    ).id
  },
  message: async () => {
    // The welcome that everybody finds.
    const { rows } = await owner.call(calls.content.messages, { pageNum: 1, pageSize: 10 })
    return present(rows[0], 'a message').id
  },
  passkey: async () => {
    const { rows } = await pool().query<{ id: number }>(
      `insert into passkey (user_id, credential, host, public_key, counter, is_synced, name, created_at)
       values ($1, $2, 'localhost', '\\x00', 0, false, 'key', now()) returning id`,
      [ownerId, randomBytes(16).toString('hex')],
    )
    return present(rows[0], 'a passkey').id
  },
} satisfies Readonly<Record<string, Made>>

type About = {
  readonly object: keyof typeof objects
  readonly fields: (id: string | number) => Record<string, unknown>
}
const byId = (object: keyof typeof objects, more: Record<string, unknown> = {}): About => ({
  object,
  fields: (id) => ({ id, ...more }),
})

/** Of whose object each call is about, by its name; 'public' says that the id is of something that belongs to nobody. */
const about: Readonly<Record<string, About | 'public'>> = {
  'account.revokeSession': byId('session'),
  'watchlist.remove': byId('watch'),
  'trading.close': byId('position', { type: 'full' }),
  'trading.addMargin': byId('position', { amount: '1' }),
  'trading.affordable': {
    object: 'position',
    fields: (positionId) => ({ ...share, quantity: undefined, source: 0, type: 'full', openClose: 1, positionId }),
  },
  'trading.cancelOrder': byId('order'),
  'wallet.cancelTransfer': byId('transfer'),
  'content.message': byId('message'),
  'content.readMessages': byId('message'),
  'security.removePasskey': byId('passkey'),
  'content.article': 'public',
  'audit.fills': 'public',
}

/** Fields that name a row: `id`, `positionId`, `ids` … */
const naming = (call: Call): string[] => Object.keys(fieldsOf(call)).filter((field) => /^ids?$|Ids?$/.test(field))

test('every call that takes an id says in the table above whose object it is about', () => {
  const taking = everyCall.filter(({ call }) => naming(call).length > 0).map(({ area, name }) => `${area}.${name}`)
  assert.deepEqual(
    taking.filter((name) => about[name] === undefined),
    [],
    'add these calls to the table',
  )
  const known = new Set(everyCall.map(({ area, name }) => `${area}.${name}`))
  assert.deepEqual(
    Object.keys(about).filter((name) => !known.has(name)),
    [],
    'these calls are gone',
  )
})

const nobodys = 987_654_321

for (const { area, name, call } of everyCall) {
  const told = about[`${area}.${name}`]
  if (told === undefined || told === 'public') continue
  test(`${area}.${name} answers about somebody else's ${told.object} as about one that is not there`, async () => {
    const id = await objects[told.object]()
    for (const state of ['GUEST', 'ACTIVE'] as const) {
      const stranger = await as('session', await newUser(state))
      const others = await stranger.askWire(call, told.fields(id))
      const missing = await stranger.askWire(call, told.fields(nobodys))
      assert.deepEqual([others.status, others.envelope], [missing.status, missing.envelope])
    }
    // Otherwise the question would have been a wrong one.
    const own = await owner.askWire(call, told.fields(id))
    assert.equal(own.envelope.code, 200, `the owner is answered: ${own.envelope.msg}`)
  })
}

test('nothing of it was a program error, and every cent adds up', async () => {
  const metrics = await (await owner.fetch('/metrics')).text()
  assert.doesNotMatch(metrics, /^failures_total\{/m)
  await world.step(2)
  await world.verify()
})
