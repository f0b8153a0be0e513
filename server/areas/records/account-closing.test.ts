import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { signupGrant } from '@mex/core/wallet/wallets.ts'
import { refusedWith } from '#areas/testing.ts'
import { accepted } from '#areas/trading/testing.ts'
import { sql } from '#db/sql.ts'
import { continueResetsAndClosings, dismissIdleGuests, erasePeople } from './account-closing.ts'
import { day, openClosingTest, password, type ClosingTest } from '#account-closing-testing.ts'

let here: ClosingTest
before(async () => {
  here = await openClosingTest()
})
afterEach(() => here.expectBalancedLedger())
after(() => here[Symbol.asyncDispose]())

const sure = { password }
const now = (): number => here.trading.clock.now()
const close = (userId: number) => here.call.closeAccount(sure, here.context(userId))
const reset = (userId: number) => here.call.resetPractice(sure, here.context(userId))
const goOn = () => continueResetsAndClosings(here.dependencies, { now: now(), wallNow: now() })

/** A limit that the market does not reach during the test. */
const farBelow = (): string =>
  String((present(here.trading.feed.quote('US:AAPL', now()), 'a quote').last * 85n) / 100n / 100_000_000n)

async function grantsOf(userId: number): Promise<boolean[]> {
  return Promise.all(
    signupGrant.map(async ({ wallet, amount }) => (await here.trading.available(userId, wallet)) === amount),
  )
}
const hasGrants = async (userId: number): Promise<boolean> => (await grantsOf(userId)).every(Boolean)

/** One row of each kind that keeps an account open, and whether a practice reset is allowed with it. */
const busy: readonly (readonly [what: string, make: (userId: number) => Promise<unknown>, resets: boolean])[] = [
  [
    'a working order',
    async (user) => accepted(await here.trading.open(user, { type: 'limit', limit: farBelow() })),
    false,
  ],
  [
    'an open position',
    async (user) => {
      accepted(await here.trading.open(user, {}))
      await here.trading.tick()
    },
    true,
  ],
  [
    'a transfer on its way',
    (user) =>
      here.transfers.submit.send({
        userId: user,
        from: 'BALANCE',
        to: 'FUTURE',
        amount: moneyOf('100'),
        at: now(),
      }),
    false,
  ],
]

for (const [what, make, resets] of busy)
  test(`${what} prevents closing the account${resets ? '' : ' and resetting the practice'}`, async () => {
    const user = await here.person()
    await make(user)
    await refusedWith('wrong_state', close(user))
    assert.equal(await here.stateOf(user), 'ACTIVE')
    if (!resets) await refusedWith('wrong_state', reset(user))
    assert.equal((await here.call.ownData({}, here.context(user))).isResetting, false)
  })

test('closing an account returns its money, ends its sessions, and erases its personal data after 30 days', async () => {
  const user = await here.person()
  const { db } = here.dependencies
  const token = here.tokenOf(user)
  const { sessions } = here.dependencies.account
  assert.equal((await sessions.authenticate(token, now())).kind, 'user')
  assert.equal(await close(user), null)
  assert.equal((await sessions.authenticate(token, now())).kind, 'closed')
  assert.equal(await here.trading.available(user, 'BALANCE'), 0n)
  const order = await here.trading.open(user, {})
  assert(isRefusal(order) && order.refused === 'insufficient_balance')
  await refusedWith('wrong_state', close(user))
  const { rows: bills } = await sql<{ event: string }>`
    select event from bill where user_id = ${user} and event = 'E92'`.execute(db)
  assert.equal(bills.length, signupGrant.length)

  assert.equal(await erasePeople(here.dependencies, now() + 30 * day), 0, 'not a moment early')
  assert.equal(await erasePeople(here.dependencies, now() + 30 * day + 1), 1)
  assert.equal(await erasePeople(here.dependencies, now() + 60 * day), 0)
  const { rows: people } = await sql`
    select state, username, email, password_hash, nick_name, agreement from app_user where id = ${user}`.execute(db)
  assert.deepEqual(people, [
    { state: 'CLOSED', username: `closed:${user}`, email: null, password_hash: null, nick_name: null, agreement: {} },
  ])
  const { rows: kept } = await sql<{ count: number }>`
    select count(*) as count from session_token where user_id = ${user}`.execute(db)
  assert.equal(kept[0]?.count, 0)
  assert.equal((await sessions.authenticate(token, now())).kind, 'anonymous')
})

test('a practice without open contracts is reset at once, at most once in 30 days', async () => {
  const user = await here.person()
  accepted(await here.trading.open(user, {}))
  await here.trading.tick()
  const [position] = await positionsOf(user)
  accepted(await here.trading.close(user, position ?? 0))
  await here.trading.tick()
  assert.equal(await hasGrants(user), false)
  assert.equal(await reset(user), null)
  assert.equal(await hasGrants(user), true)
  const own = await here.call.ownData({}, here.context(user))
  assert.deepEqual([own.isResetting, own.nextResetAt], [false, now() + 30 * day])
  const { rows: unsettled } = await sql`select 1 from unsettled where user_id = ${user}`.execute(here.dependencies.db)
  assert.equal(unsettled.length, 0, 'proceeds of the old practice are forgotten')
  await refusedWith('wrong_state', reset(user))
  await sql`update practice_reset set asked_at = asked_at - interval '30 days' where user_id = ${user}`.execute(
    here.dependencies.db,
  )
  assert.equal(await reset(user), null, 'the same money comes a third time')
  assert.equal(await hasGrants(user), true)
})

