import type { UserAccount } from '@mex/core/ledger/accounts.ts'
import type { Balance } from '@mex/core/ledger/ledger.ts'
import { money, type WalletCurrency } from '@mex/core/money/money.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Fragment, type Tx } from '#db/sql.ts'
import { readWallet } from './store-chain-links.ts'

/** Maximum number of rows in the findings of one check. */
export const shown = 20

export type Difference = { readonly what: string; readonly found: string; readonly expected: string }

async function differences(tx: Tx, statement: Fragment): Promise<Difference[]> {
  const { rows } = await sql<Difference>`${statement} limit ${shown}`.execute(tx)
  return rows
}

/**
 * Settings of a check of all rows: no statement timeout, and one processor, because the others serve calls. (Starting
 * parallel workers would take several times as long as reading the pages.)
 */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(tx)
  await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
}

/**
 * Settings of a page of such a check: it reads the rows of its users by index. The planner, who does not know how few they are,
 * would read whole tables to join them.
 */
export async function readByIndex(tx: Tx): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(tx)
  await sql`set local enable_hashjoin = off`.execute(tx)
  await sql`set local enable_mergejoin = off`.execute(tx)
}

/** Whose rows a check reads: a condition on the column `user_id` of a table. */
export type Scope = (table: string) => Fragment

export const everybody: Scope = () => sql`true`
/** Journals that belong to no user. */
export const nobody: Scope = (table) => sql`${sql.ref(`${table}.user_id`)} is null`
export const onlyUsers =
  (users: readonly number[]): Scope =>
  (table) =>
    sql`${sql.ref(`${table}.user_id`)} = any(${users}::bigint[])`

/** The lines of journals. Those of some users are found through their journals, because lines have no index of users. */
const linesOf = (scope: Scope): Fragment =>
  scope === everybody
    ? sql`journal_line`
    : sql`(
        select journal_line.* from journal join journal_line on journal_line.journal_id = journal.id where ${scope('journal')}
      ) as journal_line`

/** I1: debit and credit of everything, per currency and account side. */
export const unbalancedCurrencies = (tx: Tx): Promise<Difference[]> =>
  differences(
    tx,
    sql`select currency as what, sum(debit)::text as found, sum(credit)::text as expected
      from journal_line group by currency having sum(debit) <> sum(credit)`,
  )

/** I1, journal by journal: each balances in every currency and has lines unless it is a note. */
export const unbalancedJournals = (tx: Tx, scope: Scope): Promise<Difference[]> =>
  differences(
    tx,
    sql`select 'journal ' || journal_id || ' in ' || currency as what, sum(debit)::text as found, sum(credit)::text as expected
      from ${linesOf(scope)} group by journal_id, currency having sum(debit) <> sum(credit)
      union all
      select 'lines of journal ' || id, '0', 'some' from journal
      where event <> 'NOTE' and not exists (select from journal_line where journal_id = id) and ${scope('journal')}
      union all
      select 'event key ' || event_key, count(*)::text, '1' from journal where ${scope('journal')} group by event_key having count(*) > 1
      union all
      select 'lines of user ' || line.user_id || ' in journal ' || id, 'user ' || line.user_id, 'user ' || coalesce(journal.user_id::text, 'none')
      from journal join journal_line line on line.journal_id = id
      where line.user_id is not null and line.user_id is distinct from journal.user_id and ${scope('journal')}`,
  )

/** I2: every balance of a user is the sum of its lines, and none is below zero. */
export const wrongBalances = (tx: Tx, scope: Scope): Promise<Difference[]> =>
  differences(
    tx,
    sql`with summed as (
        select user_id, wallet, currency, account, sum(credit) - sum(debit) as amount
        from ${linesOf(scope)} where user_id is not null group by 1, 2, 3, 4
      ), balance as (select * from balance where ${scope('balance')})
      select account || ' of user ' || user_id || ', wallet ' || wallet || ' in ' || currency as what,
        coalesce(balance.amount, 0)::text as found, coalesce(summed.amount, 0)::text as expected
      from balance full join summed using (user_id, wallet, currency, account)
      where coalesce(balance.amount, 0) <> coalesce(summed.amount, 0) or balance.amount < 0`,
  )

