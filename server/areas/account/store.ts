import { present } from '@mex/core/assert.ts'
import type { Language } from '@mex/contract/language.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

export type UserState = 'GUEST' | 'ACTIVE' | 'LOCKED_LOGIN' | 'CLOSING' | 'CLOSED'

export type UserRow = {
  readonly id: number
  readonly state: UserState
  readonly userType: 2 | 4
  readonly username: string
  readonly email: string | undefined
  readonly passwordHash: string | undefined
  readonly payPasswordHash: string | undefined
  readonly nickName: string | undefined
  readonly invitationCode: string
  readonly language: Language
  readonly realStatus: 0 | 1 | 2 | 3
  readonly realReason: string | undefined
  readonly blockStatus: 0 | 1 | 2 | 3
  readonly createdAt: number
}

type Nullable<Row, Names extends keyof Row> = Omit<Row, Names> & { readonly [Name in Names]: Row[Name] | null }
type StoredUser = Nullable<UserRow, 'email' | 'passwordHash' | 'payPasswordHash' | 'nickName' | 'realReason'>

const userColumns = sql`id, state, user_type as "userType", username, email, password_hash as "passwordHash",
  pay_password_hash as "payPasswordHash",
  nick_name as "nickName", invitation_code as "invitationCode", language, real_status as "realStatus", real_reason as "realReason",
  block_status as "blockStatus", created_at as "createdAt"`

function userOf(row: StoredUser | undefined): UserRow | undefined {
  if (row === undefined) return undefined
  const { email, passwordHash, payPasswordHash, nickName, realReason } = row
  return {
    ...row,
    email: email ?? undefined,
    passwordHash: passwordHash ?? undefined,
    payPasswordHash: payPasswordHash ?? undefined,
    nickName: nickName ?? undefined,
    realReason: realReason ?? undefined,
  }
}

export async function userById(tx: Tx, id: number): Promise<UserRow | undefined> {
  const { rows } = await sql<StoredUser>`select ${userColumns} from app_user where id = ${id}`.execute(tx)
  return userOf(rows[0])
}

/** The user of a sign-in name: a user ID or an e-mail, case-insensitive. */
export async function userByName(tx: Tx, name: string): Promise<UserRow | undefined> {
  const { rows } = await sql<StoredUser>`
    select ${userColumns} from app_user where lower(username) = lower(${name})
    union all
    select ${userColumns} from app_user where lower(email) = lower(${name}) and lower(username) <> lower(${name})
    limit 1`.execute(tx)
  return userOf(rows[0])
}

export async function emailExists(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await sql`select 1 from app_user where lower(email) = lower(${email})`.execute(tx)
  return rows.length > 0
}

/** Locks the user ID against concurrent transactions that choose it. */
export async function lockUsername(tx: Tx, username: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${username}), 7205))`.execute(tx)
}

export async function usernameExists(tx: Tx, username: string): Promise<boolean> {
  const { rows } = await sql`select 1 from app_user where lower(username) = lower(${username})`.execute(tx)
  return rows.length > 0
}

/** The user of an e-mail address, case-insensitive. */
export async function userByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  const { rows } = await sql<StoredUser>`
    select ${userColumns} from app_user where lower(email) = lower(${email})`.execute(tx)
  return userOf(rows[0])
}

/** The user of an invitation code, if the account is open. */
export async function inviterOf(tx: Tx, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user where invitation_code = ${code} and state not in ('CLOSING', 'CLOSED')`.execute(tx)
  return rows[0]?.id
}

export type NewUser = {
  readonly state: 'GUEST' | 'ACTIVE'
  readonly userType: 2 | 4
  readonly username: string
  readonly email: string | undefined
  readonly passwordHash: string | undefined
  readonly invitationCode: string
  readonly invitedBy: number | undefined
  readonly language: Language
  readonly agreement: Readonly<Record<string, string>>
  readonly now: number
  /** Last activity, wall time. */
  readonly wallNow: number
}

/** Creates a user; undefined when the user ID, the e-mail or the invitation code is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow | undefined> {
  const at = isoInstant(user.now)
  const { rows } = await sql<StoredUser>`
    insert into app_user
      (state, user_type, username, email, password_hash, invitation_code, invited_by, language, agreement, created_at, last_seen_at)
    values (${user.state}, ${user.userType}, ${user.username}, ${user.email}, ${user.passwordHash}, ${user.invitationCode},
      ${user.invitedBy}, ${user.language}, ${JSON.stringify(user.agreement)}::jsonb, ${at},
      ${isoInstant(user.wallNow)})
    on conflict do nothing returning ${userColumns}`.execute(tx)
  return userOf(rows[0])
}

/** Turns a guest into a registered user, who keeps everything else, also the user ID unless a new one was chosen. */
export async function claimGuest(
  tx: Tx,
  id: number,
  claim: Pick<NewUser, 'email' | 'passwordHash' | 'invitedBy' | 'agreement' | 'wallNow' | 'userType'> & {
    readonly username: string | undefined
  },
): Promise<UserRow | undefined> {
  const { rows } = await sql<StoredUser>`
    update app_user set state = 'ACTIVE', user_type = ${claim.userType},
      username = coalesce(${claim.username}::text, username), email = ${claim.email}, password_hash = ${claim.passwordHash},
      invited_by = ${claim.invitedBy}, agreement = ${JSON.stringify(claim.agreement)}::jsonb,
      last_seen_at = ${isoInstant(claim.wallNow)}
    where id = ${id} and state = 'GUEST' returning ${userColumns}`.execute(tx)
  return userOf(rows[0])
}

