import * as z from 'zod/mini'
import { walletCurrencies } from '@mex/core/money/money.ts'
import { overviewNumber, walletNumbers } from '@mex/core/wallet/wallets.ts'

import { coded, flag, money, named, orNull, shape, timestamp } from '#wire.ts'

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
  referenceId: named('refId', orNull(z.number())),
  /** A transfer that has not settled. */
  isCancellable: named('cancellable', flag),
  createdAt: named('createTimeTimestamp', timestamp),
})

export type WalletBalance = z.output<typeof walletBalance>
export type AnyBalance = z.output<typeof anyBalance>
export type Bill = z.output<typeof bill>
