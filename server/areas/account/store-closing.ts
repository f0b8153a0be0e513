import { isoInstant } from '#clock.ts'
import { sql, type Fragment, type Tx } from '#db/sql.ts'

async function idsOf(tx: Tx, statement: Fragment): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${statement}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Whether an account is open, so that its user may close it. */
export async function mayClose(tx: Tx, userId: number): Promise<boolean> {
  const found = await idsOf(
    tx,
    sql`select id from app_user where id = ${userId} and state not in ('CLOSING', 'CLOSED')`,
  )
  return found.length > 0
}

/** Guests who were last active before an instant, at most `limit`, the longest inactive first. */
export const idleGuests = (tx: Tx, before: number, limit: number): Promise<number[]> =>
  idsOf(
    tx,
    sql`select id from app_user where state = 'GUEST' and last_seen_at < ${isoInstant(before)} order by last_seen_at limit ${limit}`,
  )

/** Starts closing those of these guests who are still inactive; answers their ids. Locks their rows. */
export const beginClosing = (tx: Tx, userIds: readonly number[], before: number): Promise<number[]> =>
  idsOf(
    tx,
    sql`update app_user set state = 'CLOSING'
      where id = any(${userIds}::bigint[]) and state = 'GUEST' and last_seen_at < ${isoInstant(before)} returning id`,
  )

/** Accounts in the state CLOSING with ids above `afterId`, in order of id. */
export const closingAccounts = (tx: Tx, afterId: number, limit: number): Promise<number[]> =>
  idsOf(tx, sql`select id from app_user where state = 'CLOSING' and id > ${afterId} order by id limit ${limit}`)

/** Sets the final state: sign-in is refused from now on. */
export async function markClosed(tx: Tx, userId: number, now: number): Promise<void> {
  await sql`update app_user set state = 'CLOSED', closed_at = ${isoInstant(now)} where id = ${userId}`.execute(tx)
}

/** Accounts that closed before an instant and still contain personal data. */
export const closedAccounts = (tx: Tx, before: number, limit: number): Promise<number[]> =>
  idsOf(
    tx,
    sql`select id from app_user where state = 'CLOSED' and erased_at is null and closed_at < ${isoInstant(before)}
      order by closed_at limit ${limit}`,
  )

/** Sessions of these users that are not revoked. */
export const sessionIdsOf = (tx: Tx, userIds: readonly number[]): Promise<number[]> =>
  idsOf(tx, sql`select id from session_token where user_id = any(${userIds}::bigint[]) and revoked_at is null`)
