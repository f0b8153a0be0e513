import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { quantity } from '@mex/core/money/money.ts'
import { lotsMax } from '@mex/core/offerings/new-issue.ts'
import { proRataPart } from '@mex/core/offerings/pro-rata.ts'
import { initialLots, lotsAsked } from '@mex/core/offerings/pools.ts'
import type { Placing } from '@mex/core/offerings/placing.ts'
import { isRefusal, refusal, type Refused } from '@mex/core/refusal.ts'
import { personal } from '#areas/testing.ts'
import { findPosition } from '#areas/trading/store.ts'
import { isShortable, isUnderOffer } from '#areas/trading/under-offer.ts'
import { accepted } from '#areas/trading/testing.ts'
import { resetRefusal } from '#reset-refusal.ts'
import { openApplications } from './applications.ts'
import { placingHandlers } from './placing-handlers.ts'
import { lotsOf, openPlacingTest, word, type PlacingTest } from './placing-testing.ts'

let run: PlacingTest
before(async () => {
  run = await openPlacingTest()
})
after(async () => run[Symbol.asyncDispose]())

const handling = () => placingHandlers({ applications: run.applications, draws: run.draws, engine: run.market.engine })
const caller = () => ({ db: run.market.database.db, feed: run.market.feed, now: run.now() })
const refused = (outcome: Promise<unknown>): Promise<unknown> => outcome.catch((error: Refused) => error.refusal)
describe('an application for a placing', () => {
  test('is set aside, added to, and given back when it is cancelled', async () => {
    const user = await run.market.person()
    const before = await run.available(user)
    const placing = run.openOne()
    const id = await run.applied(user, placing, 2)
    const first = await run.stored(user, id)
    assert.equal(first.source, sources.placingStock)
    assert.equal(await run.available(user), before - first.paid)
    const added = accepted(await run.topUp(user, id, lotsOf(placing, 1)))
    assert.deepEqual(
      [added.quantity, added.status, added.orderStatus],
      [lotsOf(placing, 3), 'subscribed', 'subscribed'],
    )
    assert.equal(await run.available(user), before - added.paid)
    await run.expectRight()
    accepted(await run.cancel(user, id))
    assert.equal(await run.available(user), before)
    accepted(await run.cancel(user, id))
    assert.notEqual(await run.applied(user, placing, 1), id)
    await run.expectRight()
  })

  test('does not stand in the way of one for a new issue that has the same number', async () => {
    await using other = await openPlacingTest()
    const [user, now] = [await other.market.person(), other.now()]
    const issue = present(
      other.market.feed.newIssues(now).find(({ startsAt, endsAt }) => startsAt <= now && now < endsAt),
      'an open issue',
    )
    await other.applied(user, issue, 1)
    await other.applied(user, { ...other.openOne(), id: issue.id }, 1)
  })

  test('is one of a person for a placing, however many are sent at once', async () => {
    const user = await run.market.person()
    const placing = run.openOne()
    const before = await run.available(user)
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => run.apply(user, placing, 1)))
    const taken = outcomes.filter((outcome) => !isRefusal(outcome))
    assert.deepEqual(
      outcomes.filter((outcome) => isRefusal(outcome)).map(word),
      Array.from({ length: 5 }, () => 'already_subscribed'),
    )
    assert.equal(await run.available(user), before - accepted(taken[0]!).paid)
  })

  const refusing: Readonly<Record<string, () => Promise<unknown>>> = {
    'placings.apply refuses: not_found': async () =>
      refused(handling().apply({ id: 999_999, quantity: quantity(1n) }, personal(await run.market.person(), caller()))),
    'placings.apply refuses: verification_missing': async () => {
      const user = await run.market.person()
      run.unverified.set(user, refusal('verification_missing'))
      return run.apply(user, run.openOne(), 1)
    },
    'placings.apply refuses: verification_pending': async () => {
      const user = await run.market.person()
      run.unverified.set(user, refusal('verification_pending'))
      return run.apply(user, run.openOne(), 1)
    },
    'placings.apply refuses: placing_closed': async () => {
      const ended = run.market.feed.placings(run.now()).findLast(({ endsAt }) => endsAt <= run.now())
      return run.apply(await run.market.person(), present(ended, 'an ended placing'), 1)
    },
    'placings.apply refuses: already_subscribed': async () => {
      const user = await run.market.person()
      await run.applied(user, run.openOne(), 1)
      return run.apply(user, run.openOne(), 1)
    },
    'placings.apply refuses: above_maximum': async () => {
      const placing = run.openOne()
      return run.apply(await run.market.person(), placing, lotsMax(placing) + 1)
    },
    'placings.apply refuses: subscription_step': async () => {
      const command = { kind: 'apply', userId: await run.market.person(), at: run.now(), language: 'en' } as const
      return run.applications.send({ ...command, offer: run.openOne(), quantity: quantity(1n) })
    },
    'placings.apply refuses: quantity_missing': async () => run.apply(await run.market.person(), run.openOne(), 0),
    'placings.apply refuses: insufficient_balance': async () => {
      const placing = run.openOne()
      return run.apply(await run.market.person(), placing, lotsMax(placing))
    },
    'placings.apply refuses: quote_unavailable': async () => {
      const { database, feed } = run.market
      const lane = openApplications({
        db: database.db,
        feed: { ...feed, conversionRate: () => undefined },
        traditional: (text) => text,
        verificationRefusal: () => Promise.resolve(undefined),
        resetRefusal,
      })
      const offer = run.openOne(({ market: of }) => of === 'US')
      const command = { kind: 'apply', userId: await run.market.person(), at: run.now(), language: 'en' } as const
      return lane.send({ ...command, offer, quantity: lotsOf(offer, 1) })
    },
    'offerings.add refuses: placing_closed': async () => {
      const user = await run.market.person()
      const placing = run.openOne()
      const id = await run.applied(user, placing, 1)
      return run.topUp(user, id, lotsOf(placing, 1), placing.endsAt)
    },
    'offerings.add refuses: nothing_to_pay, because a placing is paid whole': async () => {
      const user = await run.market.person()
      const id = await run.applied(user, run.openOne(), 1)
      const command = { kind: 'pay', userId: user, id, at: run.now(), language: 'en' } as const
      return run.applications.send({ ...command, amount: (await run.stored(user, id)).paid })
    },
    'placings.window refuses: not_found': () => refused(handling().window({ id: 999_999 }, personal(0, caller()))),
    'placings.list refuses: not_found': () =>
      refused(handling().list({ id: 999_999, market: undefined, pageNum: 1, pageSize: 10 }, personal(0, caller()))),
    'placings.draw refuses: not_found': () => refused(handling().draw({ id: 999_999 }, personal(0, caller()))),
    'placings.closable refuses: position_not_found': async () =>
      refused(handling().closable({ id: 1, code: undefined }, personal(await run.market.person(), caller()))),
    'placings.closable refuses: unknown_instrument': async () =>
      refused(handling().closable({ id: undefined, code: 'NONE' }, personal(await run.market.person(), caller()))),
  }
  for (const [title, provoke] of Object.entries(refusing))
    test(title, async () => assert.equal(word(await provoke()), title.split(': ')[1]!.split(',')[0]))
})

