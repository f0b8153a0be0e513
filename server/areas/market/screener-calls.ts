import type { Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import { screened, sortedBy, type Screen } from '@mex/core/market/screen.ts'
import type { Context, PersonContext } from '#context.ts'
import type { MarketData } from './market-data.ts'
import { openScreener } from './screener.ts'

type MarketHandlers = Handlers<typeof calls.market, Context, PersonContext>

/** The sectors of a market, and the shares that pass a filter. */
export function screenerCalls(marketData: MarketData) {
  const screener = openScreener(marketData)
  return {
    async sectors({ market }, context) {
      return screener.sectors(await screener.rows(market, context.now, 'if known'), context.language)
    },
    async screen({ market, group, sort, order = 'desc', pageNum, pageSize, ...bounds }, context) {
      const screen: Screen = {
        group,
        last: { from: bounds.lastFrom, to: bounds.lastTo },
        changeRatio: { from: bounds.changeRatioFrom, to: bounds.changeRatioTo },
        volume: { from: bounds.volumeFrom, to: bounds.volumeTo },
        dividendYield: { from: bounds.dividendYieldFrom, to: bounds.dividendYieldTo },
        volatility: { from: bounds.volatilityFrom, to: bounds.volatilityTo },
      }
      const needsVolatility =
        sort === 'volatility' || bounds.volatilityFrom !== undefined || bounds.volatilityTo !== undefined
      const rows = await screener.rows(market, context.now, needsVolatility ? 'awaited' : 'if known')
      const passing = screened(rows, screen)
      const sorted = sort === undefined ? passing : sortedBy(passing, sort, order)
      const start = (pageNum - 1) * pageSize
      const shown = sorted.slice(start, start + pageSize).map((row) => screener.view(row, context.language))
      return { total: passing.length, pageNum, pageSize, rows: shown }
    },
  } satisfies Partial<MarketHandlers>
}
