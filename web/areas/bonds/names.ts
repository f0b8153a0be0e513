import { formatCalendarDate } from '#text/format-time.ts'

/** A name without the maturity, where that stands beside it. */
export const shortName = (name: string): string => name.replace(/ \d{4}-\d\d-\d\d$/, '')

/** A name with its maturity as dates are shown: 'UST 4.25% 05/15/2036'. */
export const datedName = (name: string): string => name.replace(/\d{4}-\d\d-\d\d$/, (date) => formatCalendarDate(date))
