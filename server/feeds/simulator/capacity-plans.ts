import { createHash } from 'node:crypto'
import {
  periodEnd,
  periodStart,
  planText,
  type CapacityPlan,
  type CapacityStep,
} from '@mex/core/strategies/capacity.ts'
import { money, type Money } from '@mex/core/money/money.ts'
import { dayMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import type { CapacityPlans } from '#feeds/feed.ts'
import { levels } from './chacha.ts'
import type { DayKeys } from './day-secrets.ts'
import { openDraws } from './draws.ts'

/** How many invented others put something in during a period: at least, and how many more at most. */
const stepsMin = 12
const stepsMore = 24
/** How much of a period is asked for: where it is more than there is, the product is full before its end. */
const askedMin = 0.5
const askedMore = 0.6
/** Until so long before the end a tenth is left, so that somebody can put money in on most days. */
const fullMilliseconds = 2 * dayMilliseconds
const keptPart = 10n
/** Amounts are whole thousands. */
const stepCents = 100_000n
const periodsPerSubject = 8192
const plansKept = 500

type Drawn = { readonly plan: CapacityPlan; readonly nonce: string; readonly steps: readonly CapacityStep[] }

/**
 * The capacity of products by plans that are drawn under the secret of the last day of their period: nobody can know what will be left, and
 * the revealed secret proves it afterwards.
 */
export function openCapacityPlans(keys: DayKeys): CapacityPlans {
  const known = new Map<string, Drawn>()
  function drawn(subject: number, period: number, total: Money): Drawn {
    const name = `${subject} ${period} ${total}`
    const found = known.get(name)
    if (found !== undefined) return found
    if (known.size >= plansKept) known.clear()
    const made = draw(keys, subject, period, total)
    known.set(name, made)
    return made
  }
  return {
    plan: (subject, period, total) => drawn(subject, period, total).plan,
    steps: ({ subject, period, total }, now) => drawn(subject, period, total).steps.filter(({ at }) => at <= now),
    nonce: ({ subject, period, total }, now) =>
      now < periodEnd(period) ? undefined : drawn(subject, period, total).nonce,
  }
}

function draw(keys: DayKeys, subject: number, period: number, total: Money): Drawn {
  const [begin, end] = [periodStart(period), periodEnd(period)]
  const id = subject * periodsPerSubject + (period % periodsPerSubject)
  const draws = openDraws(keys, { day: utcDay(end - 1), level: levels.capacityPlans, id })
  const nonce = draws.bytes()
  const asked = askedMin + askedMore * draws.next()
  const count = stepsMin + Math.floor(draws.next() * (stepsMore + 1))
  const wishes = Array.from({ length: count }, () => ({
    at: begin + Math.floor(draws.next() * (end - begin)),
    weight: 0.2 + draws.next(),
  })).toSorted((one, other) => one.at - other.at)
  const weights = wishes.reduce((sum, { weight }) => sum + weight, 0)
  const steps: CapacityStep[] = []
  let left: bigint = total
  for (const { at, weight } of wishes) {
    const thousands = Math.ceil((Number(total / stepCents) * asked * weight) / weights)
    const kept = at < end - fullMilliseconds ? total / keptPart : 0n
    const after = left - BigInt(thousands) * stepCents
    const amount = left - (after > kept ? after : kept)
    if (amount > 0n) steps.push({ at, amount: money(amount) })
    left -= amount > 0n ? amount : 0n
  }
  const hash = createHash('sha256').update(planText(nonce, steps)).digest('hex')
  return { plan: { subject, period, total, hash }, nonce, steps }
}
