import type { PayPasswordTries } from '@mex/core/account/passwords.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

export async function savePassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await sql`
    update app_user set password_hash = ${passwordHash},
      state = case state when 'LOCKED_LOGIN' then 'ACTIVE' else state end
    where id = ${userId}`.execute(tx)
}

/** Stores a transaction password and resets the failed attempts. */
export async function savePayPassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await sql`
    update app_user set pay_password_hash = ${hash}, pay_failures = 0, pay_locked_until = null
    where id = ${userId}`.execute(tx)
}

type PayPassword = PayPasswordTries & { readonly hash: string | undefined }

const payColumns = sql`pay_password_hash as hash, pay_failures as failures, pay_locked_until as "lockedUntil"`
type PayRow = { readonly hash: string | null; readonly failures: number; readonly lockedUntil: number | null }

function payPasswordIn(rows: readonly PayRow[]): PayPassword {
  const { hash = null, failures = 0, lockedUntil = null } = rows[0] ?? {}
  return { hash: hash ?? undefined, failures, lockedUntil: lockedUntil ?? undefined }
}

/** The transaction password of a user and its failed attempts. */
export async function payPasswordOf(tx: Tx, userId: number): Promise<PayPassword> {
  const { rows } = await sql<PayRow>`select ${payColumns} from app_user where id = ${userId}`.execute(tx)
  return payPasswordIn(rows)
}

/** The same, locked until the end of the transaction. */
export async function payPasswordLocked(tx: Tx, userId: number): Promise<PayPassword> {
  const { rows } = await sql<PayRow>`select ${payColumns} from app_user where id = ${userId} for update`.execute(tx)
  return payPasswordIn(rows)
}

export async function savePayTries(tx: Tx, userId: number, tries: PayPasswordTries): Promise<void> {
  const locked = tries.lockedUntil === undefined ? undefined : isoInstant(tries.lockedUntil)
  await sql`
    update app_user set pay_failures = ${tries.failures}, pay_locked_until = ${locked} where id = ${userId}`.execute(tx)
}

/** Stores the market time of a password reset by e-mail, which pauses withdrawals. */
export async function recordPasswordReset(tx: Tx, userId: number, now: number): Promise<void> {
  await sql`update app_user set security_changed_at = ${isoInstant(now)} where id = ${userId}`.execute(tx)
}

/** When a password of a user was last reset by e-mail (market clock, epoch ms); undefined when never. */
export async function securityChangedAt(tx: Tx, userId: number): Promise<number | undefined> {
  const { rows } = await sql<{ at: number | null }>`
    select security_changed_at as at from app_user where id = ${userId}`.execute(tx)
  return rows[0]?.at ?? undefined
}

/** Deletes the failed attempts under these names, from every network. */
export async function deleteFailures(tx: Tx, names: readonly string[]): Promise<void> {
  await sql`delete from sign_in_guard where name = any(${names}::text[])`.execute(tx)
}
