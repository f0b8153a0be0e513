// The declarations of this module name the types of this package (docs/decisions/025).
import * as z from 'zod/mini'

import { shareMarkets } from '@mex/core/market/instrument.ts'
import { screenFigures } from '@mex/core/market/screen.ts'

import { get, type Call } from '#call.ts'
import { keyword, paging, words } from '#fields.ts'
import { maybe, request } from '#request.ts'
import { listOf, named, orNull, pageOf, percent, price, quantity, shape } from '#wire.ts'
import { marketField, sourceField } from './shapes.ts'

const sector = shape({
  /** The key of the sector; 'fund' for exchange-traded funds. */
  group: z.string(),
  name: z.string(),
  count: z.number(),
  rising: z.number(),
  falling: z.number(),
  /** The mean change of its shares, each counted alike. */
  changeRatio: named('change_ratio', percent),
})

const found = shape({
  source: sourceField,
  market: marketField,
  code: named('stock_code', z.string()),
  name: z.string(),
  /** The key of its sector; 'fund' for exchange-traded funds. */
  group: z.string(),
  last: named('price_nominal', price),
  changeRatio: named('change_ratio', percent),
  volume: quantity,
  dividendYield: orNull(percent),
  /** Yearly, of the last 49 daily closes. */
  volatility: orNull(percent),
  tick: price,
})

/** The shares of a market by sector, and those that pass a filter. */
export const marketScreens = {
  sectors: get('/m_ft/sectors', {
    who: 'anyone',
    isAddition: true,
    about:
      'What the sectors of a stock market do: how many shares rise and fall, and their mean change. The largest rise first.',
    input: request({ market: words(shareMarkets) }),
    output: listOf(sector),
  }),
  screen: get('/m_ft/screen', {
    who: 'anyone',
    isAddition: true,
    about:
      'The shares and funds of a stock market within bounds, both included. A share whose figure is unknown is within no bound of it.',
    input: request({
      market: words(shareMarkets),
      group: maybe(keyword),
      lastFrom: named('priceFrom', maybe(price)),
      lastTo: named('priceTo', maybe(price)),
      changeRatioFrom: named('changeFrom', maybe(percent)),
      changeRatioTo: named('changeTo', maybe(percent)),
      volumeFrom: maybe(quantity),
      volumeTo: maybe(quantity),
      dividendYieldFrom: named('yieldFrom', maybe(percent)),
      dividendYieldTo: named('yieldTo', maybe(percent)),
      volatilityFrom: maybe(percent),
      volatilityTo: maybe(percent),
      sort: maybe(words(screenFigures)),
      order: maybe(words(['asc', 'desc'])),
      ...paging,
    }),
    output: pageOf(found),
    refusals: ['text_too_long', 'quantity_missing'],
  }),
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>

export type SectorOfMarket = z.output<typeof sector>
export type ScreenedShare = z.output<typeof found>
