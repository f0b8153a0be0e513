import { present } from '@mex/core/assert.ts'
import { currencyOf, type FundingAsset } from '@mex/core/funding/coins.ts'
import type { Conversion } from '@mex/core/money/conversion.ts'
import { fundingCurrency, fundingWallet } from '@mex/core/funding/postings.ts'
import { money, rate, type Money } from '@mex/core/money/money.ts'
import { type Review, reviewNumbers, withdrawalReasons } from '@mex/core/funding/review.ts'
import { walletNumbers } from '@mex/core/wallet/wallets.ts'
import type { PayoutState, Withdrawal, WithdrawalState } from '@mex/core/funding/withdrawals.ts'
import { isoInstant } from '#clock.ts'
import { columns, keyColumns, sql, type Fragment, type Tx, type UserRowKey } from '#db/sql.ts'

/** A paid withdrawal is stored as approved with an end. */
const numberOf = (state: WithdrawalState): number => reviewNumbers[state === 'paid' ? 'approved' : state]

/** Inserts or updates withdrawals. */
export async function saveWithdrawals(tx: Tx, withdrawals: readonly Withdrawal[]): Promise<void> {
  if (withdrawals.length === 0) return
  const given = columns(
    withdrawals,
    ['bigint', (row) => row.user],
    ['bigint', (row) => row.id],
    ['bigint', (row) => row.card],
    ['text', (row) => row.asset],
    ['text', (row) => row.target],
    ['numeric', (row) => row.amount],
    ['numeric', (row) => row.fee],
    ['numeric', (row) => row.conversion?.rate],
    ['numeric', (row) => row.conversion?.received],
    ['numeric', (row) => row.conversion?.atMid],
    ['smallint', (row) => numberOf(row.state)],
    ['text', (row) => row.reason],
    ['text', (row) => row.transaction],
    ['timestamptz', (row) => isoInstant(row.appliedAt)],
    ['timestamptz', (row) => isoInstant(row.dueAt)],
    ['timestamptz', (row) => (row.endedAt === undefined ? undefined : isoInstant(row.endedAt))],
  )
  await sql`
    insert into withdrawal (user_id, id, card_id, asset, target, amount, fee, rate, gross, gross_at_mid, status, reason,
      tx_hash, applied_at, due_at, ended_at)
    overriding system value select * from ${given}
    on conflict (user_id, id) do update set status = excluded.status, reason = excluded.reason,
      tx_hash = excluded.tx_hash, due_at = excluded.due_at, ended_at = excluded.ended_at`.execute(tx)
}

type Stored = {
  user: number
  id: number
  card: number
  asset: FundingAsset
  target: string
  amount: bigint
  fee: bigint
  rate: bigint | null
  gross: bigint | null
  grossAtMid: bigint | null
  status: number
  reason: string | null
  transaction: string | null
  appliedAt: number
  dueAt: number
  endedAt: number | null
}

function stateOf({ status, endedAt }: Stored): WithdrawalState {
  const reviews = Object.keys(reviewNumbers) as Review[]
  const review = present(
    reviews.find((each) => reviewNumbers[each] === status),
    `review ${status}`,
  )
  return review === 'approved' && endedAt !== null ? 'paid' : review
}

function conversionOf(row: Stored): Conversion | undefined {
  if (row.rate === null || row.gross === null || row.grossAtMid === null) return undefined
  return {
    from: fundingCurrency,
    to: currencyOf(row.asset),
    paid: money(row.amount),
    received: money(row.gross),
    atMid: money(row.grossAtMid),
    rate: rate(row.rate),
  }
}

const withdrawalOf = (row: Stored): Withdrawal => ({
  id: row.id,
  user: row.user,
  card: row.card,
  asset: row.asset,
  target: row.target,
  amount: money(row.amount),
  conversion: conversionOf(row),
  fee: money(row.fee),
  state: stateOf(row),
  reason: withdrawalReasons.find((reason) => reason === row.reason),
  transaction: row.transaction ?? undefined,
  appliedAt: row.appliedAt,
  dueAt: row.dueAt,
  endedAt: row.endedAt ?? undefined,
})

const withdrawalColumns = sql`withdrawal.user_id as "user", withdrawal.id, card_id as "card", asset, target,
  withdrawal.amount, fee, rate, gross, gross_at_mid as "grossAtMid", status, reason, tx_hash as "transaction",
  applied_at as "appliedAt", due_at as "dueAt", ended_at as "endedAt"`

