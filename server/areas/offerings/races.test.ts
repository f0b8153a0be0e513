import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountClosed } from '@mex/core/account/postings.ts'
import { present } from '@mex/core/assert.ts'
import { decideAccountClosing, decideReset } from '@mex/core/account/account-closing.ts'
import { money } from '@mex/core/money/money.ts'
import type { Application } from '@mex/core/offerings/application.ts'
import { sharesOf, type NewIssue } from '@mex/core/offerings/new-issue.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { wallets } from '@mex/core/wallet/wallets.ts'
import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import { publishCommitments } from '#areas/market/commitments.ts'
import { linkAllJournals, personal } from '#areas/testing.ts'
import { openContracts } from '#areas/trading/close-out.ts'
import { findPosition } from '#areas/trading/store.ts'
import { accepted, openTradingTest, testMaster, type TradingTest } from '#areas/trading/testing.ts'
import { runOne } from '#db/lane.ts'
import { inTransaction, sql } from '#db/sql.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { resetRefusal } from '#reset-refusal.ts'
import { findingsOf } from '#testing.ts'
import { untilIssueOpens } from './issue-testing.ts'
import { openOfferings, type Offerings } from './actions.ts'
import type { ApplicationCommand } from './applications.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { drawsOf } from './store-draws.ts'
import { applicationsOf } from './store.ts'

/** Every race is run by two processes: each has lanes, draws and a job of its own, and they share only the database. */
let market: TradingTest
let processes: readonly Offerings[]

const rounds = 6

before(async () => {
  market = await openTradingTest()
  const { database, feed } = market
  const secrets = openDaySecrets(Buffer.from(testMaster), modelVersion)
  await inTransaction(database.db, (tx) => publishCommitments(tx, secrets, now()))
  const open = () => openOfferings({ db: database.db, feed, traditional: (text) => text, resetRefusal })
  processes = [open(), open()]
})
after(async () => market[Symbol.asyncDispose]())

const now = (): number => market.clock.now()
const shares = (offer: NewIssue, lots: number) => sharesOf(offer, lots)
const available = (user: number) => market.available(user, 'SUBSCRIPTION')
const word = (outcome: unknown): string => (isRefusal(outcome as object) ? (outcome as Refusal).refused : 'accepted')

async function person(): Promise<number> {
  const user = await market.person()
  await sql`update app_user set real_status = 3 where id = ${user}`.execute(market.database.db)
  return user
}

type Unsent<Kind> = Kind extends { readonly at: number } ? Omit<Kind, 'at' | 'language'> : never

/** Sends a command to one of the processes, as a person who does so at an instant. */
const send = (process: number, command: Unsent<ApplicationCommand>, at = now()) =>
  present(processes[process], 'a process').applications.send({ ...command, at, language: 'en' } as ApplicationCommand)

const applied = async (userId: number, offer: NewIssue, lots: number): Promise<number> =>
  accepted(await send(0, { kind: 'apply', userId, offer, quantity: shares(offer, lots) })).id

async function runJobs(times = 1): Promise<void> {
  const { database, feed } = market
  for (let done = 0; done < times; done += 1) {
    await linkAllJournals(database.db)
    await Promise.all(
      processes.flatMap((each) =>
        jobs({ db: database.db, feed, ...each, wake: () => undefined }).map((job) => job.run(now())),
      ),
    )
  }
}

const stored = async (userId: number, id: number): Promise<Application> =>
  present((await applicationsOf(market.database.db, [{ userId, id }]))[0], 'an application')

const untilOpen = (wanted?: (offer: NewIssue) => boolean): Promise<NewIssue> => untilIssueOpens(market, runJobs, wanted)

/** Half of it is paid when applying, and there is enough for everybody. */
const isPaidInPart = ({ prefunded, publicPerMille, totalShares, book, lot }: NewIssue): boolean =>
  prefunded < 10n ** 12n &&
  book.reduce((sum, { lots }) => sum + lots, 0) * 1000 < Number(totalShares / lot) * publicPerMille * 3

async function expectRight(): Promise<void> {
  const { feed, database, engine } = market
  const { calendars, interest, describe } = engine.dependencies
  assert.deepEqual(
    await findingsOf(database.db, { feed, describe, calendars, interest, quoteAgeSecondsMax: 5 }, now()),
    [],
  )
}

test('a cancel at the close takes back all or nothing: one that came before it stands, one that came at it is refused', async () => {
  const offer = await untilOpen()
  const users = await Promise.all(Array.from({ length: rounds }, person))
  const before = await Promise.all(users.map(available))
  const ids = await Promise.all(users.map((user) => applied(user, offer, 2)))
  market.clock.set(offer.endsAt)
  const asked = users.map((userId, index) => ({ kind: 'cancel', userId, id: ids[index]! }) as const)
  const [late, early] = await Promise.all([
    Promise.all(asked.map((command) => send(0, command, offer.endsAt))),
    Promise.all(asked.map((command) => send(1, command, offer.endsAt - 1))),
    runJobs(),
  ])
  assert.deepEqual(new Set(early.map(word)), new Set(['accepted']))
  for (const [index, user] of users.entries()) {
    // A cancel of what is cancelled already changes nothing; before that it was too late.
    assert.ok(['accepted', 'order_final'].includes(word(late[index])), word(late[index]))
    assert.equal((await stored(user, ids[index]!)).status, 'cancelled')
    assert.equal(await available(user), before[index])
  }
  await expectRight()
})

