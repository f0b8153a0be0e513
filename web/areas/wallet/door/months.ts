import type { Zone } from '@mex/core/time-zone.ts'

import { formatDate } from '#text/format-time.ts'
import type { Language } from '#text/language.ts'

/** Ten years. */
const monthsMax = 120

/** 'YYYY-MM' of an instant in a time zone, by default the device's. */
export function monthOf(instant: number, zone?: Zone): string {
  const [month, , year] = formatDate(instant, zone).split('/')
  return `${year}-${month}`
}

/** All months from that of `first` to that of `last` (epoch milliseconds), newest first. */
export function monthsBetween(first: number, last: number, zone?: Zone): readonly string[] {
  const number = (instant: number): number => {
    const [year = 0, month = 1] = monthOf(instant, zone).split('-').map(Number)
    return year * 12 + month - 1
  }
  const count = Math.max(1, Math.min(monthsMax, number(last) - number(first) + 1))
  return Array.from({ length: count }, (_, index) => {
    const at = number(last) - index
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}

/** 'November 2026', '2026年11月'. */
export function monthText(month: string, language: Language): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const format = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  return format.format(Date.UTC(year, number - 1, 1))
}
