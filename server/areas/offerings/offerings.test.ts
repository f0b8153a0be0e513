import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Application as ApplicationView } from '@mex/contract/offerings/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { formatMoney, money, moneyOf, quantity, type Quantity } from '@mex/core/money/money.ts'
import { lotsMax, offerPhase, sharesOf, type NewIssue } from '@mex/core/offerings/new-issue.ts'
import { isRefusal, refusal, type Refusal, type Refused } from '@mex/core/refusal.ts'
import { linkAllJournals, personal } from '#areas/testing.ts'
import { publishCommitments } from '#areas/market/commitments.ts'
import { findPosition } from '#areas/trading/store.ts'
import { accepted, openTradingTest, testMaster, type TradingTest } from '#areas/trading/testing.ts'
import { inTransaction, sql } from '#db/sql.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { untilIssueOpens } from './issue-testing.ts'
import { openApplications, type Applications } from './applications.ts'
import { openDraws, ticketName, type Draws } from './draws.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { countOpenApplications } from './open-applications.ts'
import { drawsOf } from './store-draws.ts'
import { applicationsOf, listApplications } from './store.ts'
import { resetRefusal } from '#reset-refusal.ts'
import { findingsOf } from '#testing.ts'
import { verifyOfferings } from './verify.ts'

let market: TradingTest
let applications: Applications
let draws: Draws
/** Who may not apply, and why. */
const unverified = new Map<number, Refusal>()
const permissions = {
  traditional: (text: string): string => text,
  verificationRefusal: (_: unknown, user: number) => Promise.resolve(unverified.get(user)),
  resetRefusal,
}

before(async () => {
  market = await openTradingTest()
  const { database, feed } = market
  const secrets = openDaySecrets(Buffer.from(testMaster), modelVersion)
  await inTransaction(database.db, (tx) => publishCommitments(tx, secrets, market.clock.now()))
  applications = openApplications({ db: database.db, feed, ...permissions })
  draws = openDraws({ db: database.db, feed })
})
after(async () => market[Symbol.asyncDispose]())

const now = (): number => market.clock.now()
const byPerson = (userId: number) => ({ userId, at: now(), language: 'en' }) as const

/** Runs the job once, after the chain of journals has caught up. */
async function work(): Promise<void> {
  const { database, feed } = market
  const [job] = jobs({ db: database.db, feed, applications, draws, wake: () => undefined })
  await linkAllJournals(database.db)
  await job?.run(now())
  await linkAllJournals(database.db)
  await job?.run(now())
}

const openIssue = (wanted: (offer: NewIssue) => boolean = () => true): NewIssue => {
  const found = market.feed.newIssues(now()).find((offer) => offerPhase(offer, now()) === 'open' && wanted(offer))
  return present(found, 'an open issue')
}

const shares = (offer: NewIssue, lots: number): Quantity => sharesOf(offer, lots)
const apply = (user: number, offer: NewIssue, lots: number) =>
  applications.send({ kind: 'apply', ...byPerson(user), offer, quantity: shares(offer, lots) })
const applied = async (user: number, offer: NewIssue, lots: number): Promise<ApplicationView> =>
  accepted(await apply(user, offer, lots))
const available = (user: number) => market.available(user, 'SUBSCRIPTION')
const word = (outcome: unknown): string | undefined =>
  isRefusal(outcome as object) ? (outcome as Refusal).refused : undefined

const untilOpen = (wanted?: (offer: NewIssue) => boolean): Promise<NewIssue> => untilIssueOpens(market, work, wanted)

async function expectRight(): Promise<void> {
  const { feed, database, engine } = market
  const { calendars, interest, describe: describing } = engine.dependencies
  const facts = { feed, describe: describing, calendars, interest, quoteAgeSecondsMax: 5 }
  assert.deepEqual(await findingsOf(database.db, facts, now()), [])
}

