import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ordinarySession } from '@mex/core/market/calendar.ts'
import { formatQuantity } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { dayNumber, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openTradingTest } from './testing.ts'
import { isShortable } from './under-offer.ts'

/** Markets with quotes but without orders. */
const quotedOnly: readonly string[] = ['GLOBAL', 'CRYPTO']
const day = dayNumber('2026-11-18')
const catalogue = openCatalogue()

test('accepts an order for every listed instrument in its session, or refuses it for lack of money', async () => {
  const opening = ordinarySession(catalogue.calendars.get('forex') ?? assert.fail(), day).open
  await using market = await openTradingTest({ practiceHours: false, at: opening })
  const listed = [...market.feed.instruments(opening).values()]
    .filter((instrument) => !quotedOnly.includes(instrument.market))
    .map((instrument) => {
      const session = ordinarySession(catalogue.calendars.get(instrument.session) ?? assert.fail(instrument.key), day)
      return { instrument, at: session.open + 10 * minuteMilliseconds }
    })
    .toSorted((left, right) => left.at - right.at)
  assert.deepEqual(
    listed.filter(({ instrument }) => !instrument.tradable).map(({ instrument }) => instrument.key),
    [],
  )
  const counts = new Map<string, number>()
  for (const { instrument, at } of listed) {
    if (at > market.clock.now()) market.clock.set(at)
    const { key, source, lot, leverageCap } = instrument
    const order = { key, source, quantity: formatQuantity(lot), leverage: leverageCap }
    // A stock under an offer takes no new shorts (rulebook §21).
    const takesShorts = isShortable(market.feed, instrument, market.clock.now())
    for (const direction of takesShorts ? (['long', 'short'] as const) : (['long'] as const)) {
      const outcome = await market.open(await market.person(), { ...order, direction })
      if (isRefusal(outcome)) assert.equal(outcome.refused, 'insufficient_balance', `${key} ${direction}`)
      else counts.set(instrument.market, (counts.get(instrument.market) ?? 0) + 1)
    }
  }
  for (const [name, least] of Object.entries({ US: 100, HK: 20, MX: 10, FX: 70, FUT: 20 }))
    assert.ok((counts.get(name) ?? 0) >= least, `${name}: ${counts.get(name)} orders`)
})
