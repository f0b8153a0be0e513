import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decideReset } from '@mex/core/account/account-closing.ts'
import { capacityLeft, capacityText, payoutOf, followValue } from '@mex/core/follow/campaign.ts'
import { addMoney, money, moneyOf, nothing, subtractMoney } from '@mex/core/money/money.ts'
import { Refused } from '@mex/core/refusal.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { createHash } from 'node:crypto'
import { countPending } from '#areas/records/store.ts'
import { history } from '#areas/wallet/history.ts'
import { askReset } from '#areas/testing.ts'
import { isoInstant } from '#clock.ts'
import { sql } from '#db/sql.ts'
import { ownData } from './own-data.ts'
import { dueOrders, type CampaignsOver } from './store.ts'
import { openFollowTest, traditional, word, type FollowTest } from './testing.ts'
import { verifyFollow } from './verify.ts'

let follow: FollowTest
before(async () => {
  follow = await openFollowTest()
})
after(async () => follow.market[Symbol.asyncDispose]())

describe('an order', () => {
  test('waits, is confirmed at the opening, ends with its campaign and is settled on the next business day', async () => {
    const user = await follow.market.person()
    const campaign = follow.open(1)
    const free = await follow.available(user)
    const placed = await follow.added(user, campaign, '5000')
    assert.deepEqual([placed.status, placed.orderStatus, placed.openPrice], ['waiting', 0, undefined])
    assert.equal(await follow.available(user), subtractMoney(free, moneyOf('5000')))
    assert.equal(await follow.equity(user), free, 'waiting money is still the person’s')
    follow.market.clock.set(campaign.opensAt - 1)
    await follow.work()
    assert.equal((await follow.stored(user, placed.id)).status, 'waiting')

    follow.market.clock.set(campaign.opensAt)
    // Two processes at once.
    await Promise.all([follow.work(), follow.work()])
    const running = await follow.stored(user, placed.id)
    const { entry } = follow.market.feed.agencies.run(campaign, follow.now())
    assert.deepEqual([running.status, running.open?.price], ['running', entry?.price])
    const view = (await follow.call().orders({ id: placed.id, pageNum: 1, pageSize: 1 }, follow.context(user))).rows[0]
    assert.equal(await follow.equity(user), addMoney(free, view?.profit ?? nothing))
    assert.ok((view?.profit ?? nothing) < nothing, 'both turns and the spread are paid at once')

    follow.market.clock.set(campaign.closesAt)
    await follow.work()
    const ended = await follow.stored(user, placed.id)
    const { exit } = follow.market.feed.agencies.run(campaign, follow.now())
    assert.ok(entry !== undefined && exit !== undefined)
    const value = followValue(moneyOf('5000'), campaign, entry.price, exit.price)
    const { fee, paid } = payoutOf(moneyOf('5000'), value)
    assert.deepEqual([ended.value, ended.fee, ended.close?.price], [value, fee, exit.price])

    follow.market.clock.set(exit.settlesAt)
    await Promise.all([follow.work(), follow.work(), follow.work()])
    assert.equal((await follow.stored(user, placed.id)).status, 'settled')
    assert.equal(await follow.available(user), addMoney(subtractMoney(free, moneyOf('5000')), paid))
    await follow.expectRight(follow.now())

    const bills = await history({ wallet: 'FOLLOW', timeZone: 'UTC', pageNum: 1, pageSize: 10 }, follow.context(user), {
      ...follow.market.engine.dependencies,
      traditional,
    })
    assert.deepEqual(
      bills.rows.slice(0, 2).map(({ amount, memo, detail }) => [amount, memo, detail?.price]),
      [
        [paid, 'Follow settled', exit.price],
        [money(-500_000n), 'Follow', entry.price],
      ],
    )
    const record = (await follow.call().agencies({ id: 1 }, follow.context(user)))[0]?.record ?? []
    const own = record.find(({ campaignId }) => campaignId === campaign.id)
    assert.deepEqual([own?.followers, own?.followersResult], [1, ((paid - 500_000n) * 10n ** 12n) / 500_000n])
  })

  test('has the same result however late its job runs', async () => {
    const [prompt, late] = [await follow.market.person(), await follow.market.person()]
    const campaign = follow.open(4)
    const first = await follow.added(prompt, campaign, '1000')
    const second = await follow.added(late, campaign, '1000')
    follow.market.clock.set(campaign.opensAt)
    await follow.follows.send({ kind: 'settle', userId: prompt, id: first.id, at: follow.now() })
    follow.market.clock.set(campaign.settlesAt + 9 * dayMilliseconds)
    await follow.work()
    const [one, other] = [await follow.stored(prompt, first.id), await follow.stored(late, second.id)]
    assert.deepEqual([one.status, other.status], ['settled', 'settled'])
    assert.deepEqual([one.value, one.open, one.close], [other.value, other.open, other.close])
    await follow.expectRight(follow.now())
  })

  const refusing: Readonly<Record<string, () => Promise<unknown>>> = {
    'follows.add refuses: follow_amount': async () => follow.add(await follow.market.person(), follow.open(1), '99.99'),
    'follows.add refuses: subscription_ended': async () => {
      const user = await follow.market.person()
      const campaign = follow.open(2)
      follow.market.clock.set(campaign.subscribeEnd)
      return follow.add(user, campaign, '100')
    },
    'follows.add refuses: wrong_state': async () => {
      const user = await follow.market.person()
      await askReset(follow.market.database.db, user)
      return follow.add(user, follow.open(1), '100')
    },
    'follows.add refuses: insufficient_balance': async () =>
      follow.add(await follow.market.person(), follow.open(1), '100000.01'),
  }
  for (const [title, run] of Object.entries(refusing))
    test(title, async () => assert.equal(word(await run()), title.split(': ')[1]))

  test('follows.add refuses: capacity_reached', async () => {
    const user = await follow.market.person()
    const { agencies } = follow.market.feed
    for (let days = 0; days < 400; days += 1) {
      for (const { agency, campaigns } of agencies.agencies(follow.now())) {
        const campaign = campaigns.at(-1)
        if (agency.lead >= agency.cycle || campaign === undefined || campaign.subscribeEnd <= follow.now()) continue
        const at = campaign.subscribeEnd - 1
        if (capacityLeft(campaign, agencies.placements(campaign, at), at) > 0n) continue
        follow.market.clock.set(at)
        assert.equal(word(await follow.add(user, campaign, '100')), 'capacity_reached')
        return
      }
      follow.market.clock.set(follow.now() + dayMilliseconds)
    }
    assert.fail('no campaign was filled in a year')
  })

  test('follows.add refuses: not_found', async () => {
    const context = follow.context(await follow.market.person())
    for (const input of [
      { agencyId: 99, campaignId: undefined },
      { agencyId: 1, campaignId: follow.open(2).id },
    ])
      await assert.rejects(
        follow.call().add({ ...input, amount: moneyOf('100') }, context),
        (error) => error instanceof Refused && error.refusal.refused === 'not_found',
      )
  })

  test('several of a campaign stay within the largest amount together', async () => {
    const user = await follow.market.person()
    const campaign = follow.open(5)
    await follow.added(user, campaign, '60000')
    assert.equal(word(await follow.add(user, campaign, '940000.01')), 'follow_amount')
    assert.equal(word(await follow.add(user, campaign, '940000')), 'insufficient_balance')
    await follow.added(user, campaign, '40000')
    await follow.expectRight()
  })
})

