import type { UserAccount } from '@mex/core/ledger/accounts.ts'
import { billsOf, type Balance, type Bill, type Journal, type Line } from '@mex/core/ledger/ledger.ts'
import { money } from '@mex/core/money/money.ts'
import type { Unsettled } from '@mex/core/wallet/settlement.ts'
import { walletCurrency, walletNumbers, walletOfNumber, type Wallet } from '@mex/core/wallet/wallets.ts'

import { isoInstant } from '#clock.ts'
import { columns, sql, type Tx } from '#db/sql.ts'

/** The balance rows of some users; only of `wallets` if given. */
export async function balancesOf(
  tx: Tx,
  users: readonly number[],
  wallets: readonly Wallet[] | undefined,
): Promise<Balance[]> {
  const chosen = wallets?.map((wallet) => walletNumbers[wallet])
  const { rows } = await sql<{ user: number; wallet: number; account: UserAccount; amount: bigint }>`
    select user_id as "user", wallet, account, amount from balance
    where user_id = any(${users}::bigint[]) and (${chosen ?? null}::smallint[] is null or wallet = any(${chosen ?? null}))`.execute(
    tx,
  )
  return rows.map((row) => {
    const wallet = walletOfNumber(row.wallet)
    return { user: row.user, account: row.account, wallet, currency: walletCurrency[wallet], amount: money(row.amount) }
  })
}

/** Journals per statement; equals the block size of the sequence of journal ids. */
export const journalBlock = 1000

type Indexed<Row> = Row & { readonly index: number }

/**
 * Inserts at most `journalBlock` journals with their lines and bills, and the final balances, in one statement. Returns
 * the ids of the new journals. A journal whose event key is in the ledger already is left out with its lines and bills.
 */
export async function insertJournals(
  tx: Tx,
  journals: readonly Journal[],
  balances: readonly Balance[],
): Promise<Map<string, number>> {
  const lines = journals.flatMap((entry, index) =>
    entry.lines.map((line, number): Indexed<Line & { number: number; user: number | undefined }> => {
      return { ...line, index, number: number + 1, user: line.wallet === undefined ? undefined : entry.user }
    }),
  )
  const bills = journals.flatMap((entry, index) =>
    billsOf(entry).map((row): Indexed<Bill & { entry: Journal }> => ({ ...row, index, entry })),
  )
  const { rows } = await sql<{ id: number; key: string }>`
    with block as materialized (select nextval('journal_id') as start),
    inserted as (
      insert into journal (id, event, event_key, user_id, at, ref_type, ref_id, memo)
      select start + index, event, event_key, user_id, at, ref_type, ref_id, memo
      from block, ${journalColumns(journals)} as given (index, event, event_key, user_id, at, ref_type, ref_id, memo)
      order by index
      on conflict (event_key) do nothing returning id, event_key
    ),
    lines as (
      insert into journal_line (journal_id, line, account, user_id, wallet, currency, debit, credit)
      select inserted.id, line, account, user_id, wallet, currency, debit, credit
      from block, ${lineColumns(lines)} as given (index, line, account, user_id, wallet, currency, debit, credit), inserted
      where inserted.id = start + index
    ),
    bills as (
      insert into bill (user_id, journal_id, wallet, currency, amount, event, ref_type, ref_id, memo, at)
      select user_id, inserted.id, wallet, currency, amount, event, ref_type, ref_id, memo, at
      from block, ${billColumns(bills)} as given (index, user_id, wallet, currency, amount, event, ref_type, ref_id, memo, at), inserted
      where inserted.id = start + index
    ),
    balances as (${balanceUpsert(balances)})
    select id, event_key as key from inserted`.execute(tx)
  return new Map(rows.map((row) => [row.key, row.id]))
}

/** Saves final balances. */
export async function saveBalances(tx: Tx, balances: readonly Balance[]): Promise<void> {
  await balanceUpsert(balances).execute(tx)
}

