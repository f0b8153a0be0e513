import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import {
  isDividend,
  isRemoval,
  isSplit,
  type CorporateAction,
  type Dividend,
  type Removal,
  type Split,
} from '@mex/core/market/corporate-actions.ts'
import { formatMoney, formatPrice, quantityOf } from '@mex/core/money/money.ts'
import { refusal } from '@mex/core/refusal.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { announceActions, openActionBooking } from './corporate-action-jobs.ts'
import { openTradingEngine, type TradingEngine } from '#areas/trading/engine.ts'
import { bookCharges } from '#areas/trading/jobs.ts'
import { pricesAt } from '#areas/trading/prices.ts'
import { findOrder, findPosition } from '#areas/trading/store.ts'
import { bookedActionsOf } from './store-corporate-actions.ts'
import { listPositions } from '#areas/trading/store-lists.ts'
import { accepted, openTradingTest, testMaster, type TradingTest } from '#areas/trading/testing.ts'
import { findingsIn } from '#areas/trading/verify/testing.ts'
import { storedPositionView, viewFacts } from '#areas/trading/views.ts'

/** What the market of these tests declares for US shares until the end of 2026. */
const feed = openSimulatedFeed({
  keys: openDaySecrets(Buffer.from(testMaster), modelVersion),
  catalogue: openCatalogue(),
  practiceHours: true,
})
const now = Date.parse('2026-12-30T00:00Z')
const inMarket = <Action extends CorporateAction>(market: string, is: (action: CorporateAction) => action is Action) =>
  [...feed.instruments(now).keys()]
    .filter((key) => key.startsWith(`${market}:`))
    .flatMap((key) =>
      feed
        .actions(key, now)
        .filter(is)
        .map((action) => ({ key, action })),
    )
    .filter(({ action }) => action.exAt > Date.parse('2022-01-01T00:00Z') && action.exAt < now)

/** Sets the clock; after a jump the first tick is missed, and the second one is handled. */
async function tickTo(market: TradingTest, instant: number): Promise<void> {
  market.clock.set(instant - 1)
  await market.tick(2)
}
const restarted = async (market: TradingTest): Promise<TradingEngine> => {
  const engine = openTradingEngine(market.engine.dependencies)
  await engine.start()
  return engine
}
const booked = async (market: TradingTest, user: number): Promise<readonly string[]> =>
  (await bookedActionsOf(market.database.db, user)).map(({ position, exDate }) => `${position} ${exDate}`)
const messages = async ({ database: { pool } }: TradingTest, user: number): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ kind: string }>('select kind from message where user_id = $1 order by id', [user])
  return rows.map(({ kind }) => kind)
}

