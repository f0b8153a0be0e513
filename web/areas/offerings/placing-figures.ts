import type { Placing } from '@mex/contract/offerings/placing-shapes.ts'
import { formatRate, rate } from '@mex/core/money/money.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { proRataPart } from '@mex/core/offerings/pro-rata.ts'

import { belowText } from '#areas/blocks/door/discount-text.ts'
import { dayAndTime, dayOnly, zoneOf } from '#areas/market/door/market-times.ts'
import { pricedText } from '#components/figures.ts'
import type { Text } from '#text/use-text.ts'
import type { TagTone } from '#ui/tag.tsx'
import { lotsIn, stateTag, type Terms } from './figures.ts'
import { closingStep } from './timeline-steps.ts'
import type { TimelineStep } from '#components/timeline.tsx'

/** A placing as the rules of an application know it: its price is the highest and the lowest. */
export const termsOf = (placing: Placing): Terms => ({ ...placing, low: placing.price, high: placing.price })

/** Price, how much that is below the last close, and the last close. */
export const discountFigures = (t: Text, placing: Placing): readonly (readonly [name: string, value: string])[] => [
  [t('placings.price'), pricedText(placing.price, placing.tick, placing.currency)],
  [t('placings.below'), belowText(placing.price, placing.lastClose)],
  [t('placings.lastClose'), pricedText(placing.lastClose, placing.tick, placing.currency)],
]

export const lockText = (t: Text, { lockDays }: Pick<Placing, 'lockDays'>): string =>
  lockDays === 0 ? t('placings.noLockUp') : t('placings.days', { days: lockDays })

/** The tag of a placing: where the person stands, in the specification's words; else where the placing does. */
export function placingTag(
  t: Text,
  { subscription, phase }: Placing,
): { readonly text: string; readonly tone: TagTone } {
  if (subscription === 'allotted')
    return phase === 'listed'
      ? stateTag(t, { subscription, phase })
      : { text: t('placings.lockedTag'), tone: 'success' }
  if (subscription !== 'subscribable') return stateTag(t, { subscription, phase })
  if (phase === 'open') return { text: t('spec.ipoStates.subscribable'), tone: 'brand' }
  if (phase === 'upcoming') return stateTag(t, { subscription, phase })
  return phase === 'closed'
    ? { text: t('offerings.closedTag'), tone: 'plain' }
    : { text: t('placings.endedTag'), tone: 'plain' }
}

type Times = Pick<Placing, 'market' | 'endsAt' | 'allotsAt'> & { readonly unlocksAt: number }

/** What comes of a placing, from its close on. */
export function placingSteps(t: Text, times: Times, now: number): readonly TimelineStep[] {
  const { market, allotsAt, unlocksAt } = times
  const zone = zoneOf({ market })
  const steps = [
    closingStep(t, times, now),
    { name: t('placings.allotment'), at: allotsAt, time: dayAndTime(allotsAt, zone) },
  ]
  if (unlocksAt > allotsAt)
    steps.push({ name: t('placings.lockUpEnds'), at: unlocksAt, time: dayOnly(unlocksAt, zone) })
  return steps
}

/** What an application for so many lots gets for sure, what it may get besides, and the sum behind it. */
export type Share = {
  readonly supply: number
  readonly demand: number
  readonly sure: number
  /** Whether an odd part may become a lot. */
  readonly maybe: 0 | 1
  readonly refunded: number
  /** '1.56' */
  readonly part: string
}

export function shareOf(placing: Pick<Placing, 'totalShares' | 'lot' | 'lotsAsked'>, lots: number): Share {
  const supply = lotsIn(placing, placing.totalShares)
  const demand = placing.lotsAsked + lots
  const sure = proRataPart(lots, supply, demand)
  const isShared = demand > supply
  const maybe = isShared && (lots * supply) % demand !== 0 ? 1 : 0
  const exact = isShared
    ? rate((BigInt(lots) * BigInt(supply) * 10n ** 12n) / BigInt(demand))
    : rate(BigInt(lots) * 10n ** 12n)
  return { supply, demand, sure, maybe, refunded: lots - sure - maybe, part: hundredths(exact) }
}

const hundredths = (exact: Parameters<typeof formatRate>[0]): string =>
  formatRate(rate(divide(exact, 10n ** 10n, 'floor') * 10n ** 10n))

/** About how much of what they ask for everybody gets: '31%'. */
export const partOfAll = ({ supply, demand }: Share): string =>
  `${Math.min(100, Math.floor((supply / Math.max(1, demand)) * 100))}%`
