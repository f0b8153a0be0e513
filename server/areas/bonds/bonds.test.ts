import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { settlementDay, settlementInstant } from '@mex/core/bonds/bond.ts'
import { formatMoney, money, moneyOf } from '@mex/core/money/money.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { dayMilliseconds, isoDate } from '@mex/core/time-zone.ts'
import { loadUnsettled, saveUnsettledRows } from '#areas/ledger/actions.ts'
import { askReset, personal } from '#areas/testing.ts'
import { accepted, openTradingTest } from '#areas/trading/testing.ts'
import { parseInstant } from '#clock.ts'
import { resetRefusal } from '#reset-refusal.ts'
import { countOpenHoldings } from './open-holdings.ts'
import { isOffered } from './quotes.ts'
import { openBondsTest, traditional, word, type BondsTest } from './testing.ts'
import { openBondTrades } from './trades.ts'

let bonds: BondsTest
before(async () => {
  bonds = await openBondsTest()
})
after(async () => bonds.market[Symbol.asyncDispose]())

describe('a purchase', () => {
  test('costs the ask and the accrued interest, settles on the next business day, and takes its spread alone from the equity', async () => {
    const user = await bonds.market.person()
    const [free, worth] = [await bonds.available(user), await bonds.equity(user)]
    const bond = bonds.offered('note')
    const holding = await bonds.bought(user, bond, '10000')
    assert.deepEqual(
      [holding.status, holding.settles],
      ['bought', isoDate(settlementDay(bonds.calendarOf(bond), bonds.now()))],
    )
    assert.equal(await bonds.available(user), free - holding.cost)
    assert.equal(await countOpenHoldings(bonds.market.database.db, user), 1)
    const row =
      (await bonds.call().list({ id: bond.id, pageNum: 1, pageSize: 1 }, bonds.context(user))).rows[0] ?? assert.fail()
    assert.equal(row.buyPrice - row.sellPrice, 10_000_000n, 'the spread is 0.10 for 100')
    const spread = worth - (await bonds.equity(user))
    const mid = Number(row.conversionRate) / 1e12
    assert.ok(Math.abs(Number(spread) / 100 - 10 * mid) <= 0.02, `${spread} is 10 dollars`)
    assert.equal(holding.marketValue - holding.cost, -spread)
    await bonds.expectRight()
  })

  test('of Cetes and Bonos is in pesos and takes no rate', async () => {
    const user = await bonds.market.person()
    for (const [kind, face] of [
      ['cetes', '1000'],
      ['bono', '500'],
      ['bill', '300'],
    ] as const) {
      const holding = await bonds.bought(user, bonds.offered(kind), face)
      assert.equal(holding.face, moneyOf(face))
      if (kind !== 'bill') assert.equal(holding.conversionRate, 10n ** 12n)
    }
    await bonds.expectRight()
  })

  test('of a bill is at the discount that is shown: 100 × (1 − discount × days ÷ 360)', async () => {
    const bill = bonds.offered('bill')
    const user = await bonds.market.person()
    const row =
      (await bonds.call().list({ id: bill.id, pageNum: 1, pageSize: 1 }, bonds.context(user))).rows[0] ?? assert.fail()
    const days = (Date.parse(row.matures) - Date.parse(row.settles)) / dayMilliseconds
    const discount = Number(present(row.discount, 'the discount of a bill')) / 1e14
    assert.ok(Math.abs(100 * (1 - (discount * days) / 360) - Number(row.buyPrice) / 1e8) < 0.001)
  })

  const refusing: Readonly<Record<string, () => Promise<unknown>>> = {
    'bonds.buy refuses: not_found': async () => {
      const old = bonds.market.feed.bonds.issues(bonds.now()).find((bond) => !isOffered(bond, bonds.now()))
      return bonds.buy(await bonds.market.person(), present(old, 'an older bond'), '100')
    },
    'bonds.buy refuses: wrong_state': async () => {
      const user = await bonds.market.person()
      await askReset(bonds.market.database.db, user)
      return bonds.buy(user, bonds.offered('note'), '100')
    },
    'bonds.buy refuses: below_face_minimum': async () =>
      bonds.buy(await bonds.market.person(), bonds.offered('cetes'), '90'),
    'bonds.buy refuses: incorrect_amount': async () =>
      bonds.buy(await bonds.market.person(), bonds.offered('note'), '150'),
    'bonds.buy refuses: insufficient_balance': async () =>
      bonds.buy(await bonds.market.person(), bonds.offered('note'), '100000'),
    'bonds.buy refuses: sold_out': async () => {
      const bond = bonds.offered('note')
      return bonds.buy(await bonds.market.person(), bond, formatMoney(money(bond.totalFace / 10n + 10_000n)))
    },
    'bonds.buy refuses: quote_unavailable': async () => {
      const without = { ...bonds.market.feed, conversionRate: () => undefined }
      const lane = openBondTrades({ db: bonds.market.database.db, feed: without, traditional, resetRefusal })
      const user = await bonds.market.person()
      return lane.send({ kind: 'buy', ...bonds.byPerson(user), bond: bonds.offered('note'), face: moneyOf('100') })
    },
    'bonds.buy refuses: market_closed': async () => closed.buy(),
    'bonds.sell refuses: market_closed': async () => closed.sell(),
    'bonds.sell refuses: not_found': async () => {
      const [owner, other] = [await bonds.market.person(), await bonds.market.person()]
      return bonds.sell(other, (await bonds.bought(owner, bonds.offered('note'), '100')).id)
    },
    'bonds.sell refuses: below_face_minimum': async () => {
      const user = await bonds.market.person()
      return bonds.sell(user, (await bonds.bought(user, bonds.offered('note'), '300')).id, '150')
    },
    'bonds.sell refuses: holding_unavailable': async () => {
      const user = await bonds.market.person()
      return bonds.sell(user, (await bonds.bought(user, bonds.offered('note'), '300')).id, '400')
    },
    'bonds.sell refuses: quote_unavailable': async () => {
      const user = await bonds.market.person()
      const { id } = await bonds.bought(user, bonds.offered('note'), '300')
      const without = { ...bonds.market.feed, conversionRate: () => undefined }
      const lane = openBondTrades({ db: bonds.market.database.db, feed: without, traditional, resetRefusal })
      return lane.send({ kind: 'sell', ...bonds.byPerson(user), id, face: undefined })
    },
  }
  for (const [title, provoke] of Object.entries(refusing))
    test(title, async () => assert.equal(word(await provoke()), title.split(': ')[1]))

  test('bonds.buy refuses: missing_field, and bonds.list an unknown bond', async () => {
    const user = await bonds.market.person()
    const refused = (outcome: Promise<unknown>) =>
      outcome.then(
        () => undefined,
        (error: { refusal: Refusal }) => error.refusal.refused,
      )
    assert.equal(
      await refused(bonds.call().buy({ id: bonds.offered('note').id }, bonds.context(user))),
      'missing_field',
    )
    assert.equal(
      await refused(bonds.call().list({ id: 999_999_999, pageNum: 1, pageSize: 1 }, bonds.context(user))),
      'not_found',
    )
  })

  test('is found by code and name, also with the kind, and nothing is found by another text', async () => {
    const user = await bonds.market.person()
    const { code } = bonds.offered('note')
    const found = async (keyword: string, kind?: 'bill' | 'note') => {
      const input = { keyword, pageNum: 1, pageSize: 50, ...(kind === undefined ? {} : { kind }) }
      return (await bonds.call().list(input, bonds.context(user))).rows.map((row) => row.code)
    }
    assert.deepEqual(await found(code.toLowerCase()), [code])
    assert.deepEqual(await found(code, 'bill'), [])
    assert.deepEqual(await found('no such bond'), [])
    assert.ok((await found('bono')).length > 5)
    assert.ok((await found('cetes')).length > 0)
  })

  test('uses up unsettled proceeds first (rulebook §10.4)', async () => {
    const user = await bonds.market.person()
    const { db } = bonds.market.database
    const releaseDate = isoDate(Math.floor(bonds.now() / dayMilliseconds) + 5)
    await saveUnsettledRows(db, [{ user, wallet: 'BALANCE', rows: [{ releaseDate, amount: moneyOf('1000') }] }])
    const { cost } = await bonds.bought(user, bonds.offered('cetes'), '500')
    const left = (await loadUnsettled(db, [user]))(user, 'BALANCE', bonds.now())
    assert.deepEqual(
      left.map((row) => [row.releaseDate, row.amount]),
      [[releaseDate, moneyOf('1000') - cost]],
    )
    await saveUnsettledRows(db, [{ user, wallet: 'BALANCE', rows: [] }])
  })

  test('costs twice the spread in practice hours', async () => {
    const bond = bonds.offered('note')
    const sold = (await bonds.call().list({ id: bond.id, pageNum: 1, pageSize: 1 }, bonds.context(1))).rows[0]
    const night = personal(1, {
      db: bonds.market.database.db,
      feed: bonds.market.feed,
      now: parseInstant('2026-11-21T04:00:00Z') ?? 0,
    })
    const practice = (await bonds.call().list({ id: bond.id, pageNum: 1, pageSize: 1 }, night)).rows[0] ?? assert.fail()
    assert.deepEqual([sold?.phase, practice.phase], ['open', 'practice'])
    assert.equal(practice.buyPrice - practice.sellPrice, 20_000_000n)
    assert.equal(practice.settles, '2026-11-24', 'a trade of Friday night belongs to Monday')
  })
})