describe('dividends', () => {
  const dividends = inMarket('US', isDividend).filter(
    ({ key, action }) => action.amount > 20_000_000n && (feed.quote(key, action.exAt)?.last ?? 0n) < 100n * 10n ** 8n,
  )
  const { key, action }: { key: string; action: Dividend } = present(dividends.at(-1), 'a dividend')
  let market: TradingTest
  let long: number
  let short: number
  let late: number
  const ids = new Map<number, number>()
  before(async () => {
    market = await openTradingTest({ at: action.exAt - 60_000 })
    ;[long, short, late] = [await market.person(), await market.person(), await market.person()]
    ids.set(long, accepted(await market.open(long, { key, quantity: '100' })).id)
    ids.set(short, accepted(await market.open(short, { key, quantity: '100', direction: 'short', leverage: 2 })).id)
    await market.tick(2)
    // The short has proceeds that have not settled, which the dividend uses up first.
    const { id } = accepted(await market.open(short, { key: 'US:AAPL', quantity: '1' }))
    await market.tick(2)
    accepted(await market.close(short, id))
    await market.tick(2)
  })
  after(() => market[Symbol.asyncDispose]())
  const financing = async (user: number) =>
    present(await findPosition(market.database.db, user, present(ids.get(user), 'an id')), 'a position').financing

  test('are told to holders before, once', async () => {
    for (let run = 0; run < 2; run += 1) await announceActions(market.engine)
    for (const user of [long, short]) assert.deepEqual(await messages(market, user), ['dividend_declared'])
    assert.deepEqual(await messages(market, late), [])
  })

  test('stand on positions until then: net for a long, gross for a short', async () => {
    const prices = pricesAt(market.feed, market.clock.now())
    const naming = { language: 'en', traditional: (text: string) => text } as const
    const shown = async (user: number) => {
      const rows = await listPositions(market.database.db, user, { source: undefined, instrument: undefined })
      return rows.map((row) => storedPositionView(row, viewFacts(market.engine), prices, naming).nextDividend)
    }
    const gross = (action.amount * 100n) / 1_000_000n
    const { exDate, exAt } = action
    assert.deepEqual(await shown(long), [{ exDate, exAt, amount: gross - (gross * 3n + 5n) / 10n }])
    assert.deepEqual(await shown(short), [{ exDate, exAt, amount: -gross }])
  })

  test('are booked at the ex instant on who held before it: net to a long, gross from a short', async () => {
    const bookActions = openActionBooking(market.engine)
    assert.equal(await bookActions(), 0)
    await tickTo(market, action.exAt - 4000)
    assert.equal(await bookActions(), 0)
    await tickTo(market, action.exAt)
    ids.set(late, accepted(await market.open(late, { key, quantity: '100' })).id)
    await market.tick(2)
    assert.equal(await bookActions(), 2)
    assert.equal(await bookActions(), 0)
    const gross = (action.amount * 100n) / 1_000_000n
    const tax = (gross * 3n + 5n) / 10n
    assert.equal(await financing(long), gross - tax)
    assert.equal(await financing(late), 0n)
    const [paid] = await bookedActionsOf(market.database.db, short)
    assert.deepEqual([paid?.gross, paid?.tax], [-gross, 0n])
    assert.deepEqual(await booked(market, long), [`${ids.get(long)} ${action.exDate}`])
    assert.deepEqual(await booked(market, late), [])
    assert.deepEqual((await messages(market, long)).slice(1), ['dividend_received'])
    assert.deepEqual((await messages(market, short)).slice(1), ['dividend_charged'])
    assert.deepEqual(await findingsIn(market), [])
    await market.expectBalancedLedger()
  })

  test('are not booked again by a restarted engine', async () => {
    const engine = await restarted(market)
    assert.equal(await openActionBooking(engine)(), 0)
    await engine.lane.send({ kind: 'charge', userId: undefined, users: [long, short, late] })
    assert.equal((await booked(market, long)).length, 1)
    assert.equal((await booked(market, late)).length, 0)
  })

  test('are seen by the check of fills if one is missing, doubled, of another amount or for who bought too late', async () => {
    const { pool } = market.database
    const cases = [
      { change: 'update booked_action set tax = tax - 1', undo: 'update booked_action set tax = tax + 1', user: long },
      {
        change: 'update booked_action set quantity = quantity + 1',
        undo: 'update booked_action set quantity = quantity - 1',
        user: long,
      },
      {
        change: 'update booked_action set amount = amount * 2',
        undo: 'update booked_action set amount = amount / 2',
        user: short,
      },
      {
        change: "update position set actions_until = actions_until - interval '1 day'",
        undo: "update position set actions_until = actions_until + interval '1 day'",
        user: long,
      },
      {
        change: 'update position set financing = financing + 100',
        undo: 'update position set financing = financing - 100',
        user: late,
      },
    ]
    for (const { change, undo, user } of cases) {
      await pool.query('alter table booked_action disable trigger all')
      await pool.query(`${change} where user_id = $1`, [user])
      assert.notDeepEqual(await findingsIn(market), [], change)
      await pool.query(`${undo} where user_id = $1`, [user])
    }
    assert.deepEqual(await findingsIn(market), [])
  })
})

