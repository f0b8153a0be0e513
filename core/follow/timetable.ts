import type { Session } from '#market/calendar.ts'
import type { Agency } from './agency.ts'

const minute = 60_000
/** Orders end so long before the close of the session before the opening. */
const subscriptionMargin = 30 * minute
/** A campaign enters a minute after the opening of the exchange, and exits five minutes before its close. */
const entryDelay = minute
const exitMargin = 5 * minute
/** The inception is a session of its own: the first campaign opens two sessions later, at the earliest. */
const firstOpening = 2

export type Times = {
  readonly publishedAt: number
  readonly subscribeEnd: number
  readonly opensAt: number
  readonly closesAt: number
  readonly settlesAt: number
}

const subscriptionEnd = ({ close }: Session): number => close - subscriptionMargin

/**
 * The times of a campaign by its place in the cycle of the agency, from 0 (rulebook §25.2). They follow from the calendar alone.
 * `sessionAt` gives the sessions since the inception, which is number 0.
 */
export function timesOf(
  { cycle, sessions, lead, offset }: Pick<Agency, 'cycle' | 'sessions' | 'lead' | 'offset'>,
  place: number,
  sessionAt: (index: number) => Session,
): Times {
  const opening = firstOpening + offset + place * cycle
  const publication = Math.max(0, opening - 1 - lead)
  return {
    publishedAt: subscriptionEnd(sessionAt(publication)),
    subscribeEnd: subscriptionEnd(sessionAt(opening - 1)),
    opensAt: sessionAt(opening).open + entryDelay,
    closesAt: sessionAt(opening + sessions - 1).close - exitMargin,
    settlesAt: sessionAt(opening + sessions).open,
  }
}
