// The declarations of this module name the types of this package (docs/decisions/025).
import * as z from 'zod/mini'

import { orderTypeNumbers, type OrderType, type Purpose } from '@mex/core/trading/orders.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'

import { post, type Call } from '#call.ts'
import { id, idOf } from '#fields.ts'
import { classify, code, market, source } from '#market/fields.ts'
import { application } from '#offerings/shapes.ts'
import { maybe, orElse, request, type Fault } from '#request.ts'
import { eitherOf, flag, money, named, quantity, shape } from '#wire.ts'
import { leverage, limit, orderType, portion, purpose, quantity as quantityInput, side } from './fields.ts'
import { order } from './shapes.ts'

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

const positionId = idOf('position_not_found')

/** Orders that open and close positions, how much one can order, and the end of an order. */
export const orderEntry = {
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
  amendOrder: post('/orders/amend', {
    who: 'user',
    isAddition: true,
    idempotency: 'key',
    about:
      'Cancels a working order and orders it anew with another limit or quantity: both happen or none. The answer is the new order, which works once the feed has passed the request; if the old one is filled before, the change does not happen.',
    input: request({
      id,
      /** What of it was filled when the user decided: if more is, nothing is changed. */
      filled: named('filledNum', quantity),
      /** What is to be filled from now on. */
      quantity: quantityInput,
      limit: named('limitPrice', maybe(limit)),
    }),
    output: order,
    refusals: [
      'not_found',
      'order_not_changeable',
      'order_filled',
      'order_unchanged',
      'trading_halted',
      'not_tradable',
      'short_not_available',
      'quantity_missing',
      'quantity_step',
      'quantity_not_closable',
      'order_too_large',
      'leverage_not_allowed',
      'price_step',
      'price_far',
      'expires_soon',
      'insufficient_balance',
      'wrong_state',
    ],
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
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>
