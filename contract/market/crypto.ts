// The declarations of this module name the types of this package (docs/decisions/025).
import * as z from 'zod/mini'

import { get, type Call } from '#call.ts'
import { request } from '#request.ts'
import { listOf, shape } from '#wire.ts'
import { market } from './calls.ts'
import { marketDetails } from './details.ts'
import { quote, quoteFields } from './shapes.ts'

/** A coin, with the names of the robots and strategies that use its price. */
const usedCoin = shape({ ...quoteFields, usedBy: listOf(z.string()) })

/** Prices of coins. No call orders a coin: robots and strategies use their prices (rulebook §26.3). */
export const crypto = {
  coins: get('/crypto/quantify_list', {
    who: 'anyone',
    about: 'The coins whose prices robots and strategies use, with the names of these.',
    input: request({}),
    output: listOf(usedCoin),
  }),
  quote: get('/crypto/stock_detail_ft', {
    who: 'anyone',
    about: 'The quote of one coin, for its page.',
    input: market.quote.input,
    output: quote,
    refusals: ['unknown_instrument', 'quote_unavailable'],
  }),
  candles: get('/crypto/kline', {
    who: 'anyone',
    rate: 'history',
    about: 'At most 500 candles of a coin, oldest first, as far as they have come; the last ends at the price of now.',
    input: marketDetails.candles.input,
    output: marketDetails.candles.output,
    refusals: ['unknown_instrument', 'quote_unavailable'],
  }),
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>
