import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { ClientBase, Pool } from 'pg'

const folder = new URL('./migrations/', import.meta.url)

export type Migration = { readonly name: string; readonly text: string; readonly hash: string }

/** The numbered files in order. */
export async function migrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** What of the numbered files has not been applied yet; without `only` all of them. */
async function pending(client: ClientBase, only?: ReadonlySet<string>): Promise<Migration[]> {
  await client.query(
    'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration')
  const done = new Map(rows.map((row) => [row.name, row.hash]))
  const left = (await migrations()).filter(({ name, hash }) => done.get(name) !== hash && only?.has(name) !== false)
  const changed = left.find(({ name }) => done.has(name))
  if (changed !== undefined)
    throw new Error(`Migration ${changed.name} was changed after it ran: write a new one instead`)
  return left
}

async function apply(client: ClientBase, { name, text, hash }: Migration): Promise<void> {
  await client.query(text)
  await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
}

/**
 * Brings a database up to date, each file in a transaction of its own, forward only. A file that was applied with
 * other content is an error: what has run is never edited. Several processes may call it at once.
 */
export async function migrate(pool: Pool): Promise<string[]> {
  const client = await pool.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock(7201)')
    for (const migration of await pending(client)) {
      await client.query('begin')
      try {
        await apply(client, migration)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${migration.name} failed`, { cause: error })
      }
      applied.push(migration.name)
    }
  } finally {
    await client.query('select pg_advisory_unlock(7201)')
    client.release()
  }
  return applied
}

/** Makes the tables of the named files in the transaction of the caller: a backup is put into what it was made of. */
export async function migrateWithin(client: ClientBase, only: ReadonlySet<string>): Promise<void> {
  await client.query('select pg_advisory_xact_lock(7201)')
  for (const migration of await pending(client, only)) await apply(client, migration)
}
