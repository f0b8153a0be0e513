import { classifications, markets, sources } from '@mex/core/market/instrument.ts'
import { walletCurrencies } from '@mex/core/money/money.ts'
import {
  directionNumbers,
  endReasons,
  orderStatusNumbers,
  orderTypeNumbers,
  purposeNumbers,
  sideNumbers,
} from '@mex/core/trading/orders.ts'
import { closeReasonNumbers } from '@mex/core/trading/positions.ts'
import { phases } from '@mex/core/market/quote.ts'
import { overviewNumber, walletNumbers } from '@mex/core/wallet/wallets.ts'
import * as z from 'zod/mini'

import {
  averagePrice,
  coded,
  flag,
  listOf,
  money,
  named,
  newYorkTime,
  oneOf,
  orNull,
  percent,
  price,
  quantity,
  rate,
  shape,
  timestamp,
  value,
} from './wire.ts'
import { writtenOnce } from './write.ts'

/**
 * The shapes that several calls answer with (specification, calls C). Left the program's name, `named` the wire's. Instants are
 * epoch milliseconds, amounts are branded integers, and what is not known is `undefined`, never zero.
 */

const instant = (wire: string) => named(wire, timestamp)
const instantOrNull = (wire: string) => named(wire, orNull(timestamp))

export const marketField = z.enum(markets)
export const classifyField = z.enum(classifications)
export const sourceField = oneOf(Object.values(sources))
const currency = z.enum(walletCurrencies)

/** The spec's number of a wallet on the wire, its name in the program (rulebook §1.2). */
export const walletName = coded(walletNumbers)

export const userFields = {
  id: z.number(),
  username: z.string(),
  email: orNull(z.string()),
  /** 2 individual, 4 company. */
  userType: oneOf([2, 4]),
  nickName: orNull(z.string()),
  invitationCode: z.string(),
  /** 0 not submitted, 1 under review, 2 unsuccessful, 3 verified. */
  realStatus: oneOf([0, 1, 2, 3]),
  realReason: orNull(z.string()),
  /** Permission for block trades: 0 not open, 1 under review, 2 refused, 3 open. */
  blockStatus: oneOf([0, 1, 2, 3]),
  hasPayPassword: named('payPasswordSet', z.boolean()),
  language: named('lang', z.enum(['en', 'zh-CN', 'zh-TW'])),
  simulated: z.literal(true),
  createdAt: instant('createTimeTimestamp'),
  /** True while nobody has registered the account. */
  isGuest: named('guest', z.boolean()),
}

/** The signed-in person. */
export const user = shape(userFields)
/** The person with the new token, which no other call repeats. */
export const userWithToken = shape({ ...userFields, token: z.string() })

/** A regular session that is over, whole (rulebook §13.4). */
const lastSession = shape({
  /** YYYY-MM-DD on the exchange's calendar. */
  date: z.string(),
  open: price,
  high: price,
  low: price,
  close: price,
  /** Against the close before it; null when that is not known. */
  change: orNull(price),
  changeRatio: named('change_ratio', orNull(percent)),
  volume: quantity,
})

