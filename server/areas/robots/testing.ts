import assert from 'node:assert/strict'
import type { RobotOrderView } from '@mex/contract/robots/shapes.ts'
import { present } from '@mex/core/assert.ts'
import type { Money } from '@mex/core/money/money.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import type { Rental } from '@mex/core/robots/rental.ts'
import { isOnOffer, type Robot } from '@mex/core/robots/robot.ts'
import { personal } from '#areas/testing.ts'
import { accepted, openTradingTest, type TradingTest, type TradingTestOptions } from '#areas/trading/testing.ts'
import { resultsOf } from '#areas/trading/results/today.ts'
import { walletBalances } from '#areas/wallet/balances.ts'
import type { PersonContext } from '#context.ts'
import { resetRefusal } from '#reset-refusal.ts'
import { findingsOf } from '#testing.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { openRobotRentals } from './rentals.ts'
import { rentalsOf } from './store.ts'
import { verifyRobots } from './verify.ts'

/** Makes Traditional Chinese of nothing. */
export const traditional = (text: string): string => text
export const word = (outcome: unknown): string | undefined =>
  isRefusal(outcome as object) ? (outcome as Refusal).refused : undefined

export type RobotsTest = Awaited<ReturnType<typeof openRobotsTest>>

/** Robots on a database of their own, with a market of a known seed and a stepped clock. */
export async function openRobotsTest(options: TradingTestOptions = {}) {
  const market: TradingTest = await openTradingTest(options)
  const { database, feed, engine, clock } = market
  const rentals = openRobotRentals({ db: database.db, feed, traditional, resetRefusal })
  const now = (): number => clock.now()
  const byPerson = (userId: number) => ({ userId, at: now(), language: 'en' }) as const
  const context = (user: number): PersonContext => personal(user, { db: database.db, feed, now: now() })
  const rent = (user: number, robot: Robot, quantity = 1) =>
    rentals.send({ kind: 'rent', ...byPerson(user), robot, quantity })
  const [job] = jobs({ db: database.db, rentals, wake: () => undefined })
  const runJob = () => present(job, 'the job').run(now())
  return {
    market,
    rentals,
    now,
    context,
    rent,
    call: () => handlers({ rentals, traditional }),
    available: (user: number): Promise<Money> => market.available(user, 'FINANCIAL'),
    /** Runs the job until nothing is left to do. */
    work: async (): Promise<void> => {
      while ((await runJob()) !== 0);
    },
    /** Runs the job once. */
    runJob,
    offered: (cycle: number, wanted: (robot: Robot) => boolean = () => true): Robot =>
      present(
        feed.robots
          .offers(now())
          .findLast((robot) => robot.cycle === cycle && isOnOffer(robot, now()) && wanted(robot)),
        `a robot of ${cycle} days on offer`,
      ),
    rented: async (user: number, robot: Robot): Promise<RobotOrderView> => {
      const answer = accepted(await rent(user, robot))
      return answer.kind === 'rented' ? (answer.orders[0] ?? assert.fail()) : assert.fail()
    },
    redeem: (user: number, id: number) => rentals.send({ kind: 'redeem', ...byPerson(user), id }),
    stored: async (userId: number, id: number): Promise<Rental> =>
      present((await rentalsOf(database.db, [{ userId, id }]))[0], 'a rental'),
    /** Nothing is wrong in the ledger, in the fills and in the robots; what was due until then is done. */
    expectRight: async (settledUntil = -Infinity): Promise<void> => {
      const { calendars, interest, describe } = engine.dependencies
      const facts = { feed, describe, calendars, interest, quoteAgeSecondsMax: 5 }
      assert.deepEqual(await findingsOf(database.db, facts, now()), [])
      assert.deepEqual((await verifyRobots(database.db, { feed, now: now(), settledUntil })).findings, [])
    },
    /** The financial wallet with the robots in it, as every screen shows it. */
    equity: async (user: number): Promise<Money> => {
      const rows = await walletBalances(database.db, context(user), resultsOf(engine))
      return present(
        rows.find(({ wallet }) => wallet === 'FINANCIAL'),
        'the financial wallet',
      ).equity
    },
  }
}
