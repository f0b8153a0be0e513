// The declarations of this module name the types of this package (docs/decisions/025).
import type * as z from 'zod/mini'

import { agree } from '#account/fields.ts'
import { get, post, type Call } from '#call.ts'
import { id, idOf, money, paging } from '#fields.ts'
import { maybe, orElse, request } from '#request.ts'
import { coded, listOf, named, oneOf, pageOf } from '#wire.ts'
import { capacityPlan, incomeStatusNumbers, order, product, profitRow, rankingDays, rankingRow } from './shapes.ts'

export const quantify = {
  products: get('/web/quantization/list', {
    who: 'anyone',
    about:
      'The quantitative products: each strategy for each term, with its record of the last 90 days; with a productId that product, with its whole record.',
    input: request({ product: named('productId', maybe(id)) }),
    output: listOf(product),
    refusals: ['not_found'],
  }),
  ranking: get('/web/quantization/getRanking', {
    who: 'anyone',
    about: 'All strategies by their return of a period, the worst fall beside it.',
    input: request({ period: orElse(oneOf(rankingDays), 30) }),
    output: listOf(rankingRow),
  }),
  profits: get('/web/quantization/profit/list', {
    who: 'user',
    about: 'What an order, or every order of the person, gained or lost on each day, newest first.',
    input: request({ ...paging, order: named('orderId', maybe(id)) }),
    output: pageOf(profitRow),
    refusals: ['not_found'],
  }),
  orders: post('/web/quantization/order/pageList', {
    who: 'user',
    about: 'What the person has put in products, newest first; with an id, that order.',
    input: request({ ...paging, id: maybe(id), status: named('incomeStatus', maybe(coded(incomeStatusNumbers))) }),
    output: pageOf(order),
    refusals: ['not_found'],
  }),
  save: post('/web/quantization/order/save', {
    who: 'user',
    idempotency: 'key',
    body: 'form',
    about: 'Puts money in a product at its next daily price; it comes back at the end of the term and not before.',
    input: request({ product: named('productId', idOf('not_found')), amount: maybe(money), agree }, ({ amount }) =>
      amount === undefined ? { field: 'amount', word: 'missing_field' } : undefined,
    ),
    output: order,
    refusals: [
      'not_found',
      'missing_field',
      'incorrect_amount',
      'agreement_missing',
      'wrong_state',
      'amount_outside',
      'product_not_open',
      'quantify_full',
      'too_many_orders',
      'insufficient_balance',
    ],
  }),
  capacity: get('/audit/capacity/{id}', {
    isAddition: true,
    who: 'anyone',
    about:
      'The plan by which what a product takes in this week falls; that of the last week with the nonce of its hash.',
    input: request({ id }),
    output: listOf(capacityPlan),
    refusals: ['not_found'],
  }),
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>
