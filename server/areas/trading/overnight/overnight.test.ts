import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { present } from '@mex/core/assert.ts'
import { formatMoney, moneyOf } from '@mex/core/money/money.ts'
import { lockUsers } from '#db/lane.ts'
import { inTransaction } from '#db/sql.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openTradingEngine, type TradingEngine } from '#areas/trading/engine.ts'
import { bookCharges, lapseOverdue } from '#areas/trading/jobs.ts'
import { openMatcher } from '#areas/trading/matching/matcher.ts'
import { cutOffsBetween, nextCutOff } from './overnight.ts'
import { findPosition } from '#areas/trading/store.ts'
import { chargesOf } from './store-overnight.ts'
import { accepted, openTradingTest, type TradingTest } from '#areas/trading/testing.ts'
import { findingsIn } from '#areas/trading/verify/testing.ts'
import { freshQuotes } from '#feeds/ticker-testing.ts'

const at = (text: string): number => Date.parse(text)

describe('cut-offs (rulebook §17.1, §17.2)', () => {
  const { calendars } = openCatalogue()
  const cutOffsOf = (market: string, from: string, to: string): readonly string[] =>
    cutOffsBetween(calendars, at(from), at(to))
      .filter((cutOff) => cutOff.market === market)
      .map((cutOff) => `${new Date(cutOff.at).toISOString().slice(0, 16)} ${cutOff.period} ${cutOff.nights}`)

  test('a share of New York: 16:00 on business days, three days on Friday, two before Thanksgiving', () => {
    assert.deepEqual(cutOffsOf('US', '2026-11-20T00:00Z', '2026-11-28T12:00Z'), [
      '2026-11-20T21:00 financing 2026-11-20 3',
      '2026-11-23T21:00 financing 2026-11-23 1',
      '2026-11-24T21:00 financing 2026-11-24 1',
      '2026-11-25T21:00 financing 2026-11-25 2',
      '2026-11-27T21:00 financing 2026-11-27 3',
    ])
  })

  test('Hong Kong: 16:30; Mexico: its close, an hour earlier while New York is on daylight time', () => {
    assert.deepEqual(cutOffsOf('HK', '2026-11-20T00:00Z', '2026-11-20T23:00Z'), [
      '2026-11-20T08:30 financing 2026-11-20 3',
    ])
    assert.deepEqual(cutOffsOf('MX', '2026-11-18T00:00Z', '2026-11-18T23:00Z'), [
      '2026-11-18T21:00 financing 2026-11-18 1',
    ])
    assert.deepEqual(cutOffsOf('MX', '2026-10-15T00:00Z', '2026-10-15T23:00Z'), [
      '2026-10-15T20:00 financing 2026-10-15 1',
    ])
  })

  test('pairs: 17:00 New York from Monday to Friday, three nights on Wednesday, holidays too', () => {
    assert.deepEqual(cutOffsOf('FX', '2026-11-20T00:00Z', '2026-11-28T12:00Z'), [
      '2026-11-20T22:00 swap 2026-11-20 1',
      '2026-11-23T22:00 swap 2026-11-23 1',
      '2026-11-24T22:00 swap 2026-11-24 1',
      '2026-11-25T22:00 swap 2026-11-25 3',
      '2026-11-26T22:00 swap 2026-11-26 1',
      '2026-11-27T22:00 swap 2026-11-27 1',
    ])
  })

  test('the next cut-off of a market is after the instant; futures and indices have none', () => {
    assert.equal(nextCutOff(calendars, 'US', at('2026-11-20T21:00Z'))?.period, 'financing 2026-11-23')
    assert.equal(nextCutOff(calendars, 'US', at('2026-11-20T20:59Z'))?.period, 'financing 2026-11-20')
    assert.equal(nextCutOff(calendars, 'FUT', at('2026-11-20T20:59Z')), undefined)
  })
})

