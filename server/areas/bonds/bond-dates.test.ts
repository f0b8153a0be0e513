import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decideReset } from '@mex/core/account/account-closing.ts'
import { present } from '@mex/core/assert.ts'
import {
  couponDatesAfter,
  couponInstant,
  remainingFace,
  settlementDay,
  settlementInstant,
} from '@mex/core/bonds/bond.ts'
import { addMoney, moneyOf, nothing } from '@mex/core/money/money.ts'
import { dayMilliseconds, isoDate } from '@mex/core/time-zone.ts'
import { countPending } from '#areas/records/store.ts'
import { accepted } from '#areas/trading/testing.ts'
import { history } from '#areas/wallet/history.ts'
import { isoInstant } from '#clock.ts'
import { sql } from '#db/sql.ts'
import { ownData } from './own-data.ts'
import { listHoldings } from './store.ts'
import { openBondsTest, traditional, word, type BondsTest } from './testing.ts'
import { verifyBonds } from './verify.ts'

let bonds: BondsTest
before(async () => {
  bonds = await openBondsTest()
})
after(async () => bonds.market[Symbol.asyncDispose]())

describe('coupons', () => {
  /** Someone who holds a bond shortly before its next coupon. */
  async function beforeCoupon(kind: 'note' | 'bono', face: string) {
    const user = await bonds.market.person()
    const bond = bonds.offered(kind)
    const [date] = couponDatesAfter(bond, settlementDay(bonds.calendarOf(bond), bonds.now()))
    const { id } = await bonds.bought(user, bond, face)
    return { user, bond, id, date: present(date, 'a coupon'), due: couponInstant(bonds.calendarOf(bond), date ?? 0) }
  }

  test('are paid once, at their time, to whoever held, settled, before them', async () => {
    const { user, bond, id, due, date } = await beforeCoupon('note', '2000')
    const free = await bonds.available(user)
    bonds.market.clock.set(due - 1)
    await bonds.work()
    assert.equal(await bonds.available(user), free)
    bonds.market.clock.set(due)
    // Two processes at once.
    await Promise.all([bonds.work(), bonds.work(), bonds.work()])
    const { received, couponsUntil } = await bonds.stored(user, id)
    assert.equal(couponsUntil, date)
    assert.equal(await bonds.available(user), free + received)
    assert.ok(received > 0n)
    const late = await bonds.bought(user, bond, '2000').catch(() => undefined)
    await bonds.work()
    if (late !== undefined) assert.equal((await bonds.stored(user, late.id)).received, nothing)
    await bonds.expectRight(bonds.now())
    const bills = await history(
      { wallet: 'BALANCE', type: 61, timeZone: 'UTC', pageNum: 1, pageSize: 10 },
      bonds.context(user),
      { ...bonds.market.engine.dependencies, traditional },
    )
    assert.deepEqual(
      bills.rows.map(({ amount, memo, referenceId, detail }) => [
        amount,
        memo,
        referenceId,
        detail?.face,
        detail?.rate,
      ]),
      [[received, 'Interest', id, moneyOf('2000'), bond.couponRate]],
    )
  })

  test('are the same however late their job runs, and a sale in between changes none', async () => {
    const first = await beforeCoupon('bono', '1000')
    const second = { ...first, user: await bonds.market.person() }
    const other = await bonds.bought(second.user, first.bond, '1000').catch(() => undefined)
    bonds.market.clock.set(first.due + 5 * dayMilliseconds)
    // Nobody has run the job: the sale does first what was due.
    accepted(await bonds.sell(first.user, first.id, '400'))
    await bonds.work()
    const rest = await bonds.stored(first.user, first.id)
    const parts = (await listHoldings(bonds.market.database.db, first.user, { withRedeemed: true })).map(
      ({ received }) => received,
    )
    if (other !== undefined)
      assert.equal(
        addMoney(...parts),
        (await bonds.stored(second.user, other.id)).received,
        'the whole face earned the coupon',
      )
    assert.ok(rest.received > 0n)
    await bonds.expectRight(bonds.now())
  })

  test('that race with a sale are paid exactly once', async () => {
    const { user, id, due } = await beforeCoupon('note', '1000')
    bonds.market.clock.set(due)
    await Promise.all([bonds.sell(user, id, '300'), bonds.work(), bonds.sell(user, id, '200'), bonds.work()])
    await bonds.expectRight(bonds.now())
    const { rows } = await sql<{ face: bigint }>`
      select sum(face) as face from bond_coupon where user_id = ${user}`.execute(bonds.market.database.db)
    assert.equal(rows[0]?.face, 100_000n)
  })
})