export const quoteFields = {
  source: sourceField,
  market: marketField,
  /** NASDAQ, HKEX, CME … */
  exchange: named('marketType', z.string()),
  classify: classifyField,
  code: named('stock_code', z.string()),
  /** In the caller's language. */
  name: z.string(),
  last: named('price_nominal', price),
  change: price,
  changeRatio: named('change_ratio', percent),
  /** True when the change is zero or less (spec §3). */
  isFalling: named('fall', z.boolean()),
  volume: quantity,
  isWatched: named('selfSelectStatus', flag),
  /** When the exchange made the price. */
  quotedAt: named('currencyUsDatetime', newYorkTime),
  profile: orNull(z.string()),
  hasPostMarket: named('hasPostMarketData', z.boolean()),
  postMarketChange: orNull(price),
  postMarketChangeRatio: named('postMarketChangePercent', orNull(percent)),
  hasPreMarket: named('hasPreMarketData', z.boolean()),
  preMarketChange: orNull(price),
  preMarketChangeRatio: named('preMarketChangePercent', orNull(percent)),
  /** At most the last 50 close points, oldest first: the sparkline. */
  closes: named('indicatorsQuoteClose', listOf(price)),
  open: orNull(price),
  previousClose: named('preClose', orNull(price)),
  high: orNull(price),
  low: orNull(price),
  high52: named('high52w', orNull(price)),
  low52: named('low52w', orNull(price)),
  bid: orNull(price),
  ask: orNull(price),
  bidSize: named('bidVolume', orNull(quantity)),
  askSize: named('askVolume', orNull(quantity)),
  openInterest: orNull(quantity),
  /** YYYY-MM-DD. */
  expiryDate: orNull(z.string()),
  previousSettle: named('preSettle', orNull(price)),
  currency: z.string(),
  lot: quantity,
  tick: price,
  multiplier: rate,
  leverageCap: z.number(),
  shortable: z.boolean(),
  phase: named('session', z.enum(phases)),
  halted: z.boolean(),
  mode: z.enum(['sim', 'replay', 'live']),
  delaySeconds: named('delaySec', z.number()),
  quoteId: z.string(),
  /** The session whose close is `preClose`. */
  lastSession: orNull(lastSession),
  /** True once open, high, low and volume cover what was quoted since that close. */
  sinceClose: z.boolean(),
}

/** An instrument with its price, as lists, quote pages and order forms show it. */
export const quote = writtenOnce(shape(quoteFields))
/** A future: its contract is the quote's code, its product ('ES') and the product's name come with it. */
export const futureFields = {
  ...quoteFields,
  product: named('goldCode', z.string()),
  productName: named('goldName', z.string()),
}
export const futureQuote = writtenOnce(shape(futureFields))
/** A listed month of a future. YYYY-MM-DD. */
export const futureMonth = writtenOnce(shape({ ...futureFields, lastTradeDate: z.string() }))

/** One level of the public ladder that orders fill from (rulebook §15). */
export const depthLevel = shape({
  level: z.number(),
  bid: price,
  bidSize: named('bidVolume', quantity),
  ask: price,
  askSize: named('askVolume', quantity),
})
export const quoteDetail = shape({ ...quoteFields, depth: listOf(depthLevel) })

/** A row of the watchlist; its prices are unknown until the first quote. */
export const watch = shape({
  id: z.number(),
  name: named('f14', z.string()),
  code: named('f12', z.string()),
  change: named('f4', orNull(price)),
  changeRatio: named('f3', orNull(percent)),
  volume: named('f5', orNull(quantity)),
  last: named('f2', orNull(price)),
  source: sourceField,
  market: marketField,
  classify: classifyField,
  /** The price step, and the sparkline's points as in a quote: ours. */
  tick: orNull(price),
  closes: named('indicatorsQuoteClose', listOf(price)),
  /** False where a short is refused: ours. */
  shortable: z.boolean(),
})

/** What orders and positions say about the instrument and the product. */
const tradedFields = {
  source: sourceField,
  /** The spec's product label (rulebook §1.2). */
  productType: z.number(),
  code: named('stockCode', z.string()),
  name: named('stockName', z.string()),
  /** Futures only: the product ('ES') of the contract. */
  product: named('goldCode', orNull(z.string())),
  productName: named('goldName', orNull(z.string())),
  market: marketField,
  classify: classifyField,
  lot: quantity,
  /** The price step at the price that the row is about. */
  tick: price,
  multiplier: rate,
}

