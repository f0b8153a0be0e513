import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Refusal } from '@mex/core/refusal.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { money, moneyOf } from '@mex/core/money/money.ts'
import { expiresAt } from '@mex/core/robots/rental.ts'
import { poolSlots, slotScheduleText, type Robot } from '@mex/core/robots/robot.ts'
import { decideReset } from '@mex/core/account/account-closing.ts'
import { dayMilliseconds, isoDate, utcDay } from '@mex/core/time-zone.ts'
import { createHash } from 'node:crypto'
import { accepted } from '#areas/trading/testing.ts'
import { history } from '#areas/wallet/history.ts'
import { openTransfers } from '#areas/wallet/transfers.ts'
import { countPending } from '#areas/records/store.ts'
import type { PersonContext } from '#context.ts'
import { sql } from '#db/sql.ts'
import { resetRefusal } from '#reset-refusal.ts'
import { ownData } from './own-data.ts'
import { openRobotRentals, type RobotRentals } from './rentals.ts'
import { jobs } from './jobs.ts'
import { openRobotsTest, traditional, word, type RobotsTest } from './testing.ts'
import { verifyRobots } from './verify.ts'

let robots: RobotsTest
before(async () => {
  robots = await openRobotsTest()
})
after(async () => robots.market[Symbol.asyncDispose]())

const minute = 60_000
const hour = 60 * minute
const page = { pageNum: 1, pageSize: 50 }

