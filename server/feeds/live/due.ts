import { officialPhase, type Calendar } from '@mex/core/market/calendar.ts'
import type { SessionName } from '@mex/core/market/instrument.ts'
import { minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { Followed } from './listed.ts'

/** While an exchange is closed its prices stand: they are asked for only so often. */
const closedMilliseconds = 30 * minuteMilliseconds

export type Due = {
  /** The symbols to ask for in a round. */
  at(now: number): readonly string[]
  /** The round failed: what it asked for is due again. */
  failed(): void
}

/** Decides what a round asks for: what trades or did half an hour ago, because the source lags; the rest twice an hour. */
export function openDue(
  calendars: ReadonlyMap<SessionName, Calendar>,
  followed: (now: number) => ReadonlyMap<string, Followed>,
): Due {
  let askedWhileClosed = -Infinity
  let before = askedWhileClosed
  return {
    at(now) {
      const open = new Set([...calendars].filter(([, calendar]) => isActive(calendar, now)).map(([name]) => name))
      before = askedWhileClosed
      const asksAll = now - askedWhileClosed >= closedMilliseconds
      if (asksAll) askedWhileClosed = now
      return [...followed(now).values()]
        .filter(({ instrument }) => asksAll || open.has(instrument.session))
        .map(({ symbol }) => symbol)
    },
    failed: () => void (askedWhileClosed = before),
  }
}

const isActive = (calendar: Calendar, now: number): boolean =>
  [now, now - closedMilliseconds].some((at) => (officialPhase(calendar, at) ?? 'closed') !== 'closed')
