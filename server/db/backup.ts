import { migrateWithin, migrations } from './migrate.ts'
import { connect, inTransaction, sql, type Database, type Fragment, type Tx } from './sql.ts'

/** One line of a backup (NDJSON): schema, rows, sequences and files of an installation. */
export type BackupLine =
  | { readonly kind: 'start'; readonly format: 1; readonly at: string; readonly migrations: readonly Applied[] }
  | {
      readonly kind: 'rows'
      readonly table: string
      readonly columns: readonly string[]
      readonly rows: readonly string[]
    }
  | { readonly kind: 'sequence'; readonly name: string; readonly value: string; readonly isCalled: boolean }
  | { readonly kind: 'file'; readonly path: string; readonly content: string }
  | { readonly kind: 'end'; readonly rows: number }

export type Applied = { readonly name: string; readonly hash: string }

/** The backup is unreadable, or the target cannot take it: the message is for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** Tables without lasting data, and tables that the migrations fill themselves. */
const leftOut = new Set(['outbox', 'ended_session', 'migration'])
/** Approximate bytes in memory at once. A row may have a few bytes or a picture. */
const batchBytes = 8 * 2 ** 20
const batchMax = 2000

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const namesOf = (columns: readonly string[]): Fragment => sql.join(columns.map((column) => sql.ref(column)))

type Rows = Extract<BackupLine, { kind: 'rows' }>
type Table = { readonly name: string; readonly columns: readonly string[] }

/** A connection without timeouts, on which every type has the text form of the backup. */
export const connectForBackup = (connectionString: string): Database =>
  connect(connectionString, 1, [
    'statement_timeout=0',
    'idle_in_transaction_session_timeout=0',
    'extra_float_digits=1',
    'bytea_output=hex',
    'datestyle=ISO',
  ]).db

/** The number of rows per fetch. */
async function batchOf(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size(${quoted(table)}::regclass) / greatest(1, count(*)) as bytes from ${sql.table(table)}`.execute(
    tx,
  )
  return Math.max(1, Math.min(batchMax, Math.floor(batchBytes / (rows[0]?.bytes ?? batchBytes))))
}

async function tablesOf(tx: Tx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.table_name as name, json_agg(c.column_name order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by c.table_name order by c.table_name`.execute(tx)
  return rows.filter(({ name }) => !leftOut.has(name))
}

/** Every row of every table, and the values of the sequences. `tx` is a snapshot. The caller adds the files. */
export async function* readDatabase(tx: Tx, at: string): AsyncGenerator<BackupLine> {
  let count = 0
  const applied = await sql<Applied>`select name, hash from migration order by name`.execute(tx)
  yield { kind: 'start', format: 1, at, migrations: applied.rows }
  for (const { name, columns } of await tablesOf(tx)) {
    await sql`declare reading no scroll cursor for select row(${namesOf(columns)})::text as row from ${sql.table(name)}`.execute(
      tx,
    )
    const batch = await batchOf(tx, name)
    for (;;) {
      const { rows } = await sql<{ row: string }>`fetch ${sql.lit(batch)} from reading`.execute(tx)
      if (rows.length === 0) break
      count += rows.length
      yield { kind: 'rows', table: name, columns, rows: rows.map(({ row }) => row) }
    }
    await sql`close reading`.execute(tx)
  }
  // Sequences are not part of a snapshot. Read last, they are never behind the rows.
  const sequences = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = 'public' order by 1`.execute(tx)
  for (const { name } of sequences.rows) {
    const { rows } = await sql<{ value: string; isCalled: boolean }>`
      select last_value::text as value, is_called as "isCalled" from ${sql.table(name)}`.execute(tx)
    const state = rows[0]
    if (state !== undefined) yield { kind: 'sequence', name, ...state }
  }
  yield { kind: 'end', rows: count }
}

/** Creates the tables, in the transaction of the restore. */
async function prepare(tx: Tx, wanted: readonly Applied[]): Promise<void> {
  const { rows } = await sql`select 1 from pg_tables where schemaname = 'public' limit 1`.execute(tx)
  if (rows.length > 0)
    throw new BackupRefused('The database is not empty: restore into a new DATA_DIR or a new database.')
  const known = new Map((await migrations()).map(({ name, hash }) => [name, hash]))
  const strange = wanted.find(({ name, hash }) => known.get(name) !== hash)
  if (strange !== undefined)
    throw new BackupRefused(`The backup is of another version of this program: it does not know ${strange.name}.`)
  await migrateWithin(tx, new Set(wanted.map(({ name }) => name)))
}

type Constraint = {
  readonly kind: 'f' | 'p' | 'u'
  readonly table: string
  readonly name: string
  readonly definition: string
}
type Index = { readonly name: string; readonly definition: string }

/** Building an index of a million rows at once takes a second, adding them one after the other ten. */
const buildMemory = '256MB'

const constraintsOf = async (tx: Tx): Promise<readonly Constraint[]> =>
  (
    await sql<Constraint>`
      select contype::text as kind, conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype in ('f', 'p', 'u') and connamespace = 'public'::regnamespace and conparentid = 0`.execute(
      tx,
    )
  ).rows

/** The indexes that belong to no constraint. */
const indexesOf = async (tx: Tx): Promise<readonly Index[]> =>
  (
    await sql<Index>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`.execute(
      tx,
    )
  ).rows

