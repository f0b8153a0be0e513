import { present } from '@mex/core/assert.ts'
import { bondRules, couponDatesAfter, couponPeriod, type Bond } from '@mex/core/bonds/bond.ts'
import { dayNumber, isoDate, localDay, type DayNumber } from '@mex/core/time-zone.ts'
import { differing, dividedUp, postedFor, type Posted } from './posted.ts'
import type { SimulatedMarket } from './market.ts'

/** What must hold of bonds whenever nothing is in progress, told by the curves, the rates and the ledger (rulebook §24). */

type Purchase = {
  readonly id: number
  readonly user: number
  readonly bond: number
  readonly face: bigint
  readonly price: bigint
  readonly accrued: bigint
  readonly rate: bigint
  readonly cost: bigint
  readonly settles: string
  readonly at: number
}

type Holding = {
  readonly id: number
  readonly purchase: number
  readonly status: string
  readonly face: bigint
  readonly cost: bigint
  readonly kind: string | null
  readonly price: bigint | null
  readonly accrued: bigint | null
  readonly rate: bigint | null
  readonly proceeds: bigint | null
  readonly settles: string | null
  readonly asked: number | null
  readonly redeemed: number | null
}

type Coupon = {
  readonly purchase: number
  readonly date: string
  readonly face: bigint
  readonly rate: bigint
  readonly amount: bigint
  readonly paid: number
}

const purchases = `
  select id, user_id as "user", bond_id as bond, face, price, accrued, exchange as rate, cost, settles_on as settles, at
  from bond_purchase order by id`
const holdings = `
  select id, purchase_id as purchase, status, face, cost, end_kind as kind, end_price as price, end_accrued as accrued, end_exchange as rate,
    proceeds, end_settles_on as settles, end_at as asked, redeemed_at as redeemed
  from bond_holding order by id`
const coupons = `
  select purchase_id as purchase, coupon_date as date, bond_coupon.face, exchange as rate, amount, paid_at as paid
  from bond_coupon join bond_holding on bond_holding.user_id = bond_coupon.user_id and bond_holding.id = holding_id
  order by holding_id, coupon_date`

/** Prices have 8 decimals, rates 12. */
const priceUnit = 1e8
const rateUnit = 1e12
const perYear = (bond: Bond): number => (bond.kind === 'bono' ? 182 / 360 : 1 / 2)

/** The price without interest at a yield, by the formulas of the rulebook in floating point; for 100 of face, 10 of Cetes. */
function cleanPrice(bond: Bond, settles: DayNumber, yearly: number): number {
  const days = bond.matures - settles
  if (bond.kind === 'cetes') return 10 / (1 + (yearly * days) / 360)
  if (bond.kind === 'bill') {
    const [year, ...rest] = isoDate(bond.issued).split('-')
    const nextYear = dayNumber([Number(year) + 1, ...rest].join('-'))
    return 100 / (1 + (yearly * days) / (nextYear - bond.issued))
  }
  const { start, end, coupons: left } = couponPeriod(bond, settles)
  const coupon = 100 * (Number(bond.couponRate) / rateUnit) * perYear(bond)
  const [growth, part] = [1 + yearly * perYear(bond), (end - settles) / (end - start)]
  let dirty = 100 / growth ** (left - 1 + part)
  for (let k = 0; k < left; k += 1) dirty += coupon / growth ** (k + part)
  return dirty - accruedOn(bond, 100, settles)
}

/** Interest since the last coupon: t of s days for a note, t of 360 for a Bono M. */
function accruedOn(bond: Bond, face: number, settles: DayNumber): number {
  if (bondRules[bond.kind].couponsPerYear === 0) return 0
  const { start, end } = couponPeriod(bond, settles)
  const yearly = face * (Number(bond.couponRate) / rateUnit)
  return bond.kind === 'bono' ? (yearly * (settles - start)) / 360 : (yearly * (settles - start)) / (2 * (end - start))
}

/** One coupon on a face, with 8 decimals. */
const couponOn = (bond: Bond, face: bigint): bigint =>
  bond.kind === 'bono'
    ? (face * 10n ** 6n * bond.couponRate * 182n) / (360n * 10n ** 12n)
    : (face * 10n ** 6n * bond.couponRate) / (2n * 10n ** 12n)

type Trade = {
  readonly at: number
  readonly price: bigint
  readonly rate: bigint
  readonly accrued: bigint
  readonly settles: string
}

/** A trade at the curve of its minute: half a spread above or below, twice as far in practice hours. */
function* wrongTrade(
  { feed }: SimulatedMarket,
  bond: Bond,
  face: bigint,
  side: 1 | -1,
  trade: Trade,
): Generator<string> {
  const { country, currency, halfSpread, zone } = bondRules[bond.kind]
  const settles = dayNumber(trade.settles)
  const phase = feed.bonds.phase(country, trade.at)
  if (phase === 'closed') yield 'was traded while the market was closed'
  if (settles <= localDay(zone, trade.at)) yield `settles on ${trade.settles}, which is not later`
  const yearly = Number(feed.bonds.curve(country, trade.at)?.yieldIn(bond.matures - settles) ?? 0n) / rateUnit
  const spread = (Number(halfSpread) / priceUnit) * (phase === 'practice' ? 2 : 1)
  const right = cleanPrice(bond, settles, yearly) + side * spread
  const step = bond.kind === 'cetes' ? 0.000_01 : 0.001
  const found = Number(trade.price) / priceUnit
  if (Math.abs(found - right) > step) yield `is at ${found}, should be ${right}`
  const interest = accruedOn(bond, Number(face), settles)
  if (Math.abs(Number(trade.accrued) - interest) > 0.51) yield `has interest of ${trade.accrued}, should be ${interest}`
  const mid = currency === 'MXN' ? 10n ** 12n : feed.conversionRate(currency, 'MXN', trade.at)?.rate
  yield* differing('rate', trade.rate, mid ?? null)
}