describe('a rental', () => {
  test('passes its statuses, mines, pays energy every hour and income every day, and costs its equity nothing but its net', async () => {
    const user = await robots.market.person()
    const worth = await robots.equity(user)
    const robot = robots.offered(7)
    const order = await robots.rented(user, robot)
    assert.equal(order.status, 'finding')
    assert.equal(await robots.equity(user), worth, 'renting costs nothing at once')
    const seen: string[] = []
    for (let at = 1; at <= 5; at += 1) {
      robots.market.clock.advance(minute)
      await robots.work()
      seen.push((await robots.stored(user, order.id)).status)
    }
    assert.deepEqual(seen, ['locating', 'starting', 'starting', 'mining', 'mining'])
    robots.market.clock.advance(dayMilliseconds)
    await robots.work()
    const stored = await robots.stored(user, order.id)
    assert.deepEqual([stored.ticks, stored.mined, stored.energy], [144, 144, 144])
    const detail = await robots.call().order({ id: order.id }, robots.context(user))
    assert.equal(detail.series.length, 144)
    assert.equal(
      detail.series.reduce((sum, { income }) => sum + income, 0n),
      stored.income,
    )
    const since = (detail.series.at(-8) ?? assert.fail()).at
    const newest = await robots.call().order({ id: order.id, since }, robots.context(user))
    assert.deepEqual(newest.series, detail.series.slice(-7))
    const notes = await robots.call().messages({ orderId: order.id }, robots.context(user))
    assert.deepEqual([notes.length, notes[0]?.status], [20, 'mining'])
    const points = (await robots.call().series({ orderId: order.id, type: '1W' }, robots.context(user))).list
    assert.equal(Math.round(Number(points.at(-1)?.[2]) * 1e8), Number(stored.income))
    await robots.expectRight(robots.now())
    const answer = accepted(await robots.redeem(user, order.id))
    const redeemed = answer.kind === 'redeemed' ? answer.order : assert.fail()
    assert.equal(redeemed.redeemStatus, 'processing')
    assert.equal(redeemed.refund, detail.redemption?.refund, 'what the page said before')
    await robots.expectRight()
    robots.market.clock.advance(minute)
    await robots.work()
    assert.equal((await robots.stored(user, order.id)).redeemedAt, robots.now())
    const bills = await history({ wallet: 'FINANCIAL', timeZone: 'UTC', ...page }, robots.context(user), {
      ...robots.market.engine.dependencies,
      traditional,
    })
    const details = bills.rows.filter(({ referenceId }) => referenceId === order.id).map(({ detail }) => detail)
    assert.deepEqual(new Set(details.map((detail) => detail?.product)), new Set([robot.name.en]))
    const days = details.flatMap((detail) => detail?.date ?? [])
    assert.deepEqual(days, [isoDate(utcDay(order.createdAt))], 'the day on which the income was earned')
    await robots.expectRight(robots.now())
    const net = (await robots.call().orders(page, robots.context(user))).rows[0]?.net
    assert.equal((await robots.equity(user)) - worth, net, 'the net is what it brought')
  })

  test('that was computed late is the same as one that was computed in time, to the cent', async () => {
    const [prompt, late] = [await robots.market.person(), await robots.market.person()]
    const robot = robots.offered(7, ({ price }) => price <= 500_000n)
    const [one, other] = [await robots.rented(prompt, robot), await robots.rented(late, robot)]
    // The job works for one of them only.
    const facts = { kind: 'happen' } as const
    for (let at = 0; at < 60; at += 1) {
      robots.market.clock.advance(hour)
      accepted(await robots.rentals.send({ ...facts, userId: prompt, at: robots.now() }))
    }
    accepted(await robots.rentals.send({ ...facts, userId: late, at: robots.now() }))
    const [first, second] = [await robots.stored(prompt, one.id), await robots.stored(late, other.id)]
    assert.deepEqual({ ...second, id: 0, user: 0, changedAt: 0 }, { ...first, id: 0, user: 0, changedAt: 0 })
    assert.equal(await robots.available(late), await robots.available(prompt))
    await robots.expectRight()
  })

  test('is computed by the job an hour or two at a time after a standstill, in one run', async () => {
    const user = await robots.market.person()
    const order = await robots.rented(user, robots.offered(7))
    // Not at a tick with money: what was computed must be known, and not when.
    robots.market.clock.advance(5 * hour + 25 * minute)
    const untils: number[] = []
    const watched: RobotRentals = {
      ...robots.rentals,
      sendAll(commands) {
        for (const command of commands)
          if (command.kind === 'happen' && command.userId === user) untils.push(command.until ?? Infinity)
        return robots.rentals.sendAll(commands)
      },
    }
    const [job] = jobs({ db: robots.market.database.db, rentals: watched, wake: () => undefined })
    await job?.run(robots.now())
    assert.equal((await robots.stored(user, order.id)).ticks, 30)
    assert.ok(untils.length >= 3)
    for (const [index, until] of untils.entries()) assert.ok(until - (untils[index - 1] ?? order.createdAt) <= 2 * hour)
    await robots.expectRight(robots.now())
  })

  test('runs out of energy in an emptied wallet, and mines again after a transfer', async () => {
    const user = await robots.market.person()
    const transfers = openTransfers({ db: robots.market.database.db, feed: robots.market.feed, quoteAgeSecondsMax: 5 })
    const order = await robots.rented(
      user,
      robots.offered(15, ({ price }) => price > 1_000_000n),
    )
    const move = async (from: 'FINANCIAL' | 'BALANCE', to: 'FINANCIAL' | 'BALANCE', amount: bigint) => {
      const at = robots.now()
      accepted(await transfers.submit.send({ userId: user, from, to, amount: money(amount), at }))
    }
    const empty = async () => move('FINANCIAL', 'BALANCE', await robots.available(user))
    await empty()
    // No job runs: a transfer alone lets everything happen before it takes the daily income away.
    const midnight = Math.ceil((robots.now() - 5 * minute) / dayMilliseconds) * dayMilliseconds
    robots.market.clock.set(midnight + 5 * minute)
    await move('BALANCE', 'FINANCIAL', 1n)
    assert.ok((await robots.available(user)) > 0n, 'its income has come')
    await empty()
    robots.market.clock.set((await robots.stored(user, order.id)).createdAt + dayMilliseconds + 10 * minute)
    await move('BALANCE', 'FINANCIAL', 1n)
    const stopped = await robots.stored(user, order.id)
    assert.deepEqual([stopped.status, stopped.energy, stopped.mined], ['stopped', 0, 144])
    const [message] = (
      await sql<{ kind: string }>`select kind from message where user_id = ${user} order by id desc limit 1`.execute(
        robots.market.database.db,
      )
    ).rows
    assert.equal(message?.kind, 'robot_no_energy')
    await move('BALANCE', 'FINANCIAL', 10_000n)
    robots.market.clock.advance(40_000)
    await transfers.settleDue(robots.now())
    robots.market.clock.advance(10 * minute)
    await robots.work()
    const resumed = await robots.stored(user, order.id)
    assert.deepEqual([resumed.status, resumed.energy], ['mining', 144])
    await robots.expectRight()
  })

  test('that was asked for just before the job went on counts from what the job has done', async () => {
    const user = await robots.market.person()
    const { id } = await robots.rented(user, robots.offered(15))
    robots.market.clock.advance(30 * hour)
    await robots.work()
    const asked = robots.now()
    // Robots buy energy every hour, and wait for nothing in between.
    robots.market.clock.advance(hour)
    await robots.work()
    const before = await robots.stored(user, id)
    assert.ok(before.changedAt > asked, 'the job went on')
    accepted(await robots.rentals.send({ kind: 'redeem', userId: user, id, at: asked, language: 'en' }))
    const after = await robots.stored(user, id)
    assert.equal(after.ticks, before.ticks)
    assert.ok(after.ticks > 0 && (after.redemption?.at ?? 0) >= before.changedAt)
    await robots.work()
    await robots.expectRight()
  })

  test('ends on its day, is redeemed by itself a day later, and takes nobody else along', async () => {
    const user = await robots.market.person()
    const order = await robots.rented(
      user,
      robots.offered(7, ({ price }) => price <= 500_000n),
    )
    robots.market.clock.set(expiresAt(await robots.stored(user, order.id)))
    // The end and a request for it at once: one redemption.
    const [, ...asked] = await Promise.all([
      robots.work(),
      ...Array.from({ length: 4 }, () => robots.redeem(user, order.id)),
    ])
    assert.equal(asked.filter((outcome) => !isRefusal(outcome)).length, 1)
    const stored = await robots.stored(user, order.id)
    assert.deepEqual([stored.status, stored.redemption?.kind, stored.bookedRent], ['expired', 'expired', stored.rent])
    const second = await robots.rented(
      user,
      robots.offered(7, ({ price }) => price <= 500_000n),
    )
    robots.market.clock.set(expiresAt(await robots.stored(user, second.id)) + dayMilliseconds + minute)
    await robots.work()
    assert.ok((await robots.stored(user, second.id)).redeemedAt !== undefined)
    await robots.expectRight(robots.now())
  })
})

