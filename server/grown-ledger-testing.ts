import { connect } from './db/sql.ts'

/** Makes a large ledger out of a small one, for measurements and for tests that take long. */

/** A number above every id that the server gives out meanwhile. */
const shift = 10_000_000_000

/** Columns of a copied row that name a row of the same copy, or that must be unique. */
const tables: Readonly<Record<string, { readonly ids: readonly string[]; readonly texts?: readonly string[] }>> = {
  app_user: { ids: ['id'], texts: ['username', 'invitation_code'] },
  balance: { ids: ['user_id'] },
  unsettled: { ids: ['user_id'] },
  trade_order: { ids: ['user_id', 'id', 'position_id'] },
  position: { ids: ['user_id', 'id'] },
  execution: { ids: ['user_id', 'id', 'order_id', 'position_id'] },
  closing: { ids: ['user_id', 'id', 'order_id', 'position_id'] },
  journal: { ids: ['user_id', 'id', 'ref_id'] },
  journal_line: { ids: ['user_id', 'journal_id'] },
  bill: { ids: ['user_id', 'journal_id'] },
}
/** The key of a journal names its order, which is another one in each copy. */
const keyOfCopy = String.raw`case when event_key ~ ('^E\w+:' || ref_id || '(:|$)')
  then regexp_replace(event_key, ':' || ref_id || '(:|$)', ':' || (ref_id + $copy * ${shift}) || '\1') else event_key || ':$copy' end`
/** The place of a journal in commit order is that of its own transaction. */
const ownXid = new Set(['xid'])

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Copies all people with their orders and journals until the ledger has this many journals, and waits until the server has
 * linked them. A copy is a transaction without triggers: its rows are those that the server has written itself.
 */
export async function growLedger(databaseUrl: string, journals: number, say: (line: string) => void): Promise<void> {
  const { db, pool } = connect(databaseUrl, 1, ['statement_timeout=0', 'session_replication_role=replica'])
  const count = async (statement: string) => Number((await pool.query<{ count: number }>(statement)).rows[0]?.count)
  const size = await count('select count(*) from journal')
  const copies = Math.max(0, Math.ceil(journals / size) - 1)
  for (const table of Object.keys(tables)) await pool.query(`create temp table own_${table} as select * from ${table}`)
  const statements = await Promise.all(Object.keys(tables).map((table) => copyStatement(pool, table)))
  for (let copy = 1; copy <= copies; copy += 1) {
    await pool.query('begin')
    for (const statement of statements) await pool.query(statement.replaceAll('$copy', String(copy)))
    await pool.query('commit')
    if (copy % 20 === 0) say(`${((copy + 1) * size).toLocaleString('en')} journals`)
  }
  say('analysing and linking them')
  for (const table of [...Object.keys(tables), 'seal']) await pool.query(`vacuum (analyze) ${table}`)
  const total = await count('select count(*) from journal')
  while ((await count('select coalesce(max(seq), 0) as count from seal')) < total) await wait(1000)
  await pool.query('vacuum (analyze) seal')
  await db.destroy()
}

async function copyStatement(pool: ReturnType<typeof connect>['pool'], table: string): Promise<string> {
  const { ids, texts = [] } = tables[table] ?? { ids: [] }
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER'`,
    [table],
  )
  const names = rows.map(({ name }) => name).filter((name) => !ownXid.has(name))
  const copied = names.map((name) =>
    name === 'event_key'
      ? keyOfCopy
      : ids.includes(name)
        ? `${name} + $copy * ${shift}`
        : texts.includes(name)
          ? `${name} || ':$copy'`
          : name,
  )
  return `insert into ${table} (${names.join()}) overriding system value select ${copied.join()} from own_${table}`
}
