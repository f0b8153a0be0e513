// The declarations of this module name the types of this package (docs/decisions/025).
import type * as z from 'zod/mini'

import { get, post, type Call } from '#call.ts'
import { id, money as amount, paging } from '#fields.ts'
import { code, market } from '#market/fields.ts'
import { maybe, request } from '#request.ts'
import { quantity as quantityInput } from '#trading/fields.ts'
import { coded, listOf, money, named, oneOf, pageOf, quantity, rate, shape } from '#wire.ts'
import { application, draw, offerSources, issue, issueDetail, subscriptionNumbers } from './shapes.ts'

export const offerings = {
  issues: get('/m_ft/webull/new/stock', {
    who: 'anyone',
    about: 'New issues by the day of their listing; with a session the status is that of the person.',
    input: request({
      status: maybe(coded(subscriptionNumbers)),
      market: maybe(market('invalid_parameter')),
    }),
    output: listOf(issue),
  }),
  issue: get('/m_ft/new_stock/detail', {
    who: 'anyone',
    about: 'A new issue with its documents, and its basis of allotment after the draw.',
    input: request({ id: maybe(id), code: named('stockCode', maybe(code)) }, ({ id: number, code: text }) =>
      number === undefined && text === undefined ? { field: 'id', word: 'not_found' } : undefined,
    ),
    output: issueDetail,
    refusals: ['not_found', 'unknown_instrument'],
  }),
  apply: post('/NewShares/create', {
    who: 'user',
    idempotency: 'key',
    about: 'Applies for shares of a new issue; what it costs is set aside.',
    input: request({ id: id, quantity: quantityInput }),
    output: application,
    refusals: [
      'not_found',
      'verification_missing',
      'verification_pending',
      'wrong_state',
      'subscription_closed',
      'already_subscribed',
      'above_maximum',
      'subscription_step',
      'quantity_missing',
      'quote_unavailable',
      'insufficient_balance',
    ],
  }),
  add: post('/orders/additions', {
    who: 'user',
    idempotency: 'key',
    about:
      'With a quantity: applies for so many shares more. With an amount: pays what is missing for allotted shares.',
    input: request({ id, quantity: maybe(quantityInput), amount: maybe(amount) }, (asked) =>
      (asked.quantity === undefined) === (asked.amount === undefined)
        ? { field: 'amount', word: 'incorrect_amount' }
        : undefined,
    ),
    output: application,
    refusals: [
      'not_found',
      'incorrect_amount',
      'wrong_state',
      'subscription_closed',
      'above_maximum',
      'subscription_step',
      'quantity_missing',
      'nothing_to_pay',
      'insufficient_balance',
    ],
  }),
  applications: post('/position/subscription', {
    who: 'user',
    about:
      'The applications of the person for new issues and placings, newest first (list 4); with a source those of one kind, with an id that one.',
    input: request({
      ...paging,
      id: maybe(id),
      source: maybe(oneOf(offerSources)),
      status: named('subStatus', maybe(coded(subscriptionNumbers))),
    }),
    output: pageOf(application),
    refusals: ['not_found'],
  }),
  affordable: post('/position/getIpoFullNum', {
    who: 'user',
    about: 'The most shares of a new issue that the money of the person suffices for.',
    input: request({ id: id }),
    output: shape({ quantity: named('num', quantity), amount: money, feeRate: rate, available: money }),
    refusals: ['not_found', 'quote_unavailable'],
  }),
  draw: get('/audit/ipo/{id}', {
    isAddition: true,
    who: 'anyone',
    about:
      'What the draw of a new issue is made of and what it gave; before the draw, the parts that may be known. An application is named p and its id; at most 5,000 are named, applicationsTotal is how many were drawn.',
    input: request({ id: id }),
    output: draw,
    refusals: ['not_found'],
  }),
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>
