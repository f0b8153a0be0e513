import type { Coin } from '@mex/core/funding/coins.ts'
import type { ChainPayment } from '@mex/core/funding/deposits.ts'
import { money, type Money } from '@mex/core/money/money.ts'
import { isoInstant } from '#clock.ts'
import { columns, sql, type Tx } from '#db/sql.ts'

export type AddressRow = { readonly address: string; readonly user: number; readonly coin: Coin }

/** Stores the owners of addresses; idempotent, because addresses are derived from user and coin. */
export async function saveAddresses(tx: Tx, addresses: readonly AddressRow[]): Promise<void> {
  const given = columns(
    addresses,
    ['text', (row) => row.address],
    ['bigint', (row) => row.user],
    ['text', (row) => row.coin],
  )
  await sql`
    insert into chain_address (address, user_id, coin) select * from ${given} on conflict do nothing`.execute(tx)
}

/** The owners of addresses; unknown addresses are missing. */
export async function ownersOf(tx: Tx, addresses: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ address: string; user: number }>`
    select address, user_id as "user" from chain_address where address = any(${addresses}::text[])`.execute(tx)
  return new Map(rows.map(({ address, user }) => [address, user]))
}

/** A transaction of the simulated chain. */
export type ChainRow = {
  readonly id: number
  readonly hash: string
  readonly coin: Coin
  readonly address: string
  readonly receiver: number | undefined
  readonly amount: Money
  readonly height: number
  readonly sender: number | undefined
  readonly withdrawal: number | undefined
  readonly createdAt: number
}

export async function insertTransactions(tx: Tx, transactions: readonly ChainRow[]): Promise<void> {
  if (transactions.length === 0) return
  const given = columns(
    transactions,
    ['bigint', (row) => row.id],
    ['text', (row) => row.hash],
    ['text', (row) => row.coin],
    ['text', (row) => row.address],
    ['bigint', (row) => row.receiver],
    ['numeric', (row) => row.amount],
    ['bigint', (row) => row.height],
    ['bigint', (row) => row.sender],
    ['bigint', (row) => row.withdrawal],
    ['timestamptz', (row) => isoInstant(row.createdAt)],
  )
  await sql`
    insert into chain_transaction
      (id, hash, coin, address, receiver_id, amount, height, sender_id, withdrawal_id, created_at)
    overriding system value select * from ${given}`.execute(tx)
}

type PaymentRow = Omit<ChainPayment, 'amount'> & { readonly amount: bigint }

/** The current state of payments by hash. */
export async function paymentsOf(tx: Tx, hashes: readonly string[]): Promise<ReadonlyMap<string, ChainPayment>> {
  const { rows } = await sql<PaymentRow>`
    select hash, coin, address, amount, height, dropped_at is not null as "isDropped"
    from chain_transaction where hash = any(${hashes}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.hash, { ...row, amount: money(row.amount) }]))
}

/** Stores the deposit of each payment. */
export async function linkDeposits(tx: Tx, seen: readonly { readonly hash: string; readonly deposit: number }[]) {
  if (seen.length === 0) return
  const given = columns(seen, ['text', (row) => row.hash], ['bigint', (row) => row.deposit])
  await sql`
    update chain_transaction set deposit_id = given.deposit
    from ${given} as given (hash, deposit) where chain_transaction.hash = given.hash`.execute(tx)
}

export type PaymentKey = { readonly user: number; readonly hash: string }

export type PaymentFilter = {
  readonly height: number
  /** The required number of confirmations. */
  readonly confirmations: number
  /** Coins without a rate now: payments that wait only for a rate are skipped, so that they do not fill the batch. */
  readonly rateless: readonly Coin[]
  readonly limit: number
}

/**
 * Payments whose deposit may change: not yet detected, with another number of confirmations, with enough confirmations,
 * or dropped by the chain. Payments to a closed account stay on the chain. Read without locks.
 */
export async function paymentsToCheck(
  tx: Tx,
  { height, confirmations, rateless, limit }: PaymentFilter,
): Promise<PaymentKey[]> {
  const { rows } = await sql<PaymentKey>`
    (select receiver_id as "user", hash from chain_transaction
      where receiver_id is not null and deposit_id is null and dropped_at is null
        and not exists (select from app_user where app_user.id = receiver_id and state = 'CLOSED')
      order by id limit ${limit})
    union
    (select deposit.user_id, tx_hash from deposit join chain_transaction payment on payment.hash = deposit.tx_hash
      where deposit.status = 1 and seen_at is not null
        and (dropped_at is not null or (confirmations >= ${confirmations}::int and asset <> all(${rateless}::text[]))
          or confirmations <> greatest(0, least(${confirmations}::int, ${height}::bigint - payment.height + 1)))
      order by deposit.id limit ${limit})
    union
    (select deposit.user_id, tx_hash from chain_transaction payment join deposit on deposit.id = payment.deposit_id
      where dropped_at is not null and deposit.status = 3 and lost_at is null order by payment.id limit ${limit})`.execute(
    tx,
  )
  return rows
}

/**
 * The amount that the faucet has sent since an instant, per coin: to a user's addresses, or to an unknown address.
 */
export async function faucetSince(
  tx: Tx,
  to: { readonly receiver: number | undefined; readonly address: string },
  coin: Coin,
  since: number,
): Promise<Money> {
  const { receiver, address } = to
  const recipient =
    receiver === undefined ? sql`address = ${address} and receiver_id is null` : sql`receiver_id = ${receiver}`
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(amount), 0) as total from chain_transaction
    where ${recipient} and coin = ${coin} and created_at >= ${isoInstant(since)} and sender_id is not null`.execute(tx)
  return money(rows[0]?.total ?? 0n)
}

/** The faucet transactions of a user, newest first. */
export async function sentBy(tx: Tx, sender: number, limit: number): Promise<(ChainPayment & { createdAt: number })[]> {
  const { rows } = await sql<PaymentRow & { createdAt: number }>`
    select hash, coin, address, amount, height, dropped_at is not null as "isDropped", created_at as "createdAt"
    from chain_transaction where sender_id = ${sender} order by id desc limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, amount: money(row.amount) }))
}

/**
 * Replaces the blocks from a height on: their transactions move into a later block, except the dropped ones. A paid
 * payout is never dropped.
 */
export async function replaceBlocks(
  tx: Tx,
  { from, into, dropped, at }: { from: number; into: number; dropped: readonly string[]; at: number },
): Promise<void> {
  // Updates many rows in no defined lock order.
  await sql`lock table chain_transaction in share row exclusive mode`.execute(tx)
  await sql`
    update chain_transaction set dropped_at = ${isoInstant(at)}
    where hash = any(${dropped}::text[]) and dropped_at is null and height >= ${from}
      and not exists (
        select from withdrawal where withdrawal.id = withdrawal_id and ended_at is not null and status = 3
      )`.execute(tx)
  await sql`
    update chain_transaction set height = ${into} where height >= ${from} and height < ${into} and dropped_at is null`.execute(
    tx,
  )
}
