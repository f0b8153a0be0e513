import { orderStatusNumbers, orderTypeNumbers, type OrderType, type Purpose } from '@mex/core/trading/orders.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'
import * as z from 'zod/mini'

import { post } from '#call.ts'
import { id, idOf, instant, money as amount, paging, timeZone } from '#fields.ts'
import { classify, code, market, source } from '#market/fields.ts'
import { walletOrOverview } from '#wallet/fields.ts'
import { direction, leverage, limit, orderType, portion, purpose, quantity as quantityInput, side } from './fields.ts'
import { maybe, orElse, request, type Fault } from '#request.ts'
import { bill } from '#wallet/shapes.ts'
import { application } from '#offerings/shapes.ts'
import { closedPosition, order, position } from './shapes.ts'
import {
  averagePrice,
  coded,
  eitherOf,
  flag,
  integer,
  listOf,
  money,
  named,
  orNull,
  pageOf,
  quantity,
  shape,
} from '#wire.ts'

/** Refusals of every order that opens (specification, calls H, rulebook §14.1). */
const opening = [
  'unknown_instrument',
  'trading_halted',
  'not_tradable',
  'short_not_available',
  'quantity_missing',
  'quantity_step',
  'order_too_large',
  'leverage_not_allowed',
  'price_step',
  'price_far',
  'too_many_orders',
  'insufficient_balance',
] as const satisfies readonly RefusalWord[]

type Priced = { readonly type: OrderType; readonly limit?: bigint | undefined }

/** A limit order has a price. */
const limitSaid = ({ type, limit: said }: Priced): Fault | undefined =>
  type === 'limit' && said === undefined ? { field: 'limitPrice', word: 'invalid_parameter' } : undefined

const marketOrders: readonly unknown[] = [undefined, orderTypeNumbers.market, String(orderTypeNumbers.market)]
/** The price of a market order is ignored. */
const withoutLimit = (wire: Readonly<Record<string, unknown>>): readonly string[] =>
  marketOrders.includes(wire['orderType']) ? ['limitPrice'] : []

/** Fields of every order. A page may send the price that it shows (`clientPrice`), which is ignored. */
const ticket = {
  side: named('direction', side),
  type: named('orderType', orderType),
  limit: named('limitPrice', maybe(limit)),
  quantity: quantityInput,
  leverage: orElse(leverage, 1),
  purpose: named('openClose', orElse(purpose, 'open')),
}

/** These calls open; positions are closed by their own call. */
const openingOnly = (asked: Priced & { readonly purpose: Purpose }): Fault | undefined =>
  asked.purpose === 'close' ? { field: 'openClose', word: 'invalid_parameter' } : limitSaid(asked)

/** An order or an application: one sequence numbers both. */
const cancelled = eitherOf(order, application, { wire: 'ipoId', name: 'issueId' })

const anySource = maybe(source('not_tradable'))
const positionId = idOf('position_not_found')

