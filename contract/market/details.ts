import { chartPeriods, phases, type Bar } from '@mex/core/market/quote.ts'
import { formatPrice, formatQuantity, type Price, type Quantity } from '@mex/core/money/money.ts'
import * as z from 'zod/mini'

import { feeRate } from '#account/disclosure.ts'
import { get, post } from '#call.ts'
import { instant, keyword, name, paging } from '#fields.ts'
import { maybe, request } from '#request.ts'
import { walletName } from '#wallet/shapes.ts'
import { fixed, listOf, money, named, orNull, pageOf, percent, price, quantity, rate, shape, timestamp } from '#wire.ts'
import { writesBy } from '#write.ts'
import { calendarEvent, dividend, newsItem, split } from './event-shapes.ts'
import { chartPeriod, code, lookup, market as marketInput, source } from './fields.ts'
import { classifyField, marketField, quote, quoteDetail } from './shapes.ts'

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

/** Everything about one instrument, and what a person earned with it. */
export const marketDetails = {
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
      /** In the currency of the instrument: the last price of every share. */
      marketCap: orNull(money),
      sharesOutstanding: orNull(quantity),
      priceToEarnings: named('pe', orNull(fixed(2))),
      earningsPerShare: named('eps', orNull(price)),
      dividendYield: orNull(percent),
      /** What one share of now was paid in the last year; the yield is this by the last price. */
      dividendPerShare: orNull(price),
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
  news: get('/m_ft/stock_news', {
    who: 'anyone',
    isAddition: true,
    rate: 'history',
    about:
      'What happened to one instrument, the newest first, at most 10: dividends, splits, takeovers, new codes, results, days with more than 5 %, new highs and lows of a year, its own listing as a new issue, and halts by the operator.',
    input: request(lookup),
    output: listOf(newsItem),
    refusals: ['unknown_instrument', 'quote_unavailable'],
  }),
  candles: get('/m_ft/kline', {
    who: 'anyone',
    rate: 'history',
    about:
      'At most 500 candles, oldest first, as far as they have come: intraday the session that opened last and what came since, in minutes (1min, 5min, 15min, 60min) also the sessions before it, else days of the market; the last ends at the price of now.',
    input: request({ ...lookup, period: named('type', chartPeriod), end: maybe(instant) }),
    output: shape({
      period: named('type', z.enum(chartPeriods)),
      bars: named('list', listOf(bar)),
      /** Of minutes: the phases outside of the regular hours that the last candles lie in, and where each begins. */
      outside: named(
        'outsideList',
        listOf(shape({ phase: named('session', z.enum(phases)), from: named('timestamp', timestamp) })),
      ),
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
}

export type RealisedProfit = z.output<typeof realisedProfit>
