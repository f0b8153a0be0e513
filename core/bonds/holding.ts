import { assert } from '#assert.ts'
import { divide } from '#money/decimal.ts'
import {
  addMoney,
  convert,
  money,
  subtractMoney,
  value,
  type Money,
  type Price,
  type Rate,
  type Value,
} from '#money/money.ts'
import type { DayNumber } from '#time-zone.ts'
import { bondRules, couponDatesAfter, type Bond } from './bond.ts'
import { accruedInterest, asValue, cleanValue, couponValue } from './pricing.ts'
import type { BondQuote } from './quote.ts'

/** `redeeming` waits for the money of a sale or of the maturity; `redeemed` is over (rulebook §1.2, §24.2). */
export type HoldingStatus = 'bought' | 'redeeming' | 'redeemed'

/** What was bought at once; it never changes. */
export type BondPurchase = {
  /** That of its first holding. */
  readonly id: number
  readonly user: number
  readonly bond: number
  readonly face: Money
  /** Clean, at the ask. */
  readonly price: Price
  /** Interest that was paid for with it, in the bond's currency. */
  readonly accrued: Money
  /** Mid of the bond's currency in pesos, and what left the funding account. */
  readonly conversionRate: Rate
  readonly cost: Money
  readonly settles: DayNumber
  readonly at: number
}

/** How a holding ends: at the price of a request to sell, or at maturity. The amount is fixed from then on. */
export type Redemption = {
  readonly kind: 'sale' | 'maturity'
  readonly price: Price
  readonly accrued: Money
  readonly conversionRate: Rate
  readonly proceeds: Money
  readonly settles: DayNumber
  readonly at: number
}

/** Face of one bond that somebody holds. A sale of a part makes a holding of its own of that part (rulebook §24.2). */
export type Holding = {
  readonly id: number
  readonly user: number
  readonly bond: number
  readonly purchase: number
  /** The holding that it was a part of. */
  readonly parent: number | undefined
  readonly status: HoldingStatus
  readonly face: Money
  /** Of the purchase: clean, at the ask. */
  readonly price: Price
  readonly conversionRate: Rate
  readonly settles: DayNumber
  /** Its part of what the purchase cost. */
  readonly cost: Money
  /** Coupons up to this date are paid, or belong to somebody who held it before. */
  readonly couponsUntil: DayNumber
  /** Coupons so far: in pesos as they were paid, and in the bond's currency. */
  readonly received: Money
  readonly interest: Value
  readonly redemption: Redemption | undefined
  readonly boughtAt: number
  readonly changedAt: number
  readonly redeemedAt: number | undefined
}

/** A coupon that was paid on a holding. */
export type PaidCoupon = {
  readonly holding: number
  readonly user: number
  readonly date: DayNumber
  readonly face: Money
  readonly conversionRate: Rate
  readonly amount: Money
  readonly paidAt: number
}

/** What so much face costs in pesos: clean price and accrued interest, rounded up once (rulebook §24.2). */
export const costOf = (bond: Bond, face: Money, { ask, settles }: Pick<BondQuote, 'ask' | 'settles'>, mid: Rate) =>
  convert(worthAt(bond, face, ask, settles), mid, 'ceil')

/** What so much face brings in pesos, rounded down once. */
export const proceedsOf = (bond: Bond, face: Money, { bid, settles }: Pick<BondQuote, 'bid' | 'settles'>, mid: Rate) =>
  convert(worthAt(bond, face, bid, settles), mid, 'floor')

/** Clean price and accrued interest of so much face in the bond's currency. */
export const worthAt = (bond: Bond, face: Money, at: Price, settles: DayNumber): Value =>
  value(cleanValue(bond, face, at) + asValue(accruedInterest(bond, face, settles)))

/**
 * Interest of a holding that is earned and not paid, when something settles: what has accrued in the period, and coupons of before
 * whose payment is still to come. `settles` is the settlement of a sale now, or of the one that was asked for.
 */
export function interestToCome(bond: Bond, { face, couponsUntil }: Holding, settles: DayNumber): Value {
  const until = Math.min(settles, bond.matures)
  const coupons = couponDatesAfter(bond, couponsUntil).filter((date) => date <= until).length
  const accrued = settles < bond.matures ? accruedInterest(bond, face, settles) : money(0n)
  return value(couponValue(bond, face) * BigInt(coupons) + asValue(accrued))
}

/**
 * What a holding is worth in pesos (rulebook §7.3): at the bid while it is held, the fixed amount once it is sold, and the face when it
 * is too late to sell it; with all interest to come. `bid` is undefined where no sale settles before the maturity.
 */
export function holdingWorth(
  bond: Bond,
  holding: Holding,
  { bid, settles }: { readonly bid: Price | undefined; readonly settles: DayNumber },
  mid: Rate,
): Money {
  const { status, face, redemption } = holding
  if (status === 'redeemed') return money(0n)
  if (redemption !== undefined) {
    const coupons = value(interestToCome(bond, holding, redemption.settles) - asValue(redemption.accrued))
    return addMoney(redemption.proceeds, convert(coupons, mid, 'floor'))
  }
  const clean = bid === undefined ? asValue(face) : cleanValue(bond, face, bid)
  return convert(value(clean + interestToCome(bond, holding, settles)), mid, 'floor')
}

/** A holding as two: the part of so much face, and the rest. Nothing is lost between them. */
export function splitHolding(holding: Holding, face: Money, id: number): readonly [part: Holding, rest: Holding] {
  assert(face > 0n && face < holding.face, 'a part is smaller than the whole')
  const share = (amount: bigint): bigint => divide(amount * face, holding.face, 'floor')
  const [cost, received] = [money(share(holding.cost)), money(share(holding.received))]
  const interest = value(share(holding.interest))
  return [
    { ...holding, id, parent: holding.id, face, cost, received, interest },
    {
      ...holding,
      face: subtractMoney(holding.face, face),
      cost: subtractMoney(holding.cost, cost),
      received: subtractMoney(holding.received, received),
      interest: value(holding.interest - interest),
    },
  ]
}

/** Outstanding face and the interest that accrues on it in this period, in the bond's currency (rulebook §24.2). */
export const periodBalance = (bond: Bond, face: Money, settles: DayNumber): Money =>
  addMoney(face, accruedInterest(bond, face, settles))

/** Whether an amount of face can be bought or sold of a bond of this kind. */
export const isWholeFace = ({ kind }: Bond, face: Money): boolean => face % bondRules[kind].faceUnit === 0n
