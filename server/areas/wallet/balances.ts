import type { Answer } from '@mex/contract/call.ts'
import type { account } from '@mex/contract/account/calls.ts'
import type { AnyBalance, WalletBalance } from '@mex/contract/wallet/shapes.ts'
import { addMoney, type Money } from '@mex/core/money/money.ts'
import { unsettledTotal } from '@mex/core/wallet/settlement.ts'
import {
  netWorth,
  noResult,
  totalBalance,
  usedBalance,
  walletCurrency,
  wallets,
  type OpenResult,
  type Wallet,
} from '@mex/core/wallet/wallets.ts'
import { loadBalances, loadUnsettled } from '#areas/ledger/actions.ts'
import type { PersonContext } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import { inPesos } from './rates.ts'

/** Results of the day (rulebook §16.2): of all markets except Hong Kong in MXN, and of Hong Kong in HKD. */
export type DayResult = { readonly today: Money; readonly hongKong: Money }

/** Results of a user, provided by the areas with open contracts. */
export type ResultDependencies = {
  /** Wallets without open positions are left out. */
  readonly openResults: (tx: Tx, context: PersonContext) => Promise<ReadonlyMap<Wallet, OpenResult>>
  readonly dayResult: (tx: Tx, context: PersonContext) => Promise<DayResult>
  /** How much of each list of Trade is not over yet, apart from positions and orders. */
  readonly openCounts: (tx: Tx, context: PersonContext) => Promise<Answer<typeof account.overview>['counts']>
}

type Figures = Omit<WalletBalance, 'wallet' | 'currency'>

export async function walletBalances(
  tx: Tx,
  context: PersonContext,
  dependencies: ResultDependencies,
): Promise<WalletBalance[]> {
  const { userId } = context.person
  const balances = await loadBalances(tx, [userId])
  const unsettledOf = await loadUnsettled(tx, [userId])
  const results = await dependencies.openResults(tx, context)
  return wallets.map((wallet) => {
    const held = balances.holdings(userId, wallet)
    const result = results.get(wallet) ?? noResult
    return {
      wallet,
      currency: walletCurrency[wallet],
      available: held.available,
      used: usedBalance(held),
      total: totalBalance(held),
      equity: netWorth(totalBalance(held), result),
      profit: result.profit,
      unsettled: unsettledTotal(unsettledOf(userId, wallet, context.now)),
    }
  })
}

const figures = ['available', 'used', 'total', 'equity', 'profit', 'unsettled'] as const satisfies (keyof Figures)[]

/** The sum of several wallets in MXN at mid. */
function sumInPesos(rows: readonly WalletBalance[], { feed, now }: PersonContext): Figures {
  const sum = (figure: (typeof figures)[number]): Money =>
    inPesos(
      feed,
      now,
      rows.map((row) => ({ currency: row.currency, amount: row[figure] })),
    )
  const [available, used, unsettled] = [sum('available'), sum('used'), sum('unsettled')]
  const [profit, equityInPesos] = [sum('profit'), sum('equity')]
  return { available, used, total: addMoney(available, used), equity: equityInPesos, profit, unsettled }
}

/** The balances of one wallet, or of all in MXN (rulebook §7.3). Refuses quote_unavailable if a rate is missing. */
export async function balanceOfWallet(
  { wallet }: { readonly wallet: Wallet | 'OVERVIEW' },
  context: PersonContext,
  dependencies: ResultDependencies,
): Promise<AnyBalance> {
  const rows = await walletBalances(context.db, context, dependencies)
  const found = rows.find((row) => row.wallet === wallet)
  return found ?? { wallet: 'OVERVIEW', currency: 'MXN', ...sumInPesos(rows, context) }
}

/** All wallets (or one), their sums in MXN at mid, and the results of the day (rulebook §27). */
export async function fundingOverview(
  { wallet }: { readonly wallet: Wallet | 'OVERVIEW' },
  context: PersonContext,
  dependencies: ResultDependencies,
): Promise<Answer<typeof account.overview>> {
  const all = await walletBalances(context.db, context, dependencies)
  const rows = wallet === 'OVERVIEW' ? all : all.filter((row) => row.wallet === wallet)
  const { today, hongKong } = await dependencies.dayResult(context.db, context)
  return {
    currency: 'MXN',
    ...sumInPesos(rows, context),
    todayProfit: today,
    hongKongTodayProfit: hongKong,
    counts: await dependencies.openCounts(context.db, context),
    wallets: rows,
  }
}