describe('splits', () => {
  const splits = inMarket('US', isSplit).filter(({ action: { to, from } }) => to > from)
  const { key, action }: { key: string; action: Split } = present(splits.at(-1), 'a split')
  let market: TradingTest
  let holder: number
  let waiting: number
  let position: number
  before(async () => {
    market = await openTradingTest({ at: action.exAt - 60_000 })
    ;[holder, waiting] = [await market.person(), await market.person()]
    position = accepted(await market.open(holder, { key, quantity: '10', leverage: 5 })).id
    await market.tick(2)
  })
  after(() => market[Symbol.asyncDispose]())
  const held = async () => present(await findPosition(market.database.db, holder, position), 'the position')

  test('multiply the shares, keep profit and margin, and end the orders of before', async () => {
    const { last } = present(market.feed.quote(key, market.clock.now()), 'a quote')
    const limit = formatPrice((((last * 9n) / 10n / 1_000_000n) * 1_000_000n) as typeof last)
    const opening = accepted(await market.open(waiting, { key, quantity: '10', type: 'limit', limit }))
    const closing = accepted(
      await market.close(holder, position, {
        type: 'limit',
        limit: (((last * 11n) / 10n / 1_000_000n) * 1_000_000n) as typeof last,
      }),
    )
    await market.tick()
    const before = await held()
    await tickTo(market, action.exAt)
    const bookActions = openActionBooking(market.engine)
    await bookActions()
    assert.equal(await bookActions(), 0)
    const after = await held()
    assert.equal(after.quantity, (quantityOf('10') * action.to) / action.from)
    assert.deepEqual([after.cost, after.margin, after.locked, after.state], [before.cost, before.margin, 0n, 'OPEN'])
    for (const [user, id] of [
      [waiting, opening.id],
      [holder, closing.id],
    ] as const)
      assert.equal((await findOrder(market.database.db, user, id))?.reason, 'CORPORATE_ACTION')
    assert.deepEqual(await messages(market, holder), ['share_split'])
    await bookCharges(market.engine)
    await market.tick(3)
    assert.equal((await held()).state, 'OPEN', 'a quarter of the price is no loss')
    assert.deepEqual(await findingsIn(market), [])
    await market.expectBalancedLedger()
  })

  test('let the position be closed in the new shares', async () => {
    accepted(await market.close(holder, position))
    await market.tick(2)
    const closed = await held()
    assert.equal(closed.state, 'CLOSED')
    assert.deepEqual(await findingsIn(market), [])
    await market.expectBalancedLedger()
  })

  test('are booked after a stop before anything else happens to the position', async () => {
    const stopped = await openTradingTest({ at: action.exAt - 60_000 })
    try {
      const user = await stopped.person()
      const { id } = accepted(await stopped.open(user, { key, quantity: '10', leverage: 5 }))
      await stopped.tick(2)
      stopped.clock.set(action.exAt + 3_600_000)
      const engine = await restarted(stopped)
      assert.ok((await openActionBooking(engine)()) > 0)
      await bookCharges(engine)
      const found = await findPosition(stopped.database.db, user, id)
      assert.deepEqual([found?.state, found?.quantity], ['OPEN', (quantityOf('10') * action.to) / action.from])
      assert.deepEqual(await findingsIn(stopped), [])
    } finally {
      await stopped[Symbol.asyncDispose]()
    }
  })

  test('consolidations pay out what is less than a share', async () => {
    const { key: cheap, action: consolidation } = present(
      ['US', 'HK', 'MX'].flatMap((name) => inMarket(name, isSplit)).find(({ action: each }) => each.to < each.from),
      'a consolidation',
    )
    const other = await openTradingTest({ at: consolidation.exAt - 60_000 })
    try {
      const user = await other.person()
      const lot = present(other.feed.instruments(other.clock.now()).get(cheap), cheap).lot
      const units = lot / 10n ** 8n + (lot === 10n ** 8n ? 4n : 0n)
      const { id } = accepted(
        await other.open(user, { key: cheap, quantity: String(units), source: cheap.startsWith('HK') ? 11 : 0 }),
      )
      await other.tick(2)
      await tickTo(other, consolidation.exAt)
      assert.equal(await openActionBooking(other.engine)(), 1)
      const found = present(await findPosition(other.database.db, user, id), 'the position')
      assert.equal(found.quantity % 10n ** 8n, 0n, formatMoney(found.margin))
      assert.deepEqual(await findingsIn(other), [])
      await other.expectBalancedLedger()
    } finally {
      await other[Symbol.asyncDispose]()
    }
  })
})

