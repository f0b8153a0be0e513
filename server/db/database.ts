import { connect, sql, type Database, type Tx } from './sql.ts'
import { openEmbedded, type EmbeddedServer } from './embedded.ts'
import { migrate } from './migrate.ts'
import { expectFewRights, grantWork, openWorker, roleOf } from './roles.ts'
import type { Pool, PoolClient } from 'pg'

export type Store = {
  readonly db: Database
  readonly pool: Pool
  /** Where the files of the database are; undefined when its server is not ours. */
  readonly folder: string | undefined
  /** Whether a statement can be run now. */
  ready(): Promise<boolean>
  close(): Promise<void>
}

export type StoreOptions = {
  /** Any PostgreSQL from version 15 on; without it a server of our own runs in `dataFolder`. */
  readonly databaseUrl: string | undefined
  /** The role that owns the tables, where `databaseUrl` is that of one which only works on them. */
  readonly ownerUrl?: string | undefined
  readonly dataFolder: string
  readonly log: (message: string) => void
  /** The connection that held the store was lost, and another process has taken it: this one must stop. */
  readonly onTaken?: (() => void) | undefined
}

/** The lock of the process that owns a store; another process gets `StoreTaken`. */
const ownerLock = 7200
const watchMilliseconds = 1000

export class StoreTaken extends Error {
  override readonly name = 'StoreTaken'
}

async function takeOwnership(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect()
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ownerLock])
  if (rows[0]?.taken === true) return client
  client.release()
  throw new StoreTaken(
    'Another process already serves this data. Stop it first, or give this one a DATA_DIR of its own.',
  )
}

/**
 * Keeps ownership and, if the database server is built in, the server: nothing reports its death, so its process is
 * checked every second and restarted.
 */
function watchStore(
  pool: Pool,
  server: EmbeddedServer | undefined,
  owner: PoolClient,
  { log, onTaken }: Pick<StoreOptions, 'log' | 'onTaken'>,
) {
  let client: PoolClient | undefined
  let closed = false
  let lookingNow: Promise<void> = Promise.resolve()
  function keep(held: PoolClient): void {
    client = held
    held.on('error', () => {
      if (client !== held) return
      client = undefined
      // The pool cannot be closed while it waits for a lost connection.
      held.release(true)
    })
  }
  keep(owner)
  async function look(): Promise<void> {
    if (server !== undefined && !(await server.alive())) {
      log('The database server has died: starting it again')
      await server.restart()
    }
    if (client === undefined) keep(await takeOwnership(pool))
  }
  const timer = setInterval(() => {
    lookingNow = lookingNow
      .then(() => (closed ? undefined : look()))
      .catch((error: unknown) => {
        if (!(error instanceof StoreTaken)) return log(`The database is not back yet: ${String(error)}`)
        closed = true
        onTaken?.()
      })
  }, watchMilliseconds)
  timer.unref()
  return async (): Promise<void> => {
    closed = true
    clearInterval(timer)
    await lookingNow
    // A later message of the database on it, as in a shutdown, is no second loss: it must not be released twice.
    const held = client
    client = undefined
    held?.release(true)
  }
}

/**
 * Migrates the tables as their owner, then disconnects that role. Returns the connection string of the worker, a role
 * that owns nothing. An external database with only one role uses that role.
 */
async function prepareTables(
  { databaseUrl, ownerUrl, log }: StoreOptions,
  server: EmbeddedServer | undefined,
): Promise<string> {
  const ownerString = server?.connectionString ?? ownerUrl
  const { db, pool: owner } = connect(ownerString ?? databaseUrl ?? '', 2)
  try {
    const held = await takeOwnership(owner)
    try {
      const applied = await migrate(db)
      if (applied.length > 0) log(`Database brought up to date: ${applied.join(', ')}`)
      if (ownerString === undefined) return databaseUrl ?? ''
      const workerString = databaseUrl ?? (await openWorker(owner, ownerString))
      await grantTo(owner, workerString)
      return workerString
    } finally {
      await held.query('select pg_advisory_unlock($1)', [ownerLock])
      held.release()
    }
  } finally {
    await owner.end()
  }
}

async function grantTo(owner: Pool, workerString: string): Promise<void> {
  const { pool: worker } = connect(workerString, 1)
  try {
    await expectFewRights(worker)
    await grantWork(owner, await roleOf(worker))
  } finally {
    await worker.end()
  }
}

/** Opens the store, migrates its tables and takes ownership of it. Throws `StoreTaken` if it has an owner. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, dataFolder, log, onTaken } = options
  const server = databaseUrl === undefined ? await openEmbedded(dataFolder, log) : undefined
  const { db, pool } = connect(await prepareTables(options, server))
  if (server?.adopted) log('Taking over the database server that an earlier process left running')
  try {
    const owner = await takeOwnership(pool)
    const unwatch = watchStore(pool, server, owner, { log, onTaken })
    return {
      db,
      pool,
      folder: server?.folder,
      ready: () =>
        sql`select 1`.execute(db).then(
          () => true,
          () => false,
        ),
      close: async () => {
        await unwatch()
        await db.destroy()
        await server?.stop()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Ids from a sequence that counts in blocks, so that ids for a list of rows need no round trip. */
export type Ids = {
  take(tx: Tx, count: number): Promise<number[]>
  /**
   * Drops the rest of the current block. Call it after a failed transaction that may have taken the block: a database
   * that crashes before the next commit gives out the same block again.
   */
  forget(): void
}

/** The sequence must be created with `increment by 1000`: each value is the start of a block. */
export function openIds(sequence: string, block = 1000): Ids {
  let next = 0
  let left = 0
  return {
    async take(tx, count) {
      const taken: number[] = []
      while (taken.length < count) {
        if (left === 0) {
          const { rows } = await sql<{ start: number }>`select nextval(${sequence}) as start`.execute(tx)
          const start = rows[0]?.start
          if (start === undefined) throw new Error(`Broken invariant: ${sequence} gives a number`)
          // Several lists may have taken a block at once: the last one is used, the others are dropped.
          next = start
          left = block
        }
        taken.push(next)
        next += 1
        left -= 1
      }
      return taken
    },
    forget() {
      left = 0
    },
  }
}
