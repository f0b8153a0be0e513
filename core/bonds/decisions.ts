import {
  couponDatesAfter,
  couponInstant,
  bondRules,
  faceMaxOf,
  paymentDay,
  settlementInstant,
  type Bond,
  type BondCalendar,
} from './bond.ts'
import {
  costOf,
  isWholeFace,
  proceedsOf,
  splitHolding,
  type BondPurchase,
  type Holding,
  type PaidCoupon,
} from './holding.ts'
import { accruedInterest, couponValue } from './pricing.ts'
import { bondBought, bondMatured, couponPaid, saleSettled } from './postings.ts'
import type { BondQuote } from './quote.ts'
import type { Journal } from '#ledger/ledger.ts'
import { contractsMax } from '#trading/order-check.ts'
import { addMoney, convert, formatMoney, money, price, value, type Money, type Price, type Rate } from '#money/money.ts'
import { refusal, type Refusal } from '#refusal.ts'
import type { DayNumber } from '#time-zone.ts'

export type PurchaseCommand = {
  readonly id: number
  readonly user: number
  readonly face: Money
  readonly at: number
}

export type PurchaseFacts = {
  /** Why the person may not buy (a practice that waits to start again); undefined when they may. */
  readonly permission: Refusal | undefined
  /** Undefined when the bond is not offered any more. */
  readonly quote: BondQuote | undefined
  /** Face that is left by the plan of the issue. */
  readonly remaining: Money
  /** Face of the bond that the person has bought before. */
  readonly boughtBefore: Money
  /** Holdings of the person that are not over. */
  readonly openHoldings: number
  readonly available: Money
  /** Mid of the bond's currency in pesos; undefined without a fresh one. */
  readonly conversionRate: Rate | undefined
}

export type PurchaseOutcome = {
  readonly purchase: BondPurchase
  readonly holding: Holding
  readonly journals: readonly Journal[]
}

/**
 * Decides a purchase (rulebook §24.2, E60). It is paid at once at the ask in force, and settles on the next business day. Refuses:
 * not_found, the permission's reason, market_closed, below_face_minimum, incorrect_amount, sold_out, quote_unavailable,
 * too_many_orders, insufficient_balance.
 */
export function decidePurchase(
  bond: Bond,
  { id, user, face, at }: PurchaseCommand,
  facts: PurchaseFacts,
): PurchaseOutcome | Refusal {
  const { permission, quote, remaining, boughtBefore, openHoldings, available, conversionRate } = facts
  if (quote === undefined) return refusal('not_found', { field: 'id' })
  if (permission !== undefined) return permission
  if (quote.phase === 'closed') return refusal('market_closed')
  const refused = faceRefusal(bond, face)
  if (refused !== undefined) return refused
  if (face > remaining || addMoney(boughtBefore, face) > faceMaxOf(bond)) return refusal('sold_out')
  if (conversionRate === undefined) return refusal('quote_unavailable')
  if (openHoldings >= contractsMax) return refusal('too_many_orders')
  const cost = costOf(bond, face, quote, conversionRate)
  if (cost > available) return refusal('insufficient_balance')
  const { ask, settles } = quote
  const accrued = accruedInterest(bond, face, settles)
  const shared = { id, user, bond: bond.id, face, price: ask, conversionRate, cost, settles }
  return {
    purchase: { ...shared, accrued, at },
    holding: {
      ...shared,
      purchase: id,
      parent: undefined,
      status: 'bought',
      couponsUntil: settles,
      received: money(0n),
      interest: value(0n),
      redemption: undefined,
      boughtAt: at,
      changedAt: at,
      redeemedAt: undefined,
    },
    journals: [bondBought({ user, at }, id, cost)],
  }
}

function faceRefusal(bond: Bond, face: Money): Refusal | undefined {
  const { faceMin } = bondRules[bond.kind]
  if (face < faceMin) {
    const n = formatMoney(faceMin).replace('.00', '')
    return refusal('below_face_minimum', { field: 'amount', values: { n } })
  }
  return isWholeFace(bond, face) ? undefined : refusal('incorrect_amount', { field: 'amount' })
}

export type SaleCommand = {
  /** Of the holding that a part becomes. */
  readonly id: number
  /** Undefined sells everything. */
  readonly face: Money | undefined
  readonly at: number
}

export type SaleFacts = {
  readonly quote: BondQuote
  readonly conversionRate: Rate | undefined
  /** Holdings of the person that are not over: the sale of a part makes one more. */
  readonly openHoldings: number
}

export type SaleOutcome = {
  /** What waits for its money now. */
  readonly sold: Holding
  /** What is kept, when a part is sold. */
  readonly rest: Holding | undefined
}

/**
 * Decides a request to sell (rulebook §24.2, E62): price, rate and amount are fixed now, the money comes on the next business day.
 * What was due before must be done (`settleDue`). Refuses: holding_unavailable, below_face_minimum, market_closed, quote_unavailable,
 * too_many_orders.
 */
