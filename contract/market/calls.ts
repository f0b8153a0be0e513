import { periods, phases, type Bar } from '@mex/core/market/quote.ts'
import { formatPrice, formatQuantity, type Price, type Quantity } from '@mex/core/money/money.ts'
import { sessionNames, shareMarkets } from '@mex/core/market/instrument.ts'
import * as z from 'zod/mini'

import { feeRate } from '#account/calls.ts'
import { get, post } from '#call.ts'
import { instant, keyword, name, optionalPaging, paging, rowLimit } from '#fields.ts'
import { currency } from '#wallet/fields.ts'
import { code, klinePeriod, lookup, market as marketInput, searching, source } from './fields.ts'
import { maybe, orElse, request } from '#request.ts'
import { walletName } from '#wallet/shapes.ts'
import {
  calendarEvent,
  classifyField,
  dividend,
  futureMonth,
  futureQuote,
  marketField,
  quote,
  quoteDetail,
  split,
} from './shapes.ts'
import { fixed, listOf, money, named, orNull, pageOf, percent, price, quantity, rate, shape, timestamp } from '#wire.ts'
import { writesBy } from '#write.ts'

const anyList = { ...searching, ...optionalPaging }
const pagedList = { ...searching, ...paging }
const listMarket = marketInput('invalid_parameter')
const quotes = listOf(quote)
const wire = <const Options extends readonly string[]>(options: Options) =>
  z.enum(options, { error: 'invalid_parameter' })

type Parts = [number, Price, Price, Price, Price, Quantity]

/** [timestamp, open, high, low, close, volume]; the timestamp is where the candle starts, epoch seconds. */
export const bar = writesBy(
  z.codec(z.tuple([z.number(), price, price, price, price, quantity]), z.custom<Bar>(), {
    decode: ([time, open, high, low, close, volume]) => ({ time, open, high, low, close, volume }),
    encode: (candle): Parts => [candle.time, candle.open, candle.high, candle.low, candle.close, candle.volume],
  }),
  ({ time, open, high, low, close, volume }) => [
    time,
    ...[open, high, low, close].map((each) => formatPrice(each)),
    formatQuantity(volume),
  ],
)

const listing = { market: marketField, venue: named('marketType', z.string()), classify: classifyField }
const found = shape(listing)
export type InstrumentListing = z.output<typeof found>

/** Where an instrument is listed; `{}` on the wire when it is unknown. */
const foundOrEmpty = z.codec(z.unknown(), z.custom<InstrumentListing | undefined>(), {
  decode: (answer) => {
    const read = z.safeDecode(found, answer)
    return read.success ? read.data : undefined
  },
  encode: (answer) => (answer === undefined ? {} : z.encode(found, answer)),
})

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

/** A part of the stock wallet's realised profit: one row per close. */
const realisedProfit = shape({
  id: z.number(),
  code: named('stockCode', z.string()),
  name: named('stockName', z.string()),
  quantity,
  /** In the currency of the wallet. */
  profit: money,
  wallet: named('walletType', walletName),
  boughtAt: named('buyTimeStamp', timestamp),
  soldAt: named('sellTimeStamp', timestamp),
})

const homeBlock = shape({
  title: z.string(),
  type: z.string(),
  quotes: named('list', quotes),
})

