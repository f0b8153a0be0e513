import * as z from 'zod/mini'
import { walletCurrencies } from '@mex/core/money/money.ts'
import { overviewNumber, walletNumbers } from '@mex/core/wallet/wallets.ts'

import { coded, flag, money, named, orNull, price, quantity, rate, shape, timestamp, value } from '#wire.ts'

/** Wallets and the movements of their money, as calls answer with them (specification, calls C). */

export const walletCurrency = z.enum(walletCurrencies)

/** The spec's number of a wallet on the wire, its name in the program (rulebook §1.2). */
export const walletName = coded(walletNumbers)

const walletFields = {
  currency: walletCurrency,
  /** Available money. */
  available: named('balance', money),
  used: named('usedBalance', money),
  total: named('totalBalance', money),
  equity: money,
  /** Floating. */
  profit: money,
  unsettled: money,
}
/** What one wallet holds. */
export const walletBalance = shape({ wallet: named('walletType', walletName), ...walletFields })

/** Every wallet, and 0 for all of them together. */
export const walletChoiceNumbers = { OVERVIEW: overviewNumber, ...walletNumbers } as const
/** What one wallet holds, or the total of all in MXN. */
export const anyBalance = shape({ wallet: named('walletType', coded(walletChoiceNumbers)), ...walletFields })

/**
 * The figures of a trade, a night, a dividend or a split, from which its amount can be computed again (specification,
 * calls T). Null is what does not apply.
 */
export const billDetail = shape({
  /** The order that was filled; null where nobody ordered. */
  orderId: orNull(z.number()),
  /** Mid of the instrument's currency in the wallet's. */
  conversionRate: named('conv', orNull(rate)),
  quoteId: orNull(z.string()),
  /** Of the fill on average, of the settlement, or of the night. */
  price: orNull(price),
  /** Of a swap, or the days of a financing. */
  nights: orNull(z.number()),
  days: orNull(z.number()),
  /** Of a year; above zero it is received. */
  rate: orNull(rate),
  /** What the rate applies to, in the instrument's currency. */
  basis: orNull(value),
  yearDays: orNull(z.number()),
  /** Of a dividend or a split: the shares with the right; per share; what was withheld. */
  shares: orNull(quantity),
  amount: orNull(price),
  tax: orNull(money),
  /** New shares for old ones, '4:1'. */
  ratio: orNull(z.string()),
  /** Of a bond: its face, and the interest that was paid or received with it, in the bond's currency. */
  face: orNull(money),
  accrued: orNull(money),
  /** The robot or the strategy that it is about, by name, and the UTC day that an income of a robot was earned on. */
  product: orNull(z.string()),
  date: orNull(z.string()),
})

/** A row of the transaction history. */
export const bill = shape({
  id: z.number(),
  /** Signed. */
  amount: money,
  /** Number of the event (rulebook §8.3); the texts are in `bills.ts`. */
  type: named('billType', z.number()),
  /** In the caller's language. */
  memo: z.string(),
  wallet: named('walletType', walletName),
  currency: walletCurrency,
  /** The position of a trade; otherwise what it belongs to. */
  referenceId: named('refId', orNull(z.number())),
  detail: orNull(billDetail),
  /** A transfer that has not settled. */
  isCancellable: named('cancellable', flag),
  createdAt: named('createTimeTimestamp', timestamp),
})

export type WalletBalance = z.output<typeof walletBalance>
export type AnyBalance = z.output<typeof anyBalance>
export type BillDetail = z.output<typeof billDetail>

/** A detail that says nothing; what brings a detail about fills in what it knows. */
export const emptyBillDetail: BillDetail = {
  orderId: undefined,
  conversionRate: undefined,
  quoteId: undefined,
  price: undefined,
  nights: undefined,
  days: undefined,
  rate: undefined,
  basis: undefined,
  yearDays: undefined,
  shares: undefined,
  amount: undefined,
  tax: undefined,
  ratio: undefined,
  face: undefined,
  accrued: undefined,
  product: undefined,
  date: undefined,
}
export type Bill = z.output<typeof bill>
