import { isoInstant } from '#clock.ts'
import { sql, type Fragment, type Tx } from '#db/sql.ts'

async function idsOf(tx: Tx, statement: Fragment): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${statement}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Whether an account is open, so that its person may still leave it. */
export async function mayClose(tx: Tx, userId: number): Promise<boolean> {
  const found = await idsOf(
    tx,
    sql`select id from app_user where id = ${userId} and state not in ('CLOSING', 'CLOSED')`,
  )
  return found.length > 0
}

/** Guests whom nobody has seen since before an instant, at most `limit`, after an id. */
export const idleGuests = (tx: Tx, before: number, limit: number): Promise<number[]> =>
  idsOf(
    tx,
    sql`select id from app_user where state = 'GUEST' and last_seen_at < ${isoInstant(before)} order by last_seen_at limit ${limit}`,
  )

/** Guests among these who have still not been seen begin to leave; answers who. Their rows are locked. */
export const beginClosing = (tx: Tx, userIds: readonly number[], before: number): Promise<number[]> =>
  idsOf(
    tx,
    sql`update app_user set state = 'CLOSING'
      where id = any(${userIds}::bigint[]) and state = 'GUEST' and last_seen_at < ${isoInstant(before)} returning id`,
  )

/** Accounts that are leaving, by id after one. */
export const closingAccounts = (tx: Tx, afterId: number, limit: number): Promise<number[]> =>
  idsOf(tx, sql`select id from app_user where state = 'CLOSING' and id > ${afterId} order by id limit ${limit}`)

/** Nobody can sign in to the account from now on. */
export async function markClosed(tx: Tx, userId: number, now: number): Promise<void> {
  await sql`update app_user set state = 'CLOSED', closed_at = ${isoInstant(now)} where id = ${userId}`.execute(tx)
}

/** Accounts that closed before an instant and still say whose they were. */
export const closedAccounts = (tx: Tx, before: number, limit: number): Promise<number[]> =>
  idsOf(
    tx,
    sql`select id from app_user where state = 'CLOSED' and erased_at is null and closed_at < ${isoInstant(before)}
      order by closed_at limit ${limit}`,
  )

/** Sessions of these people that nobody has ended. */
export const sessionIdsOf = (tx: Tx, userIds: readonly number[]): Promise<number[]> =>
  idsOf(tx, sql`select id from session_token where user_id = any(${userIds}::bigint[]) and revoked_at is null`)
