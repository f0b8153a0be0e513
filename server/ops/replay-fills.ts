import { allottedPositions } from '#areas/offerings/verify-positions.ts'
import type { Trader } from '#areas/trading/verify/store-verify.ts'
import { verifyFills, type CheckedFills } from '#areas/trading/verify/verify.ts'
import type { Pauses } from '#areas/trading/verify/pauses.ts'
import type { Database } from '#db/sql.ts'
import type { MarketSource } from '#market-source.ts'

/** What one thread replays, as plain data. */
export type FillsInput = {
  readonly traders: readonly Trader[]
  readonly pauses: Pauses
  readonly now: number
  /** Upper bound of the market time that the check takes. */
  readonly milliseconds: number
}

/** Replays the trading of some people. */
export const replayFills = (
  db: Database,
  market: MarketSource,
  { traders, pauses, now, milliseconds }: FillsInput,
): Promise<CheckedFills> =>
  verifyFills(
    db,
    {
      ...market,
      now: Number.MAX_SAFE_INTEGER,
      pauses,
      allotted: allottedPositions(market.feed, now, milliseconds),
      settledUntil: Math.max(now, pauses.until) + milliseconds,
    },
    traders,
  )
