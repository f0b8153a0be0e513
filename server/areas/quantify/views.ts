import type { Language } from '@mex/contract/language.ts'
import type {
  Product as ProductView,
  ProfitRow,
  QuantifyOrder as OrderView,
  RankingRow,
} from '@mex/contract/quantify/shapes.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { present } from '@mex/core/assert.ts'
import { greatest, least } from '@mex/core/money/decimal.ts'
import { money, type Money, type Price } from '@mex/core/money/money.ts'
import { profitOf } from '@mex/core/quantify/decisions.ts'
import {
  dailyMarks,
  endStrike,
  feesOf,
  payoutOf,
  startStrike,
  valueNow,
  type QuantifyOrder,
} from '@mex/core/quantify/order.ts'
import {
  managementFee,
  performanceFee,
  quantifyAmountMax,
  quantifyAmountMin,
  quantifyProduct,
  quantifyProducts,
  quantifyStrategies,
  quantifyUserMax,
  strategyIds,
  type QuantifyProduct,
  type StrategyId,
} from '@mex/core/quantify/products.ts'
import { maximumDrawdown, returnOver, worstReturn, type NavPoint } from '@mex/core/strategies/figures.ts'
import { strikeAfter, strikeBy, strikeOf } from '@mex/core/strategies/strike.ts'
import { isoDate, type DayNumber } from '@mex/core/time-zone.ts'
import type { CapacityNow } from './capacity.ts'
import { isOpenAt, type RecordPoint, type Records } from './records.ts'

/** The language of names in an answer. */
export type Naming = { readonly language: Language; readonly traditional: Traditional }
export type ViewFacts = { readonly now: number; readonly naming: Naming }

const nameOf = (strategy: StrategyId, { language, traditional }: Naming): string =>
  textIn(quantifyStrategies[strategy].name, language, traditional)

const kept = (points: readonly RecordPoint[]): readonly NavPoint[] =>
  points.map(({ date, buyAndHold }) => ({ date, nav: buyAndHold }))

/** The figures of a record, computed once for each of its strikes. */
const known = new WeakMap<RecordPoint, ReturnType<typeof computeFigures>>()

function figuresOf(points: readonly RecordPoint[]) {
  const last = present(points.at(-1), 'a strike of the record')
  const found = known.get(last) ?? computeFigures(points)
  known.set(last, found)
  return found
}

function computeFigures(points: readonly RecordPoint[]) {
  const benchmark = kept(points)
  return {
    return7: returnOver(points, 7),
    return30: returnOver(points, 30),
    return90: returnOver(points, 90),
    maximumDrawdown: maximumDrawdown(points),
    worst30: worstReturn(points, 30),
    buyAndHold30: returnOver(benchmark, 30),
    buyAndHold90: returnOver(benchmark, 90),
  }
}

/** Days of the record that come with every product of the list. */
const historyDays = 91

export type ProductFacts = ViewFacts & {
  readonly records: Records
  readonly capacity: CapacityNow
  /** What the person has put in the product in this week. */
  readonly putIn: Money
  /** Whether the record is told from its beginning. */
  readonly isWhole: boolean
}

/** A product with its record; undefined where its strategy has none. */
export function productView(
  { id, strategy, termDays }: QuantifyProduct,
  { records, capacity, putIn, isWhole, now, naming }: ProductFacts,
): ProductView | undefined {
  const points = records.points(strategy)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const { return7: _, ...figures } = figuresOf(points)
  const { plan, remaining } = capacity
  const start = strikeAfter(now)
  return {
    id,
    name: nameOf(strategy, naming),
    strategy,
    termDays,
    minAmount: quantifyAmountMin,
    maxAmount: quantifyAmountMax,
    remaining,
    capacity: plan.total,
    capacityHash: plan.hash,
    mine: money(greatest(0n, least(least(quantifyAmountMax, remaining), quantifyUserMax - putIn))),
    managementFee,
    performanceFee,
    nav: last.nav,
    navAt: last.instant,
    ...figures,
    since: first.instant,
    startsAt: start.instant,
    endsAt: strikeOf(start.date + termDays).instant,
    isOpen: isOpenAt(records, strategy, now),
    navHistory: (isWhole ? points : points.slice(-historyDays)).map(
      ({ instant, nav, buyAndHold }) => [Math.floor(instant / 1000), nav, buyAndHold] as const,
    ) as ProductView['navHistory'],
    simulated: true,
  }
}

/** All strategies by a return, those without one last. Each is named by its product of thirty days. */
export function rankingView(records: Records, period: 7 | 30 | 90, naming: Naming): readonly RankingRow[] {
  return strategyIds
    .flatMap((strategy) => {
      const points = records.points(strategy)
      const first = points[0]
      if (first === undefined) return []
      const { maximumDrawdown: worst, return7, return30, return90 } = figuresOf(points)
      const made = { 7: return7, 30: return30, 90: return90 }[period]
      const product = quantifyProducts.find((each) => each.strategy === strategy && each.termDays === 30)
      const productId = present(product, `a product of ${strategy}`).id
      return [{ productId, strategy, made, worst, since: first.instant }]
    })
    .toSorted((one, other) => compare(other.made, one.made))
    .map(({ productId, strategy, made, worst, since }, index) => ({
      rank: index + 1,
      productId,
      name: nameOf(strategy, naming),
      strategy,
      return: made,
      maximumDrawdown: worst,
      since,
    }))
}