export async function withdrawalsOf(tx: Tx, keys: readonly UserRowKey[]): Promise<Withdrawal[]> {
  const { rows } = await sql<Stored>`
    select distinct ${withdrawalColumns}
    from ${keyColumns(keys)} as given (user_id, id)
    join withdrawal on withdrawal.user_id = given.user_id and withdrawal.id = given.id`.execute(tx)
  return rows.map(withdrawalOf)
}

/** Withdrawals after an id, in the order of their ids. */
export async function withdrawalsAfter(tx: Tx, afterId: number, limit: number): Promise<Withdrawal[]> {
  const { rows } = await sql<Stored>`
    select ${withdrawalColumns} from withdrawal where id > ${afterId} order by id limit ${limit}`.execute(tx)
  return rows.map(withdrawalOf)
}

/** The amount that each user has applied for since an instant, without returned withdrawals. */
export async function appliedSince(
  tx: Tx,
  users: readonly number[],
  since: number,
): Promise<ReadonlyMap<number, Money>> {
  const { rows } = await sql<{ user: number; total: bigint }>`
    select user_id as "user", sum(amount) as total from withdrawal
    where user_id = any(${users}::bigint[]) and applied_at >= ${isoInstant(since)} and status <> 2
    group by user_id`.execute(tx)
  return new Map(rows.map(({ user, total }) => [user, money(total)]))
}

/** Withdrawals whose review is due or whose payout may be confirmed, by due time and id; read without locks. */
export async function dueWithdrawals(
  tx: Tx,
  now: number,
  after: { readonly dueAt: number; readonly id: number },
  limit: number,
): Promise<Withdrawal[]> {
  const { rows } = await sql<Stored>`
    select ${withdrawalColumns} from withdrawal
    where ended_at is null and due_at <= ${isoInstant(now)}
      and (due_at, id) > (${isoInstant(after.dueAt)}::timestamptz, ${after.id}::bigint)
    order by due_at, id limit ${limit}`.execute(tx)
  return rows.map(withdrawalOf)
}

/** Withdrawals under review, in order of due time; read without locks. */
export async function withdrawalsUnderReview(tx: Tx, limit: number): Promise<Withdrawal[]> {
  const { rows } = await sql<Stored>`
    select ${withdrawalColumns} from withdrawal where status = 1 order by due_at, id limit ${limit}`.execute(tx)
  return rows.map(withdrawalOf)
}

/** The user of a withdrawal. */
export async function withdrawalOwner(tx: Tx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ user: number }>`select user_id as "user" from withdrawal where id = ${id}`.execute(tx)
  return rows[0]?.user
}

/** The chain state of payouts: in a block up to this height, dropped, or pending. */
export async function payoutStates(
  tx: Tx,
  hashes: readonly string[],
  height: number,
): Promise<ReadonlyMap<string, PayoutState>> {
  const { rows } = await sql<{ hash: string; state: PayoutState }>`
    select hash, case when dropped_at is not null then 'failed' when height <= ${height} then 'done' else 'waiting' end as state
    from chain_transaction where hash = any(${hashes}::text[])`.execute(tx)
  return new Map(rows.map(({ hash, state }) => [hash, state]))
}

/** A page of a user's withdrawals, newest first, and the total count. */
export async function withdrawalPage(
  tx: Tx,
  userId: number,
  { id, status, limit, offset }: { id: number | undefined; status: Review | undefined; limit: number; offset: number },
) {
  const number = status === undefined ? null : reviewNumbers[status]
  const chosen = sql`user_id = ${userId} and (${id ?? null}::bigint is null or id = ${id ?? null}) and (${number}::smallint is null or status = ${number})`
  const [count, page] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from withdrawal where ${chosen}`.execute(tx),
    sql<Stored>`
      select ${withdrawalColumns} from withdrawal where ${chosen} order by id desc limit ${limit} offset ${offset}`.execute(
      tx,
    ),
  ])
  return { total: count.rows[0]?.total ?? 0, rows: page.rows.map(withdrawalOf) }
}

/** Invariant I6 (rulebook §8.5): the required balance of U.WDRAW. */
export const withdrawalsHeld: Fragment = sql`
  select user_id, ${sql.lit(walletNumbers[fundingWallet])}::smallint as wallet, amount from withdrawal where ended_at is null`
