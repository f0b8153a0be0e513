import type { SessionName } from '@mex/core/market/instrument.ts'
import { dayNumber, weekday } from '@mex/core/time-zone.ts'
import { type DaySessions, type MinuteRange, newYorkOffset } from './profile.ts'

/** Days without trading, and closing times HH:MM (in the exchange's zone) of early closes, by day number. */
export type ExchangeHolidays = {
  readonly holidays: ReadonlySet<number>
  readonly earlyCloses: ReadonlyMap<number, string>
}

/** The holidays of the three exchanges of the calibration world, by ISO 10383 code. */
export type HolidayFacts = Readonly<Record<'XNYS' | 'XHKG' | 'XMEX', ExchangeHolidays>>

/** Parses lists of dates: 'YYYY-MM-DD' for a holiday, 'YYYY-MM-DD=HH:MM' for an early close. */
export function readHolidays(lists: Readonly<Record<keyof HolidayFacts, string>>): HolidayFacts {
  const read = (list: string): ExchangeHolidays => {
    const days = list
      .trim()
      .split(/\s+/)
      .map((text) => text.split('='))
    return {
      holidays: new Set(days.flatMap(([date, close]) => (close === undefined ? [dayNumber(date!)] : []))),
      earlyCloses: new Map(days.flatMap(([date, close]) => (close === undefined ? [] : [[dayNumber(date!), close]]))),
    }
  }
  return { XNYS: read(lists.XNYS), XHKG: read(lists.XHKG), XMEX: read(lists.XMEX) }
}

/** The sessions of the calibration world; their names are those of the product. */
export function calibrationSessions(facts: HolidayFacts): DaySessions {
  const known = new Map<SessionName, (readonly MinuteRange[] | undefined)[]>()
  return (session, day) => {
    let days = known.get(session)
    if (days === undefined) {
      days = []
      known.set(session, days)
    }
    if (!(day in days)) days[day] = rangesOf(facts, session, day)
    return days[day]
  }
}

function rangesOf(facts: HolidayFacts, session: SessionName, day: number): readonly MinuteRange[] | undefined {
  const dayOfWeek = weekday(day)
  if (session !== 'crypto' && (dayOfWeek === 0 || dayOfWeek === 6)) return undefined
  return ranges[session]?.(facts, day, newYorkOffset(day))
}

type Ranges = (facts: HolidayFacts, day: number, newYork: number) => readonly MinuteRange[] | undefined

const ranges: Partial<Record<SessionName, Ranges>> = {
  crypto: () => [[0, 1440]],
  forex: (_facts, _day, newYork) => [[1020 - newYork - 1440, 1020 - newYork]],
  'us-equity': ({ XNYS }, day, newYork) => {
    if (XNYS.holidays.has(day)) return undefined
    const early = XNYS.earlyCloses.get(day)
    const close = early === undefined ? 960 : Number(early.slice(0, 2)) * 60 + Number(early.slice(3))
    return [[570 - newYork, close - newYork]]
  },
  'mx-equity': ({ XMEX }, day, newYork) => (XMEX.holidays.has(day) ? undefined : [[570 - newYork, 960 - newYork]]),
  'hk-equity': ({ XHKG }, day) => {
    if (XHKG.holidays.has(day)) return undefined
    const morning: MinuteRange = [90, 240]
    return XHKG.earlyCloses.has(day) ? [morning] : [morning, [300, 480]]
  },
  cme: ({ XNYS }, day, newYork) => (XNYS.holidays.has(day) ? undefined : [[1080 - newYork - 1440, 1020 - newYork]]),
  grains: ({ XNYS }, day, newYork) => {
    if (XNYS.holidays.has(day)) return undefined
    return [
      [1200 - newYork - 1440, 525 - newYork],
      [570 - newYork, 860 - newYork],
    ]
  },
}
