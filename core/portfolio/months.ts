import type { Account, EventCode } from '#ledger/accounts.ts'
import { addMoney, multiply, nothing, one, subtractMoney, type Money, type WalletCurrency } from '#money/money.ts'
import type { Curve, PesoRates } from './curve.ts'
import { moneyKindOf } from './profit-sources.ts'

/** The parts of a profit that the ledger books. */
export const bookedParts = ['realised', 'income', 'fees', 'financing'] as const
export type BookedPart = (typeof bookedParts)[number]

/** What the journals of a user moved in an account that is not the user's, in its currency; above zero the user received it. */
export type Booking = {
  /** The point that ends the month. */
  readonly point: number
  readonly event: EventCode
  readonly account: Account
  readonly currency: WalletCurrency
  readonly amount: Money
}

const partsOfAccounts: Partial<Readonly<Record<Account, BookedPart>>> = {
  'SYS.MARKET': 'realised',
  'SYS.RESERVE': 'realised',
  'SYS.POOL': 'income',
  'SYS.FUNDING': 'financing',
  'SYS.ENERGY': 'fees',
  'REV.COMMISSION': 'fees',
  'REV.PERF_FEE': 'fees',
  'REV.MGMT_FEE': 'fees',
  'REV.RENT': 'fees',
  'REV.FX_SPREAD': 'fees',
}

/** Dividends and coupons are income; what is paid for a bond, and what it brings at its end, only changes its form. */
const paying: ReadonlySet<EventCode> = new Set<EventCode>(['E34', 'E35', 'E38', 'E39', 'E40', 'E41', 'E61'])

/** The part that a booking is; undefined for money from outside, and for money that only changes its form. */
export function partOf({ event, account, amount }: Booking): BookedPart | undefined {
  if (moneyKindOf(event, amount) !== undefined) return undefined
  if (account === 'SYS.ISSUER') return paying.has(event) ? 'income' : undefined
  return account.startsWith('SYS.LEVY.') ? 'fees' : partsOfAccounts[account]
}

/** A month of a user in pesos: `realised + income + fees + financing + change = profit`. */
export type Month = Readonly<Record<BookedPart, Money>> & {
  /** When the month or its first day with an account began. */
  readonly from: number
  readonly profit: Money
  /** What is not booked: the change of what is open, of bonds and of exchange rates. */
  readonly change: Money
}

/** The months between the points of a curve, oldest first. Bookings are converted at the rates of the end of their month. */
export function monthsOf({ points }: Pick<Curve, 'points'>, rates: readonly PesoRates[], bookings: readonly Booking[]) {
  const gained = points.map(({ total, moneyIn }) => subtractMoney(total, moneyIn))
  return points.slice(1).map((_, index): Month => {
    const sums = { realised: nothing, income: nothing, fees: nothing, financing: nothing }
    for (const booking of bookings) {
      const part = booking.point === index + 1 ? partOf(booking) : undefined
      if (part === undefined) continue
      const rate = booking.currency === 'MXN' ? one : (rates[index + 1]?.[booking.currency] ?? one)
      sums[part] = addMoney(sums[part], multiply(booking.amount, rate, 'near'))
    }
    const profit = subtractMoney(gained[index + 1] ?? nothing, gained[index] ?? nothing)
    const change = subtractMoney(profit, addMoney(...bookedParts.map((part) => sums[part])))
    return { from: points[index]?.at ?? 0, profit, change, ...sums }
  })
}
