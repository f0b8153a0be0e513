import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

export type PasskeyRow = {
  readonly id: number
  readonly userId: number
  readonly credential: string
  readonly host: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly isSynced: boolean
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | undefined
}

type Stored = Omit<PasskeyRow, 'lastUsedAt'> & { readonly lastUsedAt: number | null }

const passkeyColumns = sql`id, user_id as "userId", credential, host, public_key as "publicKey", counter,
  is_synced as "isSynced", name, created_at as "createdAt", last_used_at as "lastUsedAt"`

const passkeyOf = (row: Stored): PasskeyRow => ({ ...row, lastUsedAt: row.lastUsedAt ?? undefined })

/** The newest first. */
export async function passkeysOf(tx: Tx, userId: number): Promise<PasskeyRow[]> {
  const { rows } = await sql<Stored>`
    select ${passkeyColumns} from passkey where user_id = ${userId} order by id desc`.execute(tx)
  return rows.map(passkeyOf)
}

export async function passkeyByCredential(tx: Tx, credential: string): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<Stored>`
    select ${passkeyColumns} from passkey where credential = ${credential}`.execute(tx)
  return rows.map(passkeyOf)[0]
}

export type NewPasskey = Omit<PasskeyRow, 'id' | 'lastUsedAt'>

/** Stores a passkey; undefined when the credential is already registered. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<PasskeyRow | undefined> {
  const { userId, credential, host, publicKey, counter, isSynced, name, createdAt } = passkey
  const { rows } = await sql<Stored>`
    insert into passkey (user_id, credential, host, public_key, counter, is_synced, name, created_at)
    values (${userId}, ${credential}, ${host}, ${publicKey}, ${counter}, ${isSynced}, ${name}, ${isoInstant(createdAt)})
    on conflict do nothing returning ${passkeyColumns}`.execute(tx)
  return rows.map(passkeyOf)[0]
}

/** Updates the counter after a use; false after a concurrent use or removal. */
export async function recordPasskeyUse(tx: Tx, { id, counter: before }: PasskeyRow, counter: number, now: number) {
  const { rows } = await sql`
    update passkey set counter = ${counter}, last_used_at = ${isoInstant(now)}
    where id = ${id} and counter = ${before} returning 1`.execute(tx)
  return rows.length > 0
}

/** Removes a passkey of a user; answers its name, undefined when the user has no such passkey. */
export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from passkey where id = ${id} and user_id = ${userId} returning name`.execute(tx)
  return rows[0]?.name
}

/** Stores a challenge: of a user who creates a passkey, or without a user for a sign-in. */
export async function insertChallenge(
  tx: Tx,
  challenge: string,
  userId: number | undefined,
  expiresAt: number,
): Promise<void> {
  await sql`
    insert into passkey_challenge (challenge, user_id, expires_at)
    values (${challenge}, ${userId}, ${isoInstant(expiresAt)})`.execute(tx)
}

/** Deletes a challenge; false when it was not issued to this user, was used before, or has expired. */
export async function takeChallenge(
  tx: Tx,
  challenge: string,
  userId: number | undefined,
  now: number,
): Promise<boolean> {
  const { rows } = await sql<{ isGood: boolean }>`
    delete from passkey_challenge where challenge = ${challenge}
    returning user_id is not distinct from ${userId}::bigint and expires_at > ${isoInstant(now)} as "isGood"`.execute(
    tx,
  )
  return rows[0]?.isGood === true
}
