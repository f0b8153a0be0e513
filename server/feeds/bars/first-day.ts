import type { Period } from '@mex/core/market/quote.ts'
import { dateOfDay, dayOfDate, weekday, type DayNumber } from '@mex/core/time-zone.ts'

/** First day of the week, month, quarter or year that a day lies in. */
export const firstDayOf: Record<Exclude<Period, 'intraday'>, (day: DayNumber) => DayNumber> = {
  '1D': (day) => day,
  '1W': (day) => day - ((weekday(day) + 6) % 7),
  '1M': (day) => dayOfDate(dateOfDay(day).year, dateOfDay(day).month, 1),
  '3M': (day) => dayOfDate(dateOfDay(day).year, dateOfDay(day).month - ((dateOfDay(day).month - 1) % 3), 1),
  '1Y': (day) => dayOfDate(dateOfDay(day).year, 1, 1),
}
