import { createHash } from 'node:crypto'
import { capacityText, type Campaign, type Placement } from '@mex/core/follow/campaign.ts'
import { money, type Money } from '@mex/core/money/money.ts'
import { utcDay } from '@mex/core/time-zone.ts'
import { levels } from './chacha.ts'
import type { DayKeys } from './day-secrets.ts'
import { openDraws } from './draws.ts'

/** Millions of pesos that a campaign takes, at least and at most: a tenth is more than one person may follow with. */
const millions = [20, 60] as const
const million = 100_000_000n
/** Placements of invented followers, at least and at most. */
const counts = [12, 40] as const
/** How much of the capacity is asked for: where it is more than there is, the campaign sells out. */
const askedParts = [0.35, 1.1] as const

export type CapacitySchedule = { readonly nonce: string; readonly placements: readonly Placement[] }

/** Drawn under the secret of the day of the publication. */
export function drawCapacity(keys: DayKeys, { id, publishedAt }: Pick<Campaign, 'id' | 'publishedAt'>): Money {
  const draws = openDraws(keys, { day: utcDay(publishedAt), level: levels.campaigns, id })
  return money(BigInt(millions[0] + Math.floor(draws.next() * (millions[1] - millions[0] + 1))) * million)
}

/**
 * How a campaign fills with invented followers (rulebook §19), drawn under the secret of the day on which orders end: nobody can know
 * what will be left. A campaign that must stay open keeps a tenth.
 */
export function drawSchedule(
  keys: DayKeys,
  { id, capacity, publishedAt, subscribeEnd }: Pick<Campaign, 'id' | 'capacity' | 'publishedAt' | 'subscribeEnd'>,
  keepsTenth: boolean,
): CapacitySchedule {
  const draws = openDraws(keys, { day: utcDay(subscribeEnd), level: levels.campaignSchedules, id })
  const nonce = draws.bytes()
  const asked = askedParts[0] + (askedParts[1] - askedParts[0]) * draws.next()
  const count = counts[0] + Math.floor(draws.next() * (counts[1] - counts[0] + 1))
  const wishes = Array.from({ length: count }, () => ({
    at: publishedAt + 1 + Math.floor(draws.next() * (subscribeEnd - publishedAt - 1)),
    weight: 0.2 + draws.next(),
  })).toSorted((one, other) => one.at - other.at)
  const weights = wishes.reduce((sum, { weight }) => sum + weight, 0)
  const least = keepsTenth ? capacity / 10n : 0n
  const placements: Placement[] = []
  let left: bigint = capacity
  for (const { at, weight } of wishes) {
    const wanted = BigInt(Math.ceil((Number(capacity / 100n) * asked * weight) / weights)) * 100n
    const after = left - wanted < least ? least : left - wanted
    if (after < left) placements.push({ at, amount: money(left - after) })
    left = after
  }
  return { nonce, placements }
}

export const hashOf = ({ nonce, placements }: CapacitySchedule): string =>
  createHash('sha256').update(capacityText(nonce, placements)).digest('hex')
