// The declarations of this module name the types of this package (docs/decisions/025).
import type * as z from 'zod/mini'
import { bondKinds } from '@mex/core/bonds/bond.ts'

import { post, type Call } from '#call.ts'
import { id, keyword, money, paging, words } from '#fields.ts'
import { maybe, request } from '#request.ts'
import { coded, listOf, named, pageOf } from '#wire.ts'
import { bond, bondStatusNumbers, bondTotal, holding, pastWorth, yieldCurve } from './shapes.ts'

export const bonds = {
  list: post('/m_ft/bondsList', {
    who: 'anyone',
    about:
      'Government bonds on offer by maturity, with the yield curves that price them; with an id that bond, also one that is not offered any more.',
    input: request({
      ...paging,
      id: maybe(id),
      kind: named('type', maybe(words(bondKinds))),
      currency: maybe(words(['USD', 'MXN'])),
      keyword: maybe(keyword),
    }),
    output: pageOf(bond, { curves: listOf(yieldCurve) }),
    refusals: ['not_found', 'text_too_long'],
  }),
  buy: post('/treasuryBond/create', {
    who: 'user',
    idempotency: 'key',
    about: 'Buys face of a bond at the price in force; it settles on the next business day.',
    input: request({ id, face: named('amount', maybe(money)) }, ({ face }) =>
      face === undefined ? { field: 'amount', word: 'missing_field', values: { document: 'purchase' } } : undefined,
    ),
    output: holding,
    refusals: [
      'not_found',
      'missing_field',
      'wrong_state',
      'incorrect_amount',
      'market_closed',
      'below_face_minimum',
      'sold_out',
      'quote_unavailable',
      'too_many_orders',
      'insufficient_balance',
    ],
  }),
  holdings: post('/treasuryBond/pageList', {
    who: 'user',
    about: 'The bonds of the person, newest first (list 6); with an id, that holding.',
    input: request({ ...paging, id: maybe(id), status: named('bondStatus', maybe(coded(bondStatusNumbers))) }),
    output: pageOf(holding),
    refusals: ['not_found'],
  }),
  sell: post('/treasuryBond/flatPosition', {
    who: 'user',
    idempotency: 'key',
    about: 'Sells a holding or a part of it at the price in force; the money comes on the next business day.',
    input: request({ id, face: named('amount', maybe(money)) }),
    output: holding,
    refusals: [
      'not_found',
      'incorrect_amount',
      'market_closed',
      'below_face_minimum',
      'holding_unavailable',
      'quote_unavailable',
      'too_many_orders',
    ],
  }),
  total: post('/position/getTreasuryBondTotal', {
    who: 'user',
    about: 'What the bonds of the person are worth together, in pesos.',
    input: request({}),
    output: bondTotal,
  }),
  past: post('/m_ft/bondWorth', {
    who: 'anyone',
    isAddition: true,
    about:
      'What the face of one price (100, or 10 of Cetes) of a bond was worth on each of the last 90 days: price, interest and coupons.',
    input: request({ id }),
    output: pastWorth,
    refusals: ['not_found'],
  }),
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>
