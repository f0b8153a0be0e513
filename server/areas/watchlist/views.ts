import type { Watch } from '@mex/contract/shapes.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { tickAt } from '@mex/core/ticks.ts'
import type { MarketDesk } from '#areas/market/actions.ts'
import type { Context } from '#context.ts'
import type { WatchRow } from './store.ts'

export type WatchParts = { readonly market: MarketDesk; readonly traditional: Traditional }

/** A row with the figures that every list shows; what has no quote, or is not listed any more, has none. */
export function watchView(row: WatchRow, { now, language }: Context, { market, traditional }: WatchParts): Watch {
  const { feed, board } = market
  const instrument = feed.instruments(now).get(`${row.market}:${row.code}`)
  const shown = instrument === undefined ? undefined : board.row(instrument, now)
  return {
    ...row,
    name: instrument === undefined ? row.name : textIn(instrument.name, language, traditional),
    last: shown?.quote.last,
    change: shown?.change,
    changeRatio: shown?.changeRatio,
    volume: shown?.day.volume,
    tick: shown === undefined ? undefined : tickAt(shown.instrument.ticks, shown.quote.last),
    shortable: instrument?.shortable ?? false,
    closes: shown === undefined ? [] : board.closes(shown, now),
  }
}
