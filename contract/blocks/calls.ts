// The declarations of this module name the types of this package (docs/decisions/025).
import type * as z from 'zod/mini'

import { get, post, type Call } from '#call.ts'
import { id, paging } from '#fields.ts'
import { market, searching } from '#market/fields.ts'
import { maybe, request } from '#request.ts'
import { quantity as quantityInput } from '#trading/fields.ts'
import { order } from '#trading/shapes.ts'
import { oneOf, pageOf } from '#wire.ts'
import { blockOffer, blockSchedule } from './shapes.ts'

export const blocks = {
  offers: post('/m_ft/block_list', {
    who: 'anyone',
    about: 'Blocks of shares that are on offer below the last price; those that end first come first.',
    input: request({ ...paging, ...searching, market: maybe(market('invalid_parameter')), id: maybe(id) }),
    output: pageOf(blockOffer),
    refusals: ['not_found', 'text_too_long'],
  }),
  create: post('/blockTrade/create', {
    who: 'user',
    idempotency: 'key',
    about:
      'Orders a block: money is reserved, a minute later the counterparty confirms, and the next quote gives the price. It cannot be cancelled.',
    input: request({ id: id, quantity: quantityInput, direction: maybe(oneOf([0])) }),
    output: order,
    refusals: [
      'not_found',
      'verification_missing',
      'verification_pending',
      'permission_missing',
      'permission_pending',
      'wrong_state',
      'trading_halted',
      'quote_unavailable',
      'short_not_available',
      'quantity_missing',
      'quantity_step',
      'block_too_small',
      'block_too_large',
      'too_many_orders',
      'insufficient_balance',
    ],
  }),
  schedule: get('/audit/block/{id}', {
    isAddition: true,
    who: 'anyone',
    about: 'What of a block has been sold so far; once the offer has ended, with the nonce of the published hash.',
    input: request({ id: id }),
    output: blockSchedule,
    refusals: ['not_found'],
  }),
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>