function journalColumns(journals: readonly Journal[]) {
  return columns(
    journals.map((entry, index) => ({ ...entry, index })),
    ['bigint', (row) => row.index],
    ['text', (row) => row.event],
    ['text', (row) => row.key],
    ['bigint', (row) => row.user],
    ['timestamptz', (row) => isoInstant(row.at)],
    ['text', (row) => row.reference.type],
    ['bigint', (row) => row.reference.id],
    ['text', (row) => row.memo ?? ''],
  )
}

function lineColumns(lines: readonly Indexed<Line & { number: number; user: number | undefined }>[]) {
  return columns(
    lines,
    ['bigint', (row) => row.index],
    ['smallint', (row) => row.number],
    ['text', (row) => row.account],
    ['bigint', (row) => row.user],
    ['smallint', (row) => (row.wallet === undefined ? undefined : walletNumbers[row.wallet])],
    ['text', (row) => row.currency],
    ['numeric', (row) => row.debit],
    ['numeric', (row) => row.credit],
  )
}

function billColumns(bills: readonly Indexed<Bill & { entry: Journal }>[]) {
  return columns(
    bills,
    ['bigint', (row) => row.index],
    ['bigint', (row) => row.user],
    ['smallint', (row) => walletNumbers[row.wallet]],
    ['text', (row) => row.currency],
    ['numeric', (row) => row.amount],
    ['text', (row) => row.event],
    ['text', (row) => row.entry.reference.type],
    ['bigint', (row) => row.entry.reference.id],
    ['text', (row) => row.entry.memo ?? ''],
    ['timestamptz', (row) => isoInstant(row.entry.at)],
  )
}

function balanceUpsert(balances: readonly Balance[]) {
  const given = columns(
    balances,
    ['bigint', (row) => row.user],
    ['smallint', (row) => walletNumbers[row.wallet]],
    ['text', (row) => row.currency],
    ['text', (row) => row.account],
    ['numeric', (row) => row.amount],
  )
  return sql`
    insert into balance (user_id, wallet, currency, account, amount) select * from ${given}
    on conflict (user_id, wallet, currency, account) do update set amount = excluded.amount`
}

export type UnsettledRow = Unsettled & { readonly user: number; readonly wallet: Wallet }

/** Unsettled proceeds of some users, oldest first. */
export async function unsettledOf(tx: Tx, users: readonly number[]): Promise<UnsettledRow[]> {
  const { rows } = await sql<{ user: number; wallet: number; releaseDate: string; amount: bigint }>`
    select user_id as "user", wallet, release_date as "releaseDate", amount from unsettled
    where user_id = any(${users}::bigint[]) order by release_date`.execute(tx)
  return rows.map((row) => ({ ...row, wallet: walletOfNumber(row.wallet), amount: money(row.amount) }))
}

/** Makes `rows` the only unsettled proceeds of the wallets in `places`. */
export async function replaceUnsettled(
  tx: Tx,
  places: readonly { readonly user: number; readonly wallet: Wallet }[],
  rows: readonly UnsettledRow[],
): Promise<void> {
  const changed = columns(places, ['bigint', (row) => row.user], ['smallint', (row) => walletNumbers[row.wallet]])
  const given = columns(
    rows,
    ['bigint', (row) => row.user],
    ['smallint', (row) => walletNumbers[row.wallet]],
    ['date', (row) => row.releaseDate],
    ['numeric', (row) => row.amount],
  )
  await sql`
    with given as materialized (select * from ${given} as given (user_id, wallet, release_date, amount)),
    removed as (
      delete from unsettled using ${changed} as changed (user_id, wallet)
      where unsettled.user_id = changed.user_id and unsettled.wallet = changed.wallet
        and not exists (
          select from given where given.user_id = unsettled.user_id and given.wallet = unsettled.wallet
            and given.release_date = unsettled.release_date
        )
    )
    insert into unsettled (user_id, wallet, release_date, amount) select * from given
    on conflict (user_id, wallet, release_date) do update set amount = excluded.amount`.execute(tx)
}

/** Deletes the proceeds of a wallet that settle on or before a date; returns the number of rows. */
export async function releaseUnsettled(tx: Tx, wallet: Wallet, date: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from unsettled where wallet = ${walletNumbers[wallet]} and release_date <= ${date}::date`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
