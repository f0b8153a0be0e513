import assert from 'node:assert/strict'
import type { Holding as HoldingView } from '@mex/contract/bonds/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { bondRules, type Bond, type BondCalendar, type BondKind } from '@mex/core/bonds/bond.ts'
import type { Holding } from '@mex/core/bonds/holding.ts'
import { moneyOf, type Money } from '@mex/core/money/money.ts'
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
import { isOffered } from './quotes.ts'
import { holdingsOf } from './store.ts'
import { openBondTrades } from './trades.ts'
import { verifyBonds } from './verify.ts'

/** Makes Traditional Chinese of nothing. */
export const traditional = (text: string): string => text
export const word = (outcome: unknown): string | undefined =>
  isRefusal(outcome as object) ? (outcome as Refusal).refused : undefined

export type BondsTest = Awaited<ReturnType<typeof openBondsTest>>

/** Bonds on a database of their own, with a market of a known seed and a stepped clock. */
export async function openBondsTest(options: TradingTestOptions = {}) {
  const market: TradingTest = await openTradingTest(options)
  const { database, feed, engine, clock } = market
  const trades = openBondTrades({ db: database.db, feed, traditional, resetRefusal })
  const now = (): number => clock.now()
  const byPerson = (userId: number) => ({ userId, at: now(), language: 'en' }) as const
  const context = (user: number): PersonContext => personal(user, { db: database.db, feed, now: now() })
  const buy = (user: number, bond: Bond, face: string) =>
    trades.send({ kind: 'buy', ...byPerson(user), bond, face: moneyOf(face) })
  return {
    market,
    trades,
    now,
    byPerson,
    context,
    buy,
    call: () => handlers({ trades, traditional }),
    available: (user: number): Promise<Money> => market.available(user, 'BALANCE'),
    /** Runs the job once. */
    work: async (): Promise<unknown> => {
      const [job] = jobs({ db: database.db, trades, wake: () => undefined })
      return job?.run(now())
    },
    offered: (kind: BondKind, wanted: (bond: Bond) => boolean = () => true): Bond =>
      present(
        feed.bonds.issues(now()).find((bond) => bond.kind === kind && isOffered(bond, now()) && wanted(bond)),
        `a ${kind} on offer`,
      ),
    calendarOf: ({ kind }: Bond): BondCalendar => feed.bonds.calendar(bondRules[kind].country),
    bought: async (user: number, bond: Bond, face: string): Promise<HoldingView> =>
      accepted(await buy(user, bond, face)),
    sell: (user: number, id: number, face?: string) =>
      trades.send({ kind: 'sell', ...byPerson(user), id, face: face === undefined ? undefined : moneyOf(face) }),
    stored: async (userId: number, id: number): Promise<Holding> =>
      present((await holdingsOf(database.db, [{ userId, id }]))[0], 'a holding'),
    /** Nothing is wrong in the ledger, in the fills and in the bonds; what was due until then is done. */
    expectRight: async (settledUntil = -Infinity): Promise<void> => {
      const { calendars, interest, describe } = engine.dependencies
      const facts = { feed, describe, calendars, interest, quoteAgeSecondsMax: 5 }
      assert.deepEqual(await findingsOf(database.db, facts, now()), [])
      assert.deepEqual((await verifyBonds(database.db, { feed, now: now(), settledUntil })).findings, [])
    },
    /** The funding account with the bonds in it, as every screen shows it. */
    equity: async (user: number): Promise<Money> => {
      const rows = await walletBalances(database.db, context(user), resultsOf(engine))
      return present(
        rows.find(({ wallet }) => wallet === 'BALANCE'),
        'the funding account',
      ).equity
    },
  }
}