test('more shares at the close are added whole or refused', async () => {
  const offer = await untilOpen()
  const users = await Promise.all(Array.from({ length: rounds }, person))
  const ids = await Promise.all(users.map((user) => applied(user, offer, 1)))
  market.clock.set(offer.endsAt)
  const asked = (userId: number, index: number) =>
    ({ kind: 'top_up', userId, id: ids[index]!, quantity: shares(offer, 1) }) as const
  const [late, early] = await Promise.all([
    Promise.all(users.map((user, index) => send(0, asked(user, index), offer.endsAt))),
    Promise.all(users.map((user, index) => send(1, asked(user, index), offer.endsAt - 1))),
    runJobs(),
  ])
  assert.deepEqual(new Set(late.map(word)), new Set(['subscription_closed']))
  assert.deepEqual(new Set(early.map(word)), new Set(['accepted']))
  for (const [index, user] of users.entries())
    assert.equal((await stored(user, ids[index]!)).quantity, shares(offer, 2))
  await expectRight()
})

test('of a cancel and more shares one comes first: nothing stays set aside after either order', async () => {
  const offer = await untilOpen()
  for (let round = 0; round < rounds; round += 1) {
    const user = await person()
    const before = await available(user)
    const id = await applied(user, offer, 1)
    const [cancelled, added] = await Promise.all([
      send(round % 2, { kind: 'cancel', userId: user, id }),
      send((round + 1) % 2, { kind: 'top_up', userId: user, id, quantity: shares(offer, 2) }),
    ])
    assert.equal(word(cancelled), 'accepted')
    const result = await stored(user, id)
    // Either the shares were added and given back, or there was nothing to add to.
    assert.equal(word(added), result.quantity === shares(offer, 3) ? 'accepted' : 'subscription_closed')
    assert.equal(result.status, 'cancelled')
    assert.equal(await available(user), before)
  }
  await expectRight()
})

test('a payment at the deadline and its lapse: the shares are all paid, or cut to what was paid', async () => {
  const offer = await untilOpen(isPaidInPart)
  const users = await Promise.all(Array.from({ length: rounds }, person))
  const before = await Promise.all(users.map(available))
  const ids = await Promise.all(users.map((user) => applied(user, offer, 6)))
  market.clock.set(offer.allotsAt)
  await runJobs(2)
  const unpaid = await Promise.all(users.map((user, index) => stored(user, ids[index]!)))
  assert.deepEqual(new Set(unpaid.map(({ status }) => status)), new Set(['unpaid']))
  market.clock.set(offer.payUntil)
  const pay = (process: number, at: number) =>
    Promise.all(
      unpaid.map(({ user, id, cost, paid }) =>
        send(process, { kind: 'pay', userId: user, id, amount: money(cost - paid) }, at),
      ),
    )
  const [early, late] = await Promise.all([pay(0, offer.payUntil - 1), pay(1, offer.payUntil), runJobs()])
  assert.deepEqual(new Set(late.map(word)), new Set(['nothing_to_pay']))
  for (const [index, user] of users.entries()) {
    const { status, lapsed, cost, allotted } = await stored(user, ids[index]!)
    const isPaid = word(early[index]) === 'accepted'
    assert.ok(isPaid || word(early[index]) === 'nothing_to_pay')
    assert.deepEqual([status, lapsed], ['allotted', !isPaid])
    assert.ok(isPaid ? allotted === unpaid[index]!.allotted : allotted < unpaid[index]!.allotted)
    assert.equal(await available(user), before[index]! - cost)
  }
  await expectRight()
})

test('two processes that draw and allot at once make one draw, and settle every application once', async () => {
  const offer = await untilOpen(({ market: of, mechanism }) => of === 'HK' && mechanism === 'A')
  const users = await Promise.all(Array.from({ length: 3 * rounds }, person))
  const before = await Promise.all(users.map(available))
  const ids = await Promise.all(users.map((user, index) => applied(user, offer, 1 + (index % 6))))
  market.clock.set(offer.allotsAt)
  await runJobs(3)
  assert.equal((await drawsOf(market.database.db, [offer])).length, 1)
  const { draw } = handlers({ ...present(processes[0], 'a process'), engine: market.engine })
  const view = await draw(
    { id: offer.id },
    personal(users[0]!, { db: market.database.db, feed: market.feed, now: now() }),
  )
  assert.deepEqual([view.applicationsTotal, view.applications.length], [users.length, users.length])
  for (const [index, user] of users.entries()) {
    const { status, cost } = await stored(user, ids[index]!)
    assert.ok(status === 'allotted' || status === 'none')
    assert.equal(await available(user), before[index]! - cost)
  }
  await expectRight()
})

