import { money, rate } from '@mex/core/money/money.ts'
import { transferStatusNumbers, type TransferStatus } from '@mex/core/wallet/transfer-status.ts'
import type { Transfer } from '@mex/core/wallet/transfer.ts'
import { present } from '@mex/core/assert.ts'
import { walletCurrency, walletNumbers, walletOfNumber } from '@mex/core/wallet/wallets.ts'
import { isoInstant } from '#clock.ts'
import { columns, keyColumns, sql, type Fragment, type Tx, type UserRowKey } from '#db/sql.ts'

/** Ids for new transfers. */
export async function takeTransferIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('transfer', 'id')) as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map((row) => row.id)
}

const numberOf = (status: TransferStatus): number => transferStatusNumbers[status]
const instantOrNull = (instant: number | undefined) => (instant === undefined ? undefined : isoInstant(instant))

/** Inserts new transfers, and updates ended ones. */
export async function saveTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length === 0) return
  const given = columns(
    transfers,
    ['bigint', (row) => row.user],
    ['bigint', (row) => row.id],
    ['smallint', (row) => walletNumbers[row.from]],
    ['smallint', (row) => walletNumbers[row.to]],
    ['text', (row) => walletCurrency[row.from]],
    ['text', (row) => walletCurrency[row.to]],
    ['numeric', (row) => row.amount],
    ['smallint', (row) => numberOf(row.status)],
    ['numeric', (row) => row.rate],
    ['numeric', (row) => row.received],
    ['timestamptz', (row) => isoInstant(row.submittedAt)],
    ['timestamptz', (row) => isoInstant(row.dueAt)],
    ['timestamptz', (row) => instantOrNull(row.cancelRequestedAt)],
    ['timestamptz', (row) => instantOrNull(row.endedAt)],
  )
  await sql`
    insert into transfer (user_id, id, from_wallet, to_wallet, from_currency, to_currency, amount, status, rate,
      settled_amount, submitted_at, due_at, cancel_requested_at, ended_at)
    overriding system value select * from ${given}
    on conflict (user_id, id) do update set status = excluded.status, rate = excluded.rate,
      settled_amount = excluded.settled_amount, cancel_requested_at = excluded.cancel_requested_at,
      ended_at = excluded.ended_at`.execute(tx)
}

type TransferRow = {
  id: number
  user: number
  from: number
  to: number
  amount: bigint
  status: number
  rate: bigint | null
  received: bigint | null
  submittedAt: number
  dueAt: number
  cancelRequestedAt: number | null
  endedAt: number | null
}

const statuses = Object.keys(transferStatusNumbers) as TransferStatus[]

function transferOf(row: TransferRow): Transfer {
  return {
    ...row,
    from: walletOfNumber(row.from),
    to: walletOfNumber(row.to),
    amount: money(row.amount),
    status: present(
      statuses.find((status) => numberOf(status) === row.status),
      `status ${row.status}`,
    ),
    rate: row.rate === null ? undefined : rate(row.rate),
    received: row.received === null ? undefined : money(row.received),
    cancelRequestedAt: row.cancelRequestedAt ?? undefined,
    endedAt: row.endedAt ?? undefined,
  }
}

const transferColumns = sql`transfer.id, transfer.user_id as "user", from_wallet as "from", to_wallet as "to", amount, status,
  rate, settled_amount as received, submitted_at as "submittedAt", due_at as "dueAt",
  cancel_requested_at as "cancelRequestedAt", ended_at as "endedAt"`

/** Transfers by user and id; without those of other users. */
export async function transfersOf(tx: Tx, keys: readonly UserRowKey[]): Promise<Transfer[]> {
  const { rows } = await sql<TransferRow>`
    select distinct ${transferColumns}
    from ${keyColumns(keys)} as given (user_id, id)
    join transfer on transfer.user_id = given.user_id and transfer.id = given.id`.execute(tx)
  return rows.map(transferOf)
}

/** Pending transfers that are due, in the order of due time and id, after a given one; read without locks. */
export async function dueTransfers(
  tx: Tx,
  now: number,
  after: { readonly dueAt: number; readonly id: number },
  limit: number,
): Promise<Transfer[]> {
  const { rows } = await sql<TransferRow>`
    select ${transferColumns} from transfer
    where status = 0 and due_at <= ${isoInstant(now)} and (due_at, id) > (${isoInstant(after.dueAt)}::timestamptz, ${after.id}::bigint)
    order by due_at, id limit ${limit}`.execute(tx)
  return rows.map(transferOf)
}

/** Transfers after an id, in the order of their ids. */
export async function transfersAfter(tx: Tx, afterId: number, limit: number): Promise<Transfer[]> {
  const { rows } = await sql<TransferRow>`
    select ${transferColumns} from transfer where id > ${afterId} order by id limit ${limit}`.execute(tx)
  return rows.map(transferOf)
}

/** A user's pending transfers without a cancel. */
export async function cancellableTransfers(tx: Tx, userId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from transfer
    where user_id = ${userId} and id = any(${ids}::bigint[]) and status = 0 and cancel_requested_at is null`.execute(tx)
  return new Set(rows.map((row) => row.id))
}

/** Invariant I6 (rulebook §8.5): the amounts that U.XFER must hold. */
export const transfersHeld: Fragment = sql`select user_id, from_wallet as wallet, amount from transfer where status = 0`
