import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { parseInstant } from '#clock.ts'
import { addressesOf, clientFor } from './addresses.ts'
import type { OwnConnections } from './server-session.ts'
import { planningDriver } from './planning-driver.ts'
import { TurnSocket } from './turn-socket.ts'

/** All statements use the `sql` tag; `tools/statements.test.ts` checks their row types against the tables. */
export type Database = Kysely<unknown>
/** Where a statement runs: one transaction, or the database itself where a single statement is enough. */
export type Tx = Pick<Database, 'getExecutor'>
export { sql }
/** A fragment of SQL that one area gives to another for its statement. */
export type Fragment = RawBuilder<unknown>

const oid = { int8: 20, numeric: 1700, timestamptz: 1184, int8Array: 1016, numericArray: 1231, date: 1082 } as const

function safeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`Broken invariant: ${text} fits a safe integer`)
  return number
}

/** Connections have the time zone UTC: `2026-01-31 09:30:00.5+00`. */
function instant(text: string): number {
  const parsed = text.endsWith('+00') ? parseInstant(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : undefined
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

export type Connection = {
  readonly db: Database
  readonly pool: pg.Pool
  /** Cuts all connections: their server does not answer any more. What they wait for fails as with a database that is away. */
  cut(this: void): void
}

/**
 * Opens a connection pool to PostgreSQL 15 or newer; `settings` are extra settings of each connection. Those of the process that
 * serves a store are its `own`.
 */
export function connect(
  connectionString: string,
  max = 16,
  settings: readonly string[] = [],
  own?: OwnConnections,
): Connection {
  const addresses = addressesOf(connectionString)
  const sockets = new Set<TurnSocket>()
  const pool = new pg.Pool({
    pipeline: true,
    stream() {
      const socket = new TurnSocket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
    connectionString: addresses.current(),
    Client: clientFor(addresses),
    max,
    types,
    ...(own === undefined ? {} : { application_name: own.name, onConnect: own.expectOwner }),
    // Each statement must see commits that happened while it waited for the lock before it; and a cached plan serves
    // all values, or it would be weighed against a new one every time.
    options: [
      '-c timezone=UTC -c statement_timeout=15000 -c default_transaction_isolation=read\\ committed',
      // The driver listens to a warning: that a commit may not have reached the standby.
      '-c client_min_messages=warning',
      // A connection that broke inside a transaction must not keep its locks.
      '-c idle_in_transaction_session_timeout=60000',
      '-c plan_cache_mode=force_generic_plan',
      ...settings.map((setting) => `-c ${setting}`),
    ].join(' '),
  })
  // Pending queries get the error of a broken connection. Without a listener its event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => planningDriver(pool, addresses.count),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  const cut = (): void => {
    for (const socket of sockets) socket.destroy(new Error('Connection terminated: the database does not answer'))
  }
  return { pool, db: new Kysely<unknown>({ dialect }), cut }
}

/** `snapshot`: every statement sees the same instant, and none may write. */
const beginnings = {
  change: sql`begin`,
  snapshot: sql`begin isolation level repeatable read read only`,
}

/**
 * Runs work in one transaction, and commits it unless the work throws. Nothing else opens a transaction. Statements that
 * the work starts without waiting for each other (`Promise.all`) are pipelined and take one round trip, the first of them
 * together with `begin`; the database runs them in the order in which they were started, and each sees the effects of
 * the earlier ones. A statement after the end of the transaction throws: its connection may serve another transaction
 * by then. If the work caught the failure of a statement, the commit fails (SQLSTATE 25P02).
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
      // On a lost connection there is nothing to roll back, and the first error gives the reason.
      await sql`rollback`.execute(on('end')).catch(() => undefined)
      throw error
    }
  })
}

/** SQLSTATE: five letters and digits. Error names of the operating system have another form. */
const state = /^(?=.*\d)[0-9A-Z]{5}$/
/** The connection failed (class 08), the server is stopping or starting (57P01 to 57P03), or it takes no more connections. */
const awayState = /^(08...|57P0[123]|53300)$/
/** Another program held a lock for longer than `lock_timeout`. */
export const lockNotAvailable = '55P03'
/** Operator intervention (class 57), including a statement timeout: says nothing about a commit. */
const intervenedState = /^57...$/
/** Errors of the operating system for a missing server. */
const awayCode = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/
/** Messages of the client without a code for a lost connection. */
const awayWords =
  /^Connection terminated|^timeout (expired|exceeded when trying to connect)|connection error and is not queryable/

/** The SQLSTATE or the operating system's error name; '' if there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * The kind of a failed statement: `answered` if the database refused it, `away` if the database is unreachable, which is
 * temporary, `unclear` if it was interrupted or is a programming error.
 */
export function failureKind(error: unknown): 'answered' | 'away' | 'unclear' {
  if (!(error instanceof Error)) return 'unclear'
  const code = codeOf(error)
  if (awayState.test(code) || awayCode.test(code) || awayWords.test(error.message)) return 'away'
  if (state.test(code) && !intervenedState.test(code)) return 'answered'
  return failureKind(error.cause) === 'away' ? 'away' : 'unclear'
}

/** The disk of the database is full, so nothing was written (SQLSTATE 53100). */
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

/** Types whose elements need no quotes in a PostgreSQL array. */
const bare: ReadonlySet<ColumnType> = new Set(['bigint', 'numeric', 'smallint', 'int', 'boolean'])

function elementText(type: ColumnType, value: ColumnValue): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Uint8Array)
    return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}"`
  const text = String(value)
  if (bare.has(type)) return text
  // JSON text has no control characters, so an array quotes it as JSON quotes a string: much faster for long answers.
  if (type === 'jsonb') return JSON.stringify(text)
  return /["\\]/.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`
}

/**
 * Rows as column arrays, so that one statement saves a whole list: `unnest($1::bigint[], $2::text[])`. The column names
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

/** Names a row of a table whose ids are counted per user. */
export type UserRowKey = { readonly userId: number; readonly id: number }

/** Keys as column arrays: `from ${keyColumns(keys)} as given (user_id, id)`. */
export const keyColumns = (keys: readonly UserRowKey[]): RawBuilder<unknown> =>
  columns(keys, ['bigint', (key) => key.userId], ['bigint', (key) => key.id])
