import { evidence as tradingEvidence } from '#areas/trading/evidence.ts'
import { openTradingTest, type TradingTest } from '#areas/trading/testing.ts'
import { openTransfers, type Transfers } from '#areas/wallet/transfers.ts'
import { evidence as walletEvidence } from '#areas/wallet/evidence.ts'
import type { ResultDependencies } from '#areas/wallet/balances.ts'
import { allEvidence } from '#areas/ledger/verify.ts'
import { anonymous, expectBalancedLedger, personal as personOf, accountDependencies } from '#areas/testing.ts'
import { openGuest } from '#areas/account/registration.ts'
import type { AccountDependencies } from '#areas/account/dependencies.ts'
import type { PersonContext } from './context.ts'
import { sql } from '#db/sql.ts'
import { everyOwnData } from './areas.ts'
import { handlers } from '#areas/records/handlers.ts'
import type { ClosingDependencies } from '#areas/records/account-closing.ts'
import { resultsOf } from '#areas/trading/results/today.ts'

export const password = 'correct-horse'
export const day = 86_400_000

/** For tests of closing accounts: the trading engine with every area that owns data of a user. */
export type ClosingTest = AsyncDisposable & {
  readonly trading: TradingTest
  readonly dependencies: ClosingDependencies & { readonly account: AccountDependencies }
  readonly transfers: Transfers
  readonly results: ResultDependencies
  readonly call: ReturnType<typeof handlers>
  /** Adds a user registered with `password`, or a guest, with the money of a new account. */
  person(this: void, state?: 'ACTIVE' | 'GUEST'): Promise<number>
  context(this: void, userId: number): PersonContext
  /** The token that the user got when the account was opened. */
  tokenOf(this: void, userId: number): string
  stateOf(this: void, userId: number): Promise<string>
  expectBalancedLedger(this: void): Promise<void>
}

export async function openClosingTest(): Promise<ClosingTest> {
  const trading = await openTradingTest()
  const { db } = trading.database
  const account = await accountDependencies(db)
  const dependencies = { db, engine: trading.engine, account, ownData: everyOwnData }
  const tokens = new Map<number, string>()
  const results = resultsOf(trading.engine)
  const passwordHash = await account.passwords.hash('test', password)
  return {
    trading,
    dependencies,
    results,
    transfers: openTransfers({ db, feed: trading.feed, quoteAgeSecondsMax: 5 }),
    call: handlers({ ...dependencies, results, traditional: (simplified) => simplified }),
    async person(state = 'ACTIVE') {
      const { id, token } = await openGuest({}, anonymous({ db, now: trading.clock.now() }), account)
      tokens.set(id, token)
      if (state === 'ACTIVE')
        await sql`update app_user set state = 'ACTIVE', email = ${`p${id}@example.org`}, password_hash = ${passwordHash},
          nick_name = 'Somebody', agreement = '{"client-agreement":"x"}' where id = ${id}`.execute(db)
      return id
    },
    context: (userId) => personOf(userId, { db, feed: trading.feed, now: trading.clock.now() }),
    tokenOf: (userId) => tokens.get(userId) ?? '',
    async stateOf(userId) {
      const { rows } = await sql<{ state: string }>`select state from app_user where id = ${userId}`.execute(db)
      return rows[0]?.state ?? 'none'
    },
    expectBalancedLedger: () => expectBalancedLedger(db, allEvidence([tradingEvidence, walletEvidence])),
    [Symbol.asyncDispose]: () => trading[Symbol.asyncDispose](),
  }
}