/** The same with the real hours of the market. */
const closed = {
  async open() {
    const real = await openTradingTest({ practiceHours: false, at: parseInstant('2026-11-20T16:00:00Z') ?? 0 })
    const lane = openBondTrades({ db: real.database.db, feed: real.feed, traditional, resetRefusal })
    const user = await real.person()
    const bond = present(
      real.feed.bonds.issues(real.clock.now()).find((each) => isOffered(each, real.clock.now())),
      'a bond',
    )
    const send = (face: string) =>
      lane.send({ kind: 'buy', userId: user, at: real.clock.now(), language: 'en', bond, face: moneyOf(face) })
    return { real, lane, user, send }
  },
  async buy() {
    const { real, send } = await closed.open()
    await using _ = real
    real.clock.advance(2 * dayMilliseconds)
    return await send('100')
  },
  async sell() {
    const { real, lane, user, send } = await closed.open()
    await using _ = real
    const { id } = accepted(await send('100'))
    real.clock.advance(2 * dayMilliseconds)
    return await lane.send({ kind: 'sell', userId: user, at: real.clock.now(), language: 'en', id, face: undefined })
  },
}

describe('a sale', () => {
  test('fixes its price at the request and pays at ten on the next business day', async () => {
    const user = await bonds.market.person()
    const bond = bonds.offered('note')
    const { id } = await bonds.bought(user, bond, '1000')
    const free = await bonds.available(user)
    bonds.market.clock.advance(3 * 3_600_000)
    const sold = accepted(await bonds.sell(user, id))
    const { redemption } = await bonds.stored(user, id)
    const { proceeds, settles } = redemption ?? assert.fail()
    assert.deepEqual([sold.status, sold.settles, await bonds.available(user)], ['redeeming', isoDate(settles), free])
    assert.equal(sold.marketValue, proceeds)
    assert.equal(word(await bonds.sell(user, id)), 'holding_unavailable')
    bonds.market.clock.set(settlementInstant(bonds.calendarOf(bond), settles) - 1)
    await bonds.work()
    assert.equal(await bonds.available(user), free)
    bonds.market.clock.set(settlementInstant(bonds.calendarOf(bond), settles))
    await bonds.work()
    await bonds.work()
    assert.equal(await bonds.available(user), free + proceeds)
    assert.equal((await bonds.stored(user, id)).status, 'redeemed')
    await bonds.expectRight(bonds.now())
  })

  test('of a part makes a holding of that part, and both together are what was bought', async () => {
    const user = await bonds.market.person()
    const { id, cost, bondId } = await bonds.bought(user, bonds.offered('bono'), '900')
    const part = accepted(await bonds.sell(user, id, '400'))
    assert.notEqual(part.id, id)
    const rest = await bonds.stored(user, id)
    assert.deepEqual([part.face, rest.face, part.bondId], [moneyOf('400'), moneyOf('500'), bondId])
    assert.equal(part.cost + rest.cost, cost)
    assert.equal(rest.status, 'bought')
    await bonds.expectRight()
  })

  test('of one holding that is asked for many times at once happens once', async () => {
    const user = await bonds.market.person()
    const { id } = await bonds.bought(user, bonds.offered('note'), '1000')
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => bonds.sell(user, id)))
    assert.equal(outcomes.filter((outcome) => !isRefusal(outcome)).length, 1)
    const second = await bonds.bought(user, bonds.offered('note'), '1000')
    const halves = await Promise.all(Array.from({ length: 6 }, () => bonds.sell(user, second.id, '300')))
    assert.equal(halves.filter((outcome) => !isRefusal(outcome)).length, 3, 'three parts of 300 are in 1,000')
    assert.equal((await bonds.stored(user, second.id)).face, moneyOf('100'))
    await bonds.expectRight()
  })
})
