import { sessionOn, type Calendar } from '@mex/core/market/calendar.ts'
import type { DayNumber } from '@mex/core/time-zone.ts'
import { resultsEvery, type Path } from './path.ts'

/**
 * The days on which a company of the simulated market tells its results, from one day up to another: the sessions after whose
 * close its price jumps (`jumpsOf`). They are fixed by its code, so that everybody knows them as long ahead as they like, and nobody
 * knows the jump. A company whose days are always at weekends tells none.
 */
export function resultsDays(
  { resultsDay }: Pick<Path, 'resultsDay'>,
  calendar: Calendar,
  from: DayNumber,
  until: DayNumber,
): readonly DayNumber[] {
  if (resultsDay === undefined) return []
  const found: DayNumber[] = []
  const first = from + ((((resultsDay - from) % resultsEvery) + resultsEvery) % resultsEvery)
  for (let day = first; day <= until; day += resultsEvery) if (sessionOn(calendar, day) !== undefined) found.push(day)
  return found
}
