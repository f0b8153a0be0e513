import { createHash } from 'node:crypto'
import { connect } from '@mex/server/testing.ts'

/** The contents of every table: the number of rows and a hash of the sorted rows. */
export type Tables = ReadonlyMap<string, string>

/** Snapshots of two databases are comparable. `apart` names one column per table to leave out. */
export async function readTables(
  connectionString: string,
  apart: Readonly<Record<string, string>> = {},
): Promise<Tables> {
  const { pool } = connect(connectionString, 1)
  try {
    const { rows } = await pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    const found = new Map<string, string>()
    for (const { name } of rows) {
      const without = apart[name]
      const row = without === undefined ? 'to_jsonb(t)' : `to_jsonb(t) - '${without}'`
      const read = await pool.query<{ text: string }>(`select (${row})::text as text from "${name}" t order by 1`)
      const hash = createHash('sha256')
      for (const { text } of read.rows) hash.update(`${text}\n`)
      found.set(name, `${read.rows.length} rows ${hash.digest('hex')}`)
    }
    return found
  } finally {
    await pool.end()
  }
}

/** The tables in which two snapshots differ. */
export const differing = (before: Tables, after: Tables): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)).toSorted()
