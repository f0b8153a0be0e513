import { assert, present } from '@mex/core/assert.ts'
import { addBusinessDays, isBusinessDay, sessionOn, type Calendar } from '@mex/core/market/calendar.ts'
import type { FutureContract } from '@mex/core/market/instrument.ts'
import { dateOfDay, dayOfDate, instantOf, isoDate, utcDay, weekdayOfMonth } from '@mex/core/time-zone.ts'
import type { DayNumber } from '@mex/core/time-zone.ts'

/** The exchanges' letters of the delivery months, January first. */
const monthLetters = 'FGHJKMNQUVXZ'

/** Rules for the last trading day of a delivery month (rulebook §13.3). */
export const lastTradeRules = [
  'third-friday',
  'third-last-business-day',
  'third-before-25th-of-prior-month',
  'third-before-month',
  'last-business-day-of-prior-month',
  'last-business-day',
  'before-15th',
  'eighth-before-last-business-day',
] as const
export type LastTradeRule = (typeof lastTradeRules)[number]

export type ContractMonth = { readonly year: number; readonly month: number }

/** 'HMUZ' as [3, 6, 9, 12]; undefined when a letter is not a month. */
export function monthsOf(letters: string): number[] | undefined {
  const months = letters.split('').map((letter) => monthLetters.indexOf(letter) + 1)
  return months.length > 0 && months.every((month) => month > 0) ? months : undefined
}

/** 'ES', December 2026 → 'ESZ26'. */
export function contractCode(product: string, { year, month }: ContractMonth): string {
  return `${product}${monthLetters[month - 1]}${String(year % 100).padStart(2, '0')}`
}

/** 'ESZ26' → 'ES', December 2026, for years 2000–2099; undefined when the text is not a contract code. */
export function parseContractCode(code: string): (ContractMonth & { product: string }) | undefined {
  const match = /^([A-Z0-9]{2,3})([FGHJKMNQUVXZ])(\d\d)$/.exec(code)
  if (match === null) return undefined
  return { product: match[1] ?? '', month: monthLetters.indexOf(match[2] ?? '') + 1, year: 2000 + Number(match[3]) }
}

/** First day of the delivery month, YYYY-MM-DD. */
export const firstOfMonth = ({ year, month }: ContractMonth): string => isoDate(dayOfDate(year, month, 1))

/** When the last trade of a group is, in minutes of the New York day; others trade to the end of the session (rulebook §17.5). */
const lastTradeMinutes: Readonly<Record<FutureContract['group'], number | undefined>> = {
  index: 9 * 60 + 30,
  metal: 13 * 60 + 30,
  energy: 14 * 60 + 30,
  agricultural: undefined,
}

/**
 * The instant at which trading in a month ends, epoch milliseconds: the time of its group on the last trading day (rulebook
 * §13.3, §17.5), or the end of that day's session if it is earlier, as on a half day.
 */
export function lastTradeInstant(
  { group, lastTrade }: { readonly group: FutureContract['group']; readonly lastTrade: LastTradeRule },
  calendar: Calendar,
  contract: ContractMonth,
): number {
  const day = lastTradeDay(lastTrade, calendar, contract)
  const { close } = present(sessionOn(calendar, day), 'a session on the last trading day')
  const minutes = lastTradeMinutes[group]
  return minutes === undefined ? close : Math.min(close, instantOf('America/New_York', day, minutes))
}

function lastTradeDay(rule: LastTradeRule, calendar: Calendar, { year, month }: ContractMonth): DayNumber {
  const first = dayOfDate(year, month, 1)
  const next = month === 12 ? dayOfDate(year + 1, 1, 1) : dayOfDate(year, month + 1, 1)
  const onOrBefore = (day: DayNumber) => (isBusinessDay(calendar, day) ? day : addBusinessDays(calendar, day, -1))
  const prior = dateOfDay(first - 1)
  const days: Record<LastTradeRule, () => DayNumber> = {
    'third-friday': () => onOrBefore(weekdayOfMonth(year, month, 5, 3)),
    'third-last-business-day': () => addBusinessDays(calendar, next, -3),
    // If the 25th is not a business day, count three business days back from the business day before it.
    'third-before-25th-of-prior-month': () =>
      addBusinessDays(calendar, onOrBefore(dayOfDate(prior.year, prior.month, 25)), -3),
    'third-before-month': () => addBusinessDays(calendar, first, -3),
    'last-business-day-of-prior-month': () => addBusinessDays(calendar, first, -1),
    'last-business-day': () => addBusinessDays(calendar, next, -1),
    'before-15th': () => addBusinessDays(calendar, dayOfDate(year, month, 15), -1),
    // One business day before the last notice day, which is seven before the last business day of the month.
    'eighth-before-last-business-day': () => addBusinessDays(calendar, addBusinessDays(calendar, next, -1), -8),
  }
  return days[rule]()
}

/** The delivery months whose trading has not ended by `now`, nearest first. */
export function* monthsFrom(months: readonly number[], now: number): Generator<ContractMonth> {
  assert(months.length > 0, 'a product has months')
  // Trading ends in the delivery month or up to two months before it, so no earlier month can still trade.
  let { year, month } = dateOfDay(utcDay(now))
  for (let step = 0; step < 600; step += 1) {
    if (months.includes(month)) yield { year, month }
    month = month === 12 ? 1 : month + 1
    if (month === 1) year += 1
  }
}
