import { present } from '@mex/core/assert.ts'
import { currencyOf, isCoin } from '@mex/core/funding/coins.ts'
import { assetOf, declaredMilliseconds, type Deposit } from '@mex/core/funding/deposits.ts'
import { type Review, depositReasons, reviewNumbers } from '@mex/core/funding/review.ts'
import { money, rate, type Money, type WalletCurrency } from '@mex/core/money/money.ts'
import { isoInstant } from '#clock.ts'
import { columns, keyColumns, sql, type Tx, type UserRowKey } from '#db/sql.ts'

const kinds = { coin: 1, fiat: 2 } as const
const optionalInstant = (at: number | undefined) => (at === undefined ? undefined : isoInstant(at))
const dueAtOf = (deposit: Deposit): number =>
  deposit.kind === 'fiat' ? deposit.dueAt : deposit.createdAt + declaredMilliseconds

/** Inserts or updates deposits. */
export async function saveDeposits(tx: Tx, deposits: readonly Deposit[]): Promise<void> {
  if (deposits.length === 0) return
  const coin = (row: Deposit) => (row.kind === 'coin' ? row : undefined)
  const given = columns(
    deposits,
    ['bigint', (row) => row.user],
    ['bigint', (row) => row.id],
    ['smallint', (row) => kinds[row.kind]],
    ['text', assetOf],
    ['text', (row) => currencyOf(assetOf(row))],
    ['text', (row) => coin(row)?.address],
    ['text', (row) => coin(row)?.transaction],
    ['numeric', (row) => row.amount],
    ['numeric', (row) => row.received],
    ['numeric', (row) => row.rate],
    ['smallint', (row) => coin(row)?.confirmations ?? 0],
    ['smallint', (row) => reviewNumbers[row.status]],
    ['text', (row) => row.reason],
    ['text', (row) => (row.kind === 'fiat' ? row.proof : undefined)],
    ['timestamptz', (row) => optionalInstant(coin(row)?.seenAt)],
    ['timestamptz', (row) => isoInstant(row.createdAt)],
    ['timestamptz', (row) => isoInstant(dueAtOf(row))],
    ['timestamptz', (row) => optionalInstant(row.endedAt)],
    ['timestamptz', (row) => optionalInstant(coin(row)?.lostAt)],
  )
  await sql`
    insert into deposit (user_id, id, kind, asset, currency, address, tx_hash, amount, received, rate, confirmations,
      status, reason, proof, seen_at, created_at, due_at, ended_at, lost_at)
    overriding system value select * from ${given}
    on conflict (user_id, id) do update set address = excluded.address, tx_hash = excluded.tx_hash,
      amount = excluded.amount, received = excluded.received, rate = excluded.rate,
      confirmations = excluded.confirmations, status = excluded.status, reason = excluded.reason,
      seen_at = excluded.seen_at, ended_at = excluded.ended_at, lost_at = excluded.lost_at`.execute(tx)
}

type Stored = {
  user: number
  id: number
  asset: string
  address: string | null
  transaction: string | null
  amount: bigint | null
  received: bigint | null
  rate: bigint | null
  confirmations: number
  status: number
  reason: string | null
  proof: string | null
  seenAt: number | null
  createdAt: number
  dueAt: number
  endedAt: number | null
  lostAt: number | null
}

const reviews = Object.keys(reviewNumbers) as Review[]
const reviewOf = (number: number): Review =>
  present(
    reviews.find((review) => reviewNumbers[review] === number),
    `review ${number}`,
  )
const moneyOrNot = (amount: bigint | null): Money | undefined => (amount === null ? undefined : money(amount))

function depositOf(row: Stored): Deposit {
  const progress = {
    id: row.id,
    user: row.user,
    status: reviewOf(row.status),
    reason: depositReasons.find((reason) => reason === row.reason),
    createdAt: row.createdAt,
    endedAt: row.endedAt ?? undefined,
    received: moneyOrNot(row.received),
    rate: row.rate === null ? undefined : rate(row.rate),
  }
  if (!isCoin(row.asset)) {
    return {
      ...progress,
      kind: 'fiat',
      currency: row.asset as WalletCurrency,
      amount: present(moneyOrNot(row.amount), 'the amount of a fiat deposit'),
      proof: present(row.proof, 'the proof of a fiat deposit'),
      dueAt: row.dueAt,
    }
  }
  return {
    ...progress,
    kind: 'coin',
    coin: row.asset,
    address: present(row.address, 'the address of a coin deposit'),
    transaction: row.transaction ?? undefined,
    amount: moneyOrNot(row.amount),
    seenAt: row.seenAt ?? undefined,
    confirmations: row.confirmations,
    lostAt: row.lostAt ?? undefined,
  }
}

const depositColumns = sql`deposit.user_id as "user", deposit.id, asset, address, tx_hash as "transaction", amount, received,
  rate, confirmations, status, reason, proof, seen_at as "seenAt", deposit.created_at as "createdAt", due_at as "dueAt",
  ended_at as "endedAt", lost_at as "lostAt"`

