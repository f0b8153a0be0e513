import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

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

/**
 * Brings a database up to date, each file in a transaction of its own, forward only. A file that was applied with
 * other content is an error: what has run is never edited. Several processes may call it at once. With `only` the rest
 * waits: a backup is put into the tables that it was made of.
 */
export async function migrate(pool: Pool, only?: ReadonlySet<string>): Promise<string[]> {
  const client = await pool.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock(7201)')
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration')
    const done = new Map(rows.map((row) => [row.name, row.hash]))
    for (const { name, text, hash } of await migrations()) {
      const before = done.get(name)
      if (before === hash || only?.has(name) === false) continue
      if (before !== undefined) throw new Error(`Migration ${name} was changed after it ran: write a new one instead`)
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${name} failed`, { cause: error })
      }
      applied.push(name)
    }
  } finally {
    await client.query('select pg_advisory_unlock(7201)')
    client.release()
  }
  return applied
}