describe('nobody hedges the discount (rulebook §21)', () => {
  const openShort = (user: number, { instrument: key, lot }: Placing, more = {}) =>
    run.market.open(user, {
      key,
      source: key.startsWith('HK') ? sources.hongKongStock : sources.stock,
      direction: 'short',
      quantity: String(Number(lot) / 1e8),
      ...more,
    })
  const isSmall = ({ market: of }: Placing): boolean => of === 'US'

  test('a stock under an offer takes no new shorts, and its quote does not offer any', async () => {
    const placing = await run.untilOpen(isSmall)
    const { feed } = run.market
    const instrument = present(feed.instruments(run.now()).get(placing.instrument), 'the instrument')
    assert.equal(instrument.shortable, true)
    assert.equal(isShortable(feed, instrument, run.now()), false)
    const user = await run.market.person()
    assert.equal(word(await openShort(user, placing)), 'short_not_available')
    accepted(await run.market.open(user, { key: placing.instrument, quantity: '1' }))
    const { instrument: key, publishedAt, unlocksAt } = placing
    assert.deepEqual(
      [publishedAt - 1, publishedAt, unlocksAt - 1].map((at) => isUnderOffer(feed, key, at)),
      [false, true, true],
    )
  })

  test('placings.apply refuses: short_not_available, to who was short before', async () => {
    await using other = await openPlacingTest({ at: (await run.untilOpen(isSmall)).publishedAt - 3_600_000 })
    const coming = present(
      other.market.feed.placings(other.now() + 2 * 3_600_000).at(-1),
      'the placing that is published next',
    )
    const [key, user] = [coming.instrument, await other.market.person()]
    const source = coming.market === 'HK' ? sources.hongKongStock : sources.stock
    const ask = { key, source, direction: 'short' as const, quantity: String(Number(coming.lot) / 1e8) }
    const { id } = accepted(await other.market.open(user, ask))
    await other.market.tick(3)
    assert.equal((await findPosition(other.market.database.db, user, id))?.direction, 'short')
    other.market.clock.set(coming.startsAt)
    assert.equal(word(await other.apply(user, coming, 1)), 'short_not_available')
    // Whoever is not short may.
    await other.applied(await other.market.person(), coming, 1)
  })

  test('placings.apply refuses: short_not_available, to who has an order to be short', async () => {
    await using other = await openPlacingTest({ at: (await run.untilOpen(isSmall)).publishedAt - 3_600_000 })
    const coming = present(other.market.feed.placings(other.now() + 2 * 3_600_000).at(-1), 'the next placing')
    const user = await other.market.person()
    const source = coming.market === 'HK' ? sources.hongKongStock : sources.stock
    const quote = present(other.market.feed.quote(coming.instrument, other.now()), 'a quote')
    // Far above the market, so that it waits.
    const limit = String(Math.floor((Number(quote.last) / 1e8) * 1.15))
    const ask = { key: coming.instrument, source, direction: 'short' as const, type: 'limit' as const, limit }
    const { id } = accepted(await other.market.open(user, { ...ask, quantity: String(Number(coming.lot) / 1e8) }))
    other.market.clock.set(coming.startsAt)
    assert.equal(word(await other.apply(user, coming, 1)), 'short_not_available')
    accepted(await other.market.cancel(user, id))
    await other.market.tick(3)
    await other.applied(user, coming, 1)
  })
})

