import type { Watch } from '@mex/contract/watchlist/shapes.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { bondOfCode, watchedBond } from '#areas/bonds/watched.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import { sparkline } from '#areas/market/quote-board.ts'
import { isShortable } from '#areas/trading/under-offer.ts'
import type { MarketData } from '#areas/market/market-data.ts'
import type { Context } from '#context.ts'
import type { Closes } from '#feeds/bars/bar-service.ts'
import type { WatchRow } from './store.ts'

/** Dependencies of all rows. */
export type WatchDependencies = {
  readonly market: MarketData
  readonly traditional: Traditional
  readonly closes: Closes
}

export const watchKey = ({ market, code }: Pick<WatchRow, 'market' | 'code'>): string => `${market}:${code}`

/** A row with the figures of every list; without figures if the instrument has no quote or is no longer listed. */
export function watchView(row: WatchRow, context: Context, dependencies: WatchDependencies): Watch {
  if (row.market === 'BOND') return bondView(row, context, dependencies)
  const { now, language } = context
  const { market, traditional, closes } = dependencies
  const instrument = market.feed.instruments(now).get(watchKey(row))
  const shown = instrument === undefined ? undefined : market.board.row(instrument, now)
  return {
    ...row,
    code: instrument?.code ?? row.code,
    name: instrument === undefined ? row.name : textIn(instrument.name, language, traditional),
    last: shown?.quote.last,
    change: shown?.change,
    changeRatio: shown?.changeRatio,
    volume: shown?.day.volume,
    tick: shown === undefined ? undefined : tickAt(shown.instrument.ticks, shown.quote.last),
    shortable: instrument !== undefined && isShortable(market.feed, instrument, now),
    closes: shown === undefined ? [] : sparkline(shown, closes),
    publicPrice: shown?.publicPrice,
  }
}

/** A bond: its clean price; without figures when it has matured. Bonds have no volume and cannot be sold short. */
function bondView(row: WatchRow, { now, language }: Context, { market, traditional }: WatchDependencies): Watch {
  const bond = bondOfCode(market.feed, row.code, now)
  const none = { last: undefined, change: undefined, changeRatio: undefined, tick: undefined, closes: [] }
  return {
    ...row,
    name: bond === undefined ? row.name : textIn(bond.name, language, traditional),
    volume: undefined,
    shortable: false,
    publicPrice: undefined,
    ...(bond === undefined ? none : watchedBond(market.feed, bond, now)),
  }
}
