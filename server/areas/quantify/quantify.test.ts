import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { ProfitRow } from '@mex/contract/quantify/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf, type Money } from '@mex/core/money/money.ts'
import { endStrike, startStrike, unitsFor, type QuantifyOrder } from '@mex/core/quantify/order.ts'
import { planText } from '@mex/core/strategies/capacity.ts'
import { strikeBy, strikeOf } from '@mex/core/strategies/strike.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { addUser, askReset } from '#areas/testing.ts'
import { history } from '#areas/wallet/history.ts'
import { sql } from '#db/sql.ts'
import { resetRefusal } from '#reset-refusal.ts'
import { openRecords, recordsOf, type Records } from './records.ts'
import { ownData } from './own-data.ts'
import { openQuantifyTest, traditional, word, type QuantifyTest } from './testing.ts'
import { openSubscriptions } from './subscriptions.ts'
import { verifyOrders, verifyStrategies } from './verify.ts'
import { profitPage } from './views.ts'

let quantify: QuantifyTest
before(async () => {
  quantify = await openQuantifyTest()
})
after(async () => quantify.market[Symbol.asyncDispose]())

const refused = (outcome: Promise<unknown>): Promise<string | undefined> =>
  outcome.then(
    () => undefined,
    (error: { refusal: Refusal }) => error.refusal.refused,
  )
const page = { pageNum: 1, pageSize: 50 }

