import {
  cardKindNumbers,
  depositReasons,
  networks,
  reviewNumbers,
  withdrawalReasons,
} from '@mex/core/funding/review.ts'
import { coins, fundingAssets, type FundingAsset } from '@mex/core/funding/coins.ts'
import * as z from 'zod/mini'

import { coded, fixed, flag, money, named, orNull, shape, timestamp } from '#wire.ts'

/** The shapes of cards, deposits and withdrawals (specification, calls C and J). */

const asset = z.enum(fundingAssets as FundingAsset[])
const text = orNull(z.string())
/** 1 through the simulated chain, 2 through the simulated bank. */
export const depositKindNumbers = { coin: 1, fiat: 2 } as const

/** A card or a coin account as its owner sees it: numbers are masked. */
export const card = shape({
  id: z.number(),
  kind: named('type', coded(cardKindNumbers)),
  bankName: text,
  accountName: text,
  cardNumber: text,
  swiftCode: text,
  branchCode: text,
  cardholderName: text,
  account: text,
  region: text,
  city: text,
  postalCode: text,
  bankAddress: text,
  personalAddress: text,
  routingNumber: named('abaRoutingNumber', text),
  frontImage: text,
  backImage: text,
  coin: named('currency', orNull(z.enum(coins))),
  network: orNull(z.enum(networks)),
  address: text,
  isDefault: named('isDefault', flag),
})

/** A way for money to come in. */
export const depositOption = shape({
  id: z.number(),
  asset: named('currency', asset),
  name: z.string(),
  kind: named('type', coded(depositKindNumbers)),
  network: text,
  /** The user's own; null for the bank. */
  address: text,
  minimum: named('minAmount', money),
  confirmations: z.number(),
  /** MXN for one of it; null while no rate is known. */
  rate: orNull(fixed(4)),
  note: z.string(),
})

export const deposit = shape({
  id: z.number(),
  kind: named('type', coded(depositKindNumbers)),
  asset: named('currency', asset),
  network: text,
  address: text,
  transaction: named('txHash', text),
  /** Null while it is only declared. */
  amount: orNull(money),
  /** Amount credited to the funding account, in MXN. */
  received: named('creditedAmount', orNull(money)),
  rate: orNull(fixed(4)),
  confirmations: z.number(),
  status: coded(reviewNumbers),
  reason: orNull(z.enum(depositReasons)),
  createdAt: named('createTimeTimestamp', timestamp),
})

export const withdrawal = shape({
  id: z.number(),
  asset: named('currency', asset),
  /** The coin's address, or the last digits of the card. */
  target: z.string(),
  /** In MXN, what left the funding account. */
  amount: money,
  fee: money,
  /** After the fee, in the currency that is paid. */
  receive: money,
  rate: orNull(fixed(4)),
  status: coded(reviewNumbers),
  reason: orNull(z.enum(withdrawalReasons)),
  transaction: named('txHash', text),
  reviewBy: named('reviewBy', timestamp),
  /** When it arrived; null on the way. */
  paidAt: named('paidTimestamp', orNull(timestamp)),
  createdAt: named('createTimeTimestamp', timestamp),
})

/** A transfer of coins over the simulated chain. */
export const chainTransfer = shape({
  transaction: named('txHash', z.string()),
  coin: named('asset', z.enum(coins)),
  address: z.string(),
  amount: money,
  confirmations: z.number(),
  height: z.number(),
  createdAt: named('createTimeTimestamp', timestamp),
})

export type Card = z.output<typeof card>
export type DepositOption = z.output<typeof depositOption>
export type Deposit = z.output<typeof deposit>
export type Withdrawal = z.output<typeof withdrawal>
