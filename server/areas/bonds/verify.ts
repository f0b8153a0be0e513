import {
  bondRules,
  couponDatesAfter,
  couponInstant,
  faceMaxOf,
  paymentDay,
  remainingFace,
  settlementInstant,
  type Bond,
  type BondCalendar,
} from '@mex/core/bonds/bond.ts'
import type { StoredHolding } from '@mex/core/bonds/bookings.ts'
import { nextEvent } from '@mex/core/bonds/decisions.ts'
import { costOf, proceedsOf, type BondPurchase, type Holding, type Redemption } from '@mex/core/bonds/holding.ts'
import { bondWallet } from '@mex/core/bonds/postings.ts'
import { accruedInterest, couponValue } from '@mex/core/bonds/pricing.ts'
import { differs } from '@mex/core/ledger/bookings.ts'
import {
  addMoney,
  convert,
  formatPrice,
  formatRate,
  money,
  nothing,
  subtractMoney,
  value,
  type Money,
  type Price,
  type Rate,
} from '@mex/core/money/money.ts'
import { isoDate, type DayNumber } from '@mex/core/time-zone.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import { allowLongStatements } from '#areas/ledger/store-verify.ts'
import { findingsMax, type VerifyFacts } from '#areas/ledger/verify-rows.ts'
import { bookingRate, pricesAt } from '#areas/trading/prices.ts'
import { isoInstant } from '#clock.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { bondsAt, isOffered } from './quotes.ts'
import { emptyPurchases, storedHoldingsAfter } from './store-verify.ts'

export type BondsVerified = {
  readonly purchases: number
  readonly holdings: number
  readonly coupons: number
  readonly findings: readonly string[]
}

const pageSize = 200

/**
 * Recomputes every purchase, coupon, sale and redemption from public facts (rulebook §24): the curve of its minute, the calendar, the
 * conversion rate of its instant. What was due and was not done is found too. The journals are compared with the rows by the check of
 * the ledger.
 */
export const verifyBonds = (db: Database, facts: VerifyFacts): Promise<BondsVerified> =>
  inTransaction(
    db,
    async (tx) => {
      await allowLongStatements(tx)
      const findings = (await emptyPurchases(tx)).map((id) => `bond purchase ${id}: has no holding`)
      const bought = new Map<string, Money>()
      let [purchases, holdings, coupons, after] = [0, 0, 0, 0]
      for (;;) {
        const page = await storedHoldingsAfter(tx, after, pageSize)
        for (const stored of page) {
          const isFirst = stored.holding.id === stored.purchase.id
          findings.push(...wrongHolding(stored, isFirst, bought, facts))
          purchases += isFirst ? 1 : 0
          coupons += stored.coupons.length
        }
        holdings += page.length
        after = page.at(-1)?.holding.id ?? after
        if (page.length < pageSize) return { purchases, holdings, coupons, findings: findings.slice(0, findingsMax) }
      }
    },
    'snapshot',
  )

function wrongHolding(
  stored: StoredHolding,
  isFirst: boolean,
  bought: Map<string, Money>,
  { feed, now, settledUntil }: VerifyFacts,
): readonly string[] {
  const { holding, purchase } = stored
  const about = `bond holding ${holding.id}`
  const bond = feed.bonds.find(holding.bond, now)
  if (bond === undefined) return [`${about}: is of a bond that is not there`]
  const calendar = feed.bonds.calendar(bondRules[bond.kind].country)
  const next = nextEvent(bond, calendar, holding)
  const faults = [
    ...(isFirst ? wrongPurchase(bond, purchase, bought, feed) : []),
    ...(holding.bond === purchase.bond ? [] : ['is of another bond than its purchase']),
    ...wrongCoupons(bond, calendar, stored, feed),
    ...wrongRedemption(bond, calendar, holding, feed),
    ...(next !== undefined && next.at <= settledUntil ? [`what was due at ${isoInstant(next.at)} was not booked`] : []),
  ]
  return faults.map((fault) => `${about}: ${fault}`)
}

const differsIn = <Of extends bigint>(what: string, found: Of, expected: Of | undefined, say: (of: Of) => string) =>
  found === expected
    ? []
    : [`${what} is ${say(found)}, should be ${expected === undefined ? 'unknown' : say(expected)}`]
const differsInPrice = (what: string, found: Price, expected: Price | undefined) =>
  differsIn(what, found, expected, formatPrice)
const differsInRate = (found: Rate, expected: Rate | undefined) => differsIn('rate', found, expected, formatRate)
const differsInDay = (what: string, found: DayNumber, expected: DayNumber) =>
  found === expected ? [] : [`${what} is ${isoDate(found)}, should be ${isoDate(expected)}`]