test('a sale that settles on a coupon date keeps the coupon, one that settles before does not', async () => {
  const user = await bonds.market.person()
  const bond = bonds.offered('bono')
  const { id } = await bonds.bought(user, bond, '1000')
  const [date = 0] = couponDatesAfter(bond, settlementDay(bonds.calendarOf(bond), bonds.now()))
  const { id: early } = await bonds.bought(user, bond, '1000')
  // A trading instant whose trades settle on a given day: some hours after the opening of the business day before.
  const tradeFor = (day: number): number => {
    let at = (day - 1) * dayMilliseconds + 18 * 3_600_000
    while (settlementDay(bonds.calendarOf(bond), at) > day) at -= dayMilliseconds
    return at
  }
  const before = tradeFor(date - 1)
  bonds.market.clock.set(before)
  accepted(await bonds.sell(user, early))
  bonds.market.clock.set(tradeFor(date))
  const isOn = settlementDay(bonds.calendarOf(bond), bonds.now()) === date
  accepted(await bonds.sell(user, id))
  bonds.market.clock.set(couponInstant(bonds.calendarOf(bond), date) + 15 * 3_600_000)
  await bonds.work()
  if (isOn) assert.ok((await bonds.stored(user, id)).received > 0n, 'sold to settle on the coupon date')
  assert.equal((await bonds.stored(user, early)).received, nothing, 'sold to settle before it')
  await bonds.expectRight(bonds.now())
})

describe('a maturity', () => {
  test('pays the face back, waits from midnight to ten, and cannot be sold any more', async () => {
    const user = await bonds.market.person()
    const bond = bonds.offered('cetes', ({ matures }) => matures < bonds.now() / dayMilliseconds + 60)
    const { id } = await bonds.bought(user, bond, '1000')
    const free = await bonds.available(user)
    bonds.market.clock.set(couponInstant(bonds.calendarOf(bond), bond.matures) - dayMilliseconds)
    assert.equal(word(await bonds.sell(user, id)), 'holding_unavailable', 'a sale of now would settle at the maturity')
    bonds.market.clock.set(couponInstant(bonds.calendarOf(bond), bond.matures))
    await Promise.all([bonds.work(), bonds.sell(user, id)])
    assert.deepEqual([(await bonds.stored(user, id)).status, await bonds.available(user)], ['redeeming', free])
    bonds.market.clock.set(settlementInstant(bonds.calendarOf(bond), bond.matures))
    await bonds.work()
    assert.equal(await bonds.available(user), free + moneyOf('1000'))
    await bonds.expectRight(bonds.now())
  })
})

test('the face that is left falls for everybody alike, whatever is bought', async () => {
  const bond = bonds.offered('bill')
  const last = (bond.issued + bond.soldOutDays - 1) * dayMilliseconds
  const left = remainingFace(bond, settlementDay(bonds.calendarOf(bond), bonds.now()))
  await bonds.bought(await bonds.market.person(), bond, '1000')
  const [row] = (await bonds.call().list({ id: bond.id, pageNum: 1, pageSize: 1 }, bonds.context(1))).rows
  assert.equal(row?.remaining, left)
  assert.ok(remainingFace(bond, Math.floor(last / dayMilliseconds) + 1) === 0n)
})

