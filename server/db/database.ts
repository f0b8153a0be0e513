import { constants, setPriority } from 'node:os'
import { connect, sql, type Connection, type Database, type Tx } from './sql.ts'
import { patience } from './patience.ts'
import { openEmbedded, type EmbeddedServer } from './embedded.ts'
import { migrate } from './migrate.ts'
import { joinServers, type Membership } from './membership.ts'
import { takeOwnership, type Ownership } from './ownership.ts'
import type { OwnConnections } from './server-session.ts'
import { expectFewRights, grantWork, openWorker, roleOf } from './roles.ts'
import type { Pool, PoolClient } from 'pg'

export type Store = {
  readonly db: Database
  readonly pool: Pool
  /** For long checks of all rows: one connection, which yields to all others where the database server is ours. */
  readonly patient: Database
  /** Where the files of the database are; undefined when its server is not ours. */
  readonly folder: string | undefined
  /** Whether another process served it until just now, and this one stood by. */
  readonly tookOver: boolean
  /** The place of this server among several of one store; undefined if it serves alone. */
  readonly membership: Pick<Membership, 'lead' | 'joined'> | undefined
  /** Whether a statement can be run within two seconds. */
  ready(): Promise<boolean>
  /** The connections of the pool. */
  connections(): Connections
  close(): Promise<void>
}

export type Connections = {
  readonly used: number
  readonly idle: number
  /** Statements and transactions that wait because all connections are in use. */
  readonly waiting: number
  readonly most: number
}

export type StoreOptions = {
  /** Any PostgreSQL from version 15 on, with its standbys if they are named; without it a server of our own runs in `dataFolder`. */
  readonly databaseUrl: string | undefined
  /** The role that owns the tables, where `databaseUrl` is that of one which only works on them. */
  readonly ownerUrl?: string | undefined
  readonly dataFolder: string
  /** Waits until then while another process serves a database elsewhere, to take over from it. */
  readonly standsBy?: AbortSignal | undefined
  readonly log: (message: string) => void
  /** Joins the other servers of a database elsewhere, which must have the same settings; undefined serves alone. */
  readonly joins?: { readonly settings: string; readonly onLeading: () => void } | undefined
  /** Another process has taken over: this one must stop. */
  readonly onTaken?: (() => void) | undefined
}

/** The wait for a row that another program holds. One command in a list that waits delays all others. */
const lockMilliseconds = 5000
/**
 * After this time the database ends the transaction of a server that stands still in the midst of it, whose locks the others wait for. With
 * three seconds a server that had just begun on a busy machine lost its first calls.
 */
const standstillMilliseconds = 10_000

type Own = {
  readonly place: Pick<Ownership, 'connections' | 'release' | 'watch'>
  readonly workerString: string
  readonly tookOver: boolean
  readonly membership?: Membership
}

/** Migrates the tables as their owner. With a worker, whom `worker` may have to make first, it gets the rights that it needs; returns its connection string. */
async function prepareTables(
  ownerString: string,
  log: StoreOptions['log'],
  worker?: (owner: Pool) => Promise<string>,
): Promise<string> {
  const { db, pool: owner } = connect(ownerString, 2)
  try {
    const applied = await migrate(db)
    if (applied.length > 0) log(`Database brought up to date: ${applied.join(', ')}`)
    if (worker === undefined) return ownerString
    const workerString = await worker(owner)
    await grantTo(owner, workerString)
    return workerString
  } finally {
    await owner.end()
  }
}

/** Releases what was taken if it cannot be used. */
async function orRelease<Outcome>(taken: { release(): Promise<void> }, use: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await use()
  } catch (error) {
    await taken.release()
    throw error
  }
}

async function owned(ownership: Ownership, workerString: string): Promise<Own> {
  await orRelease(ownership, () => ownership.begin())
  return { place: ownership, workerString, tookOver: ownership.tookOver }
}

/**
 * Our own server is taken by its owner, who makes a new worker for it. The owner's connections are then closed: everything else
 * is done by the worker, which owns nothing.
 */
async function takeEmbedded(server: EmbeddedServer, { log }: StoreOptions): Promise<Own> {
  const ownerString = server.connectionString
  const first = await takeOwnership({ connectionString: ownerString, log })
  const workerString = await orRelease(first, () =>
    prepareTables(ownerString, log, (owner) => openWorker(owner, ownerString)),
  )
  await first.release()
  return owned(await takeOwnership({ connectionString: workerString, log }), workerString)
}

/** The tables of a database elsewhere, whose worker may be their owner too. */
const prepareElsewhere = (databaseUrl: string, { ownerUrl, log }: StoreOptions): Promise<string> =>
  ownerUrl === undefined
    ? prepareTables(databaseUrl, log)
    : prepareTables(ownerUrl, log, () => Promise.resolve(databaseUrl))

