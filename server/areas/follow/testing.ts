import assert from 'node:assert/strict'
import type { Follow as FollowView } from '@mex/contract/follow/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { isOpenForOrders, type Campaign } from '@mex/core/follow/campaign.ts'
import type { FollowOrder } from '@mex/core/follow/order.ts'
import { moneyOf, type Money } from '@mex/core/money/money.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { personal } from '#areas/testing.ts'
import { accepted, openTradingTest, type TradingTestOptions } from '#areas/trading/testing.ts'
import { resultsOf } from '#areas/trading/results/today.ts'
import { walletBalances } from '#areas/wallet/balances.ts'
import type { PersonContext } from '#context.ts'
import { resetRefusal } from '#reset-refusal.ts'
import { findingsOf } from '#testing.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { openFollows } from './orders.ts'
import { ordersOf } from './store.ts'
import { verifyFollow } from './verify.ts'

/** Makes Traditional Chinese of nothing. */
export const traditional = (text: string): string => text
export const word = (outcome: unknown): string | undefined =>
  isRefusal(outcome as object) ? (outcome as Refusal).refused : undefined

export type FollowTest = Awaited<ReturnType<typeof openFollowTest>>

/** Agencies on a database of their own, with a market of a known seed and a stepped clock. */
export async function openFollowTest(options: TradingTestOptions = {}) {
  const market = await openTradingTest(options)
  const { database, feed, engine, clock } = market
  const { describe, calendars, interest } = engine.dependencies
  const follows = openFollows({ db: database.db, feed, describe, traditional, resetRefusal })
  const now = (): number => clock.now()
  const context = (user: number): PersonContext => personal(user, { db: database.db, feed, now: now() })
  const add = (user: number, campaign: Campaign, amount: string) =>
    follows.send({ kind: 'add', userId: user, at: now(), language: 'en', campaign, amount: moneyOf(amount) })
  return {
    market,
    follows,
    now,
    context,
    add,
    call: () => handlers({ follows, describe, traditional }),
    available: (user: number): Promise<Money> => market.available(user, 'FOLLOW'),
    /** Runs the job once. */
    work: async (): Promise<unknown> => {
      const [job] = jobs({ db: database.db, feed, follows, computesAhead: false, wake: () => undefined })
      return job?.run(now())
    },
    /** A campaign that takes orders now, of an agency. */
    open: (agencyId: number): Campaign =>
      present(
        feed.agencies
          .agencies(now())
          .find(({ agency }) => agency.id === agencyId)
          ?.campaigns.findLast((each) => isOpenForOrders(each, feed.agencies.run(each, now()), now())),
        `an open campaign of agency ${agencyId}`,
      ),
    added: async (user: number, campaign: Campaign, amount: string): Promise<FollowView> =>
      accepted(await add(user, campaign, amount)),
    stored: async (userId: number, id: number): Promise<FollowOrder> =>
      present((await ordersOf(database.db, [{ userId, id }]))[0], 'an order'),
    /** Nothing is wrong in the ledger, in the fills and in what is followed; what was due until then is done. */
    expectRight: async (settledUntil = -Infinity): Promise<void> => {
      const facts = { feed, describe, calendars, interest, quoteAgeSecondsMax: 5 }
      assert.deepEqual(await findingsOf(database.db, facts, now()), [])
      assert.deepEqual((await verifyFollow(database.db, { feed, now: now(), settledUntil })).findings, [])
    },
    /** The follow account with what is followed, as every screen shows it. */
    equity: async (user: number): Promise<Money> => {
      const rows = await walletBalances(database.db, context(user), resultsOf(engine))
      return present(
        rows.find(({ wallet }) => wallet === 'FOLLOW'),
        'the follow account',
      ).equity
    },
  }
}
