import { assetClasses } from '@mex/core/portfolio/allocation.ts'
import { curveRanges } from '@mex/core/portfolio/grid.ts'
import { moneyKinds, profitSources } from '@mex/core/portfolio/profit-sources.ts'
import { benchmarks } from '@mex/core/portfolio/returns.ts'
import * as z from 'zod/mini'

import { post } from '#call.ts'
import { timeZone, words } from '#fields.ts'
import { marketField } from '#market/shapes.ts'
import { orElse, request } from '#request.ts'
import { listOf, money, named, orNull, percent, shape, timestamp } from '#wire.ts'

const at = named('createTimeTimestamp', timestamp)

const point = shape({
  at,
  total: money,
  /** The total at the start with what came from outside since then, less what went there. */
  moneyIn: money,
  /** Time-weighted, since the first point: deposits and withdrawals are no return. */
  returned: percent,
  /** The return of the index in MXN since the first point, without dividends; null without an index, or without its level at the start. */
  benchmark: orNull(percent),
})

const benchmarkChoices = ['NONE', ...benchmarks] as const

/** What came from outside between two points (above zero), or went there. */
const flow = shape({ at, kind: z.enum(moneyKinds), amount: money })

/** What a source has won or lost in the range, after its fees. */
const source = shape({ source: z.enum(profitSources), profit: money })

/** What all positions of an instrument have won or lost in the range, after their fees. */
const instrument = shape({
  code: named('stockCode', z.string()),
  market: marketField,
  name: named('stockName', z.string()),
  profit: money,
})

/** realised + income + fees + financing + change = profit. */
const monthOfProfit = shape({
  month: z.string(),
  profit: money,
  /** What closed positions and ended products won or lost, before fees. */
  realised: money,
  /** Dividends, coupons, mined coins. */
  income: money,
  fees: money,
  financing: money,
  /** Of open positions, bonds and exchange rates. */
  change: money,
})

/** A part of the net worth, in pesos. */
const partOfWorth = {
  worth: money,
  /** In percent of the net worth; null where that is not above zero. All of a list add up to 100. */
  share: orNull(percent),
  /** Market price × quantity of the positions, where it is not what the person has in them. */
  exposure: orNull(money),
}

export const portfolio = {
  allocation: post('/wallet/allocation', {
    isAddition: true,
    who: 'user',
    about:
      'What the net worth consists of in MXN: by class, by currency and by sector, the largest first. Each list adds up to the net worth of the overview. A leveraged position counts with its margin and its profit.',
    input: request({}),
    output: shape({
      at,
      currency: z.literal('MXN'),
      total: money,
      classes: listOf(shape({ assetClass: z.enum(assetClasses), ...partOfWorth })),
      /** Shares and bonds in the currency of their market, everything else in that of its account. */
      currencies: listOf(shape({ currency: z.string(), ...partOfWorth })),
      /** Null is everything that has no sector. */
      sectors: listOf(shape({ sector: orNull(z.string()), ...partOfWorth })),
    }),
    refusals: ['quote_unavailable'],
  }),
  curve: post('/wallet/portfolio', {
    isAddition: true,
    who: 'user',
    rate: 'history',
    about:
      'The total of all accounts over a range in MXN, the money that was put in, and where the profit came from: start + moneyIn + profit = total, and the profits of the sources add up to it.',
    input: request({
      range: orElse(words(curveRanges), '3M'),
      benchmark: orElse(words(benchmarkChoices), 'NONE'),
    }),
    output: shape({
      range: z.enum(curveRanges),
      benchmark: z.enum(benchmarkChoices),
      currency: z.literal('MXN'),
      points: named('list', listOf(point)),
      flows: listOf(flow),
      start: money,
      /** Deposits and grants of the range less withdrawals. */
      moneyIn: money,
      profit: money,
      total: money,
      sources: listOf(source),
      /** Those that moved the profit most; with the rest they add up to the sources that trade. */
      instruments: listOf(instrument),
      otherInstruments: money,
    }),
    refusals: ['quote_unavailable'],
  }),
  months: post('/wallet/profitByMonth', {
    isAddition: true,
    who: 'user',
    rate: 'history',
    about: 'The profit of the last months in MXN, newest first: what was booked of it, and what only changed in value.',
    input: request({ timeZone: orElse(timeZone, 'UTC') }),
    output: listOf(monthOfProfit),
    refusals: ['quote_unavailable'],
  }),
}