describe('to rent', () => {
  const cheap = ({ price }: Robot): boolean => price <= 100_000n
  const refusing: Readonly<Record<string, () => Promise<unknown>>> = {
    'robots.rent refuses: robot_unavailable': async () => {
      const { feed } = robots.market
      const coming = feed.robots.offers(robots.now()).find(({ offeredFrom }) => offeredFrom > robots.now())
      return robots.rent(await robots.market.person(), coming ?? { ...robots.offered(7), offeredUntil: robots.now() })
    },
    'robots.rent refuses: mining_quota_used': async () => {
      const user = await robots.market.person()
      accepted(await robots.rent(user, robots.offered(7, cheap), 3))
      return robots.rent(user, robots.offered(7, cheap), 3)
    },
    'robots.rent refuses: insufficient_balance': async () => {
      const user = await robots.market.person()
      const dear = robots.offered(7, ({ price }) => price > 1_500_000n)
      accepted(await robots.rent(user, dear, 3))
      return robots.rent(user, { ...dear, price: moneyOf('50000') }, 1)
    },
    'robots.rent refuses: wrong_state': async () => {
      const { db } = robots.market.database
      const user = await robots.market.person()
      const lane = openRobotRentals({
        db,
        feed: robots.market.feed,
        traditional,
        resetRefusal: () => Promise.resolve({ refused: 'wrong_state' }),
      })
      return lane.send({
        kind: 'rent',
        userId: user,
        at: robots.now(),
        language: 'en',
        robot: robots.offered(7),
        quantity: 1,
      })
    },
    'robots.redeem refuses: robot_not_redeemable': async () => {
      const user = await robots.market.person()
      return robots.redeem(user, (await robots.rented(user, robots.offered(7))).id)
    },
    "robots.redeem answers for another user's rental: robots.redeem refuses: not_found": async () => {
      const owner = await robots.market.person()
      const { id } = await robots.rented(owner, robots.offered(7))
      return robots.redeem(await robots.market.person(), id)
    },
  }
  for (const [title, provoke] of Object.entries(refusing))
    test(title, async () => assert.equal(word(await provoke()), title.split(': ').at(-1)))

  test('is refused while the pool is full', async () => {
    const full = { ...robots.market.feed, robots: { ...robots.market.feed.robots, poolLeft: () => 0 } }
    const lane = openRobotRentals({ db: robots.market.database.db, feed: full, traditional, resetRefusal })
    const user = await robots.market.person()
    const robot = robots.offered(7)
    const outcome = await lane.send({
      kind: 'rent',
      userId: user,
      at: robots.now(),
      language: 'en',
      robot,
      quantity: 1,
    })
    assert.equal(word(outcome), 'mining_quota_used')
  })

  test('six at once are five: the quota holds in a race', async () => {
    const user = await robots.market.person()
    const robot = robots.offered(30, cheap)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => robots.rent(user, robot)))
    assert.equal(outcomes.filter((outcome) => !isRefusal(outcome)).length, 5)
    const { running, runningMax, poolSlots: slots, poolLeft } = await robots.call().quota({}, robots.context(user))
    assert.deepEqual([running, runningMax, slots], [5, 5, poolSlots])
    assert.ok(poolLeft > 0 && poolLeft < slots)
    assert.equal((await robots.call().orders({ ...page, status: 'finding' }, robots.context(user))).total, 5)
    assert.equal((await robots.call().orders({ ...page, redeemStatus: 'done' }, robots.context(user))).total, 0)
    await robots.expectRight()
  })

  test('takes no slot from anybody: what is left follows the hashed plan', async () => {
    const robot = robots.offered(60)
    const left = async () =>
      (await robots.call().list({ ...page, id: robot.id }, robots.context(1))).rows[0]?.slotsLeft ?? assert.fail()
    const before = await left()
    await robots.rented(await robots.market.person(), robot)
    assert.equal(await left(), before)
    const { feed } = robots.market
    assert.equal(feed.robots.schedule(robot, robots.now()), undefined)
    const text = feed.robots.schedule(robot, robot.offeredUntil) ?? assert.fail()
    assert.equal(createHash('sha256').update(text).digest('hex'), robot.scheduleHash)
    const nonce = text.split('\n')[0] ?? ''
    assert.equal(slotScheduleText(nonce, feed.robots.taken(robot, robot.offeredUntil)), text)
  })
})