export type Lockout = {
  readonly failures: number
  readonly windowStartedAt: number
  readonly locks: number
  readonly lockedUntil: number | undefined
}

type StoredLockout = Nullable<Lockout, 'lockedUntil'>
const lockoutColumns = sql`failures, window_started_at as "windowStartedAt", locks, locked_until as "lockedUntil"`
const lockoutIn = ([row]: readonly StoredLockout[]): Lockout | undefined =>
  row === undefined ? undefined : { ...row, lockedUntil: row.lockedUntil ?? undefined }

/** Failed passwords of a name from a network; undefined when there were none. */
export async function lockoutOf(tx: Tx, name: string, network: string): Promise<Lockout | undefined> {
  const { rows } = await sql<StoredLockout>`
    select ${lockoutColumns} from sign_in_guard where name = ${name} and network = ${network}`.execute(tx)
  return lockoutIn(rows)
}

/** The same, new or known, locked until the end of the transaction: other attempts are counted after it, also those of other servers. */
export async function takeLockout(tx: Tx, name: string, network: string, now: number): Promise<Lockout | undefined> {
  const { rows } = await sql<StoredLockout>`
    insert into sign_in_guard (name, network, failures, window_started_at, locks)
    values (${name}, ${network}, 0, ${isoInstant(now)}, 0)
    on conflict (name, network) do update set name = excluded.name returning ${lockoutColumns}`.execute(tx)
  return lockoutIn(rows)
}

export async function saveLockout(tx: Tx, name: string, network: string, guard: Lockout): Promise<void> {
  const { failures, windowStartedAt, locks, lockedUntil } = guard
  const locked = lockedUntil === undefined ? undefined : isoInstant(lockedUntil)
  await sql`
    insert into sign_in_guard (name, network, failures, window_started_at, locks, locked_until)
    values (${name}, ${network}, ${failures}, ${isoInstant(windowStartedAt)}, ${locks}, ${locked})
    on conflict (name, network) do update set failures = excluded.failures,
      window_started_at = excluded.window_started_at, locks = excluded.locks, locked_until = excluded.locked_until`.execute(
    tx,
  )
}

export async function deleteLockout(tx: Tx, name: string, network: string): Promise<void> {
  await sql`delete from sign_in_guard where name = ${name} and network = ${network}`.execute(tx)
}

export type Mail = { readonly id: number; readonly recipient: string; readonly subject: string; readonly body: string }

export async function insertMail(tx: Tx, mail: Omit<Mail, 'id'>, now: number): Promise<void> {
  await sql`
    insert into mail (recipient, subject, body, created_at)
    values (${mail.recipient}, ${mail.subject}, ${mail.body}, ${isoInstant(now)})`.execute(tx)
}

/** The transaction may wait for others than the database, for longer than one of a server that stands still. */
export async function allowWaits(tx: Tx): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
}

/** Queued mail written after `since`, oldest first; other processes skip the locked rows. */
export async function waitingMail(tx: Tx, since: number, limit: number): Promise<Mail[]> {
  const { rows } = await sql<Mail>`
    select id, recipient, subject, body from mail where sent_at is null and created_at > ${isoInstant(since)}
    order by id limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** How many mails since an instant were not sent yet. */
export async function countWaitingMail(tx: Tx, since: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from mail where sent_at is null and created_at > ${isoInstant(since)}`.execute(tx)
  return present(rows[0], 'a count').count
}

export async function markSent(tx: Tx, ids: readonly number[], now: number): Promise<void> {
  await sql`update mail set sent_at = ${isoInstant(now)} where id = any(${ids}::bigint[])`.execute(tx)
}

/** Deletes mail that a mail server has accepted: its text may contain a code. */
export async function deleteMail(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from mail where id = any(${ids}::bigint[])`.execute(tx)
}

/** The newest configuration version; 0 before the first. */
export async function configVersion(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from config_version`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Deletes codes, lockouts, mail and ended sessions from before an instant (epoch ms); answers how many rows. */
export async function deleteOutdated(tx: Tx, before: number): Promise<number> {
  const instant = isoInstant(before)
  let deleted = 0n
  for (const statement of [
    sql`delete from email_code where created_at < ${instant}`,
    sql`delete from sign_in_guard where window_started_at < ${instant} and (locked_until is null or locked_until < ${instant})`,
    sql`delete from passkey_challenge where expires_at < ${instant}`,
    sql`delete from mail where created_at < ${instant}`,
    sql`delete from session_token where expires_at < ${instant} or revoked_at < ${instant}`,
  ])
    deleted += (await statement.execute(tx)).numAffectedRows ?? 0n
  return Number(deleted)
}
