import { present } from '@mex/core/assert.ts'
import type { Account, EventCode } from '@mex/core/ledger/accounts.ts'
import { money, type Money, type WalletCurrency } from '@mex/core/money/money.ts'
import type { Movement } from '@mex/core/portfolio/curve.ts'
import type { Booking } from '@mex/core/portfolio/months.ts'
import { walletNumbers, walletOfNumber } from '@mex/core/wallet/wallets.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

/** When the first journal of a user was booked; undefined before. */
export async function firstJournal(tx: Tx, userId: number): Promise<number | undefined> {
  const { rows } = await sql<{ at: number }>`
    select at from journal where user_id = ${userId} order by at limit 1`.execute(tx)
  return rows[0]?.at
}

type Row = { point: number; event: EventCode; wallet: number | null; at: number; amount: bigint }

/** Wallets in another currency than the curve, whose money from outside is converted at its own instant. */
const foreign = [walletNumbers.US_STOCK, walletNumbers.HK_STOCK]

/**
 * By how much journals changed what a user has in each wallet since the first of these instants: summed per event and by the first instant
 * after it. What is later than the last instant belongs to it. A correction counts as the event that it takes back.
 */
export async function movementsSince(
  tx: Tx,
  userId: number,
  instants: readonly number[],
): Promise<readonly Movement[]> {
  const bounds = instants.map(isoInstant)
  const { rows } = await sql<Row>`
    with moved as (
      select least(width_bucket(journal.at, ${bounds}::timestamptz[]), ${instants.length - 1}::int) as point, journal.at, wallet,
        coalesce(original.event, journal.event) as event, credit - debit as amount
      from journal
      join journal_line on journal_line.journal_id = journal.id and wallet is not null
      left join journal original on journal.event = 'E91' and original.id = journal.ref_id
      where journal.user_id = ${userId} and journal.at >= ${bounds[0] ?? null}::timestamptz
    )
    select point, event, wallet, max(at) as at, sum(amount) as amount from moved
    group by point, event, wallet, case when wallet = any(${foreign}::smallint[]) and event in ('E01', 'E92', 'E93') then at end
    having sum(amount) <> 0 order by point, max(at)`.execute(tx)
  return rows.map(({ wallet, amount, ...row }) => ({
    ...row,
    wallet: walletOfNumber(present(wallet, 'the wallet of a line of a user')),
    amount: money(amount),
  }))
}

/** What the journals of a user booked in accounts of others since the first of these instants, summed as the movements are. */
export async function bookingsSince(tx: Tx, userId: number, instants: readonly number[]): Promise<readonly Booking[]> {
  const bounds = instants.map(isoInstant)
  const { rows } = await sql<{
    point: number
    event: EventCode
    account: Account
    currency: WalletCurrency
    amount: bigint
  }>`
    select least(width_bucket(journal.at, ${bounds}::timestamptz[]), ${instants.length - 1}::int) as point,
      coalesce(original.event, journal.event) as event, account, currency, sum(debit - credit) as amount
    from journal
    join journal_line on journal_line.journal_id = journal.id and wallet is null
    left join journal original on journal.event = 'E91' and original.id = journal.ref_id
    where journal.user_id = ${userId} and journal.at >= ${bounds[0] ?? null}::timestamptz
    group by 1, 2, 3, 4`.execute(tx)
  return rows.map((row) => ({ ...row, amount: money(row.amount) }))
}

/** By how much the journals about each position, and about the orders that opened and closed it, changed the money of a user. */
export async function broughtByPosition(tx: Tx, userId: number, since: number): Promise<ReadonlyMap<number, Money>> {
  const { rows } = await sql<{ position: number; amount: bigint }>`
    select coalesce(trade_order.position_id, journal.ref_id) as position, sum(credit - debit) as amount
    from journal
    join journal_line on journal_line.journal_id = journal.id and journal_line.wallet is not null
    left join trade_order on journal.ref_type = 'order' and trade_order.user_id = journal.user_id and trade_order.id = journal.ref_id
    where journal.user_id = ${userId} and journal.at >= ${isoInstant(since)} and journal.ref_type in ('order', 'position')
    group by 1`.execute(tx)
  return new Map(rows.map(({ position, amount }) => [position, money(amount)]))
}
