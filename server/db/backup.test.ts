import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connectForBackup, readDatabase, restoreDatabase, type BackupLine } from './backup.ts'
import { connect, inTransaction, sql, type Tx } from './sql.ts'
import { openTestDatabase } from './testing.ts'

const database = await openTestDatabase()
const target = new URL(database.connectionString)
target.pathname = `${target.pathname}_restored`
const emptyDatabase = target.pathname.slice(1)
after(async () => {
  await sql`drop database if exists ${sql.id(emptyDatabase)} with (force)`.execute(database.db)
  await database[Symbol.asyncDispose]()
})

/** Journals in the order of the chain; the last one has no link yet. Their transactions are in the future of the next server. */
const chain = [1, 3, 2, 4, 7, 5, 6]
const unlinked = 8

async function writeJournals(): Promise<void> {
  const { pool } = connect(database.connectionString, 1, ['session_replication_role=replica'])
  for (const [index, id] of [...chain, unlinked].entries()) {
    await pool.query(
      `insert into journal (id, xid, event, event_key, at, ref_type, ref_id) values ($1, $2, 'NOTE', $3, now(), 'note', 1)`,
      [id, String(10_000_000 + index), `note:${id}, "quoted" \\ and\nbroken`],
    )
    if (id !== unlinked)
      await pool.query(`insert into seal (seq, journal_id, prev_hash, hash) values ($1, $2, '\\x00', '\\x01')`, [
        index + 1,
        id,
      ])
  }
  await pool.end()
}

async function readLines(): Promise<readonly BackupLine[]> {
  await using db = connectForBackup(database.connectionString)
  const lines: BackupLine[] = []
  const read = async (tx: Tx): Promise<void> => {
    for await (const line of readDatabase(tx, '2026-11-20T16:00:00Z')) lines.push(line)
  }
  await inTransaction(db, read, 'snapshot')
  return lines
}

async function* given(lines: readonly BackupLine[]): AsyncGenerator<BackupLine> {
  yield* lines
}

test('restored journals have past transaction ids in the order of the chain, as few as keep it', async () => {
  await writeJournals()
  const lines = await readLines()
  await sql`create database ${sql.id(emptyDatabase)}`.execute(database.db)
  await restoreDatabase(target.href, given(lines), () => Promise.resolve())
  const { pool } = connect(target.href, 1)
  const { rows } = await pool.query<{ id: number; xid: string; key: string; past: boolean }>(
    `select id, xid::text as xid, event_key as key, xid < pg_snapshot_xmin(pg_current_snapshot()) as past
     from journal order by journal.xid, id`,
  )
  await pool.end()
  assert.deepEqual(
    rows.map(({ id }) => id),
    [...chain, unlinked],
  )
  assert.deepEqual(
    rows.map(({ xid }) => xid),
    ['3', '3', '4', '4', '4', '5', '5', '5'],
  )
  assert(rows.every(({ id, key, past }) => past && key === `note:${id}, "quoted" \\ and\nbroken`))
})