/**
 * I3–I6: a user account holds exactly the amounts of the open rows: `held` are statements that return user_id, wallet
 * (number) and amount, any number of rows each.
 */
export function wrongHoldings(
  tx: Tx,
  scope: Scope,
  account: UserAccount,
  held: readonly Fragment[],
): Promise<Difference[]> {
  const none = sql`select null::bigint as user_id, null::smallint as wallet, null::numeric as amount where false`
  const union = sql.join(
    [none, ...held].map(
      (fragment) => sql`select user_id, wallet, amount from (${fragment}) as held where ${scope('held')}`,
    ),
    sql` union all `,
  )
  return differences(
    tx,
    sql`with expected as (
        select user_id, wallet, sum(amount) as amount from (${union}) as rows group by user_id, wallet
      ), found as (
        select user_id, wallet, amount from balance where account = ${account} and ${scope('balance')}
      )
      select ${account}::text || ' of user ' || user_id || ', wallet ' || wallet as what,
        coalesce(found.amount, 0)::text as found, coalesce(expected.amount, 0)::text as expected
      from found full join expected using (user_id, wallet)
      where coalesce(found.amount, 0) <> coalesce(expected.amount, 0)
      order by user_id, wallet`,
  )
}

/** I9: the amounts that the market paid to each user equal the realised results of their positions, gross. */
export const wrongMarket = (tx: Tx, scope: Scope, realised: readonly Fragment[]): Promise<Difference[]> =>
  wrongSums(tx, scope, 'SYS.MARKET', sql`account = 'SYS.MARKET'`, realised, sql`-1`)

/** I9 for fees: the commissions and levies that each user paid equal the fees in their rows. */
export const wrongFees = (tx: Tx, scope: Scope, charged: readonly Fragment[]): Promise<Difference[]> =>
  wrongSums(
    tx,
    scope,
    'fees',
    sql`(account = 'REV.COMMISSION' or account like 'SYS.LEVY.%') and event in ('E31', 'E34', 'E35')`,
    charged,
    sql`1`,
  )

/** I6 for deposits: the unconfirmed deposits of each user equal the amounts of the open rows. */
export const wrongPending = (tx: Tx, scope: Scope, pending: readonly Fragment[]): Promise<Difference[]> =>
  wrongSums(tx, scope, 'SYS.DEPOSIT_PENDING', sql`account = 'SYS.DEPOSIT_PENDING'`, pending, sql`1`)

/**
 * Compares the changes of system accounts by each user's journals with statements that return user_id, currency and
 * amount, times a sign. The accounts stand in the statement itself, so that their own index serves the sum.
 */
function wrongSums(
  tx: Tx,
  scope: Scope,
  what: string,
  lines: Fragment,
  statements: readonly Fragment[],
  sign: Fragment,
): Promise<Difference[]> {
  const none = sql`select null::bigint as user_id, null::text as currency, null::numeric as amount where false`
  const union = sql.join(
    [none, ...statements].map(
      (fragment) => sql`select user_id, currency, amount from (${fragment}) as given where ${scope('given')}`,
    ),
    sql` union all `,
  )
  return differences(
    tx,
    sql`with expected as (
        select user_id, currency, ${sign} * sum(amount) as amount from (${union}) as rows group by user_id, currency
      ), found as (
        select coalesce(journal.user_id, 0) as user_id, currency, sum(credit) - sum(debit) as amount
        from journal_line join journal on journal.id = journal_id where ${lines} and ${scope('journal')} group by 1, 2
      )
      select ${what}::text || ' of user ' || user_id || ' in ' || currency as what,
        coalesce(found.amount, 0)::text as found, coalesce(expected.amount, 0)::text as expected
      from found full join expected using (user_id, currency)
      where coalesce(found.amount, 0) <> coalesce(expected.amount, 0)
      order by user_id, currency`,
  )
}

