// The declarations of this module name the types of this package (docs/decisions/025).
import * as z from 'zod/mini'

import { post, type Call } from '#call.ts'
import { id } from '#fields.ts'
import { request } from '#request.ts'
import { listOf, named, orNull, refusalWord, shape } from '#wire.ts'
import { order } from './shapes.ts'

/** The maximum of orders or positions of one command. */
export const severalMax = 50

const ids = z
  .array(id, { error: refusalWord('invalid_parameter') })
  .check(
    z.minLength(1, { error: refusalWord('invalid_parameter') }),
    z.maxLength(severalMax, { error: refusalWord('invalid_parameter') }),
  )

/** What became of each: its order, or why there is none. */
const results = shape({
  results: listOf(
    shape({
      /** The position or the order that was asked for. */
      id: z.number(),
      order: orNull(order),
      refusal: orNull(shape({ code: z.number(), message: named('msg', z.string()) })),
    }),
  ),
})
export type SeveralResults = z.output<typeof results>

/** Calls for several orders or positions at once: one command, decided at one instant, with a result for each. */
export const severalOrders = {
  closeSeveral: post('/position/flatSeveral', {
    who: 'user',
    isAddition: true,
    idempotency: 'key',
    addsData: false,
    about:
      'Closes all of several positions at the market, up to 50. Each is accepted or refused by itself, and a refusal of one changes nothing for the others.',
    input: request({ ids }),
    output: results,
    refusals: ['not_found'],
  }),
  cancelSeveral: post('/orders/cancelSeveral', {
    who: 'user',
    isAddition: true,
    idempotency: 'natural',
    rate: 'money',
    about:
      'Cancels several orders, up to 50, each as a single cancel does. A refusal of one changes nothing for the others.',
    input: request({ ids }),
    output: results,
    refusals: ['not_found'],
  }),
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>