function compare(one: bigint | undefined, other: bigint | undefined): number {
  if (one === undefined || other === undefined) return Number(other === undefined) - Number(one === undefined)
  return one < other ? -1 : one > other ? 1 : 0
}

const productOf = ({ product }: QuantifyOrder): QuantifyProduct =>
  present(quantifyProduct(product), `product ${product}`)

/** The price that an order is told at: of the newest strike, that of its end at the latest. */
function navNow(records: Records, order: QuantifyOrder, now: number): Price | undefined {
  const date = Math.min(strikeBy(now).date, endStrike(order).date)
  return records.navOn(productOf(order).strategy, date)
}

/** What is in a product, in pesos: at the newest price, and the fixed amount once it is over. */
export const worthAt = (records: Records, order: QuantifyOrder, now: number): Money =>
  valueNow(order, navNow(records, order, now))

export function orderView(records: Records, order: QuantifyOrder, { now, naming }: ViewFacts): OrderView {
  const { id, amount, termDays, start, result, savedAt } = order
  const { id: productId, strategy } = productOf(order)
  const nav = result?.nav ?? navNow(records, order, now)
  const value = valueNow(order, nav)
  const day = start === undefined ? 0 : Math.min(strikeBy(now).date, endStrike(order).date) - start.date
  const fees = start === undefined ? { management: money(0n), performance: money(0n) } : feesOf(amount, value, day)
  const endsAt = endStrike(order).instant
  return {
    id,
    productId,
    productName: nameOf(strategy, naming),
    strategy,
    termDays,
    amount,
    units: start?.units,
    startNav: start?.nav,
    currentNav: start === undefined ? undefined : nav,
    endNav: result?.nav,
    value,
    profit: profitOf(order, value),
    fee: money(fees.management + fees.performance),
    managementFee: fees.management,
    performanceFee: fees.performance,
    payout: result === undefined ? undefined : payoutOf(value, fees),
    status: result === undefined ? 'running' : 'completed',
    day,
    startsAt: startStrike(order).instant,
    endsAt,
    savedAt,
    expiresAt: endsAt,
  }
}

/** An order has fewer days than this. */
const daysMax = 1000

type Days = { readonly order: QuantifyOrder; readonly from: DayNumber; readonly until: DayNumber }

/** The first and the last day of an order up to now; none before its first strike. */
function daysOf(order: QuantifyOrder, now: number): readonly Days[] {
  const { start } = order
  if (start === undefined) return []
  return [{ order, from: start.date, until: Math.min(strikeBy(now).date, endStrike(order).date) }]
}

/**
 * A page of the days of some orders up to now, newest first; of one day the newest order first. Only the days of the page are computed: a
 * person may have thousands of orders of many days.
 */
export function profitPage(
  records: Records,
  orders: readonly QuantifyOrder[],
  { pageNum, pageSize }: { readonly pageNum: number; readonly pageSize: number },
  now: number,
): { readonly total: number; readonly rows: readonly ProfitRow[] } {
  const all = orders.flatMap((order) => daysOf(order, now)).toSorted((one, other) => other.order.id - one.order.id)
  const total = all.reduce((sum, { from, until }) => sum + (until - from + 1), 0)
  const rows: ProfitRow[] = []
  let skipped = (pageNum - 1) * pageSize
  if (skipped >= total) return { total, rows }
  const newest = all.reduce((latest, { until }) => Math.max(latest, until), 0)
  for (let date = newest; rows.length < Math.min(pageSize, total); date = date - 1) {
    const onDate = all.filter(({ from, until }) => from <= date && date <= until)
    const shown = onDate.slice(skipped, skipped + pageSize - rows.length)
    skipped = Math.max(0, skipped - onDate.length)
    for (const { order } of shown) rows.push(profitRow(records, order, date))
    if (all.every(({ from }) => from >= date)) break
  }
  return { total, rows }
}

/** A day of an order, with what was gained since the day before. */
function profitRow(records: Records, order: QuantifyOrder, date: DayNumber): ProfitRow {
  const start = present(order.start, 'the start of an order with days').date
  const { strategy } = productOf(order)
  const days = date === start ? [date] : [date - 1, date]
  const points = days.map((day) => ({ date: day, nav: present(records.navOn(strategy, day), 'the price of a strike') }))
  const { nav, profit, total } = present(dailyMarks(order, points).at(-1), 'the mark of a day')
  return {
    id: order.id * daysMax + (date - start),
    orderId: order.id,
    date: isoDate(date),
    profit,
    total,
    nav,
    at: strikeOf(date).instant,
  }
}
