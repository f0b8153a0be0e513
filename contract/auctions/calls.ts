// The declarations of this module name the types of this package (docs/decisions/025).
import type * as z from 'zod/mini'

import { post, type Call } from '#call.ts'
import { paging } from '#fields.ts'
import { code, searching } from '#market/fields.ts'
import { maybe, request } from '#request.ts'
import { named, pageOf } from '#wire.ts'
import { auctionQuote } from './shapes.ts'

export const auctions = {
  shares: post('/m_ft/preMarketList', {
    who: 'anyone',
    about: 'Shares with the auction that takes orders or comes next, and what is published of it.',
    input: request({ code: named('stockCode', maybe(code)), ...searching, ...paging }),
    output: pageOf(auctionQuote),
    refusals: ['unknown_instrument', 'text_too_long'],
  }),
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>
