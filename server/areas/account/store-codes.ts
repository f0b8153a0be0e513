import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

export type CodePurpose = 'register' | 'resetPassword' | 'payPassword'

export type CodeRow = {
  readonly id: number
  readonly code: Buffer
  readonly tries: number
  readonly createdAt: number
  readonly expiresAt: number
  readonly usedAt: number | null
}

/** Waits until no other transaction sends codes to this address. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 7204))`.execute(tx)
}

const codeColumns = sql`id, code, tries, created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt"`

/** The newest code of an address, which alone counts. */
export async function newestCode(tx: Tx, email: string, purpose: CodePurpose): Promise<CodeRow | undefined> {
  const { rows } = await sql<CodeRow>`
    select ${codeColumns} from email_code where lower(email) = lower(${email}) and purpose = ${purpose}
    order by id desc limit 1`.execute(tx)
  return rows[0]
}

/** The same, locked: whoever else tries it waits, and then sees what became of it. */
export async function newestCodeLocked(tx: Tx, email: string, purpose: CodePurpose): Promise<CodeRow | undefined> {
  const { rows } = await sql<CodeRow>`
    select ${codeColumns} from email_code where lower(email) = lower(${email}) and purpose = ${purpose}
    order by id desc limit 1 for update`.execute(tx)
  return rows[0]
}

/** How many codes an address and a network have asked for since an instant (epoch ms). */
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

export async function countTry(tx: Tx, id: number): Promise<void> {
  await sql`update email_code set tries = tries + 1 where id = ${id}`.execute(tx)
}

export async function markUsed(tx: Tx, id: number, now: number): Promise<void> {
  await sql`update email_code set used_at = ${isoInstant(now)} where id = ${id}`.execute(tx)
}