function wrongPurchase(bond: Bond, purchase: BondPurchase, bought: Map<string, Money>, feed: Feed): readonly string[] {
  const { at, face, user } = purchase
  const market = bondsAt(feed, at)
  const quote = market.quote(bond)
  if (quote === undefined || quote.phase === 'closed' || !isOffered(bond, at))
    return ['was bought when it could not be']
  const mid = pricesAt(feed, at).conversionRate(bondRules[bond.kind].currency, walletCurrency[bondWallet])
  const place = `${user} ${bond.id}`
  const sum = addMoney(bought.get(place) ?? nothing, face)
  bought.set(place, sum)
  return [
    ...differsInPrice('price', purchase.price, quote.ask),
    ...differsInDay('settlement', purchase.settles, quote.settles),
    ...differs('accrued interest', purchase.accrued, accruedInterest(bond, face, quote.settles)),
    ...differsInRate(purchase.conversionRate, mid),
    ...differs('cost', purchase.cost, mid === undefined ? undefined : costOf(bond, face, quote, mid)),
    ...(face <= remainingFace(bond, quote.settles) && sum <= faceMaxOf(bond) ? [] : ['is more than was left']),
  ]
}

/** The coupons of a holding: each that fell into it, once, on the face that it had. */
function wrongCoupons(
  bond: Bond,
  calendar: BondCalendar,
  { holding, purchase, siblings, coupons }: StoredHolding,
  feed: Feed,
): readonly string[] {
  const { currency } = bondRules[bond.kind]
  // A part that was sold has those that were due after it became a holding of its own.
  const since = holding.parent === undefined ? -Infinity : (holding.redemption?.at ?? Infinity)
  const dates = couponDatesAfter(bond, purchase.settles).filter(
    (date) => date <= holding.couponsUntil && couponInstant(calendar, date) > since,
  )
  const found = new Map(coupons.map((coupon) => [coupon.date, coupon]))
  const missing = dates.filter((date) => !found.has(date)).map((date) => `the coupon of ${isoDate(date)} is missing`)
  const wrong = coupons.flatMap(({ date, face, conversionRate, amount, paidAt }) => {
    const due = couponInstant(calendar, date)
    if (!dates.includes(date)) return [`has a coupon of ${isoDate(date)} that is not its own`]
    const mid = bookingRate(feed, currency, walletCurrency[bondWallet], due)
    const held = holding.parent === undefined ? faceBefore(purchase, siblings, due) : holding.face
    const expected = mid === undefined ? undefined : convert(couponValue(bond, held), mid, 'floor')
    return [
      ...differs(`face of the coupon of ${isoDate(date)}`, face, held),
      ...differsInRate(conversionRate, mid),
      ...differs(`coupon of ${isoDate(date)}`, amount, expected),
      ...(paidAt < due ? [`the coupon of ${isoDate(date)} was paid before its time`] : []),
    ]
  })
  return [...missing, ...wrong]
}

/** The face of a first holding at an instant: the parts that were sold before had left it. */
function faceBefore(purchase: BondPurchase, siblings: readonly Holding[], at: number): Money {
  const gone = siblings.filter(({ parent, redemption }) => parent !== undefined && (redemption?.at ?? Infinity) < at)
  return subtractMoney(purchase.face, addMoney(nothing, ...gone.map(({ face }) => face)))
}

function wrongRedemption(bond: Bond, calendar: BondCalendar, holding: Holding, feed: Feed): readonly string[] {
  const { redemption, redeemedAt } = holding
  if (redemption === undefined) return []
  const early = redeemedAt !== undefined && redeemedAt < settlementInstant(calendar, redemption.settles)
  return [
    ...(redemption.kind === 'sale'
      ? wrongSale(bond, holding, redemption, feed)
      : wrongMaturity(bond, calendar, holding, redemption, feed)),
    ...(early ? ['was redeemed before its time'] : []),
  ]
}

function wrongSale(bond: Bond, { face, boughtAt }: Holding, sale: Redemption, feed: Feed): readonly string[] {
  const { at } = sale
  const quote = bondsAt(feed, at).quote(bond)
  if (quote === undefined || quote.phase === 'closed' || at < boughtAt) return ['was sold when it could not be']
  const mid = pricesAt(feed, at).conversionRate(bondRules[bond.kind].currency, walletCurrency[bondWallet])
  return [
    ...differsInPrice('sale price', sale.price, quote.bid),
    ...differsInDay('settlement of the sale', sale.settles, quote.settles),
    ...differs('interest of the sale', sale.accrued, accruedInterest(bond, face, quote.settles)),
    ...differsInRate(sale.conversionRate, mid),
    ...differs('proceeds', sale.proceeds, mid === undefined ? undefined : proceedsOf(bond, face, quote, mid)),
  ]
}

function wrongMaturity(
  bond: Bond,
  calendar: BondCalendar,
  { face }: Holding,
  end: Redemption,
  feed: Feed,
): readonly string[] {
  const due = couponInstant(calendar, bond.matures)
  const mid = bookingRate(feed, bondRules[bond.kind].currency, walletCurrency[bondWallet], due)
  const expected = mid === undefined ? undefined : convert(value(face * 10n ** 6n), mid, 'floor')
  return [
    ...differsInDay('settlement of the maturity', end.settles, paymentDay(calendar, bond.matures)),
    ...differs('interest of the maturity', end.accrued, money(0n)),
    ...differsInRate(end.conversionRate, mid),
    ...differs('redemption', end.proceeds, expected),
    ...(end.at < due ? ['matured before its time'] : []),
  ]
}
