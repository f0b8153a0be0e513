import type { Language } from '@mex/contract/language.ts'
import { isOpenSession } from '#areas/account/open-sessions.ts'
import { isoInstant } from '#clock.ts'
import type { Rows } from '#db/schema.ts'
import { sql, type Tx } from '#db/sql.ts'

/** A browser that shows alerts while the page is closed. */
export type Device = {
  readonly user: number
  readonly endpoint: string
  readonly publicKey: string
  readonly secret: string
  /** The language that its person read when it was added. */
  readonly language: Language
}

/** Adds a browser, or takes it over for another session: a browser is told of the alerts of one person. */
export async function saveDevice(
  tx: Tx,
  { user, endpoint, publicKey, secret, language }: Device,
  sessionId: number,
  now: number,
): Promise<void> {
  await sql`
    insert into alert_device (user_id, session_id, endpoint, public_key, secret, language, created_at)
    values (${user}, ${sessionId}, ${endpoint}, ${publicKey}, ${secret}, ${language}, ${isoInstant(now)})
    on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      public_key = excluded.public_key, secret = excluded.secret, language = excluded.language`.execute(tx)
}

/** Keeps only the newest browsers of a person. */
export async function deleteOldDevices(tx: Tx, userId: number, kept: number): Promise<void> {
  await sql`
    delete from alert_device where id in (
      select id from alert_device where user_id = ${userId} order by id desc offset ${kept}
    )`.execute(tx)
}

export async function hasDevice(tx: Tx, userId: number, endpoint: string): Promise<boolean> {
  const { rows } = await sql<{ readonly found: number }>`
    select 1 as found from alert_device where user_id = ${userId} and endpoint = ${endpoint}`.execute(tx)
  return rows.length > 0
}

export async function deleteDevice(tx: Tx, userId: number, endpoint: string): Promise<void> {
  await sql`delete from alert_device where user_id = ${userId} and endpoint = ${endpoint}`.execute(tx)
}

type Row = Pick<Rows['alert_device'], 'user_id' | 'endpoint' | 'public_key' | 'secret' | 'language'>

/** The browsers of some people whose session is open at `wallNow`, by the wall clock. */
export async function devicesOf(tx: Tx, userIds: readonly number[], wallNow: number): Promise<readonly Device[]> {
  const { rows } = await sql<Row>`
    select device.user_id, device.endpoint, device.public_key, device.secret, device.language
    from alert_device device join session_token session on session.id = device.session_id
    where device.user_id = any(${userIds}::bigint[]) and ${isOpenSession(wallNow)}
    order by device.id`.execute(tx)
  return rows.map((row) => ({
    user: row.user_id,
    endpoint: row.endpoint,
    publicKey: row.public_key,
    secret: row.secret,
    language: row.language as Language,
  }))
}

/** Deletes the browsers of sessions that have ended. */
export async function deleteEndedDevices(tx: Tx, wallNow: number): Promise<void> {
  await sql`
    delete from alert_device device where not exists (
      select from session_token session where session.id = device.session_id and ${isOpenSession(wallNow)}
    )`.execute(tx)
}
