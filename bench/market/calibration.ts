import { dayNumber } from '@mex/core/time-zone.ts'
import { openCatalogue } from '@mex/server/feeds/catalogue.ts'
import {
  calibrationSessions,
  type ExchangeHolidays,
  type HolidayFacts,
} from '@mex/server/feeds/simulator/calibration-calendar.ts'
import type { MinuteRange, DaySessions } from '@mex/server/feeds/simulator/profile.ts'

/** The calibration ignored holidays before this day: every weekday was a trading day. */
const firstHoliday = dayNumber('2023-01-01')

/** The sessions of the calibration world, from the project's own calendars. */
export function openSessions(): DaySessions {
  const { calendars } = openCatalogue()
  const read = (session: 'us-equity' | 'hk-equity' | 'mx-equity'): ExchangeHolidays => {
    const rules = calendars.get(session)!
    const clock = (minute: number): string =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    return {
      holidays: new Set([...rules.closed].filter((day) => day >= firstHoliday)),
      earlyCloses: new Map(
        [...rules.short].flatMap(([day, { close }]) => (day < firstHoliday ? [] : [[day, clock(close)]])),
      ),
    }
  }
  const facts: HolidayFacts = { XNYS: read('us-equity'), XHKG: read('hk-equity'), XMEX: read('mx-equity') }
  return calibrationSessions(facts)
}

/** The trading days of a session from `from` to `until`, with their minutes. */
export function* tradingDays(
  sessions: DaySessions,
  session: Parameters<DaySessions>[0],
  from: number,
  until: number,
): Generator<readonly [day: number, ranges: readonly MinuteRange[]]> {
  for (let day = from; day <= until; day += 1) {
    const ranges = sessions(session, day)
    if (ranges !== undefined) yield [day, ranges]
  }
}
