import type { DayNumber } from '@mex/core/time-zone.ts'
import type { Catalogue } from './catalogue.ts'
import type { BarSource, Feed } from './feed.ts'
import type { DayKeys, DaySecrets } from './simulator/day-secrets.ts'

/** A feed whose prices are generated, wholly or in part, from day secrets. */
export type DrawnFeed = Feed &
  BarSource & {
    /** The first UTC day whose secret generates prices. */
    readonly firstDrawnDay: DayNumber
    /** The catalogue with what the market itself lists: the shares of new issues. */
    readonly catalogue: Catalogue
    /** The same market under other keys. The keys of revealed days alone recompute the quotes of those days. */
    readonly withKeys: (keys: DayKeys) => DrawnFeed
  }

/** The parts of a generated feed that an audit needs. */
export type DrawnPrices = {
  readonly secrets: DaySecrets
  readonly firstDrawnDay: DayNumber
  readonly withKeys: (keys: DayKeys) => Feed
}
