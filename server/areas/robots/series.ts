import { formatPrice, price, value, type Value } from '@mex/core/money/money.ts'
import { tickIncome, tickMilliseconds, ticksOf } from '@mex/core/robots/economics.ts'
import { tickAt, type Rental, type Stretch } from '@mex/core/robots/rental.ts'
import type { Robot } from '@mex/core/robots/robot.ts'
import type { Feed } from '#feeds/feed.ts'
import { miningFactsAt } from '#feeds/robot-market.ts'

const hour = 3_600_000
/** How far back a series reaches, and how long each of its points lasts. */
export const spans = {
  '1D': { length: 24 * hour, step: hour },
  '1W': { length: 7 * 24 * hour, step: 6 * hour },
  '1M': { length: 30 * 24 * hour, step: 24 * hour },
} as const
export type Span = keyof typeof spans

type Point = readonly (number | string)[]

const point = (at: number, income: bigint, cumulative: bigint): Point => [
  Math.floor(at / 1000),
  formatPrice(price(income), 8),
  formatPrice(price(cumulative), 8),
]

/** The income of a rental by stretches of time, and since its start (rulebook §26.3). */
export function rentalSeries(rental: Rental, stretches: readonly Stretch[], span: Span, now: number): readonly Point[] {
  const { length, step } = spans[span]
  const from = Math.floor((now - length) / step) * step
  const buckets = new Map<number, bigint>()
  let before = 0n
  for (const { first, incomes } of stretches)
    for (const [place, income] of incomes.entries()) {
      const at = tickAt(rental, first + place)
      if (at < from) before += income ?? 0n
      else {
        const bucket = Math.floor(at / step) * step
        buckets.set(bucket, (buckets.get(bucket) ?? 0n) + (income ?? 0n))
      }
    }
  return [...buckets].map(([at, income]) => point(at, income, (before += income)))
}

/**
 * What a robot would have earned that had begun to mine when the series begins. The facts are taken once for each point, in its middle.
 */
export function robotSeries(feed: Feed, robot: Robot, span: Span, now: number): readonly Point[] {
  const { length, step } = spans[span]
  const from = Math.floor((now - length) / step) * step
  const base = miningFactsAt(feed, from)
  if (base === undefined) return []
  const ticks = BigInt(step / tickMilliseconds)
  const cycleEnd = from + ticksOf(robot.cycle) * tickMilliseconds
  let sum = 0n
  const points: Point[] = []
  for (let at = from; at + step <= Math.min(now, cycleEnd); at += step) {
    const facts = miningFactsAt(feed, at + step / 2)
    const income: Value = value(facts === undefined ? 0n : tickIncome(robot.price, base, facts) * ticks)
    sum += income
    points.push(point(at, income, sum))
  }
  return points
}
