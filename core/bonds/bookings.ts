import { differs, type Bookings } from '#ledger/bookings.ts'
import { addMoney, nothing } from '#money/money.ts'
import type { BondPurchase, Holding, PaidCoupon } from './holding.ts'
import { bondBought, bondMatured, couponPaid, saleSettled } from './postings.ts'

/** A holding with what is stored about it: the purchase that it comes from, with all its holdings, and its coupons. */
export type StoredHolding = {
  readonly holding: Holding
  readonly purchase: BondPurchase
  readonly siblings: readonly Holding[]
  readonly coupons: readonly PaidCoupon[]
  /** Those of all holdings of the purchase. */
  readonly allCoupons: readonly PaidCoupon[]
}

/** The journals of a holding (rulebook §24.2, E60 to E64), and what contradicts its purchase. */
export function bookingsOfHolding({ holding, purchase, siblings, coupons, allCoupons }: StoredHolding): Bookings {
  const { id, user, status, redemption, redeemedAt } = holding
  const isFirst = id === purchase.id
  const ended = status === 'redeemed'
  const faults = [
    ...(isFirst
      ? [
          ...differs('face of its purchase', addMoney(...siblings.map(({ face }) => face)), purchase.face),
          ...differs('cost of its purchase', addMoney(...siblings.map(({ cost }) => cost)), purchase.cost),
          ...differs(
            'interest of its purchase',
            addMoney(...siblings.map(({ received }) => received)),
            addMoney(nothing, ...allCoupons.map(({ amount }) => amount)),
          ),
        ]
      : []),
    ...((status === 'bought') === (redemption === undefined) ? [] : ['has a status that its redemption contradicts']),
    ...(ended === (redeemedAt !== undefined) ? [] : [ended ? 'has no end' : 'has ended']),
  ]
  const occasion = (at: number) => ({ user, at })
  const end =
    redemption === undefined || redeemedAt === undefined
      ? []
      : [(redemption.kind === 'sale' ? saleSettled : bondMatured)(occasion(redeemedAt), id, redemption.proceeds)]
  const journals = [
    ...(isFirst ? [bondBought(occasion(purchase.at), id, purchase.cost)] : []),
    ...coupons.map(({ paidAt, date, amount }) => couponPaid(occasion(paidAt), id, date, amount)),
    ...end,
  ]
  return { journals: () => journals, faults }
}
