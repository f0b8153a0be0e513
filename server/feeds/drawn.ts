import type { DayNumber } from '@mex/core/time-zone.ts'
import type { BarSource, Feed } from './feed.ts'
import type { DayKeys, DaySecrets } from './simulator/day-secrets.ts'

/** A feed whose prices are drawn, wholly or in part, from day secrets. */
export type DrawnFeed = Feed &
  BarSource & {
    /** The first UTC day whose secret the prices are drawn from. */
    readonly firstDrawnDay: DayNumber
    /** The same market under other keys: those of revealed days alone recompute what was quoted on them. */
    readonly withKeys: (keys: DayKeys) => DrawnFeed
  }

/** What an audit needs of a feed whose prices are drawn. */
export type DrawnPrices = {
  readonly secrets: DaySecrets
  readonly firstDrawnDay: DayNumber
  readonly withKeys: (keys: DayKeys) => Feed
}
