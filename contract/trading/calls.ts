import { orderStatusNumbers } from '@mex/core/trading/orders.ts'
import * as z from 'zod/mini'

import { post } from '#call.ts'
import { id, idOf, instant, paging, timeZone, words } from '#fields.ts'
import { code, market, source } from '#market/fields.ts'
import { walletOrOverview } from '#wallet/fields.ts'
import { direction, side } from './fields.ts'
import { maybe, orElse, request } from '#request.ts'
import { bill } from '#wallet/shapes.ts'
import { closedPosition, order, orderedInstrument, position } from './shapes.ts'
import { averagePrice, coded, flag, integer, listOf, money, named, orNull, pageOf, quantity, shape } from '#wire.ts'

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
      'Orders, newest first (list 2): those in progress unless a status or "all" is asked for; with an id that one, with a position those that opened or closed it. Also of one side or instrument, oldest first, and with the instruments of all orders.',
    input: request({
      ...paging,
      id: maybe(id),
      positionId: maybe(positionId),
      source: anySource,
      status: maybe(z.union([z.literal('all'), coded(orderStatusNumbers)], { error: 'invalid_parameter' })),
      side: named('direction', maybe(side)),
      market: maybe(market('unknown_instrument')),
      code: named('stockCode', maybe(code)),
      order: maybe(words(['asc', 'desc'])),
      withInstruments: maybe(flag),
    }),
    output: pageOf(order, {
      /** What the person has ever ordered, for a filter; only if it was asked for. */
      instruments: orNull(listOf(orderedInstrument)),
    }),
    refusals: ['not_tradable', 'not_found', 'position_not_found', 'unknown_instrument'],
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
}
