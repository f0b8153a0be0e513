import type { DayNumber } from '@mex/core/time-zone.ts'
import type { Feed } from './feed.ts'
import type { DayKeys, DaySecrets } from './simulator/day-secrets.ts'

/** What an audit needs of a feed whose prices are drawn, wholly or in part, from day secrets. */
export type DrawnPrices = {
  readonly secrets: DaySecrets
  /** The first UTC day whose secret the prices are drawn from. */
  readonly firstDrawnDay: DayNumber
  /** The same market under other keys: those of revealed days alone recompute what was quoted on them. */
  readonly withKeys: (keys: DayKeys) => Feed
}
