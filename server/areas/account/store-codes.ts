import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

export type CodePurpose = 'register' | 'resetPassword' | 'payPassword'

export type CodeRow = {
  readonly id: number
  readonly code: Buffer
  /** The network that requested it. */
  readonly network: string
  /** Failed attempts from that network, and from all others. */
  readonly tries: number
  readonly foreignTries: number
  readonly createdAt: number
  readonly expiresAt: number
  readonly usedAt: number | null
}

/** Locks the address against concurrent transactions that send codes. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 7204))`.execute(tx)
}

const newest = (email: string, purpose: CodePurpose, limit: number) => sql`
  select id, code, network, tries, foreign_tries as "foreignTries", created_at as "createdAt",
    expires_at as "expiresAt", used_at as "usedAt"
  from email_code where lower(email) = lower(${email}) and purpose = ${purpose} order by id desc limit ${limit}`

/** The newest codes of an address, newest first. */
export async function newestCodes(tx: Tx, email: string, purpose: CodePurpose, limit: number): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`${newest(email, purpose, limit)}`.execute(tx)
  return rows
}

/** The same, locked for update. */
export async function newestCodesLocked(
  tx: Tx,
  email: string,
  purpose: CodePurpose,
  limit: number,
): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`${newest(email, purpose, limit)} for update`.execute(tx)
  return rows
}

/** How many codes were requested for an address and from a network since an instant (epoch ms). */
export async function codesSince(
  tx: Tx,
  { email, network, since }: { readonly email: string; readonly network: string; readonly since: number },
): Promise<{ readonly email: number; readonly network: number }> {
  const at = isoInstant(since)
  const { rows } = await sql<{ email: number; network: number }>`
    select (select count(*) from email_code where lower(email) = lower(${email}) and created_at > ${at}) as email,
      (select count(*) from email_code where network = ${network} and created_at > ${at}) as network`.execute(tx)
  return rows[0] ?? { email: 0, network: 0 }
}

export type NewCode = {
  readonly email: string
  readonly purpose: CodePurpose
  readonly code: Buffer
  readonly network: string
  readonly now: number
  readonly expiresAt: number
}

export async function insertCode(tx: Tx, code: NewCode): Promise<void> {
  await sql`
    insert into email_code (email, purpose, code, network, created_at, expires_at)
    values (${code.email}, ${code.purpose}, ${code.code}, ${code.network}, ${isoInstant(code.now)},
      ${isoInstant(code.expiresAt)})`.execute(tx)
}

/** Counts a failed attempt for each code, separately for the network that requested it and for all others. */
export async function countFailedAttempt(tx: Tx, ids: readonly number[], network: string): Promise<void> {
  await sql`
    update email_code set tries = tries + (network = ${network})::int,
      foreign_tries = foreign_tries + (network <> ${network})::int
    where id = any(${ids}::bigint[])`.execute(tx)
}

/** Marks every open code of an address as used. */
export async function markUsed(tx: Tx, email: string, purpose: CodePurpose, now: number): Promise<void> {
  await sql`
    update email_code set used_at = ${isoInstant(now)}
    where lower(email) = lower(${email}) and purpose = ${purpose} and used_at is null`.execute(tx)
}
