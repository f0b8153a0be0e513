import { computeRecords, type NavOn } from '@mex/server/testing.ts'
import { quantifyProduct } from '@mex/core/quantify/products.ts'
import { dayMilliseconds, dayNumber, isoDate, minuteMilliseconds, type DayNumber } from '@mex/core/time-zone.ts'
import { money } from '@mex/core/money/money.ts'
import { differing, dividedUp, postedFor, type Posted } from './posted.ts'
import type { SimulatedMarket } from './market.ts'

/** What must hold of quantitative products whenever nothing is in progress, told by the strikes and the ledger (rulebook §25.3). */

type Order = {
  readonly id: number
  readonly user: number
  readonly product: number
  readonly term: number
  readonly amount: bigint
  readonly status: string
  readonly saved: number
  readonly startOn: string | null
  readonly startNav: bigint | null
  readonly units: bigint | null
  readonly endOn: string | null
  readonly endNav: bigint | null
  readonly worth: bigint | null
  readonly management: bigint | null
  readonly performance: bigint | null
  readonly ended: number | null
}

const orders = `
  select id, user_id as "user", product_id as product, term_days as term, amount, status, saved_at as saved, start_on as "startOn",
    start_nav as "startNav", units, end_on as "endOn", end_nav as "endNav", worth, management_fee as management,
    performance_fee as performance, ended_at as ended
  from quantify_order order by id`

/** Every day at 21:30 UTC. */
const strikeAt = (date: DayNumber): number => date * dayMilliseconds + (21 * 60 + 30) * minuteMilliseconds
/** The first strike after an instant. */
const firstAfter = (at: number): DayNumber => {
  const today = Math.floor(at / dayMilliseconds)
  return at < strikeAt(today) ? today : today + 1
}

/** Units have 8 decimals, amounts 2. */
const unitsFor = (amount: bigint, nav: bigint): bigint => (amount * 10n ** 14n) / nav
const worthOf = (units: bigint, nav: bigint): bigint => (units * nav) / 10n ** 14n

const week = 7 * dayMilliseconds
/** 1970-01-05 was a Monday. */
const weekOf = (at: number): number => Math.floor((at - 4 * dayMilliseconds) / week)
/** In centavos: what a product takes in a week from everybody, and from one person. */
const weekMax = 1_000_000_000n
const personMax = 100_000_000n

function* wrongSaving({ feed }: SimulatedMarket, { product, amount, saved }: Order): Generator<string> {
  const plan = feed.capacity.plan(product, weekOf(saved), money(weekMax))
  const others = feed.capacity
    .steps(plan, saved)
    .reduce((sum, step) => (step.at <= saved ? sum + step.amount : sum), 0n)
  if (amount > weekMax - others) yield `is ${amount}, and ${weekMax - others} were left`
  if (amount < 10_000n || amount > personMax) yield `is ${amount}, which is not allowed`
}

/** The two strikes of an order, and the fees of its end: 0.5 % of a year, and a tenth of the rest of the gain. */
function* wrongStrikes(order: Order, navOn: (date: DayNumber) => bigint | undefined, now: number): Generator<string> {
  const { amount, term, saved, startOn, startNav, units, endOn, endNav, worth, management, performance } = order
  const [start, end] = [firstAfter(saved), firstAfter(saved) + term]
  const isOver = strikeAt(end) <= now
  yield* differing('status', order.status, isOver ? 'completed' : strikeAt(start) <= now ? 'running' : 'waiting')
  if (startOn === null || startNav === null) return
  yield* differing('start', startOn, isoDate(start))
  yield* differing('price of the start', startNav, navOn(start) ?? null)
  yield* differing('units', units, unitsFor(amount, startNav))
  if (endOn === null || endNav === null) return
  yield* differing('end', endOn, isoDate(end))
  if ((order.ended ?? 0) < strikeAt(end)) yield 'was paid out before its day'
  yield* differing('price of the end', endNav, navOn(end) ?? null)
  const value = worthOf(unitsFor(amount, startNav), endNav)
  yield* differing('value', worth, value)
  const yearly = dividedUp(amount * 5n * BigInt(term), 1000n * 365n)
  const charged = yearly < value ? yearly : value
  yield* differing('management fee', management, charged)
  const gained = value - charged - amount
  yield* differing('performance fee', performance, gained > 0n ? dividedUp(gained, 10n) : 0n)
}

