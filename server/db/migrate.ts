import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as rest } from 'node:timers/promises'
import { advisoryLocks } from './advisory-locks.ts'
import type { Rows } from './schema.ts'
import { codeOf, inTransaction, lockNotAvailable, sql, type Database, type Tx } from './sql.ts'

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

/** The tables are of a later version of the program, which keeps there what this one does not know of. */
export class NewerTables extends Error {
  override readonly name = 'NewerTables'
}

/** Throws `NewerTables` if a migration was applied that has no file here. */
export function expectKnown(applied: Iterable<string>, known: readonly Migration[]): void {
  const names = new Set(known.map(({ name }) => name))
  const newer = [...applied].find((name) => !names.has(name))
  if (newer !== undefined)
    throw new NewerTables(
      `These data are of a newer version of the program (${newer}): start that version, or restore a backup from before it.`,
    )
}

/** Migrations of these that were not applied yet; all of them unless `only` is given. */
async function pending(tx: Tx, all: readonly Migration[], only?: ReadonlySet<string>): Promise<Migration[]> {
  await sql`create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())`.execute(
    tx,
  )
  const { rows } = await sql<Pick<Rows['migration'], 'name' | 'hash'>>`select name, hash from migration`.execute(tx)
  const done = new Map(rows.map((row) => [row.name, row.hash]))
  expectKnown(done.keys(), all)
  const left = all.filter(({ name, hash }) => done.get(name) !== hash && only?.has(name) !== false)
  const changed = left.find(({ name }) => done.has(name))
  if (changed !== undefined)
    throw new Error(`Migration ${changed.name} was changed after it ran: write a new one instead`)
  return left
}

async function apply(tx: Tx, { name, text, hash }: Migration): Promise<void> {
  await sql.raw(text).execute(tx)
  await sql`insert into migration (name, hash) values (${name}, ${hash})`.execute(tx)
}

/** Other programs use the tables for longer than a migration waits. */
export class TablesInUse extends Error {
  override readonly name = 'TablesInUse'
}

type MigrateOptions = {
  /** Instead of the files. */
  readonly all?: readonly Migration[]
  readonly triesMost?: number
}

/** While a statement waits for the lock of a table, all orders of other servers wait behind it: not for long, and not soon again. */
const lockMilliseconds = 2000
const pauseMilliseconds = 1000
const defaultTries = 20

/** Applies a migration in a transaction of its own. Building an index takes its time; a lock that others hold does not get as long. */
async function applyAlone(tx: Tx, migration: Migration): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`select set_config('lock_timeout', ${String(lockMilliseconds)}, true)`.execute(tx)
  await apply(tx, migration)
}

async function applyPatiently(session: Database, migration: Migration, triesMost: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(session, (tx) => applyAlone(tx, migration))
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable) throw new Error(`Migration ${migration.name} failed`, { cause: error })
      if (tries >= triesMost)
        throw new TablesInUse(
          `Migration ${migration.name} needs tables that other programs keep locked (${tries} tries): see pg_stat_activity for long transactions, and start again. It has changed nothing.`,
          { cause: error },
        )
      await rest(pauseMilliseconds)
    }
  }
}

/**
 * Applies the missing migrations, each in its own transaction, forward only. A file that was applied with other content
 * is an error: applied migrations are never edited. Throws `NewerTables` on tables of a later version. Several processes may call it at once.
 */
export function migrate(db: Database, { all, triesMost = defaultTries }: MigrateOptions = {}): Promise<string[]> {
  return db.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${advisoryLocks.migrations})`.execute(session)
    const applied: string[] = []
    try {
      for (const migration of await pending(session, all ?? (await migrations()))) {
        await applyPatiently(session, migration, triesMost)
        applied.push(migration.name)
      }
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLocks.migrations})`.execute(session)
    }
    return applied
  })
}

/** Applies the named files in the caller's transaction: a backup is restored into the schema that it was made of. */
export async function migrateWithin(tx: Tx, only: ReadonlySet<string>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.migrations})`.execute(tx)
  for (const migration of await pending(tx, await migrations(), only)) await apply(tx, migration)
}
