import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyOf } from '@mex/core/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { expectBooks, openPerson, start } from '#areas/testing.ts'
import { sql } from '#db/sql.ts'
import { openTestDatabase } from '#db/testing.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { evidence, openTransfers, rateAt } from './actions.ts'

test('on the simulated market the rate of the tick after the due time settles, also after an outage', async () => {
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
    const desk = openTransfers({ db, feed: market, quoteMaximumAgeSeconds: 5 })
    const sent = await desk.submit.send({
      userId,
      from: 'US_STOCK',
      to: 'BALANCE',
      amount: moneyOf('100'),
      at: start,
    })
    assert.ok(!isRefusal(sent))
    assert.equal(await desk.settleDue(due), 0)
    assert.equal(await desk.settleDue(due + late), 1)
    const { rows } = await sql<{ rate: bigint }>`select rate from transfer where id = ${sent.id}`.execute(db)
    assert.equal(rows[0]?.rate, first.published.buyRate)
  }
  await expectBooks(db, evidence)
})