describe('money in a product', () => {
  test('leaves the wallet at once, buys its units at the next strike, has a mark a day, and comes back after the term', async () => {
    const user = await quantify.market.person()
    const [free, worth] = [await quantify.available(user), await quantify.equity(user)]
    const saved = await quantify.saved(user, 1007, '20000')
    assert.deepEqual([saved.status, saved.units, saved.value, saved.day], ['running', undefined, saved.amount, 0])
    assert.equal(await quantify.available(user), free - moneyOf('20000'))
    assert.equal(await quantify.equity(user), worth, 'nothing is gained or lost yet')
    await quantify.work()
    assert.equal((await quantify.stored(user, saved.id)).status, 'waiting')
    quantify.market.clock.set(saved.startsAt)
    await quantify.work()
    const begun = await quantify.stored(user, saved.id)
    assert.equal(begun.status, 'running')
    const records = await recordsOf(quantify.feed, quantify.now())
    assert.equal(begun.start?.nav, records.navOn('trend', strikeBy(saved.startsAt).date))
    quantify.market.clock.set(saved.startsAt + 3 * dayMilliseconds + 1)
    const [running] = (await quantify.call().orders({ ...page, id: saved.id }, quantify.context(user))).rows
    assert.equal(running?.day, 3)
    const marks = await quantify.call().profits({ ...page, order: saved.id }, quantify.context(user))
    assert.equal(marks.total, 4)
    assert.equal(
      marks.rows.reduce((sum, { profit }) => sum + profit, 0n),
      marks.rows[0]?.total,
    )
    assert.equal(running?.value, (saved.amount + (marks.rows[0]?.total ?? 0n)) as Money)
    assert.equal(await quantify.equity(user), worth + (marks.rows[0]?.total ?? 0n), 'the net worth follows the marks')
    quantify.market.clock.set(saved.endsAt)
    await quantify.work()
    await quantify.work()
    const ended = present(
      (await quantify.call().orders({ ...page, status: 'completed' }, quantify.context(user))).rows[0],
      'it',
    )
    assert.equal(await quantify.available(user), free - moneyOf('20000') + (ended.payout ?? 0n))
    assert.equal(ended.payout, ended.value - ended.fee)
    assert.equal(await quantify.equity(user), worth + ended.profit)
    const facts = { ...quantify.market.engine.dependencies, traditional }
    const bills = await history({ wallet: 'FINANCIAL', timeZone: 'UTC', ...page }, quantify.context(user), facts)
    const own = bills.rows.filter(({ referenceId }) => referenceId === saved.id)
    assert.deepEqual(
      own.map(({ detail }) => [detail?.product, detail?.price]),
      [
        ['Moving-average trend', ended.endNav],
        ['Moving-average trend', undefined],
      ],
    )
    await quantify.expectRight(quantify.now())
  })

  test('of many terms and strategies is paid out by one late run as on time', async () => {
    const user = await quantify.market.person()
    for (const product of [2007, 3007, 4030, 5007]) await quantify.saved(user, product, '1234.56')
    quantify.market.clock.advance(40 * dayMilliseconds)
    await quantify.work()
    const { rows } = await quantify.call().orders(page, quantify.context(user))
    assert.ok(rows.every(({ status }) => status === 'completed'))
    for (const { id } of rows) {
      const stored = await quantify.stored(user, id)
      assert.deepEqual(
        [stored.start?.date, stored.result?.date],
        [startStrike(stored).date, endStrike(stored).date],
        'the strikes are those of the terms, not those of the job',
      )
    }
    await quantify.expectRight(quantify.now())
  })

  test('that is asked for many times at once is never more than there is', async () => {
    const user = await quantify.market.person()
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => quantify.save(user, 1030, '30000')))
    assert.equal(outcomes.filter((outcome) => !isRefusal(outcome)).length, 3)
    assert.equal(await quantify.available(user), moneyOf('10000'))
    await quantify.expectRight()
  })

  const refusing: Readonly<Record<string, () => Promise<unknown>>> = {
    'quantify.save refuses: amount_outside': async () => quantify.save(await quantify.market.person(), 1007, '99.99'),
    'quantify.save refuses: insufficient_balance': async () =>
      quantify.save(await quantify.market.person(), 1007, '100000.01'),
    'quantify.save refuses: wrong_state': async () => {
      const user = await quantify.market.person()
      await askReset(quantify.market.database.db, user)
      return quantify.save(user, 1007, '100')
    },
    'quantify.save refuses: quantify_full': async () => {
      const { capacity } = quantify.feed
      const full = {
        ...quantify.feed,
        capacity: { ...capacity, steps: (plan: { total: Money }) => [{ at: 0, amount: plan.total }] },
      }
      const lane = openSubscriptions({ db: quantify.market.database.db, feed: full, traditional, resetRefusal })
      return sendBy(lane, await quantify.market.person())
    },
    'quantify.save refuses: product_not_open': async () => {
      const silent = { ...quantify.feed, quote: () => undefined }
      const lane = openSubscriptions({ db: quantify.market.database.db, feed: silent, traditional, resetRefusal })
      return sendBy(lane, await quantify.market.person())
    },
  }
  for (const [title, provoke] of Object.entries(refusing))
    test(title, async () => assert.equal(word(await provoke()), title.split(': ')[1]))

  test('quantify.save refuses: not_found, quantify.save refuses: missing_field', async () => {
    const user = await quantify.market.person()
    const save = (product: number, amount?: Money) =>
      refused(quantify.call().save({ product, amount, agree: true }, quantify.context(user)))
    assert.equal(await save(1031, moneyOf('100')), 'not_found')
    assert.equal(await save(1030), 'missing_field')
  })

  test('of thousands of orders has pages of days whose other days are not computed', async () => {
    const records = await recordsOf(quantify.feed, quantify.now())
    let asked = 0
    const counted: Records = {
      ...records,
      navOn: (strategy, date) => {
        asked += 1
        return records.navOn(strategy, date)
      },
    }
    const last = strikeBy(quantify.now()).date
    const orders = Array.from({ length: 2000 }, (_, index): QuantifyOrder => {
      const date = last - 1 - (index % 170)
      const nav = present(records.navOn('trend', date), 'a price')
      const order = { id: 3000 - index, user: 1, product: 1180, termDays: 180, amount: moneyOf('100') } as const
      const start = { date, nav, units: unitsFor(order.amount, nav) }
      const savedAt = strikeOf(date).instant - 1
      return { ...order, status: 'running', savedAt, changedAt: savedAt, start, result: undefined }
    })
    const read = (pageNum: number, pageSize: number, of = orders) =>
      profitPage(counted, of, { pageNum, pageSize }, quantify.now())
    const first = read(1, 50)
    assert.ok(asked <= 100, `${asked} prices`)
    assert.equal(
      first.total,
      orders.reduce((sum, { start }) => sum + last - (start?.date ?? last) + 1, 0),
    )
    const few = orders.slice(0, 40)
    const whole = read(1, 1000, few)
    assert.equal(whole.rows.length, whole.total)
    const pages = Array.from({ length: Math.ceil(whole.total / 7) }, (_, index) => read(index + 1, 7, few).rows).flat()
    assert.deepEqual(pages, whole.rows)
    const sorted = whole.rows.toSorted((one, other) => other.at - one.at || other.orderId - one.orderId)
    assert.deepEqual(whole.rows, sorted)
    assert.deepEqual(read(1000, 50, few).rows, [])
    for (const order of few) {
      const own: readonly ProfitRow[] = whole.rows.filter(({ orderId }) => orderId === order.id)
      assert.equal(
        own.reduce((sum, { profit }) => sum + profit, 0n),
        own[0]?.total,
      )
    }
  })

  test('quantify.orders answers for another user’s order as for none, and quantify.profits too', async () => {
    const [owner, other] = [await quantify.market.person(), await quantify.market.person()]
    const { id } = await quantify.saved(owner, 1030, '100')
    assert.equal(await refused(quantify.call().orders({ ...page, id }, quantify.context(other))), 'not_found')
    assert.equal(await refused(quantify.call().profits({ ...page, order: id }, quantify.context(other))), 'not_found')
    assert.equal(await refused(quantify.call().orders({ ...page, id: 999_999 }, quantify.context(other))), 'not_found')
    assert.equal((await quantify.call().orders(page, quantify.context(other))).total, 0)
  })
})

