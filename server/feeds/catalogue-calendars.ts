import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  calendarOf,
  type Calendar,
  type CalendarRules,
  type LocalWindow,
  type OfficialPhase,
} from '@mex/core/market/calendar.ts'
import { sessionNames, type SessionName } from '@mex/core/market/instrument.ts'
import {
  dateOfDay,
  dayMilliseconds,
  dayOfDate,
  isZone,
  parseIsoDate,
  type DayNumber,
  type Zone,
} from '@mex/core/time-zone.ts'
import * as z from 'zod/mini'

const officialPhases = ['regular', 'pre', 'post', 'auction', 'lunch'] as const satisfies readonly OfficialPhase[]

/** '09:30' as minutes after midnight; 'previous 17:00' is on the evening before the trading day. */
const clockTime = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const match = /^(previous )?([01]\d|2[0-4]):([0-5]\d)$/.exec(text)
    if (match !== null) return Number(match[2]) * 60 + Number(match[3]) - (match[1] === undefined ? 0 : 1440)
    context.issues.push({ code: 'custom', message: `${text} is not a time of the day`, input: text })
    return z.NEVER
  }),
)

const date = z.pipe(
  z.string(),
  z.transform((text, context): DayNumber => {
    const day = parseIsoDate(text)
    if (day !== undefined) return day
    context.issues.push({ code: 'custom', message: `${text} is not a date`, input: text })
    return z.NEVER
  }),
)

const zone = z.custom<Zone>((text) => typeof text === 'string' && isZone(text), 'the zone is not known')

const calendarFile = z.object({
  session: z.enum(sessionNames),
  zone,
  hoursZone: zone,
  weekdays: z.array(z.int().check(z.gte(0), z.lte(6))).check(z.minLength(1)),
  source: z.string(),
  hours: z
    .array(
      z.object({
        from: date,
        stretches: z
          .array(z.object({ phase: z.enum(officialPhases), start: clockTime, end: clockTime }))
          .check(z.minLength(1)),
        noCancel: z.optional(z.array(z.object({ start: clockTime, end: clockTime }))),
      }),
    )
    .check(z.minLength(1)),
  closed: z.record(z.string(), z.string()),
  short: z.record(z.string(), z.object({ close: clockTime, business: z.boolean() })),
})

/** Reads `calendars/<session>.json` of every session name. Throws an error with the file's name when one is invalid. */
export function readCalendars(directory: string): ReadonlyMap<SessionName, Calendar> {
  return new Map(sessionNames.map((session) => [session, readCalendar(join(directory, `${session}.json`), session)]))
}

function readCalendar(file: string, session: SessionName): Calendar {
  const parsed = calendarFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  const facts = parsed.data
  if (facts.session !== session) throw new Error(`${file}: the session is ${facts.session}, the file's name ${session}`)
  for (const { stretches, noCancel } of facts.hours) {
    checkOrder(file, 'stretch', stretches)
    checkOrder(file, 'noCancel window', noCancel ?? [])
  }
  return calendarOf({
    session,
    zone: facts.zone,
    hoursZone: facts.hoursZone,
    weekdays: facts.weekdays,
    hours: facts.hours.map(({ from, stretches, noCancel = [] }) => ({ from, stretches, noCancel })),
    closed: new Set(Object.keys(facts.closed).map((text) => date.parse(text))),
    short: new Map(Object.entries(facts.short).map(([text, day]) => [date.parse(text), day])),
  })
}

function checkOrder(file: string, what: string, windows: readonly LocalWindow[]): void {
  for (const [index, { start, end }] of windows.entries()) {
    const after = windows[index - 1]?.end ?? start
    if (start >= end || start < after)
      throw new Error(`${file}: ${what} ${index + 1} does not follow the one before it`)
  }
}

const warnedDays = 90

/**
 * Which calendars state no closed day for much longer, at an instant: after that, holidays would be trading days. Exchanges
 * publish theirs a year or two ahead. Calendars without any closed day are complete.
 */
export function endingCalendars(calendars: Iterable<CalendarRules>, now: number): string | undefined {
  const ending = [...calendars].flatMap(({ session, closed }) => {
    if (closed.size === 0) return []
    const { year } = dateOfDay(Math.max(...closed))
    const daysLeft = dayOfDate(year + 1, 1, 1) - now / dayMilliseconds
    return daysLeft > warnedDays ? [] : [`${session} until ${year}`]
  })
  if (ending.length === 0) return undefined
  return `Holidays are not known for much longer (${ending.join(', ')}): a newer version of this program knows more, or add them to data/calendars`
}
