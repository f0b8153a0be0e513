import { latestSession, previousSession, type Calendar } from '@mex/core/market/calendar.ts'
import type { CorporateAction } from '@mex/core/market/corporate-actions.ts'
import { dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { SourceAction } from './history-shapes.ts'

/**
 * Older dividends and splits are over for everybody who trades here. The source tells their amounts in the shares of today, not in those of
 * their day.
 */
const learnedDays = 10

/**
 * The dividends and splits that a history tells, as they become known here: the source tells them on their first day, so
 * they are declared when we learn of them, and take effect in the minute after the last session with the right (rulebook §17.3).
 */
export function actionsLearned(
  told: readonly SourceAction[],
  calendar: Calendar,
  learnedAt: number,
): readonly CorporateAction[] {
  return told
    .filter(({ at }) => at <= learnedAt && at > learnedAt - learnedDays * dayMilliseconds)
    .map((action): CorporateAction => {
      const session = latestSession(calendar, action.at)
      const exAt = previousSession(calendar, session.open).end + minuteMilliseconds
      const declared = { declaredAt: learnedAt, exAt, exDate: session.date }
      return action.kind === 'dividend'
        ? { kind: 'dividend', amount: action.amount, ...declared }
        : { kind: 'split', to: action.to, from: action.from, ...declared }
    })
}