const refused = (outcome: Promise<unknown>) =>
  outcome.then(
    () => undefined,
    (error: { refusal: Refusal }) => error.refusal.refused,
  )

/** Each is asked by somebody else than the owner of the rental. */
const missing: Readonly<Record<string, (id: number, other: PersonContext) => Promise<unknown>>> = {
  'robots.list refuses: not_found': (_, other) => robots.call().list({ ...page, id: 999_999_999 }, other),
  'robots.quota refuses: not_found': (_, other) => robots.call().quota({ robotId: 999_999_999 }, other),
  'robots.rent refuses: not_found': (_, other) => robots.call().rent({ robotId: 999_999_999, quantity: 1 }, other),
  "robots.order answers for another user's rental: robots.order refuses: not_found": (id, other) =>
    robots.call().order({ id }, other),
  "robots.messages answers for another user's rental: robots.messages refuses: not_found": (orderId, other) =>
    robots.call().messages({ orderId }, other),
  "robots.series answers for another user's rental: robots.series refuses: not_found": (orderId, other) =>
    robots.call().series({ orderId, type: '1D' }, other),
  'a series of no robot': (_, other) => robots.call().series({ robotId: 999_999_999, type: '1D' }, other),
  'a series of nothing': (_, other) => robots.call().series({ type: '1D' }, other),
}
for (const [title, ask] of Object.entries(missing))
  test(title, async () => {
    const { id } = await robots.rented(await robots.market.person(), robots.offered(7))
    const other = robots.context(await robots.market.person())
    assert.equal(await refused(ask(id, other)), 'not_found')
  })

