import type { Language } from '@mex/contract/language.ts'
import { isoInstant } from '#clock.ts'
import { columns, sql, type Fragment, type Tx } from '#db/sql.ts'
import { isOpenSession } from './open-sessions.ts'
import type { UserState } from './store.ts'

export type Scope = 'session' | 'onboard'

export type NewSession = {
  readonly hash: Buffer
  readonly userId: number
  readonly scope: Scope
  readonly agent: string
  readonly now: number
  readonly expiresAt: number
  /** The idempotency key of the request that opens it, if it has one. */
  readonly idempotencyKeyHash: Buffer | undefined
}

/** Saves a session; answers its id. */
export async function insertSession(tx: Tx, session: NewSession): Promise<number> {
  const at = isoInstant(session.now)
  const { rows } = await sql<{ id: number }>`
    insert into session_token (hash, user_id, scope, agent, created_at, last_seen_at, expires_at, request_key_hash)
    values (${session.hash}, ${session.userId}, ${session.scope}, ${session.agent}, ${at}, ${at},
      ${isoInstant(session.expiresAt)}, ${session.idempotencyKeyHash}) returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('Broken invariant: a new session has an id')
  return id
}

/** Whether a user with earlier sessions has none with this user agent, among the sessions still stored. */
export async function isNewDevice(tx: Tx, userId: number, agent: string): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select count(*) > 0 and not coalesce(bool_or(agent = ${agent}), false) as "isNew"
    from session_token where user_id = ${userId}`.execute(tx)
  return rows[0]?.isNew === true
}

async function revoke(tx: Tx, now: number, which: Fragment): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update session_token set revoked_at = ${isoInstant(now)} where revoked_at is null and ${which} returning id`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** The sessions that were revoked since an instant of the wall clock. */
export async function revokedSince(tx: Tx, since: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from session_token where revoked_at >= ${isoInstant(since)}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Revokes all but the newest `keep` sessions of a user; answers their ids. */
export const revokeOldest = (tx: Tx, userId: number, keep: number, now: number): Promise<number[]> =>
  revoke(
    tx,
    now,
    sql`id in (
      select id from session_token where user_id = ${userId} and revoked_at is null
      order by created_at desc, id desc offset ${keep}
    )`,
  )

/** Revokes every session of a user; answers their ids. */
export const revokeAll = (tx: Tx, userId: number, now: number): Promise<number[]> =>
  revoke(tx, now, sql`user_id = ${userId}`)

/** Revokes every session of a user but one; answers their ids. */
export const revokeOthers = (tx: Tx, userId: number, kept: number | undefined, now: number): Promise<number[]> =>
  revoke(tx, now, sql`user_id = ${userId} and id is distinct from ${kept}::bigint`)

/** Revokes the sessions that earlier attempts of the same request opened; answers their ids. */
export const revokeByRequest = (tx: Tx, userId: number, idempotencyKeyHash: Buffer, now: number): Promise<number[]> =>
  revoke(tx, now, sql`user_id = ${userId} and request_key_hash = ${idempotencyKeyHash}`)

/**
 * Whether no session of a user was revoked since a request opened one, except those that retries of the same request
 * replaced.
 */
export async function isUndisturbed(tx: Tx, userId: number, idempotencyKeyHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ isUndisturbed: boolean }>`
    with own as (
      select id, revoked_at from session_token where user_id = ${userId} and request_key_hash = ${idempotencyKeyHash}
    )
    select exists (select from own where id = (select max(id) from own) and revoked_at is null)
      and not exists (
        select from session_token where user_id = ${userId} and revoked_at is not null
          and request_key_hash is distinct from ${idempotencyKeyHash} and id > (select min(id) from own)
      ) as "isUndisturbed"`.execute(tx)
  return rows[0]?.isUndisturbed === true
}

/** Revokes one session of a user; false when the user has no such session. */
export async function revokeSession(tx: Tx, userId: number, id: number, now: number): Promise<boolean> {
  await revoke(tx, now, sql`user_id = ${userId} and id = ${id}`)
  const { rows } = await sql`select 1 from session_token where user_id = ${userId} and id = ${id}`.execute(tx)
  return rows.length > 0
}

export type SessionRow = {
  readonly id: number
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly agent: string
}

/** Sessions of a user that are open at `now`, newest first. */
export async function sessionsOf(tx: Tx, userId: number, now: number): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, created_at as "createdAt", last_seen_at as "lastSeenAt", agent from session_token
    where user_id = ${userId} and ${isOpenSession(now)}
    order by created_at desc, id desc limit 200`.execute(tx)
  return rows
}

export type TokenRow = {
  readonly sessionId: number
  readonly userId: number
  readonly scope: Scope
  readonly expiresAt: number
  readonly lastSeenAt: number
  readonly state: UserState
  readonly userType: 2 | 4
  readonly language: Language
}

/** The sessions and the users of token hashes, without those that are unknown or revoked. */
export async function tokensOf(
  tx: Tx,
  hashes: readonly Buffer[],
): Promise<readonly (TokenRow & { readonly hash: Buffer })[]> {
  const { rows } = await sql<TokenRow & { hash: Buffer }>`
    select given.hash, session_token.id as "sessionId", user_id as "userId", scope, expires_at as "expiresAt",
      session_token.last_seen_at as "lastSeenAt", state, user_type as "userType", language
    from ${columns(hashes, ['bytea', (hash) => hash])} as given (hash)
    join session_token on session_token.hash = given.hash
    join app_user on app_user.id = user_id where revoked_at is null`.execute(tx)
  return rows
}

/** Updates the last activity of a session and its user. */
export async function touchSession(tx: Tx, sessionId: number, userId: number, now: number): Promise<void> {
  await sql`
    with session as (
      update session_token set last_seen_at = ${isoInstant(now)} where id = ${sessionId}
    )
    update app_user set last_seen_at = ${isoInstant(now)} where id = ${userId}`.execute(tx)
}