export const market = {
  hongKongStocks: get('/hk_st/all_stock_list', {
    who: 'anyone',
    about: 'Hong Kong shares.',
    input: request(pagedList),
    output: pageOf(quote),
    refusals: ['text_too_long'],
  }),
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
      market: wire(shareMarkets),
      type: wire(['gainers', 'losers', 'active']),
      rows: named('limit', rowLimit),
    }),
    output: quotes,
    refusals: ['text_too_long'],
  }),
  stocks: get('/m_ft/stock_list', {
    who: 'anyone',
    about: 'Shares of one market.',
    input: request({ ...pagedList, market: listMarket }),
    output: pageOf(quote),
    refusals: ['text_too_long'],
  }),
  futures: get('/m_ft/futures_list', {
    who: 'anyone',
    about: 'The front month of every futures product.',
    input: request({ ...anyList, group: maybe(wire(['index', 'metal', 'energy', 'agricultural'])) }),
    output: listOf(futureQuote),
    refusals: ['text_too_long'],
  }),
  futureMonths: get('/m_ft/futures_opt_list', {
    who: 'anyone',
    about: 'The listed months of one futures product; a contract stands for its product.',
    input: request({ ...anyList, product: named('goldCode', code) }),
    output: listOf(futureMonth),
    refusals: ['text_too_long', 'unknown_instrument'],
  }),
  search: get('/m_ft/all_stock_list', {
    who: 'anyone',
    about: 'Instruments of all markets by the start of the code or by words of the name, in any language.',
    input: request(pagedList),
    output: pageOf(quote),
    refusals: ['text_too_long'],
  }),
  detail: get('/m_ft/detail_quote', {
    who: 'anyone',
    about: 'A quote with the public ladder that orders fill from.',
    input: request(lookup),
    output: quoteDetail,
    refusals: ['unknown_instrument', 'quote_unavailable'],
  }),
  summary: get('/m_ft/summary_detail', {
    who: 'anyone',
    about: 'What is known about the company or contract. Numbers without a source are marked simulated.',
    input: request(lookup),
    output: shape({
      profile: orNull(z.string()),
      /** In the currency of the instrument. */
      marketCap: orNull(money),
      priceToEarnings: named('pe', orNull(fixed(2))),
      earningsPerShare: named('eps', orNull(price)),
      dividendYield: orNull(percent),
      high52: named('high52w', orNull(price)),
      low52: named('low52w', orNull(price)),
      averageVolume: named('avgVolume', orNull(quantity)),
      sector: orNull(z.string()),
      website: orNull(z.string()),
      /** Declared ones and those of the last three years, the latest first. */
      dividends: listOf(dividend),
      splits: listOf(split),
      simulated: z.boolean(),
    }),
    refusals: ['unknown_instrument', 'quote_unavailable'],
  }),
  calendar: get('/m_ft/calendar', {
    who: 'anyone',
    isAddition: true,
    about:
      'What is known to come within 60 days: dividends, splits, last trades, results, holidays and half days of what the person holds or watches, or of one instrument. Without either, the holidays of all markets.',
    input: request({ code: named('stockCode', maybe(code)), market: maybe(marketInput('unknown_instrument')) }),
    output: listOf(calendarEvent),
    refusals: ['unknown_instrument'],
  }),
  hot: get('/m_ft/hot_stock', {
    who: 'anyone',
    about: 'The most traded shares by money.',
    input: request({ ...anyList, market: maybe(listMarket), rows: named('limit', rowLimit) }),
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
  forexIndices: get('/m_ft/forex_index', {
    who: 'anyone',
    about: 'Currency indices and major pairs, for the head of the forex page.',
    input: request(anyList),
    output: quotes,
    refusals: ['text_too_long'],
  }),
  forex: get('/m_ft/forex_list', {
    who: 'anyone',
    about: 'Currency pairs and spot metals.',
    input: request({ ...anyList, group: maybe(wire(['major', 'minor', 'exotic', 'metal'])) }),
    output: quotes,
    refusals: ['text_too_long'],
  }),
  quote: get('/m_ft/stock_detail_ft', {
    who: 'anyone',
    about: 'One quote, for the quote page.',
    input: request(lookup),
    output: quote,
    refusals: ['unknown_instrument', 'quote_unavailable'],
  }),
  candles: get('/m_ft/kline', {
    who: 'anyone',
    rate: 'history',
    about:
      'At most 500 candles, oldest first, as far as they have come: intraday the session that opened last and what came since, else days of the market; the last ends at the price of now.',
    input: request({ ...lookup, period: named('type', klinePeriod), end: maybe(instant) }),
    output: shape({
      period: named('type', z.enum(periods)),
      bars: named('list', listOf(bar)),
      /** Intraday: from where on the candles lie outside of the regular hours. */
      outsideFrom: named('outsideTimestamp', orNull(timestamp)),
    }),
    refusals: ['unknown_instrument'],
  }),
  orderQuote: get('/quotes/getStock', {
    who: 'anyone',
    about: 'One quote, for the order form.',
    input: request({ ...lookup, source: maybe(source('unknown_instrument')) }),
    output: quote,
    refusals: ['unknown_instrument', 'quote_unavailable'],
  }),
  venue: post('/market/getMaket', {
    who: 'anyone',
    about: 'Where the instrument of this code trades; nothing when it is unknown.',
    input: request({ name: named('stkName', maybe(name)), code: named('stkcode', maybe(keyword)) }),
    output: foundOrEmpty,
    refusals: ['text_too_long'],
  }),
  venues: post('/market/getMakets', {
    who: 'anyone',
    about: 'Where up to 50 instruments trade; unknown ones are left out.',
    input: request({
      instruments: named(
        'list',
        z
          .array(request({ name: named('stkName', maybe(name)), code: named('stkcode', keyword) }), {
            error: 'invalid_parameter',
          })
          .check(z.maxLength(50, { error: 'invalid_parameter' })),
      ),
    }),
    output: listOf(shape({ code: named('stkcode', z.string()), ...listing })),
    refusals: ['text_too_long'],
  }),
  fundDetails: get('/stock/fund/details', {
    who: 'user',
    about: 'Money and results of the wallet that trades a share, or the shares of a market: the US without either.',
    input: request({ code: named('stockCode', maybe(code)), market: maybe(marketInput('unknown_instrument')) }),
    output: shape({
      wallet: named('walletType', walletName),
      available: named('balance', money),
      used: named('usedBalance', money),
      profit: money,
      todayProfit: money,
      /** How many are open. */
      positions: z.number(),
      bought: named('buyTotal', money),
      sold: named('sellTotal', money),
    }),
    refusals: ['unknown_instrument', 'quote_unavailable'],
  }),
  fundProfit: get('/stock/fund/profit', {
    who: 'user',
    about: 'Realised profit of shares, of one or of those of a market, newest first.',
    input: request({
      code: named('stockCode', maybe(code)),
      market: maybe(marketInput('unknown_instrument')),
      ...paging,
    }),
    output: pageOf(realisedProfit),
    refusals: ['unknown_instrument'],
  }),
  rates: get('/stock_rate/site/get', {
    who: 'anyone',
    about: 'The rates that transfers convert at, for one pair and for all (rulebook §7.2).',
    input: request({ currency: orElse(currency, 'USD'), target: orElse(currency, 'MXN') }),
    output: shape({ ...pair, rates: named('list', listOf(conversionRate)) }),
    refusals: ['currency_missing', 'quote_unavailable'],
  }),
  conditions: post('/stocka_config/getMinCount', {
    who: 'anyone',
    about: 'What an order must respect: steps, limits, leverage and fees.',
    input: request({ ...lookup, source: maybe(source('unknown_instrument')) }),
    output: shape({
      leastQuantity: named('minCount', quantity),
      lot: quantity,
      mostQuantity: named('maxCount', quantity),
      tick: price,
      leverageSteps: listOf(z.number()),
      leverageCap: z.number(),
      shortable: z.boolean(),
      feeRates: listOf(feeRate),
      /** Every price step: the first band whose `below` is above the price applies; the last has none. */
      ticks: listOf(shape({ below: orNull(price), tick: price })),
      /** Units a day: an order may be a share of it (rulebook §14.1). */
      averageVolume: named('avgVolume', quantity),
      /** Mids of the instrument's currency in the wallet that pays and in USD; null while a rate is missing. */
      conversionRate: named('walletRate', orNull(rate)),
      conversionRateToUsd: named('usdRate', orNull(rate)),
      /** Market date whose fees an order of now pays, YYYY-MM-DD. */
      feeDate: z.string(),
      /** The next night that a position is charged for: when it begins, how many it counts, and the yearly interest. */
      night: orNull(
        shape({
          at: named('timestamp', timestamp),
          nights: z.number(),
          interest: rate,
          /** Of the base currency of a pair. */
          baseInterest: orNull(rate),
        }),
      ),
    }),
    refusals: ['unknown_instrument', 'quote_unavailable'],
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
export type RealisedProfit = z.output<typeof realisedProfit>
