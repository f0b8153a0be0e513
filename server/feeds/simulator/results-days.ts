import { nextSession, sessionOn, type Calendar } from '@mex/core/market/calendar.ts'
import { isShareMarket, type Instrument, type ShareMarket } from '@mex/core/market/instrument.ts'
import { dateOfDay, dayMilliseconds, dayOfDate, type DayNumber } from '@mex/core/time-zone.ts'
import { hashDraw } from './hash-draw.ts'

/** The months after the end of a period, in which companies of a market tell their results; January is 1. */
const months: Record<ShareMarket, readonly number[]> = { US: [1, 4, 7, 10], HK: [3, 8], MX: [2, 4, 7, 10] }
/** Results come on a day of the month from the 12th on, within so many days. */
const [firstDay, span] = [12, 17]

/**
 * The days on which a company of the simulated market tells its results, from one day up to another: fixed by its code,
 * so that everybody knows them as long ahead as they like. Trading days of its calendar.
 */
export function resultsDays(
  { market, code }: Pick<Instrument, 'market' | 'code'>,
  calendar: Calendar,
  from: DayNumber,
  until: DayNumber,
): readonly DayNumber[] {
  if (!isShareMarket(market)) return []
  const found: DayNumber[] = []
  for (let year = dateOfDay(from).year; year <= dateOfDay(until).year; year += 1)
    for (const month of months[market]) {
      const wanted = dayOfDate(year, month, firstDay) + Math.floor(span * hashDraw(`${code} results ${month}`))
      const { day } = sessionOn(calendar, wanted) ?? nextSession(calendar, wanted * dayMilliseconds)
      if (day >= from && day <= until) found.push(day)
    }
  return found
}
