import type { Answer } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import type { MarketClock } from '@mex/contract/market/calls.ts'
import { present } from '@mex/core/assert.ts'
import {
  nextClose,
  nextOpen,
  nextSession,
  phaseAt,
  sessionOn,
  type Calendar,
  type HoursMode,
} from '@mex/core/market/calendar.ts'
import type { Market, SessionName } from '@mex/core/market/instrument.ts'
import { localDay } from '@mex/core/time-zone.ts'
import type { MarketData } from './market-data.ts'

/** The session state of every exchange with listed instruments. */
export function clockView(marketData: MarketData, now: number): Answer<typeof calls.market.clock> {
  const places = new Map<string, { readonly market: Market; readonly session: SessionName }>()
  for (const { market, session } of marketData.listings(now).all)
    places.set(`${market} ${session}`, { market, session })
  return {
    now,
    markets: Array.from(places.values(), ({ market, session }) => {
      const calendar = present(marketData.catalogue.calendars.get(session), `the calendar ${session}`)
      return { market, session, ...hoursOf(calendar, marketData.hours, now) }
    }),
  }
}

/** The session of today, or the next one if today has none, and the next begin and end of trading. */
function hoursOf(calendar: Calendar, hours: HoursMode, now: number): Omit<MarketClock, 'market' | 'session'> {
  const session = sessionOn(calendar, localDay(calendar.zone, now)) ?? nextSession(calendar, now)
  return {
    phase: phaseAt(calendar, now, hours),
    opensAt: session.open,
    closesAt: session.close,
    nextOpenAt: nextOpen(calendar, now),
    nextCloseAt: nextClose(calendar, now),
  }
}