/**
 * Drops foreign keys and disables triggers, which would fail on half-loaded tables, and drops keys and indexes, which are faster to
 * build once; returns a function that restores them.
 */
async function suspend(tx: Tx, tables: readonly Table[]): Promise<() => Promise<void>> {
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(tx)
  const [constraints, indexes] = [await constraintsOf(tx), await indexesOf(tx)]
  const foreign = constraints.filter(({ kind }) => kind === 'f')
  const keys = constraints.filter(({ kind }) => kind !== 'f')
  for (const { table, name } of [...foreign, ...keys]) await run(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { name } of indexes) await run(`drop index ${name}`)
  for (const { name } of tables) await run(`alter table ${quoted(name)} disable trigger user`)
  // The rows of the migrations are in the backup too.
  if (tables.length > 0) await run(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')} cascade`)
  return async () => {
    await run(`set local maintenance_work_mem = '${buildMemory}'`)
    const add = ({ table, name, definition }: Constraint): Promise<unknown> =>
      run(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    for (const key of keys) await add(key)
    for (const { definition } of indexes) await run(definition)
    for (const key of foreign) await add(key)
    for (const { name } of tables) await run(`alter table ${quoted(name)} enable trigger user`)
  }
}

const loadingName = (table: string): string => `loading_${table}`

/** A temporary table whose row type reads the text of a row of a table in a backup. */
async function createLoading(tx: Tx, { table, columns }: Rows): Promise<void> {
  const { rows: types } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${quoted(table)}::regclass and attnum > 0 and not attisdropped`.execute(tx)
  const typeOf = new Map(types.map(({ name, type }) => [name, type]))
  const shape = columns.map((column) => `${quoted(column)} ${typeOf.get(column) ?? 'text'}`).join(', ')
  await sql`create temporary table ${sql.table(loadingName(table))} (${sql.raw(shape)}) on commit drop`.execute(tx)
}

/** Its rows wait in their temporary table until all links are there. */
const numberedTable = 'journal'

/** A set of composites is read once for a row: `(row).*` would look for each column in it again. */
const insertRows = (tx: Tx, { table, columns, rows }: Rows): Promise<unknown> =>
  sql`
    insert into ${sql.table(table === numberedTable ? loadingName(table) : table)} (${namesOf(columns)})
    overriding system value select * from unnest(${rows}::${sql.table(loadingName(table))}[])`.execute(tx)

/** Memory of one sort; more go through the disk. */
const sortMemory = '64MB'

/**
 * Transaction ids belong to one database server: a new server starts from the beginning, and journals with a future id
 * would never be linked into the hash chain. They are inserted with new numbers in the order of the chain, with as few ids as
 * keep it, and the server counts past them.
 */
async function insertJournals(tx: Tx, columns: readonly string[]): Promise<void> {
  await sql`set local work_mem = ${sql.lit(sortMemory)}`.execute(tx)
  const loading = sql.table(loadingName(numberedTable))
  const values = columns.map((column) => (column === 'xid' ? sql`number::text::xid8` : sql.ref(`loading.${column}`)))
  await sql`
    with chain as (
      select loading.id, loading.xid as old, seal.seq from ${loading} loading left join seal on seal.journal_id = loading.id
    ), steps as (
      select id, old, seq, (id < lag(id) over (order by seq nulls last, old, id))::int as step from chain
    ), numbered as (
      select id, 3 + coalesce(sum(step) over (order by seq nulls last, old, id rows unbounded preceding), 0) as number
      from steps
    )
    insert into journal (${namesOf(columns)})
    select ${sql.join(values)} from ${loading} loading join numbered on numbered.id = loading.id`.execute(tx)
  // It names a link by the earlier transaction id: the first check then recomputes everything.
  await sql`delete from ledger_checkpoint`.execute(tx)
}

/** Starts transactions until the ids of all journals are in the past. Each takes some microseconds. */
async function countPast(db: Database): Promise<void> {
  const { rows } = await sql<{ missing: number }>`
    select greatest(0, coalesce(max(xid::text::bigint), 0) - pg_snapshot_xmin(pg_current_snapshot())::text::bigint + 1) as missing
    from journal`.execute(db)
  const missing = rows[0]?.missing ?? 0
  if (missing === 0) return
  await sql`
    do $$ begin
      for counted in 1..${sql.lit(missing)} loop
        perform pg_current_xact_id();
        commit;
      end loop;
    end $$`.execute(db)
}

/** Creates the tables and inserts every line; returns the number of rows. */
async function load(
  tx: Tx,
  lines: AsyncIterable<BackupLine>,
  keepFile: (path: string, content: Buffer) => Promise<void>,
): Promise<number> {
  let count = 0
  let end: number | undefined
  let resume = async (): Promise<void> => undefined
  // Rows are inserted while the next ones are read.
  let inserted: Promise<unknown> = Promise.resolve()
  const loading = new Map<string, readonly string[]>()
  for await (const line of lines) {
    switch (line.kind) {
      case 'start':
        if (line.format !== 1) throw new BackupRefused('The backup has a form that this version does not know.')
        await prepare(tx, line.migrations)
        resume = await suspend(tx, await tablesOf(tx))
        break
      case 'rows':
        await inserted
        if (!loading.has(line.table)) await createLoading(tx, line)
        loading.set(line.table, line.columns)
        inserted = insertRows(tx, line)
        // Should the reading fail first, nobody waits for it.
        inserted.catch(() => undefined)
        count += line.rows.length
        break
      case 'sequence':
        await inserted
        await sql`select setval(${quoted(line.name)}::regclass, ${line.value}::bigint, ${line.isCalled})`.execute(tx)
        break
      case 'file':
        await keepFile(line.path, Buffer.from(line.content, 'base64'))
        break
      case 'end':
        end = line.rows
        break
    }
  }
  await inserted
  if (end !== count) throw new BackupRefused('The backup is not complete: its end is missing.')
  const columns = loading.get(numberedTable)
  if (columns !== undefined) await insertJournals(tx, columns)
  await resume()
  return count
}

/**
 * Restores a backup into an empty database in one transaction; returns the number of rows. `keepFile` receives the files
 * and must not move them into place before `restore` has resolved.
 */
export async function restoreDatabase(
  connectionString: string,
  lines: AsyncIterable<BackupLine>,
  keepFile: (path: string, content: Buffer) => Promise<void>,
): Promise<number> {
  await using db = connectForBackup(connectionString)
  const count = await inTransaction(db, (tx) => load(tx, lines, keepFile))
  await countPast(db)
  await sql`analyze`.execute(db)
  return count
}