/** A database elsewhere is taken by its worker, who may end the sessions of an earlier one. With one role that is the owner too. */
async function takeExternal(databaseUrl: string, options: StoreOptions): Promise<Own> {
  const { standsBy, joins, log } = options
  if (joins !== undefined) return joinExternal(databaseUrl, joins, options)
  const ownership = await takeOwnership({ connectionString: databaseUrl, standsBy, log })
  await orRelease(ownership, () => prepareElsewhere(databaseUrl, options))
  return owned(ownership, databaseUrl)
}

/** The same beside other servers. */
async function joinExternal(
  databaseUrl: string,
  { settings, onLeading }: NonNullable<StoreOptions['joins']>,
  options: StoreOptions,
): Promise<Own> {
  const membership = await joinServers({ connectionString: databaseUrl, log: options.log })
  await orRelease(membership, async () => {
    // First: a server that is refused must not have changed the tables of the others.
    await membership.compare(settings)
    await prepareElsewhere(databaseUrl, options)
    await membership.begin(settings)
  })
  const watch: Own['place']['watch'] = (watching) => membership.watch({ ...watching, onLeading })
  return { place: { ...membership, watch }, workerString: databaseUrl, tookOver: false, membership }
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

/**
 * One connection of low priority. The system gives its process the processor when no other needs it, so that long statements
 * hardly delay those of people. Of a database elsewhere the process cannot be reached.
 */
export function openPatient(connectionString: string, isOurs: boolean, own?: OwnConnections): Connection {
  const connection = connect(connectionString, 1, [], own)
  const { pool } = connection
  if (isOurs)
    pool.on('connect', (client) => {
      const { processID } = client as PoolClient & { readonly processID: number }
      try {
        setPriority(processID, constants.priority.PRIORITY_LOW)
      } catch {
        // It has ended already, or the system does not allow it: the check is then as urgent as everything else.
      }
    })
  return connection
}

function connectionsOf({ totalCount, idleCount, waitingCount, options: { max } }: Pool): Connections {
  const used = totalCount - idleCount
  // The pool also counts statements that get an idle or a new connection in this turn of the event loop.
  return { used, idle: idleCount, waiting: used < max ? 0 : waitingCount, most: max }
}

/** Probes give up after a few seconds. */
const readyMilliseconds = 2000

/** A database that hangs gets no more statements than these: anybody may ask whether the server is ready. */
const askedMax = 100

/** A database that hangs, or whose connections are all in use, is as unready as one that is gone. */
function openReady(db: Database): () => Promise<boolean> {
  let asked = 0
  async function answers(): Promise<boolean> {
    asked += 1
    try {
      await sql`select 1`.execute(db)
      return true
    } catch {
      return false
    } finally {
      asked -= 1
    }
  }
  return async () => {
    if (asked >= askedMax) return false
    const given = new AbortController()
    const late = patience(readyMilliseconds, given.signal).then(
      () => false,
      () => false,
    )
    const isReady = await Promise.race([answers(), late])
    given.abort()
    return isReady
  }
}

/**
 * Takes the store, migrates its tables and opens it. Throws `StoreTaken` if another process serves it, unless this one stands by:
 * it then resolves when it has taken over.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, dataFolder, log, onTaken } = options
  const server = databaseUrl === undefined ? await openEmbedded(dataFolder, log) : undefined
  const { place, workerString, tookOver, membership } = await (server === undefined
    ? takeExternal(databaseUrl ?? '', options)
    : takeEmbedded(server, options))
  const limits = [
    `lock_timeout=${lockMilliseconds}`,
    ...(membership === undefined ? [] : [`idle_in_transaction_session_timeout=${standstillMilliseconds}`]),
  ]
  const { db, pool, cut } = connect(workerString, undefined, limits, place.connections)
  const patient = openPatient(workerString, server !== undefined, place.connections)
  if (server?.adopted) log('Taking over the database server that an earlier process left running')
  place.watch({
    /** Nothing reports the death of our own database server. */
    async before() {
      if (server === undefined || (await server.alive())) return
      log('The database server has died: starting it again')
      await server.restart()
    },
    onTaken: () => onTaken?.(),
    onSilent() {
      if (server !== undefined) return
      log('The database does not answer: its connections are cut')
      cut()
      patient.cut()
    },
  })
  return {
    db,
    pool,
    patient: patient.db,
    folder: server?.folder,
    tookOver,
    membership,
    ready: openReady(db),
    connections: () => connectionsOf(pool),
    close: async () => {
      await patient.db.destroy()
      await db.destroy()
      // Last: whoever stands by takes over at once.
      await place.release()
      await server?.stop()
    },
  }
}

/** Ids of rows from a sequence. They grow in the order of the lists that take them, whichever server decides a list. */
export type Ids = { take(tx: Tx, count: number): Promise<number[]> }

export const openIds = (sequence: string): Ids => ({
  async take(tx, count) {
    if (count === 0) return []
    const { rows } = await sql<{ id: number }>`
      select nextval(${sequence}) as id from generate_series(1, ${count}::int)`.execute(tx)
    return rows.map(({ id }) => id)
  },
})
