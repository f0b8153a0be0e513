import type { Position } from '@mex/core/trading/positions.ts'
import { settlementOf } from '#areas/market/settlement-price.ts'
import { attempt, instantText, type FillFinding } from './findings.ts'
import type { PauseIndex } from './pauses.ts'
import type { ReplayMarket } from './market.ts'

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
      const { closedAt = Infinity, instrument, openedAt } = position
      const settlement = settlementOf(market.feed, market.describe(instrument, openedAt), pauses.until)
      if (settlement === undefined || closedAt <= settlement.at) return
      const latest = pauses.latestRun(instrument, settlement.at)
      if (Math.min(closedAt, pauses.until) <= latest) return
      const outcome = closedAt === Infinity ? 'was not settled' : `was settled ${instantText(closedAt)}`
      findings.push({ about, message: `${outcome}, its contract settled ${instantText(settlement.at)}` })
    })
  }
  return findings
}
