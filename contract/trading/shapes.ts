import * as z from 'zod/mini'
import {
  directionNumbers,
  endReasons,
  orderStatusNumbers,
  orderTypeNumbers,
  purposeNumbers,
  sideNumbers,
} from '@mex/core/trading/orders.ts'
import { closeReasonNumbers } from '@mex/core/trading/positions.ts'

import { publicPrice } from '#market/public-price.ts'
import { classifyField, marketField, sourceField } from '#market/shapes.ts'
import { walletCurrency, walletName } from '#wallet/shapes.ts'
import {
  averagePrice,
  coded,
  money,
  named,
  orNull,
  percent,
  price,
  quantity,
  rate,
  shape,
  timestamp,
  value,
} from '#wire.ts'

/** Orders and positions, as calls answer with them (specification, calls C). */

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

/** What orders and positions of a block say about its offer (rulebook §22). */
const blockFields = {
  offerId: z.number(),
  /** How far below the last price it is bought, as a share of it. */
  discount: rate,
  unlocksAt: named('lockUntilTimestamp', timestamp),
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
  /** What is still put aside for what is not filled. */
  reserve: money,
  fee: named('handlingFee', money),
  status: coded(orderStatusNumbers),
  /** Why it ended without being filled; the texts are in `reasons.ts`. */
  reason: orNull(z.enum(endReasons)),
  /** The quote that gave a block its price; the print that filled an order for an auction, or passed it by. */
  quoteId: orNull(z.string()),
  /** Whether it is for one of the hourly auctions outside of the exchange's hours. */
  isPracticeAuction: z.boolean(),
  positionId: orNull(z.number()),
  wallet: named('walletType', walletName),
  currency: walletCurrency,
  acceptedAt: named('createTimeTimestamp', timestamp),
  changedAt: named('modifyTimeTimestamp', timestamp),
  expiresAt: named('expiredDateTimestamp', orNull(timestamp)),
  /** When a cancel was requested that waits for the feed to pass it. */
  cancelRequestedAt: named('cancelRequestedTimestamp', orNull(timestamp)),
  /** Of a block: its offer, and when the counterparty confirms. */
  block: orNull(shape({ ...blockFields, confirmsAt: named('confirmTimestamp', timestamp) })),
  /** Of an order that amended another one: that one, in whose place it works. */
  replacesId: named('replacesOrderId', orNull(z.number())),
})

/** An instrument that a person has ordered. */
export const orderedInstrument = shape({
  code: named('stockCode', z.string()),
  name: named('stockName', z.string()),
  market: marketField,
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
  /** Σ price × quantity × multiplier of the open quantity, exact: the basis of floating profit (rulebook §16.2). */
  cost: named('openCost', value),
  markPrice: orNull(price),
  /** Mid of the instrument's walletCurrency in the wallet's, which the profit is converted at. */
  conversionRate: named('markRate', orNull(rate)),
  /** How far the price has moved in the position's favour. */
  favour: named('zdf', orNull(percent)),
  /** Floating; undefined without a mark. */
  profit: orNull(money),
  /** What today's profit is measured from, and the fees of today: it follows the price as `profit` does. Undefined without a previous close. */
  dayBase: named('todayBase', orNull(shape({ worth: value, fee: named('handlingFee', money) }))),
  netProfit: named('sellProfit', money),
  fee: named('handlingFee', money),
  /** Financing, swaps and dividends of the open quantity so far; below zero: paid. */
  financing: money,
  /** What the next night will cost (below zero) or pay at present prices, when it begins, and how many nights it counts; null if nothing. */
  nextFinancing: orNull(shape({ amount: money, at: named('timestamp', timestamp), nights: z.number() })),
  /** The next declared dividend: what a long position receives after tax, or a short one pays (below zero), at present rates. */
  nextDividend: orNull(shape({ exDate: z.string(), exAt: named('exTimestamp', timestamp), amount: money })),
  /** The next declared split: '4:1' are four new shares for each old one. Working orders end with it. */
  nextSplit: orNull(shape({ exDate: z.string(), exAt: named('exTimestamp', timestamp), ratio: z.string() })),
  /** The share leaves the market: what each one is paid, in the instrument's currency. */
  nextRemoval: orNull(shape({ exDate: z.string(), exAt: named('exTimestamp', timestamp), price })),
  /** Of the shares of a block. */
  block: orNull(shape(blockFields)),
  /** Whether it is opened again in the next month when its contract settles (rulebook §17.5). */
  autoRoll: z.boolean(),
  liquidationPrice: orNull(price),
  state: named('positionStatus', z.enum(['LOCKED', 'OPEN', 'CLOSED'])),
  wallet: named('walletType', walletName),
  currency: walletCurrency,
  /** Time of the mark. */
  quotedAt: named('marketDateTimestamp', orNull(timestamp)),
  publicPrice,
  openedAt: named('createTimeTimestamp', timestamp),
  changedAt: named('modifyTimeTimestamp', timestamp),
  /** Last trade of the contract, or end of the lock-up. */
  expiresAt: named('expiredDateTimestamp', orNull(timestamp)),
  /** Once the contract has ended: when the position is settled (rulebook §17.5). */
  settlesAt: named('settleTimestamp', orNull(timestamp)),
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
  closedAt: named('closeTimeTimestamp', timestamp),
})

export type Order = z.output<typeof order>
export type Position = z.output<typeof position>
export type ClosedPosition = z.output<typeof closedPosition>
