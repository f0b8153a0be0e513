import { columns, sql, type Database } from '#db/sql.ts'
import { openEncryption } from './encryption.ts'
import type { Randomness } from './randomness.ts'
import type { Secrets } from './secrets.ts'

/** The keys in the data folder are not those that the database was made with. */
export class OtherKeys extends Error {
  override readonly name = 'OtherKeys'
}

/**
 * Throws `OtherKeys` if a secret is not the one that these data began with. With another one passwords no longer match, papers
 * cannot be read, or prices are others, and people would find out one by one. A digest tells nothing about its key.
 */
export async function expectSameKeys(db: Database, secrets: Secrets, randomness: Randomness): Promise<void> {
  const own = Object.entries(secrets).map(([name, key]) => ({
    name,
    digest: openEncryption(key, 'installation', randomness).digest(name),
  }))
  await sql`insert into installation_key (name, digest)
    select name, digest from ${columns(own, ['text', ({ name }) => name], ['bytea', ({ digest }) => digest])} as row (name, digest)
    on conflict (name) do nothing`.execute(db)
  const { rows } = await sql<{ name: string; digest: Buffer }>`select name, digest from installation_key`.execute(db)
  const stored = new Map(rows.map(({ name, digest }) => [name, digest]))
  const other = own.filter(({ name, digest }) => stored.get(name)?.equals(digest) === false).map(({ name }) => name)
  if (other.length > 0)
    throw new OtherKeys(
      `These data were made with other keys (${other.join(', ')}): DATA_DIR must have the folder "secrets" that belongs to this database.`,
    )
}
