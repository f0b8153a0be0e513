import assert from 'node:assert/strict'
import type { QuantifyOrder as OrderView } from '@mex/contract/quantify/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf, type Money } from '@mex/core/money/money.ts'
import type { QuantifyOrder } from '@mex/core/quantify/order.ts'
import { quantifyWallet } from '@mex/core/quantify/postings.ts'
import { quantifyProduct } from '@mex/core/quantify/products.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { personal } from '#areas/testing.ts'
import { accepted, openTradingTest, type TradingTest, type TradingTestOptions } from '#areas/trading/testing.ts'
import { resultsOf } from '#areas/trading/results/today.ts'
import { walletBalances } from '#areas/wallet/balances.ts'
import type { PersonContext } from '#context.ts'
import { resetRefusal } from '#reset-refusal.ts'
import { findingsOf } from '#testing.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ordersOf } from './store.ts'
import { openSubscriptions } from './subscriptions.ts'
import { verifyOrders } from './verify.ts'
import { recordsOf } from './records.ts'

/** Makes Traditional Chinese of nothing. */
export const traditional = (text: string): string => text
export const word = (outcome: unknown): string | undefined =>
  isRefusal(outcome) ? (outcome as Refusal).refused : undefined

export type QuantifyTest = Awaited<ReturnType<typeof openQuantifyTest>>

/** Quantitative products on a database of their own, with a market of a known seed and a stepped clock. */
export async function openQuantifyTest(options: TradingTestOptions = {}) {
  const market: TradingTest = await openTradingTest(options)
  const { database, feed, engine, clock } = market
  const subscriptions = openSubscriptions({ db: database.db, feed, traditional, resetRefusal })
  const now = (): number => clock.now()
  const context = (user: number): PersonContext => personal(user, { db: database.db, feed, now: now() })
  const save = (user: number, product: number, amount: string) =>
    subscriptions.send({
      kind: 'save',
      userId: user,
      at: now(),
      language: 'en',
      product: present(quantifyProduct(product), `product ${product}`),
      amount: moneyOf(amount),
    })
  return {
    market,
    feed,
    subscriptions,
    now,
    context,
    save,
    call: () => handlers({ subscriptions, traditional }),
    available: (user: number): Promise<Money> => market.available(user, quantifyWallet),
    saved: async (user: number, product: number, amount: string): Promise<OrderView> =>
      accepted(await save(user, product, amount)),
    /** Runs the job once. */
    work: async (): Promise<unknown> => {
      const [job] = jobs({ db: database.db, subscriptions, wake: () => undefined })
      return job?.run(now())
    },
    stored: async (userId: number, id: number): Promise<QuantifyOrder> =>
      present((await ordersOf(database.db, [{ userId, id }]))[0], 'an order'),
    /** Nothing is wrong in the ledger and in the orders; what was due until then is done. */
    expectRight: async (settledUntil = -Infinity): Promise<void> => {
      const { calendars, interest, describe } = engine.dependencies
      const facts = { feed, describe, calendars, interest, quoteAgeSecondsMax: 5 }
      assert.deepEqual(await findingsOf(database.db, facts, now()), [])
      const records = await recordsOf(feed, now())
      const { findings } = await verifyOrders(database.db, records, { feed, now: now(), settledUntil })
      assert.deepEqual(findings, [])
    },
    /** The wallet with the gain of its products, as every screen shows it. */
    equity: async (user: number): Promise<Money> => {
      const rows = await walletBalances(database.db, context(user), resultsOf(engine))
      return present(
        rows.find(({ wallet }) => wallet === quantifyWallet),
        'the wallet of products',
      ).equity
    },
  }
}