export function decideSale(
  bond: Bond,
  holding: Holding,
  { id, face = holding.face, at }: SaleCommand,
  { quote, conversionRate, openHoldings }: SaleFacts,
): SaleOutcome | Refusal {
  const { settles } = quote
  if (holding.status !== 'bought' || settles >= bond.matures || face > holding.face)
    return refusal('holding_unavailable')
  if (face < bondRules[bond.kind].faceUnit || !isWholeFace(bond, face)) {
    const n = formatMoney(bondRules[bond.kind].faceUnit).replace('.00', '')
    return refusal('below_face_minimum', { field: 'amount', values: { n } })
  }
  if (quote.phase === 'closed') return refusal('market_closed')
  if (conversionRate === undefined) return refusal('quote_unavailable')
  const isAll = face === holding.face
  if (!isAll && openHoldings >= contractsMax) return refusal('too_many_orders')
  const [part, rest] = isAll ? [holding, undefined] : splitHolding(holding, face, id)
  const accrued = accruedInterest(bond, face, settles)
  const proceeds = proceedsOf(bond, face, quote, conversionRate)
  const redemption = { kind: 'sale', price: quote.bid, accrued, conversionRate, proceeds, settles, at } as const
  return {
    sold: { ...part, status: 'redeeming', redemption, changedAt: at },
    rest: rest === undefined ? undefined : { ...rest, changedAt: at },
  }
}

/** What happens to a holding next, and when. */
export type DueEvent =
  | { readonly kind: 'coupon'; readonly date: DayNumber; readonly at: number }
  | { readonly kind: 'mature' | 'redeem'; readonly at: number }

/** The next event of a holding by the calendar of its market; undefined when it is over. */
export function nextEvent(bond: Bond, calendar: BondCalendar, holding: Holding): DueEvent | undefined {
  const { status, couponsUntil, redemption } = holding
  if (status === 'redeemed') return undefined
  const [date] = couponDatesAfter(bond, couponsUntil)
  // A sale that settles on a coupon date leaves that coupon to the seller: nothing has accrued to the buyer.
  const isOwn = date !== undefined && (redemption === undefined || date <= redemption.settles)
  if (isOwn) return { kind: 'coupon', date, at: couponInstant(calendar, date) }
  if (redemption !== undefined) return { kind: 'redeem', at: settlementInstant(calendar, redemption.settles) }
  return { kind: 'mature', at: couponInstant(calendar, bond.matures) }
}

export type DueOutcome = {
  readonly holding: Holding
  readonly coupons: readonly PaidCoupon[]
  readonly journals: readonly Journal[]
}

export type DueFacts = {
  readonly calendar: BondCalendar
  /** Mid of the bond's currency in pesos at an instant, the last one where no fresh one is known. */
  readonly conversionRateAt: (at: number) => Rate | undefined
  readonly now: number
}

/**
 * Does everything that is due on a holding by now, in the order of its instants (rulebook §24.2, E61, E63, E64). Amounts follow from
 * these instants alone, however late this runs. Stops where a rate is missing.
 */
export function settleDue(bond: Bond, holding: Holding, { calendar, conversionRateAt, now }: DueFacts): DueOutcome {
  const coupons: PaidCoupon[] = []
  const journals: Journal[] = []
  let current = holding
  for (;;) {
    const event = nextEvent(bond, calendar, current)
    if (event === undefined || event.at > now) break
    const conversionRate = conversionRateAt(event.at)
    if (conversionRate === undefined) break
    const occasion = { user: current.user, at: now }
    switch (event.kind) {
      case 'coupon': {
        const { face, id, user } = current
        const paid = couponValue(bond, face)
        const amount = convert(paid, conversionRate, 'floor')
        coupons.push({ holding: id, user, date: event.date, face, conversionRate, amount, paidAt: now })
        journals.push(couponPaid(occasion, id, event.date, amount))
        const received = addMoney(current.received, amount)
        const interest = value(current.interest + paid)
        current = { ...current, couponsUntil: event.date, received, interest, changedAt: now }
        break
      }
      case 'mature':
        current = matured(bond, calendar, current, conversionRate, now)
        break
      case 'redeem': {
        const { proceeds, kind } = current.redemption ?? { proceeds: money(0n), kind: 'sale' }
        const post = kind === 'sale' ? saleSettled : bondMatured
        journals.push(post(occasion, current.id, proceeds))
        current = { ...current, status: 'redeemed', redeemedAt: now, changedAt: now }
      }
    }
  }
  return { holding: current, coupons, journals }
}

/** At maturity the face comes back; it waits until the hour of settlement. */
function matured(bond: Bond, calendar: BondCalendar, holding: Holding, conversionRate: Rate, now: number): Holding {
  const { face } = holding
  const redemption = {
    kind: 'maturity',
    price: wholePrice(bond),
    accrued: money(0n),
    conversionRate,
    proceeds: convert(value(face * 10n ** 6n), conversionRate, 'floor'),
    settles: paymentDay(calendar, bond.matures),
    at: now,
  } as const
  return { ...holding, status: 'redeeming', redemption, changedAt: now }
}

/** 100 for 100 of face, 10 for 10 of Cetes. */
const wholePrice = ({ kind }: Bond): Price => price(bondRules[kind].faceUnit * 10n ** 6n)