test('somebody who holds a bond can neither close the account nor start again; total, list and own data show it', async () => {
  const user = await bonds.market.person()
  const holding = await bonds.bought(user, bonds.offered('note'), '700')
  const { db } = bonds.market.database
  assert.equal(await countPending(db, user, [ownData]), 1)
  const affairs = { orders: 0, positions: 0, lockedPositions: 0, holdings: [], pending: 1 }
  assert.equal(decideReset(affairs, undefined, bonds.now())?.refused, 'wrong_state')
  const total = await bonds.call().total({}, bonds.context(user))
  assert.deepEqual([total.count, total.total], [1, holding.marketValue])
  const listed = await bonds.call().holdings({ pageNum: 1, pageSize: 10 }, bonds.context(user))
  assert.deepEqual(
    listed.rows.map(({ id }) => id),
    [holding.id],
  )
  const copied = await sql`${ownData.copy['bondHoldings']?.(user)}`.execute(db)
  assert.equal(copied.rows.length, 1)
  assert.deepEqual(
    (
      await bonds
        .call()
        .holdings({ pageNum: 1, pageSize: 10, id: holding.id }, bonds.context(await bonds.market.person()))
    ).rows,
    [],
  )
  accepted(await bonds.sell(user, holding.id))
  assert.equal(await countPending(db, user, [ownData]), 1, 'until its money has come')
  bonds.market.clock.advance(5 * dayMilliseconds)
  await bonds.work()
  assert.equal(await countPending(db, user, [ownData]), 0)
})

test('verify bonds finds what was changed: a price, a cost, a coupon, a rate, an amount that never came', async () => {
  const { db } = bonds.market.database
  const user = await bonds.market.person()
  const bond = bonds.offered('note')
  const { id } = await bonds.bought(user, bond, '500')
  const facts = () => ({ feed: bonds.market.feed, now: bonds.now(), settledUntil: -Infinity })
  const found = async (): Promise<string> => (await verifyBonds(db, facts())).findings.join('; ')
  assert.equal(await found(), '')
  const damage = async (change: string, undo: string, expected: RegExp): Promise<void> => {
    // The table refuses every change: the damage is that of somebody who owns the database.
    await sql.raw(`alter table bond_purchase disable trigger all`).execute(db)
    await sql.raw(change).execute(db)
    assert.match(await found(), expected)
    await sql.raw(undo).execute(db)
    await sql.raw(`alter table bond_purchase enable trigger all`).execute(db)
    assert.equal(await found(), '')
  }
  for (const [column, expected] of [
    ['price', /price is/],
    ['cost', /cost is/],
    ['accrued', /accrued interest is/],
    ['exchange', /rate is/],
  ] as const)
    await damage(
      `update bond_purchase set ${column} = ${column} + 1 where id = ${id}`,
      `update bond_purchase set ${column} = ${column} - 1 where id = ${id}`,
      expected,
    )
  const [date = 0] = couponDatesAfter(bond, (await bonds.stored(user, id)).settles)
  await damage(
    `update bond_holding set coupons_until = '${isoDate(date)}' where id = ${id}`,
    `update bond_holding set coupons_until = '${isoDate((await bonds.stored(user, id)).couponsUntil)}' where id = ${id}`,
    /coupon of .* is missing/,
  )
  accepted(await bonds.sell(user, id))
  await damage(
    `update bond_holding set proceeds = proceeds + 1 where id = ${id}`,
    `update bond_holding set proceeds = proceeds - 1 where id = ${id}`,
    /proceeds is/,
  )
  bonds.market.clock.advance(6 * dayMilliseconds)
  const late = await verifyBonds(db, { ...facts(), settledUntil: bonds.now() })
  assert.match(
    late.findings.join(),
    new RegExp(`holding ${id}: what was due at ${isoInstant(bonds.now()).slice(0, 5)}`),
  )
  await bonds.work()
  await bonds.expectRight(bonds.now())
})
