import { billText } from '@mex/contract/wallet/bills.ts'
import type { Bill } from '@mex/contract/wallet/shapes.ts'
import type { Traditional } from '@mex/contract/text.ts'
import { eventNumber } from '@mex/core/ledger/accounts.ts'
import type { Money } from '@mex/core/money/money.ts'
import { walletNumbers, type Wallet } from '@mex/core/wallet/wallets.ts'
import { billPage, monthBounds, type BillRow } from '#areas/ledger/bills.ts'
import { bondBillDetails } from '#areas/bonds/bill-details.ts'
import { followBillDetails } from '#areas/follow/bill-details.ts'
import { quantifyBillDetails } from '#areas/quantify/bill-details.ts'
import { robotBillDetails } from '#areas/robots/bill-details.ts'
import { billDetails, type BillFacts } from '#areas/trading/results/bill-details.ts'
import { idsOfPosition } from '#areas/trading/results/store-bill-details.ts'
import type { PersonContext } from '#context.ts'
import { inPesos } from './rates.ts'
import { cancellableTransfers } from './store.ts'

export type HistoryFilter = {
  readonly wallet: Wallet | 'OVERVIEW'
  /** `billType`. */
  readonly type?: number | undefined
  /** `refId`. */
  readonly referenceId?: number | undefined
  /** YYYY-MM on the wall of `timeZone`, a name or ±hh:mm. */
  readonly month?: string | undefined
  readonly timeZone: string
  readonly pageNum: number
  readonly pageSize: number
}

export type History = {
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
  readonly rows: readonly Bill[]
}

/** A journal has at most one row per wallet, so that both identify a row. */
const idOf = (row: BillRow): number => row.journalId * 10 + walletNumbers[row.wallet]

/** The journals that are about rows of a type. */
const rowsOf = (rows: readonly BillRow[], type: BillRow['reference']['type']): readonly number[] =>
  rows.filter(({ reference }) => reference.type === type).map(({ journalId }) => journalId)

export type HistoryFacts = BillFacts & { readonly traditional: Traditional }

async function load(filter: HistoryFilter, { db, person, language, now }: PersonContext, facts: HistoryFacts) {
  const { traditional } = facts
  const { wallet, type, referenceId, month, timeZone, pageNum, pageSize } = filter
  const bounds = month === undefined ? {} : monthBounds(month, timeZone)
  // What its orders moved belongs to a position too.
  const references =
    referenceId === undefined ? undefined : [referenceId, ...(await idsOfPosition(db, person.userId, referenceId))]
  const chosen = { wallet: wallet === 'OVERVIEW' ? undefined : wallet, number: type, references, ...bounds }
  const { total, rows, sums } = await billPage(db, person.userId, chosen, { pageNum, pageSize })
  const submitted = rows.filter((row) => row.event === 'E20').map((row) => row.reference.id)
  const cancellable = await cancellableTransfers(db, person.userId, submitted)
  const journals = rows.map(({ journalId }) => journalId)
  const details = await billDetails(db, person.userId, journals, facts)
  const bonds = await bondBillDetails(db, person.userId, rowsOf(rows, 'bond'), { feed: facts.feed, now })
  const followed = await followBillDetails(db, person.userId, rowsOf(rows, 'follow'))
  const naming = { language, traditional }
  const rented = await robotBillDetails(db, person.userId, rowsOf(rows, 'robot'), { feed: facts.feed, now, ...naming })
  const quantified = await quantifyBillDetails(db, person.userId, rowsOf(rows, 'product'), naming)
  const others = new Map([...bonds, ...followed, ...rented, ...quantified])
  const view = (row: BillRow): Bill => {
    const number = eventNumber(row.event)
    const traded = details.get(row.journalId)
    return {
      id: idOf(row),
      amount: row.amount,
      type: number,
      memo: row.memo === '' ? billText(number, language, traditional) : row.memo,
      wallet: row.wallet,
      currency: row.currency,
      referenceId: traded?.position ?? (row.reference.type === 'user' ? undefined : row.reference.id),
      detail: traded?.detail ?? others.get(row.journalId),
      isCancellable: row.event === 'E20' && cancellable.has(row.reference.id),
      createdAt: row.at,
    }
  }
  return { page: { total, pageNum, pageSize, rows: rows.map(view) }, sums }
}

/** One page of a user's transaction history, newest first (rulebook §8.4, §27). */
export async function history(filter: HistoryFilter, context: PersonContext, facts: HistoryFacts): Promise<History> {
  return (await load(filter, context, facts)).page
}

/**
 * The same with the sums of incoming and outgoing amounts: in the wallet's currency, or of all wallets in MXN at mid
 * (refuses quote_unavailable if a rate is missing).
 */
export async function historyWithSums(
  filter: HistoryFilter,
  context: PersonContext,
  facts: HistoryFacts,
): Promise<History & { readonly income: Money; readonly outcome: Money }> {
  const { page, sums } = await load(filter, context, facts)
  const total = (side: 'income' | 'outcome'): Money => {
    const amounts = sums.map((row) => ({ currency: row.currency, amount: row[side] }))
    const [only] = amounts
    if (filter.wallet !== 'OVERVIEW' && only !== undefined) return only.amount
    return inPesos(context.feed, context.now, amounts)
  }
  return { ...page, income: total('income'), outcome: total('outcome') }
}
