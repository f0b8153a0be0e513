import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { parseInstant } from '#clock.ts'
import { planningDriver } from './planning-driver.ts'
import { TurnSocket } from './turn-socket.ts'

/** Statements are written with the `sql` tag alone; `tools/statements.test.ts` holds their row types to the tables. */
export type Database = Kysely<unknown>
/** Where a statement runs: one transaction, or the database itself where a single statement is enough. */
export type Tx = Pick<Database, 'getExecutor'>
export { sql }
/** A piece of SQL that one area gives to another to build a statement from. */
export type Fragment = RawBuilder<unknown>

const oid = { int8: 20, numeric: 1700, timestamptz: 1184, int8Array: 1016, numericArray: 1231, date: 1082 } as const

function safeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`Broken invariant: ${text} fits a safe integer`)
  return number
}

function instant(text: string): number {
  const parsed = parseInstant(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  if (parsed === undefined) throw new Error(`Broken invariant: ${text} is an instant`)
  return parsed
}

/**
 * The one map from database types to program values, the same for every server: int8 (ids, counts) → number,
 * numeric (money, prices, quantities as whole raw units) → bigint, timestamptz → epoch milliseconds, date → its text.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, safeInteger],
  [oid.numeric, (text) => BigInt(text)],
  [oid.timestamptz, instant],
  [oid.date, (text) => text],
])

const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => parsers.get(id) ?? pg.types.getTypeParser(id, format),
}

export type Connection = { readonly db: Database; readonly pool: pg.Pool }

/** Opens a pool of connections to any PostgreSQL from version 15 on; `settings` are further ones of each connection. */
export function connect(connectionString: string, max = 16, settings: readonly string[] = []): Connection {
  const pool = new pg.Pool({
    pipeline: true,
    stream: () => new TurnSocket(),
    connectionString,
    max,
    types,
    // Each statement must see what was committed while it waited for the lock before it; and a plan that is kept serves
    // all values, or it would be weighed against a new one every time.
    options: [
      '-c timezone=UTC -c statement_timeout=15000 -c default_transaction_isolation=read\\ committed',
      // A connection that broke in the middle of a transaction must not keep its locks.
      '-c idle_in_transaction_session_timeout=60000',
      '-c plan_cache_mode=force_generic_plan',
      ...settings.map((setting) => `-c ${setting}`),
    ].join(' '),
  })
  // A connection that breaks says so to whoever waits for it; unheard, its event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => planningDriver(pool),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return { pool, db: new Kysely<unknown>({ dialect }) }
}

/** `snapshot`: every statement sees the same instant, and none may write. */
const beginnings = {
  change: sql`begin`,
  snapshot: sql`begin isolation level repeatable read read only`,
}

/**
 * Runs work in one transaction, and commits it unless the work throws. Nothing else opens a transaction. Statements that
 * the work starts without waiting for each other (`Promise.all`) travel together and take one round trip, the first of
 * them together with `begin`; the database runs them one after the other in the order in which they were started, and
 * each sees what the ones before it did. What is still at work when the transaction ends finds it closed: its connection
 * serves somebody else by then. Where the work has caught the failure of a statement, the commit fails (SQLSTATE 25P02).
 */
export function inTransaction<Outcome>(
  db: Database,
  work: (tx: Tx) => Promise<Outcome>,
  kind: keyof typeof beginnings = 'change',
): Promise<Outcome> {
  const executor = db.getExecutor()
  return executor.provideConnection(async (connection) => {
    let isOver = false
    const on = (use: 'inside' | 'end'): Tx => {
      const own = executor.withConnectionProvider({
        provideConnection: (consumer) =>
          isOver && use === 'inside'
            ? Promise.reject(new Error('Broken invariant: a transaction is used while it is open'))
            : consumer(connection),
      })
      return { getExecutor: () => own }
    }
    try {
      const [, outcome] = await Promise.all([beginnings[kind].execute(on('end')), work(on('inside'))])
      isOver = true
      await sql`commit`.execute(on('end'))
      return outcome
    } catch (error) {
      isOver = true
      // Where the connection is lost there is nothing to roll back, and the first error says why.
      await sql`rollback`.execute(on('end')).catch(() => undefined)
      throw error
    }
  })
}

/** SQLSTATE: five letters and digits, which the names of the operating system's errors have not. */
const state = /^(?=.*\d)[0-9A-Z]{5}$/
/** The connection failed (class 08), or the server is stopping or starting (57P01 to 57P03). */
const awayState = /^(08...|57P0[123])$/
/** Somebody intervened (class 57), a statement that took too long among them: it says nothing about a commit. */
const intervenedState = /^57...$/
/** What the operating system says of a server that is not there. */
const awayCode = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/
/** What the client says without any code when its connection is gone. */
const awayWords =
  /^Connection terminated|^timeout exceeded when trying to connect|connection error and is not queryable/

/** The SQLSTATE or the operating system's name of what went wrong; '' when there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * What a failed statement says: `answered` when the database itself refused it, `away` when the database is not there,
 * which passes, `unclear` when it was interrupted or the fault is our own.
 */
export function failureKind(error: unknown): 'answered' | 'away' | 'unclear' {
  if (!(error instanceof Error)) return 'unclear'
  const code = codeOf(error)
  if (awayState.test(code) || awayCode.test(code) || awayWords.test(error.message)) return 'away'
  if (state.test(code) && !intervenedState.test(code)) return 'answered'
  return failureKind(error.cause) === 'away' ? 'away' : 'unclear'
}

/** Nothing was written because no space is left where the database is (SQLSTATE 53100). */
export const isDiskFull = (error: unknown): boolean =>
  codeOf(error) === '53100' || (error instanceof Error && error.cause !== undefined && isDiskFull(error.cause))

type ColumnType =
  | 'bigint'
  | 'numeric'
  | 'text'
  | 'timestamptz'
  | 'smallint'
  | 'int'
  | 'boolean'
  | 'bytea'
  | 'jsonb'
  | 'date'

type ColumnValue = string | number | bigint | boolean | Uint8Array | null | undefined

/** What a PostgreSQL array needs quotes for: everything but numbers and truth values. */
const bare: ReadonlySet<ColumnType> = new Set(['bigint', 'numeric', 'smallint', 'int', 'boolean'])

function elementText(type: ColumnType, value: ColumnValue): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`
  const text = String(value)
  if (bare.has(type)) return text
  return /["\\]/.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`
}

/**
 * Rows as columns, so that one statement saves a whole list: `unnest($1::bigint[], $2::text[])`. The column names
 * follow in the statement: `from ${columns(...)} as row (id, name)`.
 */
export function columns<Row>(
  rows: readonly Row[],
  ...picks: readonly (readonly [ColumnType, (row: Row) => ColumnValue])[]
): RawBuilder<unknown> {
  const arrays = picks.map(
    ([type, pick]) => sql`${`{${rows.map((row) => elementText(type, pick(row))).join(',')}}`}::${sql.raw(type)}[]`,
  )
  return sql`unnest(${sql.join(arrays)})`
}