describe('an application', () => {
  test('is set aside, added to, and given back when it is cancelled', async () => {
    const user = await market.person()
    const before = await available(user)
    const offer = openIssue()
    const first = await applied(user, offer, 2)
    assert.equal(first.status, 'subscribed')
    assert.equal(await available(user), before - first.paid)
    const more = accepted(
      await applications.send({ kind: 'top_up', ...byPerson(user), id: first.id, quantity: shares(offer, 1) }),
    )
    assert.equal(more.quantity, shares(offer, 3))
    assert.equal(await available(user), before - more.paid)
    assert.equal(await countOpenApplications(market.database.db, user), 1)
    await expectRight()
    const cancelled = accepted(await applications.send({ kind: 'cancel', ...byPerson(user), id: first.id }))
    assert.equal(cancelled.status, 'subscribable')
    assert.equal(await available(user), before)
    assert.equal(await countOpenApplications(market.database.db, user), 0)
    // Cancelling again changes nothing, and the person may apply again.
    accepted(await applications.send({ kind: 'cancel', ...byPerson(user), id: first.id }))
    assert.notEqual((await applied(user, offer, 1)).id, first.id)
    assert.equal((await listApplications(market.database.db, user)).length, 1)
    await expectRight()
  })

  test('is one of a person for an offer, however many are sent at once', async () => {
    const user = await market.person()
    const offer = openIssue()
    const before = await available(user)
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => apply(user, offer, 1)))
    const taken = outcomes.filter((outcome) => !isRefusal(outcome)) as ApplicationView[]
    assert.deepEqual(
      outcomes.filter((outcome) => isRefusal(outcome)).map(word),
      Array.from({ length: 5 }, () => 'already_subscribed'),
    )
    assert.equal(await available(user), before - taken[0]!.paid)
    await expectRight()
  })

  test('is found by its owner alone, also when both ask at once', async () => {
    const [owner, other] = [await market.person(), await market.person()]
    const offer = openIssue()
    const { id } = await applied(owner, offer, 1)
    const asked = (userId: number) => [
      { kind: 'top_up', ...byPerson(userId), id, quantity: shares(offer, 1) } as const,
      { kind: 'pay', ...byPerson(userId), id, amount: moneyOf('1') } as const,
      { kind: 'cancel', ...byPerson(userId), id } as const,
    ]
    const outcomes = await applications.sendAll([...asked(other), ...asked(owner)])
    assert.deepEqual(outcomes.map(word), [
      'not_found',
      'not_found',
      'not_found',
      undefined,
      'nothing_to_pay',
      undefined,
    ])
    await applied(owner, offer, 1)
    assert.deepEqual(await listApplications(market.database.db, other), [])
    assert.equal((await listApplications(market.database.db, owner)).length, 1)
    await expectRight()
  })

  const refusing: Readonly<Record<string, () => Promise<unknown>>> = {
    'offerings.apply refuses: verification_missing': async () => {
      const user = await market.person()
      unverified.set(user, refusal('verification_missing'))
      return apply(user, openIssue(), 1)
    },
    'offerings.apply refuses: verification_pending': async () => {
      const user = await market.person()
      unverified.set(user, refusal('verification_pending'))
      return apply(user, openIssue(), 1)
    },
    'offerings.apply refuses: subscription_closed': async () => {
      const closed = market.feed.newIssues(now()).find((offer) => offerPhase(offer, now()) === 'listed')
      return apply(await market.person(), present(closed, 'a listed issue'), 1)
    },
    'offerings.apply refuses: already_subscribed': async () => {
      const user = await market.person()
      await applied(user, openIssue(), 1)
      return apply(user, openIssue(), 1)
    },
    'offerings.apply refuses: above_maximum': async () => {
      const offer = openIssue()
      return apply(await market.person(), offer, lotsMax(offer) + 1)
    },
    'offerings.apply refuses: subscription_step': async () => {
      const command = { kind: 'apply', ...byPerson(await market.person()), offer: openIssue() } as const
      return applications.send({ ...command, quantity: quantity(1n) })
    },
    'offerings.apply refuses: quantity_missing': async () => {
      const command = { kind: 'apply', ...byPerson(await market.person()), offer: openIssue() } as const
      return applications.send({ ...command, quantity: quantity(0n) })
    },
    'offerings.apply refuses: insufficient_balance': async () => {
      const offer = openIssue(({ market: of }) => of === 'HK')
      return apply(await market.person(), offer, lotsMax(offer))
    },
    'offerings.apply refuses: quote_unavailable': async () => {
      const { database, feed } = market
      const without = { ...feed, conversionRate: () => undefined }
      const lane = openApplications({ db: database.db, feed: without, ...permissions })
      const offer = openIssue(({ market: of }) => of === 'US')
      return lane.send({ kind: 'apply', ...byPerson(await market.person()), offer, quantity: shares(offer, 1) })
    },
    'offerings.add refuses: not_found': async () => {
      const [owner, user] = [await market.person(), await market.person()]
      const { id } = await applied(owner, openIssue(), 1)
      return applications.send({ kind: 'top_up', ...byPerson(user), id, quantity: shares(openIssue(), 1) })
    },
    'offerings.add refuses: above_maximum': async () => {
      const user = await market.person()
      const offer = openIssue()
      const { id } = await applied(user, offer, 1)
      return applications.send({ kind: 'top_up', ...byPerson(user), id, quantity: shares(offer, lotsMax(offer)) })
    },
    'offerings.add refuses: subscription_step': async () => {
      const user = await market.person()
      const { id } = await applied(user, openIssue(), 1)
      return applications.send({ kind: 'top_up', ...byPerson(user), id, quantity: quantity(1n) })
    },
    'offerings.add refuses: quantity_missing': async () => {
      const user = await market.person()
      const { id } = await applied(user, openIssue(), 1)
      return applications.send({ kind: 'top_up', ...byPerson(user), id, quantity: quantity(0n) })
    },
    'offerings.add refuses: insufficient_balance': async () => {
      const user = await market.person()
      const offer = openIssue(({ market: of }) => of === 'HK')
      const { id } = await applied(user, offer, 1)
      const most = shares(offer, lotsMax(offer) - 1)
      return applications.send({ kind: 'top_up', ...byPerson(user), id, quantity: most })
    },
    'offerings.add refuses: subscription_closed': async () => {
      const user = await market.person()
      const { id } = await applied(user, openIssue(), 1)
      accepted(await applications.send({ kind: 'cancel', ...byPerson(user), id }))
      return applications.send({ kind: 'top_up', ...byPerson(user), id, quantity: shares(openIssue(), 1) })
    },
    'offerings.affordable refuses: quote_unavailable': async () => {
      const { database, feed, engine } = market
      const { affordable } = handlers({ applications, draws, engine })
      const caller = { db: database.db, feed: { ...feed, conversionRate: () => undefined }, now: now() }
      const offer = openIssue(({ market: of }) => of === 'US')
      const person = await market.person()
      return affordable({ id: offer.id }, personal(person, caller)).catch((error: Refused) => error.refusal)
    },
    'offerings.add refuses: nothing_to_pay': async () => {
      const user = await market.person()
      const { id } = await applied(user, openIssue(), 1)
      return applications.send({ kind: 'pay', ...byPerson(user), id, amount: moneyOf('1') })
    },
  }
  for (const [title, provoke] of Object.entries(refusing))
    test(title, async () => assert.equal(word(await provoke()), title.split(': ')[1]))
})