function* wrongMoney({ amount, status, worth, management, performance }: Order, posted: Posted): Generator<string> {
  const isOver = status === 'completed'
  const paid = isOver ? (worth ?? 0n) - (management ?? 0n) - (performance ?? 0n) : 0n
  yield* differing('change of the wallet', posted('U.AVAIL'), paid - amount)
  yield* differing('at work', posted('U.PRODUCT'), isOver ? 0n : amount)
  yield* differing('charged management fee', posted('REV.MGMT_FEE'), isOver ? (management ?? 0n) : 0n)
  yield* differing('charged performance fee', posted('REV.PERF_FEE'), isOver ? (performance ?? 0n) : 0n)
}

/** The daily marks of an order as they must be told, oldest first. */
function* marksOf(
  { id, amount, startOn, startNav, units, term }: Order,
  navOn: (date: DayNumber) => bigint | undefined,
  now: number,
) {
  if (startOn === null || startNav === null || units === null) return
  const start = dayNumber(startOn)
  let before = amount
  for (let date = start; date <= start + term && strikeAt(date) <= now; date += 1) {
    const value = date === start ? amount : worthOf(units, navOn(date) ?? 0n)
    yield `order ${id} on ${isoDate(date)}: ${value - before}, ${value - amount} together`
    before = value
  }
}

async function markFindings(market: SimulatedMarket, rows: readonly Order[], navs: Navs): Promise<string[]> {
  const { deciding, clock, seen } = market
  const now = clock.now()
  const findings: string[] = []
  for (const [user, own] of Map.groupBy(rows, (order) => order.user)) {
    const told = (await deciding.investments.profits(user, now)).map(
      ({ orderId, date, profit, total }) => `order ${orderId} on ${date}: ${profit}, ${total} together`,
    )
    const expected = own.flatMap((order) => [...marksOf(order, navs(order.product), now)])
    if (told.length > 0) seen.add('quantify daily mark')
    const missing = expected.filter((mark) => !told.includes(mark))
    const invented = told.filter((mark) => !expected.includes(mark))
    if (told.length !== expected.length) findings.push(`user ${user} has ${told.length} of ${expected.length} marks`)
    findings.push(
      ...missing.map((mark) => `mark is missing: ${mark}`),
      ...invented.map((mark) => `mark is wrong: ${mark}`),
    )
  }
  return findings
}

type Navs = (product: number) => (date: DayNumber) => bigint | undefined

const navsOf =
  (navOn: NavOn): Navs =>
  (id) =>
  (date) => {
    const product = quantifyProduct(id)
    return product === undefined ? undefined : navOn(product.strategy, date)
  }

export async function quantifyFindings(market: SimulatedMarket): Promise<string[]> {
  if (!market.products.includes('quantify')) return []
  const { database, clock, feed } = market
  const { rows } = await database.pool.query<Order>(orders)
  const posted = await postedFor(market, 'product')
  const navs = navsOf(await computeRecords(feed, clock.now()))
  const wrong = (order: Order): string[] => [
    ...wrongSaving(market, order),
    ...wrongStrikes(order, navs(order.product), clock.now()),
    ...wrongMoney(order, posted(order.id)),
  ]
  const sums = Map.groupBy(
    rows,
    ({ user, product, saved }) => `user ${user} in product ${product} in week ${weekOf(saved)}`,
  )
  return [
    ...rows.flatMap((order) => wrong(order).map((text) => `order ${order.id}: ${text}`)),
    ...[...sums].flatMap(([name, own]) => {
      const sum = own.reduce((total, { amount }) => total + amount, 0n)
      return sum > personMax ? [`${name}: ${sum} is too much`] : []
    }),
    ...(await markFindings(market, rows, navs)),
  ].map((text) => `quantify: ${text}`)
}