describe('shares that leave the market', () => {
  const later = Date.parse('2033-01-01T00:00Z')
  const { key, action } = present(
    [...feed.removed(later).keys()]
      .filter((each) => each.startsWith('US:'))
      .flatMap((each) => feed.actions(each, later).map((declared) => ({ key: each, action: declared })))
      .find((row): row is { key: string; action: Removal } => isRemoval(row.action)),
    'a removal',
  )
  const openMarket = (at: number): Promise<TradingTest> => openTradingTest({ at })

  test('are told to holders, paid out at the final price, and can be traded no more', async () => {
    const market = await openMarket(action.exAt - 60_000)
    try {
      const { engine, database } = market
      const [long, short, late] = [await market.person(), await market.person(), await market.person()]
      const bought = accepted(await market.open(long, { key, quantity: '10', leverage: 5 })).id
      const sold = accepted(await market.open(short, { key, quantity: '10', direction: 'short', leverage: 2 })).id
      await market.tick(2)
      const { ask } = present(market.feed.quote(key, market.clock.now()), 'a quote')
      const limit = formatPrice((((ask * 9n) / 10n / 1_000_000n) * 1_000_000n) as typeof ask)
      const waiting = accepted(await market.open(late, { key, quantity: '10', type: 'limit', limit })).id
      for (let run = 0; run < 2; run += 1) await announceActions(engine)
      const declared = action.reason === 'merger' ? 'merger_declared' : 'delisting_declared'
      assert.deepEqual(await messages(market, long), [declared])
      const prices = pricesAt(market.feed, market.clock.now())
      const naming = { language: 'en', traditional: (text: string) => text } as const
      const [row] = await listPositions(database.db, long, { source: undefined, instrument: undefined })
      const shown = storedPositionView(present(row, 'a row'), viewFacts(engine), prices, naming)
      const { exDate, exAt, price } = action
      assert.deepEqual(shown.nextRemoval, { exDate, exAt, price })
      assert.equal(shown.nextFinancing, undefined, 'there is no night after it')
      await tickTo(market, action.exAt)
      const bookActions = openActionBooking(engine)
      assert.equal(await bookActions(), 3)
      assert.equal(await bookActions(), 0)
      const found = async (user: number, id: number) => present(await findPosition(database.db, user, id), 'a position')
      for (const [user, id] of [
        [long, bought],
        [short, sold],
      ] as const) {
        const { state, closeReason, margin } = await found(user, id)
        assert.deepEqual([state, closeReason, margin], ['CLOSED', 'delisting', 0n])
        assert.deepEqual(await messages(market, user), [declared, 'share_removed'])
      }
      assert.equal((await findOrder(database.db, late, waiting))?.reason, 'CORPORATE_ACTION')
      const refused = await market.open(late, { key, quantity: '10' })
      assert.deepEqual(refused, refusal('not_tradable'))
      // No night after the shares are gone, not even that of the last close.
      market.clock.set(action.exAt + 4 * 86_400_000)
      await market.tick(2)
      await bookCharges(engine)
      assert.equal((await found(long, bought)).financing, 0n)
      assert.deepEqual(await findingsIn(market), [])
      await market.expectBalancedLedger()
    } finally {
      await market[Symbol.asyncDispose]()
    }
  })

  test('are paid out after a stop, and a wrong price, a wrong night or a missing payment is found', async () => {
    const market = await openMarket(action.exAt - 60_000)
    try {
      const user = await market.person()
      const { id } = accepted(await market.open(user, { key, quantity: '10', leverage: 5 }))
      await market.tick(2)
      market.clock.set(action.exAt + 3 * 86_400_000)
      const engine = await restarted(market)
      await bookCharges(engine)
      assert.equal(await openActionBooking(engine)(), 1)
      await bookCharges(engine)
      const position = present(await findPosition(market.database.db, user, id), 'the position')
      assert.deepEqual([position.state, position.financing], ['CLOSED', 0n])
      assert.deepEqual(await findingsIn(market), [])
      const { pool } = market.database
      await pool.query('alter table booked_action disable trigger all')
      for (const [change, undo] of [
        [
          'update booked_action set final_price = final_price + 1',
          'update booked_action set final_price = final_price - 1',
        ],
        ['update closing set exit_value = exit_value + 1', 'update closing set exit_value = exit_value - 1'],
        ["update closing set reason = 'user'", "update closing set reason = 'delisting'"],
      ] as const) {
        await pool.query(change)
        assert.notDeepEqual(await findingsIn(market), [], change)
        await pool.query(undo)
      }
      assert.deepEqual(await findingsIn(market), [])
      await market.expectBalancedLedger()
    } finally {
      await market[Symbol.asyncDispose]()
    }
  })
})
