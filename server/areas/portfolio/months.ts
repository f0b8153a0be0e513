import type { Answer, Input } from '@mex/contract/call.ts'
import type { portfolio } from '@mex/contract/portfolio/calls.ts'
import { monthsOf } from '@mex/core/portfolio/months.ts'
import { monthBounds, wallTime } from '#areas/ledger/bills.ts'
import type { PersonContext } from '#context.ts'
import { valuedAt, type PortfolioDependencies } from './valued.ts'

const monthsMax = 12
const monthAt = (instant: number, zone: string): string => wallTime(instant, zone).slice(0, 7)

/** The starts of the last months of a time zone, the first not before the account began, and now. */
function monthInstants(zone: string, now: number, beganAt: number): readonly number[] {
  const instants = [now]
  let { from } = monthBounds(monthAt(now, zone), zone)
  for (let count = 1; count < monthsMax && from > beganAt + 1; count += 1) {
    instants.unshift(from)
    from = monthBounds(monthAt(from - 1, zone), zone).from
  }
  const start = Math.max(from, beganAt + 1)
  return start < (instants[0] ?? now) ? [start, ...instants] : instants
}

/** The last months of the account, newest first: what was booked of the profit of each, and what only changed in value. */
export async function months(
  { timeZone }: Input<typeof portfolio.months>,
  context: PersonContext,
  dependencies: PortfolioDependencies,
): Promise<Answer<typeof portfolio.months>> {
  const instantsOf = (beganAt: number) => monthInstants(timeZone, context.now, beganAt)
  const { curve, rates, bookings } = await valuedAt(instantsOf, context, dependencies)
  return monthsOf(curve, rates, bookings)
    .map(({ from, ...parts }) => ({ month: monthAt(from, timeZone), ...parts }))
    .toReversed()
}
