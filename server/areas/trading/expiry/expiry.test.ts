import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { formatPrice, price, type Price } from '@mex/core/money/money.ts'
import { refusal } from '@mex/core/refusal.ts'
import { worth } from '@mex/core/trading/positions.ts'
import { settlementOf } from '#areas/market/settlement-price.ts'
import { openTradingEngine } from '#areas/trading/engine.ts'
import { remindHolders, settleEnded } from './expiry-jobs.ts'
import { lapseOverdue } from '#areas/trading/jobs.ts'
import { listClosings } from '#areas/trading/store-lists.ts'
import { findOrder, findPosition } from '#areas/trading/store.ts'
import { accepted, openTradingTest, type TradingTest, type TradingTestOptions } from '#areas/trading/testing.ts'
import { findingsIn } from '#areas/trading/verify/testing.ts'

const minute = 60_000
const lastTrade = Date.parse('2026-12-18T14:30:00Z')
const settlesAt = lastTrade + 10 * minute
const key = 'FUT:MESZ26'
const future = { key, source: sources.future, quantity: '1', leverage: 20 } as const
const ended = refusal('expires_soon', { values: { reason: 'contract_ended' } })

/** A market in which one user has bought a contract and another has sold it, the day before its last trading day. */
async function openHeld(at = '2026-12-17T20:00:00Z', options: TradingTestOptions = {}) {
  const market = await openTradingTest({ at: Date.parse(at), ...options })
  const [long, short] = [await market.person(), await market.person()]
  const bought = accepted(await market.open(long, future))
  const sold = accepted(await market.open(short, { ...future, direction: 'short', leverage: 10 }))
  await market.tick()
  return { market, long, short, bought, sold }
}

/** Moves the clock to an instant, and runs the jobs as the server does; the skipped ticks are a gap. */
async function goTo({ clock, ticker, engine }: TradingTest, at: number): Promise<void> {
  clock.set(at)
  await ticker.step()
  await lapseOverdue(engine)
  await settleEnded(engine)
}

const lastOf = ({ feed, clock }: TradingTest): Price => present(feed.quote(key, clock.now()), key).last
/** A limit in whole points, so far above the market that it waits. */
const limitAbove = (market: TradingTest): Price => price((lastOf(market) / 10_000_000_000n) * 10_500_000_000n)
const settlementIn = ({ engine, feed, clock }: TradingTest) => {
  const instrument = engine.dependencies.describe(key, clock.now())
  return { instrument, ...present(settlementOf(feed, instrument, clock.now()), 'a settlement') }
}

test('opens nothing on the last trading day, which begins with its session, and does nothing after the last trade', async () => {
  const { market, long, bought } = await openHeld()
  await using _ = market
  await goTo(market, Date.parse('2026-12-17T21:59:59Z'))
  accepted(await market.open(long, future))
  // In practice hours the time after a close belongs to the next trading day.
  await goTo(market, Date.parse('2026-12-17T22:00:00Z'))
  assert.deepEqual(await market.open(long, future), refusal('expires_soon'))
  accepted(await market.addMargin(long, bought.id, '10.00'))
  await goTo(market, lastTrade - 1)
  const closing = accepted(await market.close(long, bought.id, { type: 'limit', limit: limitAbove(market) }))
  assert.equal(closing.expiresAt, lastTrade)
  await goTo(market, lastTrade)
  assert.deepEqual(await market.open(long, future), ended)
  assert.deepEqual(await market.close(long, bought.id), ended)
  assert.deepEqual(await market.addMargin(long, bought.id, '10.00'), ended)
})

