import type { Watch } from '@mex/contract/shapes.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { changePercent, priceChange } from '@mex/core/change.ts'
import { tickAt } from '@mex/core/ticks.ts'
import type { Context } from '#context.ts'
import type { WatchRow } from './store.ts'

/** Points of a sparkline (spec §9). */
const closesMost = 50

/** A row with its prices of now; what has no quote, or is not listed any more, has none. */
export function watchView(row: WatchRow, { feed, now, language }: Context, traditional: Traditional): Watch {
  const key = `${row.market}:${row.code}`
  const instrument = feed.instruments(now).get(key)
  const last = feed.quote(key, now)?.last
  const day = feed.day(key, now)
  const before = last === undefined ? undefined : day?.previousClose
  return {
    ...row,
    name: instrument === undefined ? row.name : textIn(instrument.name, language, traditional),
    last,
    change: last === undefined || before === undefined ? undefined : priceChange(last, before),
    changeRatio: last === undefined || before === undefined ? undefined : changePercent(last, before),
    volume: day?.volume,
    tick: instrument === undefined || last === undefined ? undefined : tickAt(instrument.ticks, last),
    shortable: instrument?.shortable ?? false,
    closes: feed.bars(key, '1D', now, closesMost, now).map(({ close }) => close),
  }
}
