import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { isDividend, isSplit } from '@mex/core/market/corporate-actions.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { openActionBooking } from './corporate-action-jobs.ts'
import { findOrder } from '#areas/trading/store.ts'
import { bookedActionsOf } from './store-corporate-actions.ts'
import { accepted, openTradingTest, testMaster } from '#areas/trading/testing.ts'
import { findingsIn } from '#areas/trading/verify/testing.ts'

/** What the market of these tests declares for US shares until the end of 2026. */
const feed = openSimulatedFeed({
  keys: openDaySecrets(Buffer.from(testMaster), modelVersion),
  catalogue: openCatalogue(),
  practiceHours: true,
})
const [first, now] = [Date.parse('2022-01-01T00:00Z'), Date.parse('2026-12-30T00:00Z')]
const declared = [...feed.instruments(now).keys()]
  .filter((key) => key.startsWith('US:'))
  .flatMap((key) => feed.actions(key, now).map((action) => ({ key, action })))
  .filter(({ action }) => action.exAt > first && action.exAt < now)

test('all rows of a share are booked in one list, also in one that only has a night to charge', async () => {
  for (const is of [isDividend, isSplit] as const) {
    const { key, action } = present(
      declared.findLast((each) => is(each.action)),
      'an action',
    )
    const market = await openTradingTest({ at: action.exAt - 60_000 })
    try {
      const user = await market.person()
      const other = accepted(await market.open(user, { key: key === 'US:AAPL' ? 'US:MSFT' : 'US:AAPL' })).id
      const lent = accepted(await market.open(user, { key, quantity: '10', leverage: 5 })).id
      const paid = accepted(await market.open(user, { key, quantity: '10' })).id
      await market.tick(2)
      const { last } = present(market.feed.quote(key, market.clock.now()), 'a quote')
      const limit = (((last * 11n) / 10n / 1_000_000n) * 1_000_000n) as typeof last
      const closing = accepted(await market.close(user, lent, { type: 'limit', limit })).id
      await market.tick()
      market.clock.set(action.exAt + 1000)
      await market.engine.nights.begin(action.exAt)
      // A list about another share: this one is loaded for the charge of its night.
      await market.close(user, other)
      market.clock.set(action.exAt + 2000)
      await openActionBooking(market.engine)()
      const rows = await bookedActionsOf(market.database.db, user)
      assert.deepEqual(
        rows.map(({ position, at }) => [position, at]),
        [lent, paid].map((id) => [id, action.exAt + 1000]),
        action.kind,
      )
      const ended = await findOrder(market.database.db, user, closing)
      if (isSplit(action)) assert.deepEqual([ended?.reason, ended?.changedAt], ['CORPORATE_ACTION', action.exAt + 1000])
      assert.deepEqual(await findingsIn(market), [])
      await market.expectBalancedLedger()
      await market.database.pool.query('alter table booked_action disable trigger all')
      for (const [planted, found] of [
        [
          `update booked_action set position_id = ${other} where position_id = ${paid}`,
          new RegExp(`position ${paid}: an action is not in its list`),
        ],
        [`update booked_action set position_id = ${paid} where position_id = ${other}`, undefined],
        [
          `update booked_action set booked_at = booked_at + interval '1 second' where position_id = ${paid}`,
          new RegExp(`position ${paid}: an action is not in its list`),
        ],
        [`update booked_action set booked_at = booked_at - interval '1 second' where position_id = ${paid}`, undefined],
        [
          `insert into booked_action select * from jsonb_populate_recordset(null::booked_action, (select jsonb_agg(to_jsonb(row) || '{"ex_at": "2026-01-05T21:00:00Z"}') from booked_action row where position_id = ${paid}))`,
          new RegExp(`position ${paid}: no action is`),
        ],
      ] as const) {
        await market.database.pool.query(planted)
        const findings = await findingsIn(market)
        if (found === undefined) assert.deepEqual(findings, [], planted)
        else assert.match(findings.join('\n'), found, planted)
      }
    } finally {
      await market[Symbol.asyncDispose]()
    }
  }
})

test('a closing order that expires at the tick of a dividend ends after it, and the check knows that', async () => {
  const { key, action } = present(
    declared.findLast((each) => isDividend(each.action)),
    'a dividend',
  )
  const market = await openTradingTest({ at: action.exAt - 60_000 })
  try {
    const user = await market.person()
    const { id } = accepted(await market.open(user, { key, quantity: '10' }))
    await market.tick(2)
    const closing = accepted(await market.close(user, id))
    // No tick is handled before the order expires.
    market.clock.set(action.exAt - 1)
    await market.ticker.step()
    const order = async () => present(await findOrder(market.database.db, user, closing.id), 'the order')
    // The tick is handled four seconds after its instant.
    for (let tries = 0; tries < 100 && (await order()).status === 'accepted'; tries += 1) {
      market.clock.set(market.clock.now() + 4000)
      await market.ticker.step()
    }
    await openActionBooking(market.engine)()
    const [ended, [booked]] = [await order(), await bookedActionsOf(market.database.db, user)]
    assert.equal(ended.reason, 'EXPIRED')
    assert.ok(ended.changedAt < (booked?.at ?? 0), `${ended.changedAt} ${booked?.at}`)
    assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
  } finally {
    await market[Symbol.asyncDispose]()
  }
})