describe('charges of nights', () => {
  let market: TradingTest
  let user: number
  let position: number
  const close = at('2026-11-20T21:00:00Z')
  before(async () => {
    market = await openTradingTest({ at: close - 60_000 })
    user = await market.person()
    position = accepted(await market.open(user, { key: 'US:AAPL', quantity: '100', leverage: 5 })).id
    await market.tick(2)
  })
  after(() => market[Symbol.asyncDispose]())

  /** Sets the clock; after a jump the first tick is missed, and the second one is handled. */
  const tickTo = async (instant: number): Promise<void> => {
    market.clock.set(instant - 1)
    await market.tick(2)
  }
  const charged = async (): Promise<readonly string[]> =>
    (await chargesOf(market.database.db, user)).map(
      ({ period, booked }) => `${period} ${booked === undefined ? 'due' : formatMoney(booked.amount)}`,
    )
  const restart = async (): Promise<TradingEngine> => {
    const engine = openTradingEngine(market.engine.dependencies)
    await engine.start()
    return engine
  }

  test('are noted at the first tick at or after the cut-off, and booked once', async () => {
    await tickTo(close - 2000)
    assert.deepEqual(await charged(), [])
    const before = await market.available(user, 'US_STOCK')
    await tickTo(close)
    assert.deepEqual(await charged(), ['financing 2026-11-20 due'])
    assert.equal(await bookCharges(market.engine), 1)
    assert.equal(await bookCharges(market.engine), 0)
    const held = await findPosition(market.database.db, user, position)
    // 80 % of the cost is borrowed, for three days at 6.5 %.
    const expected = -Number((((held?.cost ?? 0n) * 4n) / 5n / 10n ** 6n) * 65n * 3n) / 1000 / 360
    assert.equal(Number(held?.financing), Math.round(expected))
    assert.equal(await market.available(user, 'US_STOCK'), before + (held?.financing ?? 0n))
    assert.deepEqual(await findingsIn(market), [])
    await market.expectBalancedLedger()
  })

  test('are not noted again by a restarted engine, which also notes the nights that it missed', async () => {
    const engine = await restart()
    await engine.nights.begin(close + 60_000)
    assert.equal((await charged()).length, 1)
    await engine.nights.begin(at('2026-11-24T22:30:00Z'))
    assert.deepEqual((await charged()).slice(1), ['financing 2026-11-23 due', 'financing 2026-11-24 due'])
    // The first engine does not know that the nights are noted, and notes none of them again.
    await tickTo(at('2026-11-24T22:30:00Z'))
    assert.equal((await charged()).length, 3)
    assert.equal(await bookCharges(market.engine), 1)
    assert.deepEqual(await findingsIn(market), [])
  })

  test('are booked before a closing of the position is accepted', async () => {
    await tickTo(at('2026-11-25T21:00:01Z'))
    assert.equal((await charged()).at(-1), 'financing 2026-11-25 due')
    accepted(await market.close(user, position))
    assert.match((await charged()).at(-1) ?? '', /^financing 2026-11-25 -/)
    await market.tick(2)
    const closed = await findPosition(market.database.db, user, position)
    assert.equal(closed?.state, 'CLOSED')
    await tickTo(at('2026-11-27T21:00:01Z'))
    assert.equal((await charged()).length, 4)
    const { rows } = await market.database.pool.query<{ financing: bigint }>(
      'select financing from closing where position_id = $1',
      [position],
    )
    const sum = (await chargesOf(market.database.db, user)).reduce(
      (total, { booked }) => total + (booked?.amount ?? 0n),
      0n,
    )
    assert.equal(rows[0]?.financing, sum)
    assert.deepEqual(await findingsIn(market), [])
  })

  test('the job asks for each user once, also for a charge that cannot be booked', { timeout: 30_000 }, async () => {
    const { pool } = market.database
    const { rows } = await pool.query<{ booked: string }>(
      `select to_jsonb(overnight_charge)::text as booked from overnight_charge where period = 'financing 2026-11-25'`,
    )
    // The position has been closed since.
    await pool.query(`update overnight_charge set amount = null, price = null, exchange = null, booked_at = null
      where period = 'financing 2026-11-25'`)
    assert.equal(await bookCharges(market.engine), 1)
    assert.equal((await charged()).at(-1), 'financing 2026-11-25 due')
    await pool.query(
      `update overnight_charge set amount = old.amount, price = old.price, exchange = old.exchange, booked_at = old.booked_at
        from jsonb_populate_record(null::overnight_charge, $1::jsonb) as old where overnight_charge.period = old.period`,
      [rows[0]?.booked],
    )
    assert.deepEqual(await findingsIn(market), [])
  })

  test('a fully paid share is not charged, a pair is charged with leverage 1', async () => {
    const other = await market.person()
    const share = accepted(await market.open(other, { key: 'US:AAPL', quantity: '1', leverage: 1 }))
    const pair = accepted(await market.open(other, { key: 'FX:EURUSD', source: 2, quantity: '0.05', leverage: 1 }))
    await market.tick(2)
    await tickTo(at('2026-11-30T23:00:00Z'))
    await bookCharges(market.engine)
    const rows = await chargesOf(market.database.db, other)
    assert.deepEqual([...new Set(rows.map(({ position: id }) => id))], [pair.id])
    assert.deepEqual(
      rows.map(({ period, nights }) => `${period} ${nights}`),
      ['swap 2026-11-27 1', 'swap 2026-11-30 1'],
    )
    assert(rows.every(({ booked }) => booked !== undefined && booked.amount < 0n))
    assert.equal((await findPosition(market.database.db, other, share.id))?.financing, 0n)
    assert.deepEqual(await findingsIn(market), [])
  })

  test('margin that waits becomes margin only after the night is noted', async () => {
    const other = await market.person()
    const opened = accepted(await market.open(other, { key: 'US:AAPL', quantity: '10', leverage: 5 }))
    await market.tick(2)
    await tickTo(at('2026-12-01T20:59:50Z'))
    accepted(await market.addMargin(other, opened.id, '500.00'))
    market.clock.set(at('2026-12-01T21:00:30Z'))
    assert.equal(market.engine.nights.areNoted(market.clock.now()), false)
    await market.engine.lane.send({ kind: 'lapse', userId: undefined, users: [other] })
    assert.equal((await findPosition(market.database.db, other, opened.id))?.addedMargin, 0n)
    await tickTo(at('2026-12-01T21:01:00Z'))
    await bookCharges(market.engine)
    await lapseOverdue(market.engine)
    assert.equal((await findPosition(market.database.db, other, opened.id))?.addedMargin, moneyOf('500.00'))
    assert.deepEqual(await findingsIn(market), [])
  })

  test('the check of fills reports a charge that is wrong, missing, or of no night', async () => {
    const { pool } = market.database
    await pool.query('alter table overnight_charge disable trigger all')
    const planted: readonly (readonly [string, string, RegExp])[] = [
      [
        "update overnight_charge set amount = amount - 1 where period = 'financing 2026-11-20'",
        "update overnight_charge set amount = amount + 1 where period = 'financing 2026-11-20'",
        /financing 2026-11-20: is .*, should be/,
      ],
      [
        "update overnight_charge set nights = 1 where period = 'financing 2026-11-20'",
        "update overnight_charge set nights = 3 where period = 'financing 2026-11-20'",
        /another number of nights|should be/,
      ],
      [
        "update overnight_charge set period = 'financing 2026-11-21' where period = 'financing 2026-11-20'",
        "update overnight_charge set period = 'financing 2026-11-20' where period = 'financing 2026-11-21'",
        /financing 2026-11-20: was not charged/,
      ],
      [
        "update overnight_charge set booked_at = booked_at + interval '1 hour' where period = 'financing 2026-11-20'",
        "update overnight_charge set booked_at = booked_at - interval '1 hour' where period = 'financing 2026-11-20'",
        /journal E36:\d+:financing 2026-11-20/,
      ],
    ]
    for (const [spoil, mend, found] of planted) {
      await pool.query(spoil)
      assert.match((await findingsIn(market)).join('\n'), found, spoil)
      await pool.query(mend)
      assert.deepEqual(await findingsIn(market), [])
    }
  })

  test('a matcher whose database fails notes the night at its next tick', async () => {
    const engine = await restart()
    const matcher = openMatcher(engine)
    const instant = at('2026-12-02T21:00:00Z')
    market.clock.set(instant + 1000)
    await matcher.tick(instant + 1000, freshQuotes())
    assert.equal(engine.nights.areNoted(instant + 1000), true)
  })
})