export const trading = {
  holding: post('/position/getByStock', {
    who: 'user',
    about: 'What the person holds of one instrument.',
    input: request({
      code: named('stockCode', code),
      market: maybe(market('unknown_instrument')),
      source: anySource,
      direction: maybe(direction),
    }),
    output: shape({
      quantity: named('positionNum', quantity),
      closable: named('closableNum', quantity),
      averagePrice: named('avgPrice', orNull(averagePrice)),
      profit: money,
      positions: named('list', orNull(listOf(position))),
    }),
    refusals: ['unknown_instrument', 'not_tradable'],
  }),
  close: post('/position/flatPosition', {
    who: 'user',
    idempotency: 'key',
    addsData: false,
    about: 'Closes half of a position, all of it or a quantity, at the market or at a limit.',
    input: request(
      {
        id: positionId,
        part: named('type', maybe(portion)),
        quantity: maybe(quantityInput),
        type: named('orderType', orElse(orderType, 'market')),
        limit: named('limitPrice', maybe(limit)),
      },
      (asked) =>
        asked.part === undefined && asked.quantity === undefined
          ? { field: 'quantity', word: 'quantity_missing' }
          : limitSaid(asked),
      withoutLimit,
    ),
    output: order,
    refusals: [
      'position_not_found',
      'quantity_not_closable',
      'market_closed',
      'trading_halted',
      'quantity_missing',
      'quantity_step',
      'price_step',
      'price_far',
      'expires_soon',
    ],
  }),
  positions: post('/position/me', {
    who: 'user',
    about: 'Open positions, newest first (list 0); with an id, that one.',
    input: request({
      ...paging,
      id: maybe(positionId),
      source: anySource,
      market: maybe(market('unknown_instrument')),
      code: named('stockCode', maybe(code)),
    }),
    output: pageOf(position, {
      /** Of all pages, in MXN at mid rates. */
      sum: shape({ profit: money, marginNow: named('isolatedPosition', money) }),
    }),
    refusals: ['unknown_instrument', 'not_tradable', 'position_not_found'],
  }),
  closedPositions: post('/position/flatList', {
    who: 'user',
    about:
      'Closed positions, one row per closing order, newest first (list 1); with an id, what was closed of that one.',
    input: request({
      ...paging,
      id: maybe(positionId),
      source: anySource,
      from: named('startTimestamp', maybe(instant)),
      to: named('endTimestamp', maybe(instant)),
    }),
    output: pageOf(closedPosition),
    refusals: ['not_tradable', 'position_not_found'],
  }),
  orders: post('/position/consignList', {
    who: 'user',
    about:
      'Orders, newest first (list 2): those in progress unless a status or "all" is asked for; with an id that one, with a position those that opened or closed it.',
    input: request({
      ...paging,
      id: maybe(id),
      positionId: maybe(positionId),
      source: anySource,
      status: maybe(z.union([z.literal('all'), coded(orderStatusNumbers)], { error: 'invalid_parameter' })),
    }),
    output: pageOf(order),
    refusals: ['not_tradable', 'not_found', 'position_not_found'],
  }),
  bills: post('/position/water/pageList', {
    who: 'user',
    about:
      'Movements of money in all wallets, newest first; with a reference, those that belong to whatever has this id. Trades, transfers, deposits and withdrawals are numbered apart, so that one of each may have it: a billType says which is meant.',
    input: request({
      ...paging,
      wallet: named('walletType', orElse(walletOrOverview, 'OVERVIEW')),
      type: named('billType', maybe(integer())),
      referenceId: named('refId', maybe(id)),
      timeZone: orElse(timeZone, 'UTC'),
    }),
    output: pageOf(bill),
    refusals: ['unknown_wallet', 'not_found'],
  }),
  addMargin: post('/position/addPositionMargin', {
    who: 'user',
    idempotency: 'key',
    about: 'Adds margin to a position; it counts once the feed has passed the request.',
    input: request({ id: positionId, amount }),
    output: position,
    refusals: ['incorrect_amount', 'insufficient_balance', 'position_not_found', 'margin_not_possible', 'expires_soon'],
  }),
  autoRoll: post('/position/setAutoRoll', {
    who: 'user',
    isAddition: true,
    idempotency: 'natural',
    rate: 'money',
    about:
      'Whether a position of futures is opened again in the next month when its contract settles: by a market order of the same size and leverage, if the money suffices.',
    input: request({ id: positionId, isWanted: named('autoRoll', flag) }),
    output: position,
    refusals: ['position_not_found', 'not_tradable', 'expires_soon'],
  }),
  affordable: post('/position/getHalfOrFullNum', {
    who: 'user',
    about: 'How much half of the money or all of it buys, or half of a position or all of it is.',
    input: request(
      {
        source: source('not_tradable'),
        code: named('stockCode', code),
        market: maybe(market('not_tradable')),
        side: named('direction', side),
        leverage: orElse(leverage, 1),
        type: named('orderType', orderType),
        limit: named('limitPrice', maybe(limit)),
        part: named('type', portion),
        purpose: named('openClose', orElse(purpose, 'open')),
        positionId: maybe(positionId),
      },
      (asked) =>
        asked.purpose === 'close' && asked.positionId === undefined
          ? { field: 'positionId', word: 'position_not_found' }
          : limitSaid(asked),
      withoutLimit,
    ),
    output: shape({
      quantity: named('num', quantity),
      margin: money,
      fee: named('handlingFee', money),
      available: money,
    }),
    refusals: ['unknown_instrument', 'quote_unavailable', 'position_not_found', 'not_tradable', 'leverage_not_allowed'],
  }),
  cancelOrder: post('/orders/cancel', {
    who: 'user',
    idempotency: 'natural',
    rate: 'money',
    about:
      'Cancels what an order has not filled; it ends once the feed has passed the request. The id of an application for a new issue cancels that, and the answer is the application.',
    input: request({ id }),
    output: cancelled,
    refusals: ['not_found', 'order_final'],
  }),
  createStock: post('/stock/create', {
    who: 'user',
    idempotency: 'key',
    about: 'Orders US or Mexican shares.',
    input: request(
      {
        code: named('stockCode', code),
        market: market('not_tradable'),
        classify,
        ...ticket,
        /** Works before and after the regular session of the US, as a limit order only. */
        extendedHours: orElse(flag, false),
      },
      openingOnly,
      withoutLimit,
    ),
    output: order,
    refusals: opening,
  }),
  createHongKongStock: post('/hk/create', {
    who: 'user',
    idempotency: 'key',
    about: 'Orders Hong Kong shares.',
    input: request(
      {
        code: named('stockCode', code),
        market: orElse(market('not_tradable'), 'HK'),
        classify: orElse(classify, 'HK'),
        ...ticket,
      },
      openingOnly,
      withoutLimit,
    ),
    output: order,
    refusals: opening,
  }),
  createAuction: post('/stock/auctionStockCreate', {
    who: 'user',
    idempotency: 'key',
    about: 'Orders US shares in the next auction: at the opening price, or up to a limit.',
    input: request({ code: named('stockCode', code), ...ticket }, openingOnly, withoutLimit),
    output: order,
    refusals: [...opening, 'auction_closed', 'wrong_state'],
  }),
  createFuture: post('/gold/create', {
    who: 'user',
    idempotency: 'key',
    about: 'Orders futures: a contract, or a product for its front month.',
    input: request(
      { code: named('goldCode', code), ...ticket, autoRoll: orElse(flag, false) },
      openingOnly,
      withoutLimit,
    ),
    output: order,
    refusals: [...opening, 'market_closed', 'expires_soon'],
  }),
  createForex: post('/crude/create', {
    who: 'user',
    idempotency: 'key',
    about: 'Orders a currency pair or a spot metal, in lots.',
    input: request({ code: named('stockCode', code), ...ticket }, openingOnly, withoutLimit),
    output: order,
    refusals: [...opening, 'market_closed'],
  }),
}