const sendBy = (lane: ReturnType<typeof openSubscriptions>, userId: number) =>
  lane.send({
    kind: 'save',
    userId,
    at: quantify.now(),
    language: 'en',
    product: { id: 1007, strategy: 'trend', termDays: 7 },
    amount: moneyOf('100'),
  })

describe('the products', () => {
  test('are twenty, each with its record, what is left of its week, and its dates', async () => {
    const user = await quantify.market.person()
    const rows = await quantify.call().products({}, quantify.context(user))
    assert.equal(rows.length, 20)
    for (const row of rows) {
      assert.equal(row.navHistory.length, 91)
      assert.ok(row.remaining <= row.capacity && row.mine <= row.remaining)
      assert.ok(row.maximumDrawdown <= 0n)
      assert.equal(row.endsAt - row.startsAt, row.termDays * dayMilliseconds)
      assert.ok(row.isOpen)
    }
    const [whole] = await quantify.call().products({ product: 4030 }, quantify.context(user))
    assert.ok((whole?.navHistory.length ?? 0) > 600)
    assert.equal(await refused(quantify.call().products({ product: 9 }, quantify.context(user))), 'not_found')
  })

  test('tell what the person may still put in', async () => {
    const user = await quantify.market.person()
    const left = async () =>
      present((await quantify.call().products({ product: 3090 }, quantify.context(user)))[0], 'it')
    const first = await left()
    await quantify.saved(user, 3090, '5000')
    const second = await left()
    assert.equal(second.remaining, first.remaining, 'what is left falls by the plan alone')
    assert.ok(second.mine <= moneyOf('995000'))
  })

  test('are all in the ranking, the best return first', async () => {
    for (const period of [7, 30, 90] as const) {
      const rows = await quantify.call().ranking({ period }, quantify.context(await quantify.market.person()))
      assert.deepEqual(
        rows.map(({ rank }) => rank),
        [1, 2, 3, 4, 5],
      )
      const returns = rows.map((row) => row.return ?? assert.fail())
      assert.ok(returns.every((made, index) => index === 0 || made <= (returns[index - 1] ?? made)))
    }
  })

  test('have a published plan of each week, whose nonce proves the hash once the week is over', async () => {
    const context = quantify.context(await quantify.market.person())
    const [current, last] = await quantify.call().capacity({ id: 2030 }, context)
    assert.equal(current?.nonce, undefined)
    assert.ok(current?.steps.every(({ at }) => at <= quantify.now()))
    const text = planText(present(last?.nonce, 'the nonce'), last?.steps ?? [])
    assert.equal(createHash('sha256').update(text).digest('hex'), last?.hash)
    assert.equal(await refused(quantify.call().capacity({ id: 1 }, context)), 'not_found')
  })
})