/** Price and interest of a face, in 1e-20 of a centavo. */
const worthOf = (bond: Bond, face: bigint, { price, accrued, rate }: Omit<Trade, 'at' | 'settles'>): bigint =>
  ((face * price) / bondRules[bond.kind].faceUnit + accrued * 10n ** 6n) * rate
const centavo = 10n ** 18n

function* wrongPurchase(market: SimulatedMarket, bond: Bond, purchase: Purchase): Generator<string> {
  const { at, face, cost } = purchase
  if (at < bond.offeredFrom || at >= bond.offeredUntil) yield 'was bought while it was not on offer'
  yield* wrongTrade(market, bond, face, 1, purchase)
  yield* differing('cost', cost, dividedUp(worthOf(bond, face, purchase), centavo))
}

function* wrongEnd(market: SimulatedMarket, bond: Bond, holding: Holding): Generator<string> {
  const { face, status, kind, price, accrued, rate, proceeds, settles, asked, redeemed } = holding
  const { zone } = bondRules[bond.kind]
  const today = localDay(zone, market.clock.now())
  if (kind === null || settles === null || asked === null) {
    // The maturity may fall on a closed day.
    if (today > bond.matures + 5) yield `${status} after its maturity`
    return
  }
  const trade = { at: asked, price: price ?? 0n, accrued: accrued ?? 0n, rate: rate ?? 0n, settles }
  if (kind === 'sale') yield* wrongTrade(market, bond, face, -1, trade)
  else yield* differing('price of the maturity', trade.price, bondRules[bond.kind].faceUnit * 10n ** 6n)
  yield* differing('proceeds', proceeds, worthOf(bond, face, trade) / centavo)
  const day = dayNumber(settles)
  if (kind === 'maturity' && day < bond.matures) yield `matures on ${settles}`
  if (redeemed !== null && localDay(zone, redeemed) < day) yield 'was paid out before its day'
  if (redeemed === null && today > day) yield 'was not paid out on its day'
}

/** Every coupon that falls on what was settled before it and not sold before it is paid once, on its day and on the whole of that face. */
function* wrongCoupons(
  market: SimulatedMarket,
  bond: Bond,
  purchase: Purchase,
  parts: readonly Holding[],
  paid: readonly Coupon[],
): Generator<string> {
  const { zone } = bondRules[bond.kind]
  const today = localDay(zone, market.clock.now())
  const isHeld = (date: DayNumber) => (part: Holding) =>
    part.kind !== 'sale' || part.settles === null || dayNumber(part.settles) >= date
  for (const date of couponDatesAfter(bond, dayNumber(purchase.settles))) {
    const own = paid.filter((coupon) => dayNumber(coupon.date) === date)
    const due = parts.filter(isHeld(date)).reduce((sum, { face }) => sum + face, 0n)
    const found = own.reduce((sum, { face }) => sum + face, 0n)
    // A closed day delays the payment by a weekend and a holiday at most.
    if (found > due || (found < due && today > date + 4))
      yield `coupon of ${isoDate(date)} is on ${found}, should be on ${due}`
    for (const { face, amount, rate, paid: at } of own) {
      yield* differing(`coupon of ${isoDate(date)}`, amount, (couponOn(bond, face) * rate) / centavo)
      if (localDay(zone, at) < date) yield `coupon of ${isoDate(date)} was paid before its day`
    }
    if (date > today) break
  }
}

function* wrongMoney(
  purchase: Purchase,
  parts: readonly Holding[],
  paid: readonly Coupon[],
  posted: (id: number) => Posted,
) {
  const received = paid.reduce((sum, { amount }) => sum + amount, 0n)
  const back = parts.reduce((sum, { redeemed, proceeds }) => (redeemed === null ? sum : sum + (proceeds ?? 0n)), 0n)
  const moved = parts.reduce((sum, { id }) => sum + posted(id)('U.AVAIL'), 0n)
  yield* differing('change of the wallet', moved, received + back - purchase.cost)
  const sumOf = (what: 'face' | 'cost'): bigint => parts.reduce((sum, part) => sum + part[what], 0n)
  yield* differing('face of its parts', sumOf('face'), purchase.face)
  yield* differing('cost of its parts', sumOf('cost'), purchase.cost)
}

export async function bondFindings(market: SimulatedMarket): Promise<string[]> {
  if (!market.products.includes('bonds')) return []
  const { database, feed, clock } = market
  const bought = (await database.pool.query<Purchase>(purchases)).rows
  const parts = Map.groupBy((await database.pool.query<Holding>(holdings)).rows, ({ purchase }) => purchase)
  const paid = Map.groupBy((await database.pool.query<Coupon>(coupons)).rows, ({ purchase }) => purchase)
  const posted = await postedFor(market, 'bond')
  const wrong = (purchase: Purchase): string[] => {
    const bond = present(feed.bonds.find(purchase.bond, clock.now()), `bond ${purchase.bond}`)
    const [own, received] = [parts.get(purchase.id) ?? [], paid.get(purchase.id) ?? []]
    return [
      ...wrongPurchase(market, bond, purchase),
      ...own.flatMap((part) => [...wrongEnd(market, bond, part)]),
      ...wrongCoupons(market, bond, purchase, own, received),
      ...wrongMoney(purchase, own, received, posted),
    ]
  }
  return bought.flatMap((purchase) => wrong(purchase).map((text) => `bonds: purchase ${purchase.id}: ${text}`))
}
