import pg from 'pg'
import { migrateWithin, migrations } from './migrate.ts'

/** One line of a backup (NDJSON): everything that a database and its installation are made of. */
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

/** A backup that cannot be read, or a place that it cannot be put into: a sentence for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** What is told once and then worthless, and what the migrations write themselves. */
const leftOut = new Set(['outbox', 'ended_session', 'migration'])
/** About what is held in memory at once: rows may be some bytes or a picture. */
const batchBytes = 8 * 2 ** 20
const batchMost = 2000

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

type Table = { readonly name: string; readonly columns: readonly string[] }

/** A connection of its own: the pool's read numbers and instants as program values, and a backup wants their text. */
async function open(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    options: '-c timezone=UTC -c statement_timeout=0 -c extra_float_digits=1 -c bytea_output=hex -c datestyle=ISO',
  })
  await client.connect()
  return client
}

/** How many rows are read at once. */
async function batchOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select (pg_total_relation_size($1::regclass) / greatest(1, count(*)))::text as bytes from ${quoted(table)}`,
    [quoted(table)],
  )
  return Math.max(1, Math.min(batchMost, Math.floor(batchBytes / Number(rows[0]?.bytes ?? batchBytes))))
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.table_name as name, json_agg(c.column_name order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by c.table_name order by c.table_name`)
  return rows.filter(({ name }) => !leftOut.has(name))
}

/** Every row of every table in one snapshot, and where the sequences stand. Files are the caller's. */
export async function* readDatabase(connectionString: string, at: string): AsyncGenerator<BackupLine> {
  const client = await open(connectionString)
  let count = 0
  try {
    await client.query('begin isolation level repeatable read read only')
    const applied = await client.query<Applied>('select name, hash from migration order by name')
    yield { kind: 'start', format: 1, at, migrations: applied.rows }
    for (const { name, columns } of await tablesOf(client)) {
      await client.query(
        `declare reading no scroll cursor for select row(${columns.map(quoted).join(', ')})::text as row from ${quoted(name)}`,
      )
      const batch = await batchOf(client, name)
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${batch} from reading`)
        if (rows.length === 0) break
        count += rows.length
        yield { kind: 'rows', table: name, columns, rows: rows.map(({ row }) => row) }
      }
      await client.query('close reading')
    }
    // Sequences are outside of snapshots; read last, they are never behind the rows.
    const sequences = await client.query<{ name: string }>(
      "select sequencename as name from pg_sequences where schemaname = 'public' order by 1",
    )
    for (const { name } of sequences.rows) {
      const { rows } = await client.query<{ value: string; called: boolean }>(
        `select last_value::text as value, is_called as called from ${quoted(name)}`,
      )
      const state = rows[0]
      if (state !== undefined) yield { kind: 'sequence', name, value: state.value, isCalled: state.called }
    }
    yield { kind: 'end', rows: count }
  } finally {
    await client.end()
  }
}

/** Makes the tables, in the transaction of everything else. */
async function prepare(client: pg.Client, wanted: readonly Applied[]): Promise<void> {
  const { rows } = await client.query("select 1 from pg_tables where schemaname = 'public' limit 1")
  if (rows.length > 0)
    throw new BackupRefused('The database is not empty: restore into a new DATA_DIR or a new database.')
  const known = new Map((await migrations()).map(({ name, hash }) => [name, hash]))
  const strange = wanted.find(({ name, hash }) => known.get(name) !== hash)
  if (strange !== undefined)
    throw new BackupRefused(`The backup is of another version of this program: it does not know ${strange.name}.`)
  await migrateWithin(client, new Set(wanted.map(({ name }) => name)))
}

type Constraint = { readonly table: string; readonly name: string; readonly definition: string }

/** Takes away what would look at half-loaded tables; answers how it is put back. */
async function suspend(client: pg.Client, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows: foreign } = await client.query<Constraint>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  for (const { table, name } of foreign) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  // What a migration put in is in the backup too.
  if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')} cascade`)
  return async () => {
    for (const { table, name, definition } of foreign)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
  }
}

async function insertRows(client: pg.Client, { table, columns, rows }: Extract<BackupLine, { kind: 'rows' }>) {
  const { rows: types } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [quoted(table)],
  )
  const typeOf = new Map(types.map(({ name, type }) => [name, type]))
  const shape = columns.map((column) => `${quoted(column)} ${typeOf.get(column) ?? 'text'}`).join(', ')
  const names = columns.map(quoted).join(', ')
  await client.query(`create temporary table if not exists loading_${table} (${shape}) on commit drop`)
  await client.query(
    `insert into ${quoted(table)} (${names}) overriding system value
     select (given.row::loading_${table}).* from unnest($1::text[]) as given (row)`,
    [rows],
  )
}

/**
 * Numbers of transactions belong to one database server: a new one counts from the beginning, and journals that seem to
 * come from its future would never be sealed again. They are numbered anew in the order of the chain, with as few
 * numbers as keep it, and the server is made to count past them.
 */
async function renumberJournals(client: pg.Client): Promise<void> {
  await client.query(`
    with links as (
      select journal.id, seal.seq, journal.xid as old from journal left join seal on seal.journal_id = journal.id
    ), ordered as (
      select id, row_number() over (order by seq nulls last, old, id) as place from links
    ), steps as (
      select id, place, case when id < lag(id) over (order by place) then 1 else 0 end as step from ordered
    ), numbered as (
      select id, 3 + sum(step) over (order by place) as number from steps
    )
    update journal set xid = numbered.number::text::xid8 from numbered where numbered.id = journal.id`)
}

/** Counts transactions until all journals lie in the past. Each costs some microseconds. */
async function countPast(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ missing: string }>(`
    select greatest(0, coalesce(max(xid::text::bigint), 0) - pg_snapshot_xmin(pg_current_snapshot())::text::bigint + 1)::text as missing
    from journal`)
  const missing = Number(rows[0]?.missing ?? 0)
  if (missing === 0) return
  await client.query(`
    do $$ begin
      for counted in 1..${missing} loop
        perform pg_current_xact_id();
        commit;
      end loop;
    end $$`)
}

/**
 * Puts a backup into an empty database, whole or not at all; answers how many rows. `keepFile` is given the files and
 * must not put them in their place before `restore` has resolved.
 */
export async function restoreDatabase(
  connectionString: string,
  lines: AsyncIterable<BackupLine>,
  keepFile: (path: string, content: Buffer) => Promise<void>,
): Promise<number> {
  const client = await open(connectionString)
  let count = 0
  let end: number | undefined
  let resume = async (): Promise<void> => undefined
  try {
    for await (const line of lines) {
      switch (line.kind) {
        case 'start':
          if (line.format !== 1) throw new BackupRefused('The backup has a form that this version does not know.')
          await client.query('begin')
          await prepare(client, line.migrations)
          resume = await suspend(client, await tablesOf(client))
          break
        case 'rows':
          await insertRows(client, line)
          count += line.rows.length
          break
        case 'sequence':
          await client.query('select setval($1::regclass, $2::bigint, $3)', [
            quoted(line.name),
            line.value,
            line.isCalled,
          ])
          break
        case 'file':
          await keepFile(line.path, Buffer.from(line.content, 'base64'))
          break
        case 'end':
          end = line.rows
          break
      }
    }
    if (end !== count) throw new BackupRefused('The backup is not complete: its end is missing.')
    await renumberJournals(client)
    await resume()
    await client.query('commit')
    await countPast(client)
    await client.query('analyze')
    return count
  } finally {
    // What was not committed is gone with the connection.
    await client.end()
  }
}