async function positionsOf(userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from position where user_id = ${userId} and state <> 'CLOSED'`.execute(here.dependencies.db)
  return rows.map((row) => row.id)
}

async function closeReasons(userId: number): Promise<string[]> {
  const { rows } = await sql<{ reason: string }>`select reason from closing where user_id = ${userId}`.execute(
    here.dependencies.db,
  )
  return rows.map((row) => row.reason)
}

test('a practice with positions is reset after the market has closed them at its usual prices', async () => {
  const user = await here.person()
  accepted(await here.trading.open(user, { quantity: '10' }))
  accepted(await here.trading.open(user, { quantity: '4', direction: 'short', leverage: 2 }))
  await here.trading.tick()
  assert.equal((await positionsOf(user)).length, 2)
  await reset(user)
  assert.equal((await here.call.ownData({}, here.context(user))).isResetting, true)
  assert.equal(await hasGrants(user), false)
  await goOn()
  assert.equal((await positionsOf(user)).length, 2, 'nothing closes without a quote')
  await here.trading.tick(3)
  await goOn()
  assert.deepEqual(await positionsOf(user), [])
  assert.deepEqual([...new Set(await closeReasons(user))], ['reset'])
  assert.equal(await hasGrants(user), true)
  const { rows } = await sql`select kind from message where user_id = ${user} and kind = 'practice_reset'`.execute(
    here.dependencies.db,
  )
  assert.equal(rows.length, 1)
})

test('closes positions that were opened during a practice reset', async () => {
  const user = await here.person()
  accepted(await here.trading.open(user, {}))
  await here.trading.tick()
  await reset(user)
  accepted(await here.trading.open(user, { key: 'US:MSFT', quantity: '1' }))
  for (let tries = 0; tries < 5; tries += 1) {
    await here.trading.tick()
    await goOn()
  }
  assert.deepEqual(await positionsOf(user), [])
  assert.equal(await hasGrants(user), true)
})

test('closes guests without activity for 30 days, and keeps active ones', async () => {
  const [gone, seen] = [await here.person('GUEST'), await here.person('GUEST')]
  accepted(await here.trading.open(gone, {}))
  await here.trading.tick()
  accepted(await here.trading.open(gone, { type: 'limit', limit: farBelow(), quantity: '1' }))
  const { db } = here.dependencies
  await sql`update app_user set last_seen_at = last_seen_at - interval '30 days' where id = ${gone}`.execute(db)
  assert.equal(await dismissIdleGuests(here.dependencies, now() - 60_000), 0)
  assert.equal(await dismissIdleGuests(here.dependencies, now() + 60_000), 1)
  assert.deepEqual([await here.stateOf(gone), await here.stateOf(seen)], ['CLOSING', 'GUEST'])
  await goOn()
  assert.equal(await here.stateOf(gone), 'CLOSING', 'not before the next quote')
  await here.trading.tick(3)
  await goOn()
  assert.equal(await here.stateOf(gone), 'CLOSED')
  assert.equal(await here.trading.available(gone, 'US_STOCK'), 0n)
  assert.deepEqual(await closeReasons(gone), ['reset'])
  assert.equal(await hasGrants(seen), true)
})

test('a guest confirms by the session, a user by the password with limited attempts', async () => {
  const guest = await here.person('GUEST')
  assert.equal(await here.call.closeAccount({}, here.context(guest)), null)
  const user = await here.person()
  for (const leave of [here.call.closeAccount, here.call.resetPractice, here.call.requestExport])
    await refusedWith('missing_field', leave({}, here.context(user)))
  for (let tries = 0; tries < 5; tries += 1)
    await refusedWith('wrong_password', here.call.closeAccount({ password: 'wrong-horse' }, here.context(user)))
  await refusedWith('too_many_attempts', close(user))
  assert.equal(await here.stateOf(user), 'ACTIVE')
})

test('of a simultaneous account closing and order one is refused', async () => {
  for (let round = 0; round < 12; round += 1) {
    const user = await here.person()
    const order = () => here.trading.open(user, { quantity: '1' })
    const closing = () =>
      close(user).then(
        () => true,
        () => false,
      )
    const both = { closed: false, ordered: false }
    const tries = [
      async () => void (both.closed = await closing()),
      async () => void (both.ordered = !isRefusal(await order())),
    ]
    await Promise.all((round % 2 === 0 ? tries : tries.toReversed()).map((act) => act()))
    assert.notEqual(both.closed, both.ordered, 'a closed account has no order, and one without an order may close')
    await here.trading.tick()
  }
})

test('a practice reset during a fill ends with the grants, in either order', async () => {
  for (let round = 0; round < 6; round += 1) {
    const user = await here.person()
    accepted(await here.trading.open(user, { quantity: '1' }))
    await here.trading.tick()
    await Promise.all([reset(user), here.trading.tick(), goOn(), goOn()])
    for (let tries = 0; tries < 4; tries += 1) {
      await here.trading.tick()
      await Promise.all([goOn(), goOn()])
    }
    assert.equal(await hasGrants(user), true)
    assert.deepEqual(await positionsOf(user), [])
  }
})