describe('a draw', () => {
  test('comes in its time, is the same for everybody who checks it, and settles to the cent', async () => {
    const offer = await untilOpen(({ market: of, mechanism }) => of === 'HK' && mechanism === 'A')
    const users = await Promise.all(Array.from({ length: 30 }, () => market.person()))
    const before = await Promise.all(users.map(available))
    const sent = await Promise.all(users.map((user, index) => applied(user, offer, 1 + (index % 8))))
    const late = present(sent[0], 'an application')
    market.clock.set(offer.endsAt)
    const toLate = { kind: 'top_up', ...byPerson(users[0]!), id: late.id, quantity: shares(offer, 1) } as const
    assert.equal(word(await applications.send(toLate)), 'subscription_closed')
    assert.equal(
      word(await applications.send({ kind: 'cancel', ...byPerson(users[0]!), id: late.id })),
      'order_final',
      'trading.cancelOrder refuses an application of a closed offer',
    )
    await work()
    assert.deepEqual(await drawsOf(market.database.db, [offer]), [], 'nothing is drawn before its time')
    market.clock.set(offer.allotsAt)
    await work()
    const [draw] = await drawsOf(market.database.db, [offer])
    assert.match(present(draw, 'the draw').key, /^[0-9a-f]{64}$/)
    const keys = users.map((userId, index) => ({ userId, id: sent[index]!.id }))
    const results = await applicationsOf(market.database.db, keys)
    assert.equal(results.length, users.length)
    for (const [index, user] of users.entries()) {
      const { id } = sent[index]!
      const result = present(
        results.find((each) => each.id === id),
        'a result',
      )
      assert.ok(result.status === 'allotted' || result.status === 'none')
      assert.equal(await available(user), before[index]! - result.paid + result.refund)
      assert.equal(result.paid - result.refund, result.cost)
      const position = await findPosition(market.database.db, user, result.id)
      assert.equal(position?.state, result.status === 'allotted' ? 'LOCKED' : undefined)
      if (position === undefined) continue
      assert.equal(position.quantity, result.allotted)
      assert.equal(position.margin + position.openingFee, result.cost)
      // It cannot be sold before it is listed.
      assert.equal(word(await market.close(user, position.id)), 'position_locked')
    }
    await expectRight()
    // A second run and a second process change nothing.
    await work()
    await expectRight()
  })

  test('lists the shares at the opening of their first session: then they are sold like all others', async () => {
    const offer = await untilOpen(({ market: of, totalShares, lot }) => of === 'US' && totalShares / lot > 0n)
    // Apply with many, so that somebody gets shares.
    const users = await Promise.all(Array.from({ length: 12 }, () => market.person()))
    const sent = await Promise.all(users.map((user) => applied(user, offer, 4)))
    market.clock.set(offer.allotsAt)
    await work()
    const results = await applicationsOf(
      market.database.db,
      users.map((userId, index) => ({ userId, id: sent[index]!.id })),
    )
    const lapsing = results.filter(({ status }) => status === 'unpaid')
    market.clock.set(offer.listsAt - 1)
    await work()
    market.clock.set(offer.listsAt)
    await work()
    await market.tick(2)
    const winners = (
      await applicationsOf(
        market.database.db,
        results.map(({ user, id }) => ({ userId: user, id })),
      )
    ).filter(({ status }) => status === 'allotted')
    assert.ok(winners.length > 0, `${lapsing.length} of ${results.length} waited for payment`)
    for (const { user, id } of winners) {
      const before = await available(user)
      const order = accepted(await market.close(user, id))
      await market.tick(40)
      const position = present(await findPosition(market.database.db, user, id), 'the position')
      assert.equal(position.state, 'CLOSED', JSON.stringify(order.id))
      assert.ok((await available(user)) > before)
    }
    await expectRight()
  })
})

