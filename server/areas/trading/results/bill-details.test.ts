import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDividend, isSplit } from '@mex/core/market/corporate-actions.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { divide, magnitude } from '@mex/core/money/decimal.ts'
import { convert, formatMoney, money, nothing, value, type Money, type Rate } from '@mex/core/money/money.ts'
import { worth } from '@mex/core/trading/positions.ts'
import { billPage } from '#areas/ledger/bills.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { billDetails, type DetailedBill } from './bill-details.ts'
import { idsOfPosition } from './store-bill-details.ts'
import { openActionBooking } from '#areas/trading/corporate-actions/corporate-action-jobs.ts'
import { settleEnded } from '#areas/trading/expiry/expiry-jobs.ts'
import { bookCharges } from '#areas/trading/jobs.ts'
import { findPosition } from '#areas/trading/store.ts'
import { listClosings } from '#areas/trading/store-lists.ts'
import { accepted, openTradingTest, testMaster, type TradingTest } from '#areas/trading/testing.ts'

type Shown = { readonly event: string; readonly amount: Money } & DetailedBill

/** The movements of a user with their details, oldest first. */
async function billsOf({ database: { db }, engine }: TradingTest, user: number): Promise<readonly Shown[]> {
  const { rows } = await billPage(db, user, {}, { pageNum: 1, pageSize: 50 })
  const journals = rows.map(({ journalId }) => journalId)
  const details = await billDetails(db, user, journals, engine.dependencies)
  return rows
    .flatMap(({ journalId, event, amount }) => {
      const found = details.get(journalId)
      return found === undefined ? [] : [{ event, amount, ...found }]
    })
    .toReversed()
}

const only = (bills: readonly Shown[], event: string): Shown => {
  const [found, ...more] = bills.filter((bill) => bill.event === event)
  assert(found !== undefined && more.length === 0, `one ${event}`)
  return found
}

/** Basis × conversion rate × yearly rate × nights ÷ days of the year, as a user computes it. */
function nightAmount({ basis, conversionRate, rate, nights, days, yearDays }: DetailedBill['detail']): Money {
  const product = BigInt(basis ?? 0n) * BigInt(conversionRate ?? 0n) * BigInt(rate ?? 0n) * BigInt(nights ?? days ?? 0)
  return money(divide(product, 10n ** 30n * BigInt(yearDays ?? 1), 'near'))
}

async function tickTo(market: TradingTest, instant: number): Promise<void> {
  market.clock.set(instant - 1)
  await market.tick(2)
}

test('a night can be computed again from its movement: financing of shares, swap of a pair', async () => {
  await using market = await openTradingTest({ at: Date.parse('2026-11-25T20:59:00Z') })
  const user = await market.person()
  const share = accepted(await market.open(user, { quantity: '20', leverage: 5 }))
  const pair = accepted(
    await market.open(user, { key: 'FX:EURUSD', source: sources.forex, quantity: '0.1', leverage: 20 }),
  )
  await market.tick(2)
  await tickTo(market, Date.parse('2026-11-25T22:00:10Z'))
  await bookCharges(market.engine)
  const bills = (await billsOf(market, user)).filter(({ event }) => event === 'E36')
  assert.deepEqual(
    bills.map(({ position }) => position),
    [share.id, pair.id],
  )
  const [financing, swap] = bills.map(({ detail }) => detail)
  assert.deepEqual([financing?.days, financing?.nights, financing?.yearDays], [2, undefined, 360])
  assert.deepEqual([swap?.days, swap?.nights, swap?.yearDays], [undefined, 3, 360])
  for (const { amount, detail } of bills) {
    assert.ok(amount < 0n)
    assert.equal(formatMoney(nightAmount(detail)), formatMoney(amount))
    assert.deepEqual([detail.quoteId, detail.orderId, detail.shares], [undefined, undefined, undefined])
  }
  const position = await findPosition(market.database.db, user, share.id)
  assert.equal(financing?.basis, divide((position?.cost ?? 0n) * 4n, 5n, 'near'), 'four fifths are borrowed')
})

