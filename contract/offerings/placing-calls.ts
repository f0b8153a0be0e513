// The declarations of this module name the types of this package (docs/decisions/025).
import * as z from 'zod/mini'

import { get, post, type Call } from '#call.ts'
import { id, idOf, paging } from '#fields.ts'
import { code, market } from '#market/fields.ts'
import { maybe, request } from '#request.ts'
import { quantity as quantityInput } from '#trading/fields.ts'
import { flag, named, orNull, pageOf, quantity, shape, timestamp } from '#wire.ts'
import { placing } from './placing-shapes.ts'
import { application, draw } from './shapes.ts'

export const placings = {
  list: post('/m_ft/sale_list', {
    who: 'anyone',
    about:
      'Placings, the newest first; with a session the status is that of the person. With an id that one, with a market those of the market.',
    input: request({ ...paging, id: maybe(id), market: maybe(market('invalid_parameter')) }),
    output: pageOf(placing),
    refusals: ['not_found'],
  }),
  window: post('/m_ft/get_sale_time', {
    who: 'anyone',
    about: 'When people can apply for a placing; without an id, of the open placing that closes next.',
    input: request({ id: maybe(id) }),
    output: shape({
      id: z.number(),
      startsAt: named('startTimestamp', timestamp),
      endsAt: named('endTimestamp', timestamp),
      allotsAt: named('allotTimestamp', timestamp),
      now: named('serverTimestamp', timestamp),
      isOpen: named('open', flag),
    }),
    refusals: ['not_found'],
  }),
  apply: post('/placing_order/create', {
    who: 'user',
    idempotency: 'key',
    about: 'Applies for shares of a placing; their price and the fee are set aside.',
    input: request({ id, quantity: quantityInput }),
    output: application,
    refusals: [
      'not_found',
      'verification_missing',
      'verification_pending',
      'wrong_state',
      'short_not_available',
      'placing_closed',
      'already_subscribed',
      'above_maximum',
      'subscription_step',
      'quantity_missing',
      'quote_unavailable',
      'insufficient_balance',
    ],
  }),
  applications: post('/position/placing_subscription', {
    who: 'user',
    about: 'The applications of the person for placings, newest first.',
    input: request(paging),
    output: pageOf(application),
  }),
  closable: post('/position/getPlacingFlatCount', {
    who: 'user',
    about: 'How many shares of a position that a placing opened can be sold; with a stock code, of all of that stock.',
    input: request(
      { id: maybe(idOf('position_not_found')), code: named('stockCode', maybe(code)) },
      ({ id: number, code: text }) =>
        number === undefined && text === undefined ? { field: 'id', word: 'position_not_found' } : undefined,
    ),
    output: shape({ count: quantity, lockedUntil: named('lockUntilTimestamp', orNull(timestamp)) }),
    refusals: ['position_not_found', 'unknown_instrument'],
  }),
  draw: get('/audit/placing/{id}', {
    isAddition: true,
    who: 'anyone',
    about:
      'What the allotment of a placing is made of and what it gave; before it, the parts that may be known. An application is named p and its id.',
    input: request({ id }),
    output: draw,
    refusals: ['not_found'],
  }),
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>
