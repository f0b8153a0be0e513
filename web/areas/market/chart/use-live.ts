import type { Phase } from '@mex/core/market/quote.ts'
import { useMemo } from 'react'

import { useMarketNow } from '#areas/market/door/market-now.ts'
import type { VenueTime } from '#areas/market/door/market-times.ts'
import type { Charted } from './charted.ts'
import { drawn, startOfLive, wallTime, type Live } from './series.ts'
import type { Bars } from './use-bars.ts'

/** Phases without quotes. */
const silent: ReadonlySet<Phase> = new Set<Phase>(['closed', 'lunch'])

/** The newest price; undefined while the market is closed. */
export function useLive(
  { phase, last }: Pick<Charted, 'phase' | 'last'>,
  { period, bars }: Bars,
  { zone }: VenueTime,
): Live | undefined {
  const { now } = useMarketNow()
  const lastBar = bars.at(-1)?.time ?? 0
  const isMoving = !silent.has(phase) && now !== undefined && last !== undefined
  const start = isMoving ? startOfLive(period, lastBar, now / 1000, phase !== 'regular') : undefined
  const time = start === undefined ? undefined : wallTime(start, zone)
  const price = last === undefined ? undefined : drawn(last)
  return useMemo(() => (time === undefined || price === undefined ? undefined : { time, price }), [time, price])
}
