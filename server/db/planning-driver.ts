import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { tryEach } from './addresses.ts'
import type { Pool, PoolClient } from 'pg'

/** From this many runs on, a statement gets a cached plan. */
const repeatedTimes = 5
/** Maximum number of counted statements, and so of cached plans per connection. */
const textsMax = 300
/** Statements of a connection before its first replanning; each further one comes after twice as many. */
const firstRenewal = 64

type Counted = { readonly name: string; times: number }

const counted = new Map<string, Counted>()

/** The name of a statement's cached plan; undefined while the statement is rare. */
function planName(text: string): string | undefined {
  const known = counted.get(text)
  if (known === undefined) {
    if (counted.size < textsMax) counted.set(text, { name: `plan_${counted.size}`, times: 1 })
    return undefined
  }
  known.times += 1
  return known.times > repeatedTimes ? known.name : undefined
}

/**
 * A connection that caches the plans of frequent statements: for the set-based statements of the hot lists, parsing and
 * planning is more work than running. A plan fits the size that its tables had: a plan made for empty tables would keep
 * scanning all rows, so plans are made again each time a connection has run twice as many statements.
 */
class PlanningConnection implements DatabaseConnection {
  readonly client: PoolClient
  #statements = 0
  #renewal = firstRenewal
  #isAlone = false

  constructor(client: PoolClient) {
    this.client = client
    client.on('notice', ({ routine }) => {
      if (routine === standbyWait) this.#isAlone = true
    })
  }

  async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#statements += 1
    if (this.#statements >= this.#renewal) {
      this.#renewal *= 2
      // If the connection is broken, the statement itself fails.
      this.client.query('discard plans').catch(() => undefined)
    }
    // Several statements in one text, as migrations have them, cannot be prepared.
    const name = text.includes(';') ? undefined : planName(text)
    const { command, rowCount, rows } = await this.client.query({ name, text, values: [...parameters] })
    // PostgreSQL answers COMMIT with ROLLBACK, not with an error, if a statement of the transaction has failed.
    if (text === 'commit' && command === 'ROLLBACK') throw new RolledBack()
    if (this.#isAlone) {
      this.#isAlone = false
      throw new NotReplicated()
    }
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  streamQuery(): never {
    throw new Error('Broken invariant: rows are read in pages, by a cursor of SQL')
  }
}

/** The commit of a transaction with a failed statement, which rolled it back. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'
  /** SQLSTATE in_failed_sql_transaction: the database itself refused the commit. */
  readonly code = '25P02'

  constructor() {
    super('The transaction was rolled back instead of committed: one of its statements had failed')
  }
}

/** The routine of PostgreSQL that lets a commit wait for a synchronous standby. It warns when somebody ends that wait. */
const standbyWait = 'SyncRepWaitForLSN'

/**
 * A commit that no longer waits for the standby, because somebody has cancelled the wait: it stands on this server of the database alone, and is
 * lost if the standby takes over now. So its outcome is unknown.
 */
class NotReplicated extends Error {
  override readonly name = 'NotReplicated'
  /** SQLSTATE transaction_resolution_unknown. */
  readonly code = '08007'

  constructor() {
    super('The wait for the standby was cancelled: the commit may not have reached it')
  }
}

const refuseTransaction = (): Promise<never> =>
  Promise.reject(new Error('Broken invariant: transactions are opened by inTransaction'))

/**
 * Runs the statements of the SQL tag on the connections of a pool, to a database that has so many servers. Opens no transactions:
 * `inTransaction` does.
 */
export function planningDriver(pool: Pool, servers: number): Driver {
  const connections = new WeakMap<PoolClient, PlanningConnection>()
  return {
    init: () => Promise.resolve(),
    async acquireConnection() {
      const client = await tryEach(servers, () => pool.connect())
      const connection = connections.get(client) ?? new PlanningConnection(client)
      connections.set(client, connection)
      return connection
    },
    async releaseConnection(connection) {
      if (connection instanceof PlanningConnection) connection.client.release()
    },
    beginTransaction: refuseTransaction,
    commitTransaction: refuseTransaction,
    rollbackTransaction: refuseTransaction,
    destroy: () => pool.end(),
  }
}
