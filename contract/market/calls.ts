import { sessionNames, shareMarkets } from '@mex/core/market/instrument.ts'
import { phases } from '@mex/core/market/quote.ts'
import * as z from 'zod/mini'

import { get } from '#call.ts'
import { keyword, rowLimit, words } from '#fields.ts'
import { maybe, orElse, request } from '#request.ts'
import { currency } from '#wallet/fields.ts'
import { fixed, listOf, named, orNull, rate, shape, timestamp } from '#wire.ts'
import { anyList, lookup } from './fields.ts'
import { marketField, quote } from './shapes.ts'

const quotes = listOf(quote)

const pair = {
  currency: z.string(),
  target: z.string(),
  /** The platform pays this for 1 of `currency`, in `target`. */
  buyRate: fixed(4),
  /** The user pays this for 1 of `currency`, in `target`. */
  sellRate: fixed(4),
  mid: rate,
  at: named('timestamp', timestamp),
}
const conversionRate = shape(pair)

/** The current phase of an exchange and the time of its next change. */
const marketClock = shape({
  market: marketField,
  session: z.enum(sessionNames),
  phase: z.enum(phases),
  /** The regular session of today, or the next one. */
  opensAt: named('sessionStartTimestamp', orNull(timestamp)),
  closesAt: named('sessionEndTimestamp', orNull(timestamp)),
  nextOpenAt: named('nextOpenTimestamp', orNull(timestamp)),
  nextCloseAt: named('nextCloseTimestamp', orNull(timestamp)),
})

const homeBlock = shape({
  title: z.string(),
  type: z.string(),
  quotes: named('list', quotes),
})

/** What the first pages show. The lists (`lists.ts`) and the details (`details.ts`) are loaded with their own pages. */
export const market = {
  globalIndices: get('/m_ft/global_index', {
    who: 'anyone',
    about: 'Stock indices of the world: quotes only.',
    input: request({ ...anyList, region: maybe(keyword) }),
    output: quotes,
    refusals: ['text_too_long'],
  }),
  top: get('/m_ft/topList', {
    who: 'anyone',
    about: 'The largest gains, losses or turnovers of a stock market.',
    input: request({
      ...anyList,
      market: words(shareMarkets),
      type: words(['gainers', 'losers', 'active']),
      rows: named('limit', rowLimit),
    }),
    output: quotes,
    refusals: ['text_too_long'],
  }),
  home: get('/m_ft/home_custom_list', {
    who: 'anyone',
    about: 'The blocks of the home page.',
    input: request(anyList),
    output: listOf(homeBlock),
    refusals: ['text_too_long'],
  }),
  quote: get('/m_ft/stock_detail_ft', {
    who: 'anyone',
    about: 'One quote, for the quote page.',
    input: request(lookup),
    output: quote,
    refusals: ['unknown_instrument', 'quote_unavailable'],
  }),
  rates: get('/stock_rate/site/get', {
    who: 'anyone',
    about: 'The rates that transfers convert at, for one pair and for all (rulebook §7.2).',
    input: request({ currency: orElse(currency, 'USD'), target: orElse(currency, 'MXN') }),
    output: shape({ ...pair, rates: named('list', listOf(conversionRate)) }),
    refusals: ['currency_missing', 'quote_unavailable'],
  }),
  clock: get('/market/clock', {
    isAddition: true,
    who: 'anyone',
    about: 'What time the market thinks it is, and what every exchange is doing.',
    input: request({}),
    output: shape({ now: named('serverTimestamp', timestamp), markets: listOf(marketClock) }),
  }),
}

export type ConversionRate = z.output<typeof conversionRate>
export type MarketClock = z.output<typeof marketClock>