describe('what is paid in part', () => {
  test('waits for the rest until its deadline', async () => {
    const offer = await untilOpen(
      ({ prefunded, publicPerMille, totalShares, book, lot }) =>
        prefunded < 10n ** 12n &&
        // Enough for everybody, so that nobody needs luck.
        book.reduce((sum, { lots }) => sum + lots, 0) * 1000 < Number(totalShares / lot) * publicPerMille * 3,
    )
    const [payer, idler] = [await market.person(), await market.person()]
    const [paying, idling] = [await applied(payer, offer, 6), await applied(idler, offer, 6)]
    market.clock.set(offer.allotsAt)
    await work()
    const stored = async (userId: number, id: number) =>
      present((await applicationsOf(market.database.db, [{ userId, id }]))[0], 'an application')
    const unpaid = await stored(payer, paying.id)
    assert.equal(unpaid.status, 'unpaid')
    const missing = money(unpaid.cost - unpaid.paid)
    const pay = (user: number, id: number, amount = missing) =>
      applications.send({ kind: 'pay', ...byPerson(user), id, amount })
    assert.equal(word(await pay(payer, paying.id, money(missing - 1n))), 'incorrect_amount')
    // Twice at once: it is paid once.
    const outcomes = await Promise.all([pay(payer, paying.id), pay(payer, paying.id)])
    assert.equal(outcomes.filter((outcome) => word(outcome) === 'nothing_to_pay').length, 1)
    assert.equal((await findPosition(market.database.db, payer, paying.id))?.quantity, unpaid.allotted)
    market.clock.set(offer.payUntil)
    assert.equal(word(await pay(idler, idling.id)), 'nothing_to_pay')
    await work()
    const lapsed = await stored(idler, idling.id)
    assert.deepEqual([lapsed.status, lapsed.lapsed], ['allotted', true])
    assert.ok(lapsed.allotted < unpaid.allotted && lapsed.allotted > 0n)
    assert.ok(lapsed.cost <= lapsed.paid, `${formatMoney(lapsed.cost)} of ${formatMoney(lapsed.paid)}`)
    await expectRight()
  })
})

test('verify ipo finds a changed draw, allotment, refund and step', async () => {
  const { db } = market.database
  const offer = await untilOpen(({ market: of }) => of === 'MX')
  const user = await market.person()
  const { id } = await applied(user, offer, 2)
  market.clock.set(offer.allotsAt)
  await work()
  const planted: readonly (readonly [change: string, finding: RegExp])[] = [
    [`update application set drawn_lots = drawn_lots + 1 where id = ${id}`, /drew \d+ lots/],
    [`update application set rank = rank + 1 where id = ${id}`, /with rank/],
    [`update application set refund = refund - 1 where id = ${id}`, /refund is/],
    [`update application set paid = paid + 1 where id = ${id}`, /application/],
  ]
  for (const [change, finding] of planted) {
    await inTransaction(db, async (tx) => {
      await sql.raw(change).execute(tx)
    })
    const { findings } = await verifyOfferings(db, market.feed, now())
    assert.match(findings.join('; '), finding, change)
    await sql
      .raw(change.replace(' + 1', ' - 1 ').replace(' - 1 where', ' + 1 where').replace(' - 1  where', ' - 1 where'))
      .execute(db)
  }
  assert.ok(ticketName(id).startsWith('p'))
})
