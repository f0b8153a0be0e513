import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { isDividend } from '@mex/core/market/corporate-actions.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { connect, type Connection } from '#db/sql.ts'
import { openLossyWay, type LossyWay } from '#db/testing.ts'
import { openTicker, type TickGap, type Ticker } from '#feeds/ticker.ts'
import { openActionBooking } from '#areas/trading/corporate-actions/corporate-action-jobs.ts'
import { openTradingEngine, type TradingEngine } from '#areas/trading/engine.ts'
import { settleEnded } from '#areas/trading/expiry/expiry-jobs.ts'
import { bookCharges, lapseOverdue } from '#areas/trading/jobs.ts'
import { openMatcher } from '#areas/trading/matching/matcher.ts'
import { findPosition } from '#areas/trading/store.ts'
import { accepted, openTradingTest, type TradingTest } from '#areas/trading/testing.ts'
import { findingsIn } from '#areas/trading/verify/testing.ts'

const day = 86_400_000
const hour = 3_600_000
const start = Date.parse('2026-11-16T15:00Z')
const end = start + 60 * day
/** How far the clock jumps; the tick after a jump is handled. */
const step = 12 * hour

/** What a server runs besides ticks. */
async function runJobs(engine: TradingEngine): Promise<void> {
  await lapseOverdue(engine)
  await bookCharges(engine)
  await openActionBooking(engine)()
  await settleEnded(engine)
}

/** Skips to an instant, and handles the tick after it. */
async function tickAt({ clock, feed }: TradingTest, ticker: Ticker, at: number): Promise<void> {
  for (const instant of [at, feed.nextTick(at)]) {
    clock.set(instant)
    await ticker.step()
  }
}

/** One process: its engine, its ticks, its jobs. */
async function openProcess(
  { engine: { dependencies }, feed, clock }: TradingTest,
  gaps: TickGap[],
  handledUntil: number,
) {
  const engine = openTradingEngine({ ...dependencies, onError: () => undefined })
  // Its first commit may be the one that is lost.
  await engine.start().catch(() => engine.start())
  const listeners = [openMatcher(engine)]
  const ticker = openTicker({ feed, clock, listeners, handledUntil, onGap: (gap) => void gaps.push(gap) })
  return { engine, ticker }
}

/** Positions of every kind that nights, dividends and an expiry change; none is near its liquidation. */
async function openPositions(market: TradingTest): Promise<readonly { readonly user: number; readonly id: number }[]> {
  const { feed } = market
  const pays = [...feed.instruments(end).keys()].find(
    (key) =>
      key.startsWith('US:') &&
      feed.actions(key, end).some((one) => isDividend(one) && one.exAt > start && one.exAt < end),
  )
  const payer = present(pays, 'a share that pays a dividend')
  const user = await market.person()
  const orders = [
    { key: payer, quantity: '20', leverage: 2, direction: 'short' },
    { key: payer, quantity: '20', leverage: 2 },
    { key: 'HK:00700', source: sources.hongKongStock, quantity: '100', leverage: 2 },
    { key: 'FX:EURUSD', source: sources.forex, quantity: '0.1', leverage: 2 },
    { key: 'FX:XAUUSD', source: sources.forex, quantity: '0.01', leverage: 2, direction: 'short' },
    { key: 'FUT:MESZ26', source: sources.future, quantity: '1', leverage: 2 },
  ] as const
  const opened = []
  for (const order of orders) opened.push({ user, id: accepted(await market.open(user, order)).id })
  await market.tick(4)
  for (const { id } of opened) assert.equal((await findPosition(market.database.db, user, id))?.state, 'OPEN', `${id}`)
  return opened
}

/** Closes what is open at one instant, and tells what every position came to, in cents. */
async function outcome(market: TradingTest, opened: Awaited<ReturnType<typeof openPositions>>) {
  await tickAt(market, market.ticker, end)
  await market.engine.upToDate(market.clock.now())
  await market.engine.nights.beforeTick(market.clock.now())
  for (const { user, id } of opened)
    if ((await findPosition(market.database.db, user, id))?.state !== 'CLOSED') accepted(await market.close(user, id))
  await market.tick(2)
  const { rows } = await market.database.pool.query<{ line: string }>(`
    select concat_ws(' ', position.id, state, position.financing, owed_funding, owed_issuer, close_reason,
      (select string_agg(concat_ws(':', reason, quote_id, profit, closing.financing, net_profit, margin), ',' order by closing.id)
        from closing where closing.user_id = position.user_id and position_id = position.id)) as line
    from position order by position.id`)
  const { rows: balances } = await market.database.pool.query<{ line: string }>(
    `select concat_ws(' ', wallet, account, amount) as line from balance order by wallet, account`,
  )
  return { positions: rows.map(({ line }) => line), balances: balances.map(({ line }) => line) }
}

test('sixty days of restarts, lost commits and silence end with the cents of an undisturbed run', async () => {
  await using calm = await openTradingTest({ at: start })
  const undisturbed = await openPositions(calm)
  for (let at = start + step; at < end; at += step) {
    await tickAt(calm, calm.ticker, at)
    await runJobs(calm.engine)
  }
  const expected = await outcome(calm, undisturbed)

  let way: LossyWay | undefined
  let lossy: Connection | undefined
  await using _ = {
    async [Symbol.asyncDispose]() {
      await lossy?.db.destroy()
      await way?.[Symbol.asyncDispose]()
    },
  }
  await using rough = await openTradingTest({
    at: start,
    async reach(database) {
      way = await openLossyWay(database)
      lossy = connect(way.connectionString, 4)
      return lossy.db
    },
    onTickFailure: () => undefined,
  })
  const disturbed = await openPositions(rough)
  const gaps: TickGap[] = []
  let state = 7
  const draw = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  let [restarts, losses] = [0, 0]
  let process = await openProcess(rough, gaps, start)
  for (let at = start + step; at < end; at += step) {
    const fate = draw(6)
    // For up to a day nothing runs.
    if (fate === 0) continue
    if (fate === 1) {
      process = await openProcess(rough, gaps, process.ticker.handledUntil())
      restarts += 1
    }
    if (fate === 2) {
      way?.loseCommit()
      losses += 1
    }
    await tickAt(rough, process.ticker, at).catch(() => undefined)
    await runJobs(process.engine).catch(() => undefined)
  }
  assert.ok(restarts > 10 && losses > 10, `${restarts} restarts, ${losses} lost commits`)
  // A loss that is still to come comes now.
  await rough.engine.start().catch(() => undefined)
  await runJobs(process.engine).catch(() => undefined)
  await runJobs(process.engine)
  assert.deepEqual(await outcome(rough, disturbed), expected)
  assert.ok(expected.positions.some((line) => line.includes('expiry')))
  assert.deepEqual(await findingsIn(calm, { gaps: calm.gaps }), [])
  await rough.expectBalancedLedger()
})