describe('charges and fills of one list', () => {
  test('two positions of one share are charged in one list, where the money pays one', async () => {
    await using market = await openTradingTest({ at: at('2026-12-04T20:00:00Z') })
    const other = await market.person()
    const ids: number[] = []
    for (let made = 0; made < 2; made += 1)
      ids.push(accepted(await market.open(other, { key: 'US:AAPL', quantity: '100', leverage: 5 })).id)
    await market.tick(2)
    // Fully paid shares, which no night concerns, leave less free money than two nights cost.
    for (const key of ['US:AAPL', 'US:F', 'US:NIO']) {
      const { ask } = present(market.feed.quote(key, market.clock.now()), key)
      const most = (Number(await market.available(other, 'US_STOCK')) - 150) / (Number(ask) / 1e6)
      const quantity = String(Math.max(1, Math.floor(most * 0.96)))
      accepted(await market.open(other, { key, quantity, leverage: 1 }))
      await market.tick(2)
    }
    market.clock.set(at('2026-12-04T20:59:59Z'))
    await market.tick(3)
    await bookCharges(market.engine)
    const found = await Promise.all(ids.map((id) => findPosition(market.database.db, other, id)))
    const [first, second] = found.map((each) => present(each, 'a position').margin)
    assert.ok(first !== undefined && second !== undefined && first > second, `${first} ${second}`)
    assert.equal(await market.available(other, 'US_STOCK'), 0n)
    assert.deepEqual(await findingsIn(market), [])
  })

  test('a position that the first quote after the cut-off closes is charged, however late it is handled', async () => {
    await using market = await openTradingTest({ at: at('2026-12-07T21:59:50Z') })
    const other = await market.person()
    const { id } = accepted(await market.open(other, { key: 'FX:EURUSD', source: 2, quantity: '0.1', leverage: 20 }))
    await market.tick(8)
    market.clock.set(at('2026-12-07T21:59:59.900Z'))
    accepted(await market.close(other, id))
    market.clock.set(at('2026-12-07T22:00:00.500Z'))
    await market.ticker.step()
    const closed = present(await findPosition(market.database.db, other, id), 'the position')
    assert.deepEqual([closed.state, closed.closedAt], ['CLOSED', at('2026-12-07T22:00:00Z')])
    const [charge] = (await chargesOf(market.database.db, other)).toReversed()
    assert.deepEqual([charge?.period, charge?.booked?.at], ['swap 2026-12-07', at('2026-12-07T22:00:00.500Z')])
    assert.deepEqual(await findingsIn(market), [])
  })

  test('a night that begins while a tick of before is handled is noted after it, however long it takes', async () => {
    await using market = await openTradingTest({ at: at('2026-12-04T20:59:40Z') })
    const close = at('2026-12-04T21:00:00Z')
    const { db, pool } = market.database
    const other = await market.person()
    const { id } = accepted(await market.open(other, { key: 'US:AAPL', quantity: '10', leverage: 5 }))
    await market.tick(2)
    accepted(await market.close(other, id))
    let job: Promise<unknown> = Promise.resolve()
    let ticking: Promise<unknown> = Promise.resolve()
    // The tick waits for the user, and the job runs long after the cut-off.
    await inTransaction(db, async (tx) => {
      await lockUsers(tx, [other])
      ticking = market.tick()
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await pool.query(waiting)).rowCount === 0) await rest(10)
      market.clock.set(close + 60_000)
      job = bookCharges(market.engine)
      for (
        let waited = 0;
        waited < 20 && (await pool.query('select from overnight_cut_off')).rowCount === 0;
        waited += 1
      )
        await rest(10)
    })
    await Promise.all([ticking, job])
    const closed = present(await findPosition(db, other, id), 'the position')
    assert.equal(closed.state, 'CLOSED')
    assert.ok((closed.closedAt ?? Infinity) < close)
    assert.deepEqual(await chargesOf(db, other), [])
    assert.equal(market.engine.nights.areNoted(close + 60_000), true)
    assert.deepEqual(await findingsIn(market), [])
  })
})
