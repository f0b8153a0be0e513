import { eventNumber, events, type EventCode } from '@mex/core/ledger/accounts.ts'
import type { Reference } from '@mex/core/ledger/ledger.ts'
import { money, type Money, type WalletCurrency } from '@mex/core/money/money.ts'
import { walletNumbers, walletOfNumber, type Wallet } from '@mex/core/wallet/wallets.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

/** A filter for a user's history: one wallet, one type, a half-open interval (epoch ms). */
export type BillFilter = {
  readonly wallet?: Wallet | undefined
  /** The number of the event (`billType`). */
  readonly number?: number | undefined
  /**
   * Ids of the rows that they belong to: an order, a position, a transfer … Trades, transfers, deposits and withdrawals
   * have separate number ranges, so that several rows may have an id: `number` chooses.
   */
  readonly references?: readonly number[] | undefined
  readonly from?: number | undefined
  readonly until?: number | undefined
}

/** A row of the transaction history; a journal has at most one per wallet. */
export type BillRow = {
  readonly journalId: number
  readonly wallet: Wallet
  readonly currency: WalletCurrency
  /** Signed, cents. */
  readonly amount: Money
  readonly event: EventCode
  readonly reference: Reference
  readonly memo: string
  readonly at: number
}

/** Sums of incoming and outgoing amounts per currency; neither is negative. */
export type BillSums = {
  readonly currency: WalletCurrency
  readonly income: Money
  readonly outcome: Money
  readonly count: number
}

const eventCodes = Object.keys(events) as EventCode[]

function where(userId: number, { wallet, number, references, from, until }: BillFilter) {
  const codes = number === undefined ? null : eventCodes.filter((event) => eventNumber(event) === number)
  return sql`user_id = ${userId}
    and (${wallet === undefined ? null : walletNumbers[wallet]}::smallint is null or wallet = ${wallet === undefined ? null : walletNumbers[wallet]})
    and (${codes}::text[] is null or event = any(${codes}))
    and (${references ?? null}::bigint[] is null or (ref_type <> 'user' and ref_id = any(${references ?? null}::bigint[])))
    and (${from === undefined ? null : isoInstant(from)}::timestamptz is null or at >= ${from === undefined ? null : isoInstant(from)})
    and (${until === undefined ? null : isoInstant(until)}::timestamptz is null or at < ${until === undefined ? null : isoInstant(until)})`
}

/** Rows of a user's history, newest first. */
export async function billsOfUser(
  tx: Tx,
  userId: number,
  filter: BillFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<BillRow[]> {
  const { rows } = await sql<{
    journalId: number
    wallet: number
    currency: WalletCurrency
    amount: bigint
    event: EventCode
    refType: Reference['type']
    refId: number
    memo: string
    at: number
  }>`
    select journal_id as "journalId", wallet, currency, amount, event, ref_type as "refType", ref_id as "refId", memo, at
    from bill where ${where(userId, filter)}
    order by at desc, journal_id desc, wallet limit ${limit} offset ${offset}`.execute(tx)
  return rows.map(({ refType, refId, ...row }) => ({
    ...row,
    wallet: walletOfNumber(row.wallet),
    amount: money(row.amount),
    reference: { type: refType, id: refId },
  }))
}

/** Sums of all rows of the filter, per currency. */
export async function billSums(tx: Tx, userId: number, filter: BillFilter): Promise<BillSums[]> {
  const { rows } = await sql<{ currency: WalletCurrency; income: bigint; outcome: bigint; count: number }>`
    select currency, sum(greatest(amount, 0)) as income, sum(greatest(-amount, 0)) as outcome, count(*) as count
    from bill where ${where(userId, filter)} group by currency`.execute(tx)
  return rows.map((row) => ({ ...row, income: money(row.income), outcome: money(row.outcome) }))
}

/** The sum of each wallet's rows before an instant: its available and reserved balance then (rulebook §8.5 I10). */
export async function cashBefore(tx: Tx, userId: number, until: number): Promise<ReadonlyMap<Wallet, Money>> {
  const { rows } = await sql<{ wallet: number; amount: bigint }>`
    select wallet, sum(amount) as amount from bill where user_id = ${userId} and at < ${isoInstant(until)} group by wallet`.execute(
    tx,
  )
  return new Map(rows.map((row) => [walletOfNumber(row.wallet), money(row.amount)]))
}

/** The movements of one kind in a wallet between two instants. */
export type Movement = {
  readonly wallet: Wallet
  readonly event: EventCode
  readonly count: number
  readonly amount: Money
}

/** Movements in a half-open interval, by wallet and event. */
export async function movementsBetween(tx: Tx, userId: number, from: number, until: number): Promise<Movement[]> {
  const { rows } = await sql<{ wallet: number; event: EventCode; count: number; amount: bigint }>`
    select wallet, event, count(*) as count, sum(amount) as amount from bill
    where user_id = ${userId} and at >= ${isoInstant(from)} and at < ${isoInstant(until)}
    group by wallet, event order by wallet, event`.execute(tx)
  return rows.map((row) => ({ ...row, wallet: walletOfNumber(row.wallet), amount: money(row.amount) }))
}