test('fills and settlements name quote, price and rate, and belong to their position', async () => {
  const lastTrade = Date.parse('2026-12-18T14:30:00Z')
  await using market = await openTradingTest({ at: Date.parse('2026-12-17T20:00:00Z') })
  const { db } = market.database
  const user = await market.person()
  const future = { key: 'FUT:MESZ26', source: sources.future, quantity: '3', leverage: 20 } as const
  const { id } = accepted(await market.open(user, future))
  await market.tick(2)
  const close = accepted(await market.close(user, id, { amount: 'half' }))
  await market.tick(2)
  await tickTo(market, lastTrade + 600_000)
  await settleEnded(market.engine)
  const bills = await billsOf(market, user)
  const { rows } = await listClosings(db, user, { position: id }, { pageNumber: 1, pageSize: 5 })
  const [settled, sold] = rows
  const instrument = market.engine.dependencies.describe(future.key, lastTrade)
  for (const [event, closing, order] of [
    ['E34', sold?.closing, close.id],
    ['E41', settled?.closing, undefined],
  ] as const) {
    const { position, detail } = only(bills, event)
    assert(closing !== undefined && detail.price !== undefined && detail.conversionRate !== undefined, event)
    assert.deepEqual([position, detail.orderId, detail.quoteId], [id, order, closing.quote])
    const exit = worth(instrument, detail.price, closing.quantity)
    const profit = convert(value(exit - closing.cost), detail.conversionRate, 'near')
    assert.equal(formatMoney(profit), formatMoney(closing.profit), event)
  }
  const opened = only(bills, 'E31')
  assert.deepEqual([opened.position, opened.detail.orderId], [id, id])
  const quote = market.feed.quoteById(opened.detail.quoteId ?? '', market.clock.now())
  assert.equal(opened.detail.price, quote?.ask)
  assert.deepEqual(new Set(await idsOfPosition(db, user, id)), new Set([id, close.id]))
})

/** What the market of these tests declares. */
const feed = openSimulatedFeed({
  keys: openDaySecrets(Buffer.from(testMaster), modelVersion),
  catalogue: openCatalogue(),
  practiceHours: true,
})
const now = Date.parse('2026-12-30T00:00Z')
const actions = [...feed.instruments(now).keys()]
  .filter((key) => key.startsWith('US:'))
  .flatMap((key) => feed.actions(key, now).map((action) => ({ key, action })))
  .filter(({ action }) => action.exAt > Date.parse('2022-01-01T00:00Z') && action.exAt < now)

test('a dividend can be computed again from its movement', async () => {
  const found = actions.findLast(
    ({ key, action }) => isDividend(action) && (feed.quote(key, action.exAt)?.last ?? 0n) < 100n * 10n ** 8n,
  )
  assert(found !== undefined && isDividend(found.action), 'a dividend')
  const { key, action } = found
  await using market = await openTradingTest({ at: action.exAt - 60_000 })
  const [long, short] = [await market.person(), await market.person()]
  accepted(await market.open(long, { key, quantity: '100' }))
  accepted(await market.open(short, { key, quantity: '100', direction: 'short', leverage: 2 }))
  await market.tick(2)
  await tickTo(market, action.exAt)
  await openActionBooking(market.engine)()
  for (const [user, event, sign] of [
    [long, 'E38', 1n],
    [short, 'E39', -1n],
  ] as const) {
    const { amount, detail } = only(await billsOf(market, user), event)
    assert.equal(detail.amount, action.amount)
    const { shares, tax = nothing, conversionRate } = detail
    assert(shares !== undefined && conversionRate !== undefined, 'shares and a rate')
    const gross = grossOf(BigInt(shares) * BigInt(action.amount), conversionRate)
    assert.equal(formatMoney(money(sign * (gross - tax))), formatMoney(amount))
    assert.equal(tax > 0n, event === 'E38')
  }
})

const grossOf = (product: bigint, conversionRate: Rate): bigint =>
  convert(value(product / 10n ** 8n), conversionRate, 'near')

test('the fraction of a split names ratio, shares and price', async () => {
  const found = actions.findLast(({ action }) => isSplit(action) && action.to % action.from !== 0n)
  if (found === undefined) {
    // This market declares whole ratios only: no fraction can be left.
    assert.ok(actions.every(({ action }) => !isSplit(action) || action.to % action.from === 0n))
    return
  }
  const { key, action } = found
  await using market = await openTradingTest({ at: action.exAt - 60_000 })
  const user = await market.person()
  accepted(await market.open(user, { key, quantity: '1' }))
  await market.tick(2)
  await tickTo(market, action.exAt)
  await openActionBooking(market.engine)()
  const { amount, detail } = only(await billsOf(market, user), 'E40')
  assert(isSplit(action), 'a split')
  assert.deepEqual([detail.ratio, detail.shares], [`${action.to}:${action.from}`, 10n ** 8n])
  assert.ok(magnitude(amount) > 0n && (detail.price ?? 0n) > 0n && detail.quoteId !== undefined)
})