test('a campaign of an agency without an open one is refused as ended, an agency that ended too', async () => {
  const ended = follow.market.feed.agencies.agencies(follow.now()).find(({ endedAt }) => endedAt !== undefined)
  const context = follow.context(await follow.market.person())
  await assert.rejects(
    follow.call().add({ agencyId: ended?.agency.id ?? 7, campaignId: undefined, amount: moneyOf('100') }, context),
    (error) => error instanceof Refused && error.refusal.refused === 'subscription_ended',
  )
})

test('a halt at the opening delays the confirmation, and one of more than a day refunds', async () => {
  const { db } = follow.market.database
  const halt = (campaign: { readonly instrument: string }, from: number, to: number) =>
    sql`
    insert into halt (market, code, author, reason, halted_at, resumed_at)
    values ('US', ${campaign.instrument.slice(3)}, 'test', 'other', ${isoInstant(from)}, ${isoInstant(to)})`.execute(db)
  const user = await follow.market.person()
  const short = follow.open(1)
  const delayed = await follow.added(user, short, '500')
  await halt(short, short.opensAt - 1, short.opensAt + 3_600_000)
  follow.market.clock.set(short.opensAt + 1_800_000)
  await follow.work()
  assert.equal((await follow.stored(user, delayed.id)).status, 'waiting')
  follow.market.clock.set(short.opensAt + 3_600_000)
  await follow.work()
  assert.equal((await follow.stored(user, delayed.id)).status, 'running')

  const long = follow.open(2)
  const free = await follow.available(user)
  const refunded = await follow.added(user, long, '700')
  await halt(long, long.opensAt - 1, long.opensAt + dayMilliseconds + 1)
  follow.market.clock.set(long.opensAt + dayMilliseconds)
  await follow.work()
  assert.equal((await follow.stored(user, refunded.id)).status, 'refunded')
  assert.equal(await follow.available(user), free)
  await follow.expectRight(follow.now())
})