/** I10: the history of a wallet adds up to its available, reserved, applied and withdrawn balances. */
export const wrongBills = (tx: Tx, scope: Scope): Promise<Difference[]> =>
  differences(
    tx,
    sql`with expected as (
        select user_id, wallet, sum(amount) as amount from balance
        where account in ('U.AVAIL', 'U.ORDER', 'U.SUBSCR', 'U.WDRAW') and ${scope('balance')} group by user_id, wallet
      ), found as (select user_id, wallet, sum(amount) as amount from bill where ${scope('bill')} group by user_id, wallet)
      select 'bills of user ' || user_id || ', wallet ' || wallet as what,
        coalesce(found.amount, 0)::text as found, coalesce(expected.amount, 0)::text as expected
      from found full join expected using (user_id, wallet)
      where coalesce(found.amount, 0) <> coalesce(expected.amount, 0)
      order by user_id, wallet`,
  )

/** I8: journals that the hash chain has skipped, and those without a link that are older than `since` (epoch ms). */
export const unlinkedJournals = (tx: Tx, scope: Scope, since: number): Promise<Difference[]> =>
  differences(
    tx,
    sql`with last as (select xid, id from journal where id = (select journal_id from seal order by seq desc limit 1))
      select 'journal ' || journal.id as what, 'no seal' as found, 'a seal' as expected
      from journal where not exists (select from seal where journal_id = journal.id)
        and ((xid, id) <= (select xid, id from last) or at < ${isoInstant(since)}::timestamptz) and ${scope('journal')}`,
  )

/** A balance as it is stored: a wallet that is none stays readable, so that it is reported. */
type BalanceRow = {
  readonly user: number
  readonly wallet: number
  readonly currency: WalletCurrency
  readonly account: UserAccount
  readonly amount: bigint
}

/** Balances per page: few enough that adding them up hardly delays answers of the same process. */
const balancePage = 500

/** All balances, in pages. */
export async function* balancePages(tx: Tx): AsyncGenerator<readonly Balance[]> {
  let after: Omit<BalanceRow, 'amount'> | undefined
  do {
    const { rows } = await sql<BalanceRow>`
      select user_id as "user", wallet, currency, account, amount from balance
      where (user_id, wallet, currency, account)
        > (${after?.user ?? 0}::bigint, ${after?.wallet ?? 0}::smallint, ${after?.currency ?? ''}::text, ${after?.account ?? ''}::text)
      order by user_id, wallet, currency, account limit ${balancePage}`.execute(tx)
    yield rows.map((row) => ({ ...row, wallet: readWallet(row.wallet), amount: money(row.amount) }))
    after = rows.length < balancePage ? undefined : rows.at(-1)
  } while (after !== undefined)
}

/** The next users by id, at most `limit`. */
export async function usersAfter(tx: Tx, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user where id > ${after} order by id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Triggers and constraints that protect the ledger inside the database. Verification reports a missing one. */
const guards: readonly (readonly [kind: 'trigger' | 'constraint', table: string, name: string])[] = [
  ['trigger', 'journal', 'journal_append_only'],
  ['trigger', 'journal', 'journal_has_lines'],
  ['trigger', 'journal_line', 'journal_line_append_only'],
  ['trigger', 'journal_line', 'journal_line_balances'],
  ['trigger', 'bill', 'bill_append_only'],
  ['trigger', 'seal', 'seal_append_only'],
  ['constraint', 'journal', 'journal_pkey'],
  ['constraint', 'journal', 'journal_event_key_key'],
  ['constraint', 'journal_line', 'journal_line_pkey'],
  ['constraint', 'journal_line', 'journal_line_debit_check'],
  ['constraint', 'journal_line', 'journal_line_credit_check'],
  ['constraint', 'balance', 'balance_pkey'],
  ['constraint', 'balance', 'balance_amount_check'],
  ['constraint', 'bill', 'bill_pkey'],
  ['constraint', 'seal', 'seal_pkey'],
  ['constraint', 'seal', 'seal_journal_id_key'],
]

/** Triggers and constraints that are missing or disabled. */
export async function missingGuards(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ guard: string }>`
    select 'trigger ' || tgrelid::regclass || ' ' || tgname as guard from pg_trigger where not tgisinternal and tgenabled in ('O', 'A')
    union all
    select 'constraint ' || conrelid::regclass || ' ' || conname from pg_constraint
    where convalidated and conrelid <> 0`.execute(tx)
  const found = new Set(rows.map((row) => row.guard))
  return guards.map((guard) => guard.join(' ')).filter((guard) => !found.has(guard))
}
