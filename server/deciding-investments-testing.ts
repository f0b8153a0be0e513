import type { RobotOrderView, RedeemedOrderView } from '@mex/contract/robots/shapes.ts'
import type { ProfitRow } from '@mex/contract/quantify/shapes.ts'
import { Refused, type Refusal } from '@mex/core/refusal.ts'
import type { StrategyId } from '@mex/core/quantify/products.ts'
import type { Price } from '@mex/core/money/money.ts'
import type { DayNumber } from '@mex/core/time-zone.ts'
import { jobs as bondJobs } from '#areas/bonds/jobs.ts'
import { openBondTrades, type BondTrades } from '#areas/bonds/trades.ts'
import { jobs as followJobs } from '#areas/follow/jobs.ts'
import { openFollows, type Follows } from '#areas/follow/orders.ts'
import { handlers as quantifyHandlers } from '#areas/quantify/handlers.ts'
import { jobs as quantifyJobs } from '#areas/quantify/jobs.ts'
import { recordsOf } from '#areas/quantify/records.ts'
import { openSubscriptions, type Subscriptions } from '#areas/quantify/subscriptions.ts'
import { handlers as robotHandlers } from '#areas/robots/handlers.ts'
import { jobs as robotJobs } from '#areas/robots/jobs.ts'
import { openRobotRentals } from '#areas/robots/rentals.ts'
import { personal } from '#areas/testing.ts'
import type { IdempotentRequest } from './db/idempotency-keys.ts'
import type { Database } from './db/sql.ts'
import type { Feed } from './feeds/feed.ts'
import type { MarketSource } from './market-source.ts'
import { resetRefusal } from './reset-refusal.ts'

type ByPerson = {
  readonly userId: number
  readonly request: IdempotentRequest | undefined
  readonly at: number
}

/** Bonds, quantitative products, campaigns and robots, and the jobs of them, as one process has them. */
export type DecidingInvestments = {
  readonly bonds: BondTrades
  readonly subscriptions: Subscriptions
  readonly follows: Follows
  rent(
    command: ByPerson & { readonly robotId: number; readonly quantity: 1 | 2 | 3 | 4 | 5 },
  ): Promise<readonly RobotOrderView[] | Refusal>
  redeem(command: ByPerson & { readonly id: number }): Promise<RedeemedOrderView | Refusal>
  /** The daily marks of everything that a person has in quantitative products, newest first. */
  profits(user: number, now: number): Promise<readonly ProfitRow[]>
  readonly progressDue: (now: number) => Promise<void>
}

type Dependencies = { readonly db: Database; readonly source: Pick<MarketSource, 'feed' | 'describe'> }

const traditional = (simplified: string): string => simplified
const pageSize = 50

/** The answer, or the refusal that a handler throws. */
const outcome = <T>(answer: Promise<T>): Promise<T | Refusal> =>
  answer.catch((error: unknown) => {
    if (error instanceof Refused) return error.refusal
    throw error
  })

export function openDecidingInvestments({ db, source }: Dependencies): DecidingInvestments {
  const { feed } = source
  const parts = { db, feed, traditional, resetRefusal }
  const bonds = openBondTrades(parts)
  const subscriptions = openSubscriptions(parts)
  const follows = openFollows({ ...parts, describe: source.describe })
  const rentals = openRobotRentals(parts)
  const wake = (): void => undefined
  const due = [
    ...bondJobs({ db, trades: bonds, wake }),
    ...quantifyJobs({ db, subscriptions, wake }),
    ...followJobs({ db, feed, follows, computesAhead: false, wake }),
    ...robotJobs({ db, rentals, wake }),
  ]
  const context = ({ userId, at, request }: ByPerson) => ({ ...personal(userId, { db, feed, now: at }), request })
  const ofRobots = robotHandlers({ rentals, traditional })
  const ofQuantify = quantifyHandlers({ subscriptions, traditional })
  return {
    bonds,
    subscriptions,
    follows,
    rent: ({ robotId, quantity, ...by }) => outcome(ofRobots.rent({ robotId, quantity }, context(by))),
    redeem: ({ id, ...by }) => outcome(ofRobots.redeem({ id }, context(by))),
    async profits(userId, now) {
      const rows: ProfitRow[] = []
      for (let pageNum = 1; ; pageNum += 1) {
        const page = await ofQuantify.profits(
          { order: undefined, pageNum, pageSize },
          context({ userId, at: now, request: undefined }),
        )
        rows.push(...page.rows)
        if (page.rows.length < pageSize) return rows
      }
    },
    async progressDue(now) {
      for (const job of due) await job.run(now)
    },
  }
}

/** The price of a strike of a strategy; undefined where there is none yet. */
export type NavOn = (strategy: StrategyId, date: DayNumber) => Price | undefined

/**
 * Computes the records of agencies and strategies up to an instant, so that nobody waits for them in the midst of other work: how long
 * that takes is nothing that a seed can repeat.
 */
export async function computeRecords(feed: Feed, now: number): Promise<NavOn> {
  const steps = feed.agencies.catchUp(now)
  while (steps.next().done !== true);
  const records = await recordsOf(feed, now)
  return (strategy, date) => records.navOn(strategy, date)
}