test('ends working orders at the last trade, and settles both sides at one price ten minutes later', async () => {
  const { market, long, short, bought, sold } = await openHeld()
  await using _ = market
  const { db, pool } = market.database
  const resting = accepted(await market.close(long, bought.id, { type: 'limit', limit: limitAbove(market) }))
  accepted(await market.addMargin(long, bought.id, '100.00'))
  await goTo(market, lastTrade - minute)
  while (market.clock.now() < lastTrade + 7000) {
    await market.tick()
    await lapseOverdue(market.engine)
  }
  assert.equal((await findOrder(db, long, resting.id))?.reason, 'EXPIRED')
  assert.equal((await findPosition(db, long, bought.id))?.locked, 0n)
  await goTo(market, settlesAt - 1)
  assert.equal((await findPosition(db, long, bought.id))?.state, 'OPEN')
  await goTo(market, settlesAt)
  const { instrument, price: at, quote } = settlementIn(market)
  for (const [user, { id }] of [
    [long, bought],
    [short, sold],
  ] as const) {
    const position = await findPosition(db, user, id)
    assert.deepEqual([position?.state, position?.closeReason, position?.margin], ['CLOSED', 'expiry', 0n])
    const { rows } = await listClosings(db, user, { position: id }, { pageNumber: 1, pageSize: 5 })
    assert.deepEqual(
      rows.map(({ closing }) => [closing.exit, closing.fee, closing.quote]),
      [[worth(instrument, at, present(rows[0], 'closing').closing.quantity), 0n, quote]],
    )
  }
  const { rows } = await pool.query("select text_values as said from message where kind = 'contract_settled'")
  assert.deepEqual(
    rows.map(({ said }) => said),
    [long, short].map(() => ({ code: 'MESZ26', price: formatPrice(at) })),
  )
  await market.expectBalancedLedger()
  assert.deepEqual(await findingsIn(market, { gaps: [...market.gaps] }), [])
  const { rows: before } = await pool.query('select count(*) from journal')
  assert.equal(await settleEnded(market.engine), 0)
  await market.engine.lane.send({ kind: 'settle', userId: undefined, users: [long, short], key })
  const { rows: after } = await pool.query('select count(*) from journal')
  assert.deepEqual(after, before, 'a repeated settlement posts nothing')
})

test('the price is the mean of the mids of the last minute, and nobody learns it before the end', async () => {
  await using market = await openTradingTest({ at: lastTrade - 1 })
  const { engine, feed } = market
  const instrument = engine.dependencies.describe(key, lastTrade - 1)
  assert.equal(settlementOf(feed, instrument, lastTrade - 1), undefined)
  const mids: bigint[] = []
  for (let at = feed.nextTick(lastTrade - minute - 1); at < lastTrade; at = feed.nextTick(at)) {
    const { bid, ask, venueTime } = present(feed.quote(key, at), key)
    assert.equal(venueTime, at)
    mids.push(bid + ask)
  }
  assert.equal(mids.length, 64)
  const tick = 25_000_000
  const mean = Number(mids.reduce((sum, mid) => sum + mid, 0n)) / 128
  const settlement = present(settlementOf(feed, instrument, lastTrade), 'a settlement')
  assert.equal(Number(settlement.price), Math.round(mean / tick) * tick)
  assert.equal(settlement.at, settlesAt)
  assert.equal(settlement.quote, feed.quote(key, lastTrade - 1)?.id)
})

test('a restart between the last trade and the settlement changes no price and settles late without a finding', async () => {
  const { market, long, bought } = await openHeld()
  await using _ = market
  await goTo(market, lastTrade + minute)
  const restarted = openTradingEngine(market.engine.dependencies)
  await restarted.start()
  market.clock.set(settlesAt + 90 * minute)
  await market.ticker.step()
  await settleEnded(restarted)
  await settleEnded(market.engine)
  assert.equal((await findPosition(market.database.db, long, bought.id))?.closeReason, 'expiry')
  await market.expectBalancedLedger()
  assert.deepEqual(await findingsIn(market, { gaps: [...market.gaps] }), [])
})

test('settles at the last rate where the series of a currency has ended', async () => {
  const { market, long, bought } = await openHeld(undefined, {
    bend: (feed) => ({
      ...feed,
      conversionRate: (from, to, now) => (now < lastTrade ? feed.conversionRate(from, to, now) : undefined),
    }),
  })
  await using _ = market
  await goTo(market, settlesAt)
  assert.equal((await findPosition(market.database.db, long, bought.id))?.closeReason, 'expiry')
  assert.deepEqual(await findingsIn(market, { gaps: [...market.gaps] }), [])
})

