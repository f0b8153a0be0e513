import type { Instrument } from '@mex/core/market/instrument.ts'
import { nothing, type Quantity, type Value } from '@mex/core/money/money.ts'
import { worth, type DayBase, type Position } from '@mex/core/trading/positions.ts'
import type { Feed } from '#feeds/feed.ts'
import type { Timetable } from '#areas/trading/timetable.ts'

/** What the base of a day follows from. */
export type DayFacts = {
  readonly feed: Pick<Feed, 'day'>
  readonly timetable: Pick<Timetable, 'dayStart' | 'tradingDate'>
}

/** The base of today's profit of an open position; undefined if no previous close is known. */
export function dayBaseOf(
  facts: DayFacts,
  position: Pick<Position, 'openedAt' | 'quantity' | 'cost' | 'openingFee'>,
  instrument: Instrument,
  now: number,
): DayBase | undefined {
  const { openedAt, quantity, cost, openingFee } = position
  if (openedAt >= facts.timetable.dayStart(instrument, now)) return { worth: cost, fee: openingFee }
  const before = previousWorth(facts, instrument, quantity, now)
  return before === undefined ? undefined : { worth: before, fee: nothing }
}

/**
 * The value of so many units at the close before the current or last trading day; undefined if no close is known. After
 * the figures of the market have rolled to the next day, that is one close earlier than theirs.
 */
export function previousWorth(
  { feed, timetable }: DayFacts,
  instrument: Instrument,
  units: Quantity,
  now: number,
): Value | undefined {
  const day = feed.day(instrument.key, now)
  const isOfDay = day?.lastSession?.date === timetable.tradingDate(instrument, now)
  const before = isOfDay ? day?.lastSession?.previousClose : day?.previousClose
  return before === undefined ? undefined : worth(instrument, before, units)
}