export async function depositsOf(tx: Tx, keys: readonly UserRowKey[]): Promise<Deposit[]> {
  const { rows } = await sql<Stored>`
    select distinct ${depositColumns}
    from ${keyColumns(keys)} as given (user_id, id)
    join deposit on deposit.user_id = given.user_id and deposit.id = given.id`.execute(tx)
  return rows.map(depositOf)
}

/** Deposits after an id, in the order of their ids. */
export async function depositsAfter(tx: Tx, afterId: number, limit: number): Promise<Deposit[]> {
  const { rows } = await sql<Stored>`
    select ${depositColumns} from deposit where id > ${afterId} order by id limit ${limit}`.execute(tx)
  return rows.map(depositOf)
}

/** The deposits of these users with these transactions, and announced ones without a transaction. */
export async function depositsOnChain(tx: Tx, users: readonly number[], hashes: readonly string[]): Promise<Deposit[]> {
  const { rows } = await sql<Stored>`
    select ${depositColumns} from deposit
    where user_id = any(${users}::bigint[]) and kind = 1
      and (tx_hash = any(${hashes}::text[]) or (status = 1 and seen_at is null))`.execute(tx)
  return rows.map(depositOf)
}

/** The number of announced deposits per user. */
export async function countPending(tx: Tx, users: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ user: number; count: number }>`
    select user_id as "user", count(*) as count from deposit
    where user_id = any(${users}::bigint[]) and status = 1 and seen_at is null group by user_id`.execute(tx)
  return new Map(rows.map(({ user, count }) => [user, count]))
}

/** Due deposits: proofs to review, and announcements without a payment. Read without locks. */
export async function dueDeposits(tx: Tx, now: number, after: DueCursor, limit: number): Promise<Deposit[]> {
  const { rows } = await sql<Stored>`
    select ${depositColumns} from deposit
    where status = 1 and seen_at is null and due_at <= ${isoInstant(now)}
      and (due_at, id) > (${isoInstant(after.dueAt)}::timestamptz, ${after.id}::bigint)
    order by due_at, id limit ${limit}`.execute(tx)
  return rows.map(depositOf)
}

/** Fiat deposits under review, in order of due time; read without locks. */
export async function fiatDepositsUnderReview(tx: Tx, limit: number): Promise<Deposit[]> {
  const { rows } = await sql<Stored>`
    select ${depositColumns} from deposit where kind = 2 and status = 1 order by due_at, id limit ${limit}`.execute(tx)
  return rows.map(depositOf)
}

/** The user of a fiat deposit. */
export async function fiatDepositOwner(tx: Tx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ user: number }>`
    select user_id as "user" from deposit where id = ${id} and kind = 2`.execute(tx)
  return rows[0]?.user
}

export type DueCursor = { readonly dueAt: number; readonly id: number }
export const cursorOf = (deposit: Deposit): DueCursor => ({ dueAt: dueAtOf(deposit), id: deposit.id })

export type ApprovedKey = { readonly user: number; readonly currency: WalletCurrency }

/** The approved deposits of the simulated bank since an instant, per user and currency. */
export async function approvedSince(
  tx: Tx,
  users: readonly number[],
  since: number,
): Promise<readonly (ApprovedKey & { readonly amount: Money })[]> {
  const { rows } = await sql<ApprovedKey & { amount: bigint }>`
    select user_id as "user", currency, sum(amount) as amount from deposit
    where user_id = any(${users}::bigint[]) and kind = 2 and status = 3 and ended_at >= ${isoInstant(since)}
    group by user_id, currency`.execute(tx)
  return rows.map((row) => ({ ...row, amount: money(row.amount) }))
}

export type DepositFilter = {
  readonly id: number | undefined
  readonly kind: 'coin' | 'fiat' | undefined
  readonly status: Review | undefined
  readonly limit: number
  readonly offset: number
}

/** A page of a user's deposits, newest first, and the total count. */
export async function depositPage(tx: Tx, userId: number, filter: DepositFilter) {
  const { id, kind, status, limit, offset } = filter
  const chosen = sql`user_id = ${userId}
    and (${id ?? null}::bigint is null or id = ${id ?? null})
    and (${kind === undefined ? null : kinds[kind]}::smallint is null or kind = ${kind === undefined ? null : kinds[kind]})
    and (${status === undefined ? null : reviewNumbers[status]}::smallint is null
      or status = ${status === undefined ? null : reviewNumbers[status]})`
  const [count, page] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from deposit where ${chosen}`.execute(tx),
    sql<Stored>`
      select ${depositColumns} from deposit where ${chosen} order by id desc limit ${limit} offset ${offset}`.execute(
      tx,
    ),
  ])
  return { total: count.rows[0]?.total ?? 0, rows: page.rows.map(depositOf) }
}

/** The required balance of SYS.DEPOSIT_PENDING (rulebook §8.5). */
export const depositsPending = sql`select user_id, currency, amount from deposit where status = 1 and seen_at is not null`
