import type { Issue } from '@mex/contract/offerings/shapes.ts'

import { dayAndTime, dayOnly, marketTimes, zoneOf } from '#areas/market/door/market-times.ts'
import type { Text } from '#text/use-text.ts'
import type { TimelineStep } from '#components/timeline.tsx'

/** When an offer opens, or has opened. */
export const openingStep = (
  t: Text,
  { market, startsAt }: Pick<Issue, 'market' | 'startsAt'>,
  now: number,
): TimelineStep => ({
  name: t(startsAt <= now ? 'offerings.opened' : 'offerings.opens'),
  at: startsAt,
  time: dayOnly(startsAt, zoneOf({ market })),
})

/** When an offer closes, or has closed, with the time zone of all steps. */
export const closingStep = (
  t: Text,
  { market, endsAt }: Pick<Issue, 'market' | 'endsAt'>,
  now: number,
): TimelineStep => ({
  name: `${t(endsAt <= now ? 'offerings.closed' : 'offerings.closes')} · ${marketTimes[market].label}`,
  at: endsAt,
  time: dayAndTime(endsAt, zoneOf({ market })),
})
