import type { BondKind } from '@mex/core/bonds/bond.ts'
import { bonoPeriodDays } from '@mex/core/bonds/bond.ts'
import type { Name } from '@mex/core/market/instrument.ts'
import { dayNumber, dayOfDate, isoDate, type DayNumber } from '@mex/core/time-zone.ts'

/** Bonds of one kind and length, issued again and again on a fixed calendar. */
export type BondSeries = {
  readonly kind: BondKind
  /** In codes: '10Y', '13W', '91D'. */
  readonly term: string
  readonly termName: Name
  /** The day of an issue, by its number from 0. */
  readonly issuedOn: (number: number) => DayNumber
  readonly maturesOn: (number: number) => DayNumber
  /** Its auction is on this weekday (0 is Sunday), so many days before the issue or up to six days earlier. */
  readonly auctionWeekday: number
  readonly auctionDaysBefore: number
  /** How many of its newest issues are offered. */
  readonly shown: number
}

/** A Tuesday and a Thursday more than a year before the market begins, so that it begins with full lists. */
const [firstTuesday, firstThursday] = [dayNumber('2018-10-02'), dayNumber('2018-10-04')]
const [tuesday, wednesday, thursday, monday] = [2, 3, 4, 1]

function every(
  kind: BondKind,
  [term, termName]: readonly [string, Name],
  days: number,
  [everyWeeks, shown]: readonly [number, number],
  [first, auctionWeekday, auctionDaysBefore]: readonly [DayNumber, number, number],
): BondSeries {
  const issuedOn = (number: number): DayNumber => first + number * everyWeeks * 7
  const maturesOn = (number: number): DayNumber => issuedOn(number) + days
  return { kind, term, termName, issuedOn, maturesOn, auctionWeekday, auctionDaysBefore, shown }
}

const weeks = (count: number) => [`${count}W`, { en: `${count} weeks`, zh: `${count} 周` }] as const
const days = (count: number) => [`${count}D`, { en: `${count} days`, zh: `${count} 天` }] as const
const years = (count: number) => [`${count}Y`, { en: `${count} years`, zh: `${count} 年` }] as const

const bill = (count: number, everyWeeks: number, shown: number, first: DayNumber): BondSeries =>
  every(
    'bill',
    weeks(count),
    count * 7,
    [everyWeeks, shown],
    first === firstTuesday ? [first, thursday, 5] : [first, monday, 3],
  )
const cetes = (count: number, everyWeeks: number, shown: number): BondSeries =>
  every('cetes', days(count), count, [everyWeeks, shown], [firstThursday, tuesday, 2])
const bono = (count: number): BondSeries =>
  every('bono', years(count), count * 2 * bonoPeriodDays, [26, 2], [firstThursday, tuesday, 9])

/** The day of a quarter's middle month on which a note is issued: the 15th, or the last. */
function quarterDay(index: number, day: 15 | 'end'): DayNumber {
  const month = index * 3 + 1
  const at = (offset: number, date: number): DayNumber =>
    dayOfDate(Math.floor((month + offset) / 12), ((month + offset) % 12) + 1, date)
  return day === 15 ? at(0, 15) : at(1, 1) - 1
}

const firstQuarter = 2018 * 4 + 2

const note = (count: number, day: 15 | 'end', auctionWeekday: number, shown = 2): BondSeries => {
  const [term, termName] = years(count)
  return {
    kind: 'note',
    term,
    termName,
    issuedOn: (number) => quarterDay(firstQuarter + number, day),
    maturesOn: (number) => quarterDay(firstQuarter + number + count * 4, day),
    auctionWeekday,
    auctionDaysBefore: 5,
    shown,
  }
}

/** A bond's id holds the place of its series: a series may only be added at the end. */
export const bondSeries: readonly BondSeries[] = [
  bill(4, 2, 2, firstTuesday),
  bill(8, 4, 2, firstTuesday),
  bill(13, 4, 3, firstThursday),
  bill(26, 8, 3, firstThursday),
  note(2, 'end', monday),
  note(3, 15, tuesday),
  note(5, 'end', tuesday),
  note(7, 'end', wednesday),
  note(10, 15, wednesday, 3),
  note(20, 15, wednesday),
  note(30, 15, thursday),
  cetes(28, 2, 2),
  cetes(91, 4, 2),
  cetes(182, 8, 2),
  cetes(364, 16, 2),
  bono(3),
  bono(5),
  bono(10),
  bono(20),
  bono(30),
]

/** '4.25' of a coupon in percent. */
export function codeOf({ kind, term }: BondSeries, coupon: string, matures: DayNumber): string {
  const date = isoDate(matures).replaceAll('-', '')
  const codes = { note: `UST${term}${coupon}`, bill: `USTB${term}`, cetes: `CETES${term}`, bono: `M${term}${coupon}` }
  return `${codes[kind]}-${date}`
}

export function nameOf({ kind, termName }: BondSeries, coupon: string, matures: DayNumber): Name {
  const date = isoDate(matures)
  switch (kind) {
    case 'note':
      return { en: `UST ${coupon}% ${date}`, zh: `美国国债 ${coupon}% ${date}` }
    case 'bill':
      return { en: `UST bill ${termName.en} ${date}`, zh: `美国国库券 ${termName.zh} ${date}` }
    case 'cetes':
      return { en: `Cetes ${termName.en} ${date}`, zh: `Cetes ${termName.zh} ${date}` }
    case 'bono':
      return { en: `Bono M ${coupon}% ${date}`, zh: `M 债 ${coupon}% ${date}` }
  }
}
