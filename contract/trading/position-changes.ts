// The declarations of this module name the types of this package (docs/decisions/025).
import type * as z from 'zod/mini'

import { post, type Call } from '#call.ts'
import { idOf, money as amount } from '#fields.ts'
import { request } from '#request.ts'
import { flag, named } from '#wire.ts'
import { position } from './shapes.ts'

const positionId = idOf('position_not_found')

/** The calls that change an open position without an order. */
export const positionChanges = {
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
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>