describe('an allotment', () => {
  test('comes in its time, settles to the cent, and locks the shares until the lock-up ends', async () => {
    const placing = await run.untilOpen(({ market: of, lockDays }) => of === 'HK' && lockDays > 0)
    const users = await Promise.all(Array.from({ length: 12 }, () => run.market.person()))
    const before = await Promise.all(users.map(run.available))
    const ids = await Promise.all(users.map((user, index) => run.applied(user, placing, 1 + (index % 4))))
    run.market.clock.set(placing.endsAt)
    assert.equal(word(await run.cancel(users[0]!, ids[0]!)), 'order_final')
    await run.work()
    assert.equal((await run.stored(users[0]!, ids[0]!)).status, 'applied')
    const waiting = await handling().applications({ pageNum: 1, pageSize: 10 }, personal(users[0]!, caller()))
    assert.deepEqual([waiting.rows[0]?.status, waiting.rows[0]?.orderStatus], ['waiting', 'waiting'])
    run.market.clock.set(placing.allotsAt)
    await run.work()
    const [supply, asked] = [initialLots(placing), lotsAsked(placing.book)]
    for (const [index, user] of users.entries()) {
      const result = await run.stored(user, ids[index]!)
      const lots = 1 + (index % 4)
      const more = Number(result.allotted / placing.lot) - proRataPart(lots, supply, asked + lots)
      assert.ok(more === 0 || (more === 1 && asked + lots > supply))
      assert.equal(await run.available(user), before[index]! - result.cost)
      assert.equal(result.paid - result.refund, result.cost)
      const position = await findPosition(run.market.database.db, user, result.id)
      assert.equal(position?.state, result.allotted > 0n ? 'LOCKED' : undefined)
      if (position === undefined) continue
      assert.deepEqual([position.source, position.expiresAt], [sources.placingStock, placing.unlocksAt])
      assert.equal(position.margin + position.openingFee, result.cost)
      assert.equal(word(await run.market.close(user, position.id)), 'position_locked')
      const closable = await handling().closable({ id: position.id, code: undefined }, personal(user, caller()))
      assert.deepEqual(closable, { count: 0n, lockedUntil: placing.unlocksAt })
    }
    await run.expectRight()
    await run.work()
    await run.expectRight()
    const idle = { ...run.draws, of: () => assert.fail('a list ranks no book') }
    const { list } = placingHandlers({ applications: run.applications, draws: idle, engine: run.market.engine })
    const listed = await list({ id: undefined, market: undefined, pageNum: 1, pageSize: 50 }, personal(0, caller()))
    assert.equal(listed.rows.find(({ id }) => id === placing.id)?.seed, run.market.feed.seedOf(placing, run.now()))
    assert.ok(listed.rows.every(({ allotsAt, seed }) => seed === undefined || allotsAt <= run.now()))
    const audit = await handling().draw({ id: placing.id }, personal(users[0]!, caller()))
    assert.equal(audit.applications.length, users.length)
    assert.deepEqual([audit.mechanism, audit.publicLots, audit.poolALots], ['pro_rata', supply, 0])
    assert.ok(audit.seed !== undefined && audit.key !== undefined && audit.basis.length > 0)
  })

  test('opens the position at the end of the lock-up: then it is sold like all others, by the rules of its share', async () => {
    const placing = await run.untilOpen(
      (each) => each.market === 'US' && lotsAsked(each.book) < 2 * initialLots(each) && each.lockDays > 0,
    )
    const user = await run.market.person()
    const id = await run.applied(user, placing, 4)
    run.market.clock.set(placing.allotsAt)
    await run.work()
    assert.equal((await run.stored(user, id)).status, 'allotted')
    run.market.clock.set(placing.unlocksAt - 1)
    await run.work()
    assert.equal((await findPosition(run.market.database.db, user, id))?.state, 'LOCKED')
    run.market.clock.set(placing.unlocksAt)
    await run.work()
    const open = present(await findPosition(run.market.database.db, user, id), 'the position')
    assert.deepEqual([open.state, open.expiresAt], ['OPEN', undefined])
    const closable = await handling().closable({ id: undefined, code: placing.code }, personal(user, caller()))
    assert.deepEqual(closable, { count: open.quantity, lockedUntil: undefined })
    await run.market.tick(2)
    const order = accepted(await run.market.close(user, id))
    assert.equal('source' in order ? order.source : undefined, sources.stock)
    await run.market.tick(40)
    assert.equal((await findPosition(run.market.database.db, user, id))?.state, 'CLOSED')
    const { rows } = await run.market.database.pool.query<{ kind: string; type: string }>(
      'select kind, type from message where user_id = $1 order by id',
      [user],
    )
    assert.deepEqual(
      rows.filter(({ type }) => type === 'PLACING').map(({ kind }) => kind),
      ['placing_allotted', 'placing_unlocked'],
    )
    await run.expectRight()
  })
})