export const order = shape({
  id: z.number(),
  number: named('orderNo', z.string()),
  ...tradedFields,
  side: named('direction', coded(sideNumbers)),
  /** Whether it opens a position or closes one. */
  purpose: named('openClose', coded(purposeNumbers)),
  type: named('orderType', coded(orderTypeNumbers)),
  limit: named('limitPrice', orNull(price)),
  quantity,
  filled: named('filledNum', quantity),
  averagePrice: named('avgPrice', orNull(averagePrice)),
  leverage: z.number(),
  margin: money,
  fee: named('handlingFee', money),
  status: coded(orderStatusNumbers),
  /** Why it ended without being filled; the texts are in `reasons.ts`. */
  reason: orNull(z.enum(endReasons)),
  positionId: orNull(z.number()),
  wallet: named('walletType', walletName),
  currency,
  acceptedAt: instant('createTimeTimestamp'),
  changedAt: instant('modifyTimeTimestamp'),
  expiresAt: instantOrNull('expiredDateTimestamp'),
  /** When a cancel was asked for that waits for the feed to pass it. */
  cancelRequestedAt: instantOrNull('cancelRequestedTimestamp'),
})

export const positionFields = {
  id: z.number(),
  /** Of the order that opened it. */
  type: named('orderType', coded(orderTypeNumbers)),
  limit: named('limitPrice', orNull(price)),
  ...tradedFields,
  direction: coded(directionNumbers),
  quantity: named('positionNum', quantity),
  /** In close orders that still work. */
  locked: named('lockedNum', quantity),
  closable: named('closableNum', quantity),
  leverage: z.number(),
  /** Margin that is posted now. */
  marginNow: named('isolatedPosition', money),
  initialMargin: money,
  addedMargin: money,
  /** Margin that was added and waits for the feed to pass it. */
  pendingMargin: money,
  owed: money,
  openPrice: averagePrice,
  /** Σ price × quantity × multiplier of what is open, exact: what floating profit is counted from (rulebook §16.2). */
  cost: named('openCost', value),
  markPrice: orNull(price),
  /** Mid of the instrument's currency in the wallet's, which the profit is converted at. */
  exchange: named('markRate', orNull(rate)),
  /** How far the price has moved in the position's favour. */
  favour: named('zdf', orNull(percent)),
  /** Floating; undefined without a mark. */
  profit: orNull(money),
  netProfit: named('sellProfit', money),
  fee: named('handlingFee', money),
  financing: money,
  liquidationPrice: orNull(price),
  state: named('positionStatus', z.enum(['LOCKED', 'OPEN', 'CLOSED'])),
  wallet: named('walletType', walletName),
  currency,
  /** Time of the mark. */
  quotedAt: instantOrNull('marketDateTimestamp'),
  openedAt: instant('createTimeTimestamp'),
  changedAt: instant('modifyTimeTimestamp'),
  /** Expiry, or end of the lock-up. */
  expiresAt: instantOrNull('expiredDateTimestamp'),
}
export const position = shape(positionFields)

/** A part of a position that one closing order closed, or the market did. */
export const closedPosition = shape({
  ...positionFields,
  closeType: named('closeOrderType', orNull(coded(orderTypeNumbers))),
  closedQuantity: named('closeNum', quantity),
  closePrice: averagePrice,
  /** The texts are in `reasons.ts`. */
  closeReason: coded(closeReasonNumbers),
  closeOrderId: orNull(z.number()),
  closedAt: instant('closeTimeTimestamp'),
})

const walletFields = {
  currency,
  /** What can be spent now. */
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
  currency,
  referenceId: named('refId', orNull(z.number())),
  /** A transfer that has not settled. */
  isCancellable: named('cancellable', flag),
  createdAt: instant('createTimeTimestamp'),
})

export type User = z.output<typeof user>
export type UserWithToken = z.output<typeof userWithToken>
export type Quote = z.output<typeof quote>
export type FutureQuote = z.output<typeof futureQuote>
export type FutureMonth = z.output<typeof futureMonth>
export type DepthLevel = z.output<typeof depthLevel>
export type Watch = z.output<typeof watch>
export type Order = z.output<typeof order>
export type Position = z.output<typeof position>
export type ClosedPosition = z.output<typeof closedPosition>
export type WalletBalance = z.output<typeof walletBalance>
export type AnyBalance = z.output<typeof anyBalance>
export type Bill = z.output<typeof bill>
