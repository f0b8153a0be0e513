import { isCodeChange, isDividend, isRemoval, isSplit, ratioText } from '@mex/core/market/corporate-actions.ts'
import type { BookedAction } from '@mex/core/trading/booked-action.ts'
import { instantText, type FillFinding } from './findings.ts'
import type { StoredAction } from '#areas/trading/corporate-actions/store-corporate-actions.ts'
import type { PauseIndex } from './pauses.ts'
import type { PositionSince, ReplayMarket } from './market.ts'

function whatOf(action: BookedAction['action']): string {
  if (isRemoval(action)) return `paid out at ${action.price}`
  return isDividend(action) ? String(action.amount) : ratioText(action)
}

const textOf = ({ exDate, what, quantity, gross, tax }: StoredAction, exAt: number): string =>
  `${what} of ${instantText(exAt)} for ${exDate} on ${quantity} is ${gross}, tax ${tax}`

/** Compares what was booked at an instant with what the rules book there. */
export function wrongActions(stored: readonly StoredAction[], booked: readonly BookedAction[]): readonly FillFinding[] {
  const expected = new Map(
    booked.map(({ action, ...row }) => {
      const { exAt, exDate } = action
      return [`position ${row.position}: ${textOf({ ...row, exAt, exDate, what: whatOf(action) }, exAt)}`, row.position]
    }),
  )
  const findings: FillFinding[] = []
  for (const row of stored) {
    const text = `position ${row.position}: ${textOf(row, row.exAt)}`
    if (!expected.delete(text)) findings.push({ about: `position ${row.position}`, message: `no action is ${text}` })
  }
  for (const [text, position] of expected)
    findings.push({ about: `position ${position}`, message: `an action is not in its list: ${text}` })
  return findings
}

/** Positions on which an action was not booked in time, without a public gap that explains it. */
export function missedActions(
  history: readonly PositionSince[],
  { feed }: Pick<ReplayMarket, 'feed'>,
  pauses: PauseIndex,
): readonly FillFinding[] {
  const findings: FillFinding[] = []
  for (const [id, changes] of Map.groupBy(history, ({ position }) => position.id)) {
    const last = changes.at(-1)?.position
    if (last === undefined) continue
    const { instrument, closedAt = Infinity, actionsUntil } = last
    for (const action of feed.actions(instrument, pauses.until)) {
      const { exAt } = action
      if (
        isCodeChange(action) ||
        exAt <= actionsUntil ||
        exAt >= closedAt ||
        pauses.latestRun(instrument, exAt) >= pauses.until
      )
        continue
      findings.push({ about: `position ${id}`, message: `${action.kind} of ${instantText(exAt)} was not booked` })
    }
  }
  return findings
}

/** Until when a position's shares are those of the quotes: a split that is still to be booked changes them. */
export function sharesUntil({ feed }: Pick<ReplayMarket, 'feed'>, { position }: PositionSince, to: number): number {
  const next = feed.actions(position.instrument, to).filter(isSplit)
  return Math.min(to, ...next.map(({ exAt }) => exAt).filter((exAt) => exAt > position.actionsUntil))
}