test('a sale at the listing is taken once the shares are unlocked, and refused before', async () => {
  const offer = await untilOpen((each) => each.market === 'US' && each.prefunded === 10n ** 12n)
  const users = await Promise.all(Array.from({ length: 2 * rounds }, person))
  const ids = await Promise.all(users.map((user) => applied(user, offer, 3)))
  market.clock.set(offer.allotsAt)
  await runJobs(2)
  const results = await Promise.all(users.map((user, index) => stored(user, ids[index]!)))
  const winners = results.filter(({ status }) => status === 'allotted')
  assert.ok(winners.length > 0, 'somebody got shares')
  market.clock.set(offer.listsAt)
  const [sales] = await Promise.all([Promise.all(winners.map(({ user, id }) => market.close(user, id))), runJobs()])
  await market.tick(40)
  for (const [index, { user, id }] of winners.entries()) {
    const outcome = word(sales[index])
    assert.ok(outcome === 'accepted' || outcome === 'position_locked', outcome)
    if (outcome === 'position_locked') accepted(await market.close(user, id))
  }
  await market.tick(40)
  for (const { user, id } of winners)
    assert.equal((await findPosition(market.database.db, user, id))?.state, 'CLOSED', `the position ${id}`)
  await expectRight()
})

test('somebody whose identity is withdrawn keeps the application, gets its result, and cannot apply again', async () => {
  const { db } = market.database
  const offer = await untilOpen()
  const users = await Promise.all(Array.from({ length: rounds }, person))
  const ids = await Promise.all(users.map((user) => applied(user, offer, 1)))
  const withdraw = (user: number) =>
    runOne(db, { userId: user }, async (tx) => {
      await sql`update app_user set real_status = 0 where id = ${user}`.execute(tx)
      return [{}]
    })
  const refused = await Promise.all(
    users.map(async (userId, index) => {
      await send(0, { kind: 'cancel', userId, id: ids[index]! })
      const [again] = await Promise.all([
        send(1, { kind: 'apply', userId, offer, quantity: shares(offer, 1) }),
        withdraw(userId),
      ])
      return { userId, again, later: await send(0, { kind: 'apply', userId, offer, quantity: shares(offer, 1) }) }
    }),
  )
  market.clock.set(offer.allotsAt)
  await runJobs(2)
  for (const { userId, again, later } of refused) {
    const isIn = word(again) === 'accepted'
    assert.ok(isIn || word(again) === 'verification_missing', word(again))
    // Asked again, the missing identity is what refuses, however the race went.
    assert.equal(word(later), 'verification_missing')
    if (isIn) assert.notEqual((await stored(userId, (again as { id: number }).id)).status, 'applied')
  }
  await expectRight()
})

test('an account with an application is neither closed nor reset, before its allotment and while its shares are locked', async () => {
  const { db } = market.database
  const offer = await untilOpen()
  const users = await Promise.all(Array.from({ length: rounds }, person))
  const ids = await Promise.all(users.map((user) => applied(user, offer, 2)))
  /** The decisions of closing and resetting, under the lock of the person. */
  const decided = (userId: number) =>
    runOne(db, { userId }, async (tx): Promise<readonly { closing: string; reset: string }[]> => {
      const balances = await loadBalances(tx, [userId])
      const holdings = wallets.map((wallet) => balances.holdings(userId, wallet))
      const commitments = { ...(await openContracts(tx, userId)), holdings, pending: 0 }
      const closing = decideAccountClosing(commitments)
      if (closing === undefined)
        for (const wallet of wallets)
          balances.post(accountClosed({ user: userId, at: now() }, wallet, balances.available(userId, wallet)))
      await savePostings(tx, balances)
      return [{ closing: word(closing ?? {}), reset: word(decideReset(commitments, undefined, now()) ?? {}) }]
    })
  const check = async (user: number, id: number) => {
    const outcome = await decided(user)
    assert.ok(!isRefusal(outcome))
    return { outcome, application: await stored(user, id) }
  }
  for (const { outcome } of await Promise.all(users.map((user, index) => check(user, ids[index]!))))
    assert.deepEqual(outcome, { closing: 'wrong_state', reset: 'wrong_state' })
  market.clock.set(offer.allotsAt)
  await runJobs()
  await linkAllJournals(db)
  const [raced] = await Promise.all([Promise.all(users.map((user, index) => check(user, ids[index]!))), runJobs()])
  await runJobs()
  for (const { outcome, application } of raced) {
    const { status, allotted } = await stored(application.user, application.id)
    assert.notEqual(status, 'applied')
    // Only who got nothing, and has the money back, is free to go.
    if (outcome.closing === 'accepted' || outcome.reset === 'accepted') assert.equal(allotted, 0n)
  }
  await expectRight()
})
