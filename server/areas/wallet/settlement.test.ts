import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyOf } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { expectBalancedLedger, openPerson, start } from '#areas/testing.ts'
import { sql } from '#db/sql.ts'
import { openTestDatabase } from '#db/testing.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { evidence } from './evidence.ts'
import { openTransfers } from './transfers.ts'
import { rateAt } from './rates.ts'

test('settles at the rate of the tick after the due time, also after an outage', async () => {
  const due = start + 30_000
  const keys = openDaySecrets(Buffer.from('transfer-test'), modelVersion)
  const market = openSimulatedFeed({ keys, catalogue: openCatalogue(), practiceHours: true })
  const pair = { base: 'USD', quote: 'MXN' } as const
  const first = rateAt(market, pair, market.nextTick(due))
  assert.ok(first !== undefined && first.time > due)
  await using own = await openTestDatabase()
  const { db } = own
  for (const late of [5000, 600_000]) {
    const userId = await openPerson(db)
    const transfers = openTransfers({ db, feed: market, quoteAgeSecondsMax: 5 })
    const sent = await transfers.submit.send({
      userId,
      from: 'US_STOCK',
      to: 'BALANCE',
      amount: moneyOf('100'),
      at: start,
    })
    assert.ok(!isRefusal(sent))
    assert.equal(await transfers.settleDue(due), 0)
    assert.equal(await transfers.settleDue(due + late), 1)
    const { rows } = await sql<{ rate: bigint }>`select rate from transfer where id = ${sent.id}`.execute(db)
    assert.equal(rows[0]?.rate, first.published.buyRate)
  }
  await expectBalancedLedger(db, evidence)
})

test('a transfer due on a weekend settles at the first rate of the new week, whenever the job runs', async () => {
  const keys = openDaySecrets(Buffer.from('weekend-test'), modelVersion)
  const market = openSimulatedFeed({ keys, catalogue: openCatalogue(), practiceHours: false })
  const pair = { base: 'USD', quote: 'MXN' } as const
  // Currencies are closed from Friday 17:00 to Sunday 17:00 in New York.
  const close = Date.UTC(2026, 10, 20, 22)
  const opening = Date.UTC(2026, 10, 22, 22)
  const first = rateAt(market, pair, opening)
  assert.ok(first !== undefined && first.time === opening)
  await using own = await openTestDatabase()
  const { db } = own
  const transfers = openTransfers({ db, feed: market, quoteAgeSecondsMax: 5 })
  const submit = async () => {
    const sent = await transfers.submit.send({
      userId: await openPerson(db),
      from: 'US_STOCK',
      to: 'BALANCE',
      amount: moneyOf('100'),
      at: close - 10_000,
    })
    assert.ok(!isRefusal(sent))
    return sent.id
  }
  for (const late of [5000, 25 * 60_000]) {
    const id = await submit()
    assert.equal(await transfers.settleDue(opening - 60_000), 0)
    assert.equal(await transfers.settleDue(opening + late), 1)
    const { rows } = await sql<{ rate: bigint }>`select rate from transfer where id = ${id}`.execute(db)
    assert.ok(rows[0]?.rate === first.published.buyRate, `${late} ms after the opening`)
  }
  await expectBalancedLedger(db, evidence)
})