test('an order that waits for the end of a halt is not due because its campaign ended, only if it was cancelled', async () => {
  const { db } = follow.market.database
  const user = await follow.market.person()
  const campaign = follow.open(4)
  const { id } = await follow.added(user, campaign, '100')
  const due = async (over: CampaignsOver) =>
    (await dueOrders(db, follow.now(), { over, limit: 100 })).some((order) => order.id === id)
  // The job would find it again and again in one run: nothing happens to it before its instant.
  assert.equal(await due({ cancelled: [], ended: [campaign.id] }), false)
  assert.equal(await due({ cancelled: [campaign.id], ended: [] }), true)
  follow.market.clock.set(campaign.opensAt)
  await follow.work()
  assert.equal(await due({ cancelled: [], ended: [campaign.id] }), true)
})

test('an order keeps a practice from being reset until it is over, and is part of the own data', async () => {
  const user = await follow.market.person()
  const { id } = await follow.added(user, follow.open(1), '250')
  const { db } = follow.market.database
  assert.equal(await countPending(db, user, [ownData]), 1)
  const affairs = { orders: 0, positions: 0, lockedPositions: 0, holdings: [], pending: 1 }
  assert.equal(decideReset(affairs, undefined, follow.now())?.refused, 'wrong_state')
  const copy = await ownData.copy['followOrders']?.(user).execute(db)
  assert.match(JSON.stringify(copy?.rows), new RegExp(`"id":${id},.*"amount":"250.00"`))
})

test('ids of other users answer as not existing', async () => {
  const [owner, other] = [await follow.market.person(), await follow.market.person()]
  const { id } = await follow.added(owner, follow.open(1), '100')
  const rows = (await follow.call().orders({ id, pageNum: 1, pageSize: 5 }, follow.context(other))).rows
  assert.deepEqual(rows, [])
})

test('the schedule of a campaign hashes to what was published, once orders have ended', async () => {
  const context = follow.context(await follow.market.person())
  const open = follow.open(1)
  assert.equal((await follow.call().schedule({ id: open.id }, context)).nonce, undefined)
  follow.market.clock.set(open.subscribeEnd)
  const told = await follow.call().schedule({ id: open.id }, follow.context(1))
  const text = capacityText(told.nonce ?? '', told.placements)
  assert.equal(createHash('sha256').update(text).digest('hex'), open.scheduleHash)
  await assert.rejects(follow.call().schedule({ id: 4 }, context), Refused)
})

test('every agency is listed with its whole record, ended ones too', async () => {
  const all = await follow.call().agencies({ id: undefined }, follow.context(1))
  assert.ok(all.length >= 5 && all.length <= 8)
  assert.ok(all.some(({ endedAt, record }) => endedAt !== undefined && record.length > 0))
  assert.ok(all.filter(({ campaigns }) => campaigns.some(({ state }) => state === 'open')).length >= 3)
  await assert.rejects(follow.call().agencies({ id: 99 }, follow.context(1)), Refused)
})

test('verify finds another price, another value, a refund without a reason and what was not booked', async () => {
  const user = await follow.market.person()
  const campaign = follow.open(4)
  const { id } = await follow.added(user, campaign, '1000')
  follow.market.clock.set(campaign.settlesAt + dayMilliseconds)
  const { db } = follow.market.database
  const found = async () =>
    (await verifyFollow(db, { feed: follow.market.feed, now: follow.now(), settledUntil: follow.now() })).findings
  assert.match((await found()).join('\n'), /what was due at .* was not booked/)
  await follow.work()
  assert.deepEqual(await found(), [])
  const spoilt = async (set: string, finding: RegExp) => {
    await sql`update follow_order set ${sql.raw(set)} where id = ${id}`.execute(db)
    assert.match((await found()).join('\n'), finding)
  }
  await spoilt('open_price = open_price + 1', /opening is/)
  await spoilt('value = value + 1', /value is/)
  await spoilt("confirmed_at = '2020-01-01'", /was confirmed although/)
})
