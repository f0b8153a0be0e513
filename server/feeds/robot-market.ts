import type { Robot, SlotsTaken } from '@mex/core/robots/robot.ts'
import { minedCoin } from '@mex/core/robots/robot.ts'
import type { MiningFacts } from '@mex/core/robots/economics.ts'
import type { Rate } from '@mex/core/money/money.ts'
import type { Quote } from '@mex/core/market/quote.ts'

/** The mining robots of a feed. Like all of a feed, no answer for `now` depends on anything after `now`. */
export type RobotMarket = {
  /** Those that are on offer at `now` or come within days, by price and cycle; a robot is always the same object. */
  offers(now: number): readonly Robot[]
  /** A robot that is published by `now`, however old. */
  find(id: number, now: number): Robot | undefined
  /** The slots of a robot that were taken by `now`, oldest first. */
  taken(robot: Robot, now: number): readonly SlotsTaken[]
  /** The schedule of the slots as text; undefined before the offer has ended. */
  schedule(robot: Robot, now: number): string | undefined
  /** Places of the mining pool that are free at an instant. */
  poolLeft(now: number): number
  /** The difficulty of the network at an instant; undefined where it is not known. */
  difficulty(now: number): Rate | undefined
}

/** Of a feed without robots. */
export const noRobots: RobotMarket = {
  offers: () => [],
  find: () => undefined,
  taken: () => [],
  schedule: () => undefined,
  poolLeft: () => 0,
  difficulty: () => undefined,
}

export type MiningFeed = {
  readonly robots: RobotMarket
  readonly quote: (key: string, now: number) => Quote | undefined
}

/** What all robots depend on at an instant; undefined where the coin has no price. */
export function miningFactsAt({ robots, quote }: MiningFeed, at: number): MiningFacts | undefined {
  const difficulty = robots.difficulty(at)
  const coin = quote(minedCoin.key, at)?.last
  return difficulty === undefined || coin === undefined ? undefined : { difficulty, coin }
}