test('somebody who rents a robot can neither close the account nor start again, and has a copy of everything', async () => {
  const user = await robots.market.person()
  const { id } = await robots.rented(user, robots.offered(7))
  const { db } = robots.market.database
  robots.market.clock.advance(dayMilliseconds + hour)
  await robots.work()
  assert.equal(await countPending(db, user, [ownData]), 1)
  const affairs = { orders: 0, positions: 0, lockedPositions: 0, holdings: [], pending: 1 }
  assert.equal(decideReset(affairs, undefined, robots.now())?.refused, 'wrong_state')
  for (const copy of Object.values(ownData.copy)) assert.ok((await copy(user).execute(db)).rows.length > 0)
  accepted(await robots.redeem(user, id))
  assert.equal(await countPending(db, user, [ownData]), 1, 'until its money has come')
  robots.market.clock.advance(minute)
  await robots.work()
  assert.equal(await countPending(db, user, [ownData]), 0)
})

test('verify robots finds what was changed: income, energy, a tick, a price, a journal that never came', async () => {
  const { db } = robots.market.database
  const user = await robots.market.person()
  const { id } = await robots.rented(user, robots.offered(7))
  robots.market.clock.advance(30 * hour)
  await robots.work()
  const facts = () => ({ feed: robots.market.feed, now: robots.now(), settledUntil: -Infinity })
  const found = async (): Promise<string> => (await verifyRobots(db, facts())).findings.join('; ')
  assert.equal(await found(), '')
  const damage = async (change: string, undo: string, expected: RegExp): Promise<void> => {
    // The tables refuse some changes: the damage is that of somebody who owns the database.
    await sql.raw('alter table robot_stretch disable trigger all').execute(db)
    await sql.raw(change).execute(db)
    assert.match(await found(), expected)
    await sql.raw(undo).execute(db)
    await sql.raw('alter table robot_stretch enable trigger all').execute(db)
    assert.equal(await found(), '')
  }
  for (const column of ['income', 'paid_income', 'charged', 'settled', 'booked_rent', 'base_coin'])
    await damage(
      `update robot_order set ${column} = ${column} + 1 where id = ${id}`,
      `update robot_order set ${column} = ${column} - 1 where id = ${id}`,
      new RegExp(`robot ${id}: is .*should be`),
    )
  await damage(
    `update robot_stretch set coins = '1' || coins where order_id = ${id} and first_tick = 7`,
    `update robot_stretch set coins = substr(coins, 2) where order_id = ${id} and first_tick = 7`,
    /tick is 7 1\d+ .* should be 7 /,
  )
  await damage(
    `update robot_stretch set paid = paid + 1 where order_id = ${id} and first_tick = 7`,
    `update robot_stretch set paid = paid - 1 where order_id = ${id} and first_tick = 7`,
    /purchase of energy is 6 of 6 units at tick 12/,
  )
  await damage(
    `update robot_order set price = price - 100 where id = ${id}`,
    `update robot_order set price = price + 100 where id = ${id}`,
    /has other terms than its robot/,
  )
  robots.market.clock.advance(2 * hour)
  const late = await verifyRobots(db, { ...facts(), settledUntil: robots.now() })
  assert.match(late.findings.join(), new RegExp(`robot ${id}: what was due at`))
  await robots.work()
  await robots.expectRight(robots.now())
})