test('reminds holders five business days and one before the end, each once', async () => {
  const { market, long, short } = await openHeld('2026-12-10T15:00:00Z')
  await using _ = market
  const { pool } = market.database
  const told = async () => {
    const { rows } = await pool.query<{ user_id: number }>(
      "select user_id from message where kind = 'contract_ends' order by id",
    )
    return rows.map(({ user_id: user }) => Number(user))
  }
  const cases = [
    ['2026-12-10T21:00:00Z', []],
    // The fifth business day before Friday the 18th begins with the session of Thursday evening.
    ['2026-12-10T23:00:00Z', [long, short]],
    ['2026-12-16T21:00:00Z', [long, short]],
    ['2026-12-16T23:00:00Z', [long, short, long, short]],
    ['2026-12-18T14:00:00Z', [long, short, long, short]],
    ['2026-12-18T14:31:00Z', [long, short, long, short]],
  ] as const
  for (const [at, expected] of cases) {
    await goTo(market, Date.parse(at))
    await remindHolders(market.engine)
    await remindHolders(openTradingEngine(market.engine.dependencies))
    assert.deepEqual(await told(), expected, at)
  }
})

test('the check of fills reports a settlement that is missing, early, late or at another price', async () => {
  const { market, long, bought, sold } = await openHeld()
  await using _ = market
  const { pool } = market.database
  await goTo(market, lastTrade + minute)
  market.clock.set(settlesAt + 5 * minute)
  await market.ticker.step()
  // The gap ends here: from now on the server is back.
  const gaps = market.gaps.map(({ from, to }) => ({ from, to: Math.min(to, settlesAt - 1) }))
  const missing = (await findingsIn(market, { gaps })).join('\n')
  for (const { id } of [bought, sold])
    assert.match(missing, new RegExp(`^position ${id}: was not settled, its contract settled 2026-12-18T14:40:00`, 'm'))

  market.clock.set(settlesAt + 1000)
  await settleEnded(market.engine)
  market.clock.set(settlesAt + 5 * minute)
  assert.deepEqual(await findingsIn(market, { gaps }), [])

  for (const table of ['closing', 'position', 'journal', 'journal_line'])
    await pool.query(`alter table ${table} disable trigger all`)
  const of = `where position_id = ${bought.id} and user_id = ${long}`
  const planted: readonly (readonly [spoil: string, mend: string, found: RegExp])[] = [
    [
      `update closing set exit_value = exit_value + 1 ${of}`,
      `update closing set exit_value = exit_value - 1 ${of}`,
      new RegExp(`^settlement of position ${bought.id}: exit is `, 'm'),
    ],
    [
      `update closing set reason = 'liquidation' ${of}`,
      `update closing set reason = 'expiry' ${of}`,
      new RegExp(`^settlement of position ${bought.id}: reason is liquidation`, 'm'),
    ],
    [
      `update closing set closed_at = closed_at - interval '2 minutes' ${of}`,
      `update closing set closed_at = closed_at + interval '2 minutes' ${of}`,
      new RegExp(`^position ${bought.id}: was settled wrongly`, 'm'),
    ],
    [
      `update position set closed_at = closed_at + interval '2 minutes' where id = ${bought.id}`,
      `update position set closed_at = closed_at - interval '2 minutes' where id = ${bought.id}`,
      new RegExp(`^position ${bought.id}: was settled 2026-12-18T14:42:01`, 'm'),
    ],
    [
      `update journal_line set debit = debit + 1 where debit > 0 and journal_id = (select id from journal where event = 'E41' order by id limit 1)`,
      `update journal_line set debit = debit - 1 where debit > 0 and journal_id = (select id from journal where event = 'E41' order by id limit 1)`,
      new RegExp(`^journal E41:${bought.id}:FUT:MESZ26@\\d+: is .*, should be `, 'm'),
    ],
    [
      `delete from closing ${of}`,
      'select',
      new RegExp(`^settlement of position ${bought.id}: should have happened`, 'm'),
    ],
  ]
  for (const [spoil, mend, found] of planted) {
    await pool.query(spoil)
    assert.match((await findingsIn(market, { gaps })).join('\n'), found, spoil)
    await pool.query(mend)
  }
})
