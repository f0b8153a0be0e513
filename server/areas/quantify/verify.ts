import { differs } from '@mex/core/ledger/bookings.ts'
import { addMoney, formatPrice, nothing, type Money, type Price } from '@mex/core/money/money.ts'
import { nextStrikeOf } from '@mex/core/quantify/decisions.ts'
import {
  endStrike,
  feesOf,
  startStrike,
  unitsFor,
  worthOf,
  type QuantifyOrder,
  type StrikeValue,
} from '@mex/core/quantify/order.ts'
import {
  quantifyAmountMax,
  quantifyAmountMin,
  quantifyProduct,
  quantifyUserMax,
  strategyIds,
  type QuantifyProduct,
} from '@mex/core/quantify/products.ts'
import { capacityPeriod } from '@mex/core/strategies/capacity.ts'
import type { Strike } from '@mex/core/strategies/strike.ts'
import { isoDate } from '@mex/core/time-zone.ts'
import { allowLongStatements } from '#areas/ledger/store-verify.ts'
import { findingsMax, type VerifyFacts } from '#areas/ledger/verify-rows.ts'
import { isoInstant } from '#clock.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { capacityOf } from './capacity.ts'
import { isOpenAt, openRecords, type Records } from './records.ts'
import { ordersAfter } from './store.ts'

export type StrategiesVerified = {
  readonly strikes: number
  readonly orders: number
  readonly findings: readonly string[]
}

const pageSize = 200

/**
 * Computes the record of every strategy from its inception (rulebook §25.1), and from it the units, values and fees of every order (§25.3). What
 * was due and was not done is found too. The journals are compared with the rows by the check of the ledger.
 */
export async function verifyStrategies(db: Database, facts: VerifyFacts): Promise<StrategiesVerified> {
  // Computed here from the beginning, and not taken from what a server has computed before.
  const records = await openRecords(facts.feed).until(facts.now)
  const strikes = strategyIds.reduce((sum, id) => sum + records.points(id).length, 0)
  return { strikes, ...(await verifyOrders(db, records, facts)) }
}

/** Whether anybody has put money in a product. */
export const hasOrders = async (db: Database): Promise<boolean> => (await ordersAfter(db, 0, 1)).length > 0

/** The orders alone, by records that are known. */
export const verifyOrders = (
  db: Database,
  records: Records,
  facts: VerifyFacts,
): Promise<Omit<StrategiesVerified, 'strikes'>> =>
  inTransaction(
    db,
    async (tx) => {
      await allowLongStatements(tx)
      const findings: string[] = []
      const putIn = new Map<string, Money>()
      let [orders, after] = [0, 0]
      for (;;) {
        const page = await ordersAfter(tx, after, pageSize)
        for (const order of page)
          findings.push(...wrongOrder(order, records, putIn, facts).map((fault) => `product ${order.id}: ${fault}`))
        orders += page.length
        after = page.at(-1)?.id ?? after
        if (page.length < pageSize) return { orders, findings: findings.slice(0, findingsMax) }
      }
    },
    'snapshot',
  )

function wrongOrder(
  order: QuantifyOrder,
  records: Records,
  putIn: Map<string, Money>,
  { feed, settledUntil }: VerifyFacts,
): readonly string[] {
  const product = quantifyProduct(order.product)
  if (product === undefined) return [`is of product ${order.product}, which is not there`]
  const next = nextStrikeOf(order)
  return [
    ...(order.termDays === product.termDays ? [] : ['has another term than its product']),
    ...wrongSubscription(order, product, records, putIn, feed),
    ...wrongStart(order, product, records),
    ...wrongResult(order, product, records),
    ...(next !== undefined && next <= settledUntil ? [`what was due at ${isoInstant(next)} was not booked`] : []),
  ]
}

function wrongSubscription(
  { user, amount, savedAt }: QuantifyOrder,
  product: QuantifyProduct,
  records: Records,
  putIn: Map<string, Money>,
  feed: Feed,
): readonly string[] {
  const place = `${user} ${product.id} ${capacityPeriod(savedAt)}`
  const sum = addMoney(putIn.get(place) ?? nothing, amount)
  putIn.set(place, sum)
  const isLeft = amount <= capacityOf(feed, product, savedAt).remaining && sum <= quantifyUserMax
  return [
    ...(isOpenAt(records, product.strategy, savedAt) ? [] : ['was put in when the product was not open']),
    ...(amount >= quantifyAmountMin && amount <= quantifyAmountMax ? [] : ['is an amount that is not allowed']),
    ...(isLeft ? [] : ['is more than was left']),
  ]
}

const priceText = (price: Price | undefined): string => (price === undefined ? 'unknown' : formatPrice(price, 8))

/** A strike that an order cites: its date, its price, and that it was over when the order used it. */
function wrongStrike(
  name: string,
  cited: StrikeValue,
  expected: Strike,
  usedAt: number,
  navOn: (date: number) => Price | undefined,
): readonly string[] {
  const nav = navOn(expected.date)
  return [
    ...(cited.date === expected.date ? [] : [`${name} is ${isoDate(cited.date)}, should be ${isoDate(expected.date)}`]),
    ...(cited.nav === nav ? [] : [`${name} price is ${priceText(cited.nav)}, should be ${priceText(nav)}`]),
    ...(usedAt >= expected.instant ? [] : [`${name} was booked before its time`]),
  ]
}

function wrongStart(order: QuantifyOrder, { strategy }: QuantifyProduct, records: Records): readonly string[] {
  const { start, amount, changedAt } = order
  if (start === undefined) return []
  const expected = unitsFor(amount, start.nav)
  return [
    ...wrongStrike('start', start, startStrike(order), changedAt, (date) => records.navOn(strategy, date)),
    ...(start.units === expected ? [] : ['has the wrong units']),
  ]
}

function wrongResult(order: QuantifyOrder, { strategy }: QuantifyProduct, records: Records): readonly string[] {
  const { start, result, amount, termDays } = order
  if (start === undefined || result === undefined) return []
  const { management, performance } = feesOf(amount, result.value, termDays)
  return [
    ...wrongStrike('end', result, endStrike(order), result.at, (date) => records.navOn(strategy, date)),
    ...differs('value', result.value, worthOf(start.units, result.nav)),
    ...differs('management fee', result.managementFee, management),
    ...differs('performance fee', result.performanceFee, performance),
  ]
}