describe('the records', () => {
  test('of a feed whose prices end at an instant are the same up to it', async () => {
    const cut = quantify.now() - 200 * dayMilliseconds
    const blind = {
      ...quantify.feed,
      quote: (key: string, now: number) => (now > cut ? assert.fail() : quantify.feed.quote(key, now)),
    }
    const [short, long] = [await openRecords(blind).until(cut), await recordsOf(quantify.feed, quantify.now())]
    for (const id of ['trend', 'momentum', 'balanced'] as const) {
      const points = short.points(id)
      assert.deepEqual(points, long.points(id).slice(0, points.length))
      assert.ok(points.length > 400)
    }
  })

  test('asked for an earlier instant know nothing of later strikes', async () => {
    await recordsOf(quantify.feed, quantify.now())
    const then = quantify.now() - 10 * dayMilliseconds
    const records = await recordsOf(quantify.feed, then)
    assert.equal(records.points('grid').at(-1)?.date, strikeBy(then).date)
    assert.equal(records.navOn('grid', strikeBy(then).date + 1), undefined)
    assert.equal(records.navOn('grid', 0), undefined)
  })
})

test('the check of strategies finds a changed price, a late job, and too much', async () => {
  const user = await quantify.market.person()
  const { id, startsAt } = await quantify.saved(user, 5030, '100')
  const { db } = quantify.market.database
  quantify.market.clock.set(startsAt + 1)
  const records = await recordsOf(quantify.feed, quantify.now())
  const found = async (settledUntil = -Infinity) =>
    (await verifyOrders(db, records, { feed: quantify.feed, now: quantify.now(), settledUntil })).findings.join()
  assert.match(await found(quantify.now()), new RegExp(`product ${id}: what was due`))
  await quantify.work()
  assert.equal(await found(quantify.now()), '')
  await sql`update quantify_order set start_nav = start_nav + 1 where id = ${id}`.execute(db)
  assert.match(await found(), /start price is/)
  await sql`update quantify_order set start_nav = start_nav - 1, start_on = start_on + 1 where id = ${id}`.execute(db)
  assert.match(await found(), /start is/)
  await sql`update quantify_order set start_on = start_on - 1, amount = 99999900 where id = ${id}`.execute(db)
  assert.match(await found(), /wrong units/)
  await sql`update quantify_order set amount = 10000 where id = ${id}`.execute(db)
  const whole = await verifyStrategies(db, { feed: quantify.feed, now: quantify.now(), settledUntil: quantify.now() })
  assert.deepEqual(whole.findings, [])
  assert.ok(whole.strikes > 3000)
})

test('money in a product keeps an account open, and is in the own data', async () => {
  const user = await quantify.market.person()
  const { db } = quantify.market.database
  const pending = async () => (await present(ownData.pending, 'what is pending')(user).execute(db)).rows.length
  assert.equal(await pending(), 0)
  const { endsAt } = await quantify.saved(user, 1007, '150')
  assert.equal(await pending(), 1)
  quantify.market.clock.set(endsAt)
  await quantify.work()
  assert.equal(await pending(), 0)
  const copy = present(ownData.copy['quantifyOrders'], 'the copy')
  const [row] = (await copy(user).execute(db)).rows as { amount: string; status: string }[]
  assert.deepEqual([row?.amount, row?.status], ['150.00', 'completed'])
  assert.equal((await copy(await addUser(db)).execute(db)).rows.length, 0)
})
