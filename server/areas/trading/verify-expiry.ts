import type { Position } from '@mex/core/trading/positions.ts'
import { settlementOf } from '#areas/market/settlement-price.ts'
import { attempt, instantText, type FillFinding } from './verify-findings.ts'
import type { PauseIndex } from './verify-pauses.ts'
import type { ReplayMarket } from './verify-replay.ts'

/**
 * Positions of ended contracts that were not settled in time, without a public gap that explains it (rulebook §17.5).
 * Price, rate and money of each settlement, and that none was early, are checked by the replay.
 */
export function missedSettlements(
  positions: readonly Position[],
  market: Pick<ReplayMarket, 'feed' | 'describe'>,
  pauses: PauseIndex,
): readonly FillFinding[] {
  const findings: FillFinding[] = []
  for (const position of positions) {
    const about = `position ${position.id}`
    attempt(findings, about, () => {
      const { closedAt = Infinity, instrument } = position
      const settlement = settlementOf(market.feed, market.describe(instrument, pauses.until), pauses.until)
      if (settlement === undefined || closedAt <= settlement.at) return
      const latest = latestSettlement(instrument, settlement.at, pauses)
      if (Math.min(closedAt, pauses.until) <= latest) return
      const outcome = closedAt === Infinity ? 'was not settled' : `was settled ${instantText(closedAt)}`
      findings.push({ about, message: `${outcome}, its contract settled ${instantText(settlement.at)}` })
    })
  }
  return findings
}

/** The job runs every few seconds and settles in parts: so many times the patience of the ticks it may take. */
const patienceFactor = 12

/** Until when a settlement is in time: a minute of the wall clock after it was due, or after the server was back. */
function latestSettlement(instrument: string, due: number, pauses: PauseIndex): number {
  let from = due
  for (;;) {
    const latest = from + patienceFactor * pauses.patienceFrom(from)
    const resumed = pauses.endOfPause(instrument, from, latest)
    if (resumed === undefined || resumed <= from) return latest
    from = resumed
  }
}
