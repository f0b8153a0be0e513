import { advisoryLocks } from '#db/advisory-locks.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

const versionColumns = sql`id, key, value, effective_from as "effectiveFrom", author, reason, hash`

export type ConfigurationVersion = {
  readonly id: number
  readonly key: string
  readonly value: number | boolean | string
  readonly effectiveFrom: number
  readonly author: string
  readonly reason: string
  readonly hash: Buffer
}

export async function lastVersion(tx: Tx): Promise<ConfigurationVersion | undefined> {
  const { rows } = await sql<ConfigurationVersion>`
    select ${versionColumns} from config_version order by id desc limit 1`.execute(tx)
  return rows[0]
}

/** The version in force of every key at an instant: the newest effective one. */
export async function versionsInForce(tx: Tx, now: number): Promise<ConfigurationVersion[]> {
  const { rows } = await sql<ConfigurationVersion>`
    select distinct on (key) ${versionColumns} from config_version
    where effective_from <= ${isoInstant(now)} order by key, effective_from desc, id desc`.execute(tx)
  return rows
}

/** Announced versions that are not in force yet. */
export async function versionsAhead(tx: Tx, now: number): Promise<ConfigurationVersion[]> {
  const { rows } = await sql<ConfigurationVersion>`
    select ${versionColumns} from config_version where effective_from > ${isoInstant(now)} order by effective_from, id limit 1000`.execute(
    tx,
  )
  return rows
}

/** Waits until no other transaction adds a version, because each hash includes the previous one. */
export async function lockVersions(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.versions})`.execute(tx)
}

export async function insertVersion(
  tx: Tx,
  version: Omit<ConfigurationVersion, 'id'>,
  now: number,
): Promise<ConfigurationVersion> {
  const { rows } = await sql<ConfigurationVersion>`
    insert into config_version (key, value, effective_from, author, reason, hash, created_at)
    values (${version.key}, ${JSON.stringify(version.value)}::jsonb, ${isoInstant(version.effectiveFrom)},
      ${version.author}, ${version.reason}, ${version.hash}, ${isoInstant(now)})
    returning ${versionColumns}`.execute(tx)
  const row = rows[0]
  if (row === undefined) throw new Error('Broken invariant: a new version has a row')
  return row
}
