import { setTimeout as rest } from 'node:timers/promises'
import type pg from 'pg'
import { addressesOf, clientFor, tryEach } from './addresses.ts'
import { holdsLock } from './advisory-locks.ts'
import { patience } from './patience.ts'

/** Sessions of servers in the database: their locks, their signs of life, and how those of others are ended. */

/** All connections of a server have its name, which begins so. */
export const namePrefix = 'mex server '
/** How often a server shows that it is alive, and looks after its locks. */
export const beatMilliseconds = 500
/** How often a server that waits looks at the one that holds a lock. */
export const lookMilliseconds = 250
/** The time without a sign of life after which a server is taken for dead. */
const silentMilliseconds = 3000
/** Sessions that were told to end do so at once, unless the database waits for its disk. */
const endingPauseMilliseconds = 20
/** The time after which a statement of a session of a server fails without an answer. */
const statementMilliseconds = 20_000
/** The time after which a database that does not answer a look is taken for lost. */
const answerMilliseconds = 5000

export class StoreTaken extends Error {
  override readonly name = 'StoreTaken'
}

/** This process has lost the store to another one. To people it is the same as a database that is away. */
export class LostOwnership extends Error {
  override readonly name = 'LostOwnership'
  readonly code = '57P01'
}

/** What every connection of a server is made with. */
export type OwnConnections = {
  /** The `application_name` of its sessions. */
  readonly name: string
  /** Refuses a new connection (SQLSTATE 57P01) when another process has taken over. */
  readonly expectOwner: (client: pg.ClientBase) => Promise<void>
}

export type WatchOptions = {
  /** Runs before each look: it may bring a database server of our own back. */
  readonly before: () => Promise<void>
  /** Another process has the store: this one must stop. */
  readonly onTaken: () => void
  /** The database does not answer: its machine is lost, or the way to it. */
  readonly onSilent?: () => void
}

/** Opens a session at the server of the database that takes writes. */
export const openServerSession = (connectionString: string, name: string): Promise<pg.Client> =>
  tryEach(addressesOf(connectionString).count, () => openAt(connectionString, name))

async function openAt(connectionString: string, name: string): Promise<pg.Client> {
  const Client = clientFor(addressesOf(connectionString))
  const client = new Client({
    connectionString,
    application_name: name,
    keepAlive: true,
    // Its host can be lost without a word: the database then ends the session by itself.
    options:
      '-c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3 -c statement_timeout=5000',
    query_timeout: statementMilliseconds,
  })
  // A lost connection is found by the next statement.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Shows that a server is alive. Tells `onSilent` if the database does not answer at all. */
export async function showLife(client: pg.Client, onSilent: () => void): Promise<void> {
  const isOver = new AbortController()
  const silent = patience(answerMilliseconds, isOver.signal).then(() => {
    onSilent()
    throw new Error('The database does not answer')
  })
  try {
    await Promise.race([client.query('select 1'), silent])
  } finally {
    isOver.abort()
  }
}

const take = async (client: pg.Client, lock: number, how: '' | '_shared'): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock${how}($1) as taken`, [lock])
  return rows[0]?.taken === true
}

export const tryLock = (client: pg.Client, lock: number): Promise<boolean> => take(client, lock, '')
export const tryLockShared = (client: pg.Client, lock: number): Promise<boolean> => take(client, lock, '_shared')

type Session = { readonly pid: number; readonly name: string; readonly beat: string }

/** A session that holds a lock; undefined if none does, or if the database tells nothing about it. */
async function holderOf(client: pg.Client, lock: number): Promise<Session | undefined> {
  const { rows } = await client.query<Session>(
    `select pid, application_name as name, state_change::text as beat from pg_locks join pg_stat_activity using (pid)
     where ${holdsLock(lock)} and usename = current_user and state <> 'disabled' and state_change is not null
     order by state_change limit 1`,
  )
  return rows[0]
}

/**
 * Watches the session that holds a lock. Each look answers the name of a holder that has shown no sign of life for three seconds of
 * looks, every `everyMilliseconds`; undefined otherwise. Looks are counted and not seconds: a database that stood still
 * itself is no reason.
 */
export function openSilence(lock: number, everyMilliseconds: number) {
  const silentLooksMost = silentMilliseconds / everyMilliseconds
  let seen: Session | undefined
  let silentLooks = 0
  return async (client: pg.Client): Promise<string | undefined> => {
    const holder = await holderOf(client, lock)
    silentLooks = holder !== undefined && holder.pid === seen?.pid && holder.beat === seen.beat ? silentLooks + 1 : 0
    seen = holder
    if (holder === undefined || silentLooks < silentLooksMost) return undefined
    silentLooks = 0
    return holder.name
  }
}

/**
 * Ends the sessions of this database for which a condition holds, and resolves when they are gone. One whose commit waits for a standby of the
 * database is waited for: ended, it would be committed here and perhaps not there.
 */
async function endWhere(client: pg.Client, condition: string, values: readonly unknown[]): Promise<void> {
  const ending = `select case when wait_event is distinct from 'SyncRep' then pg_terminate_backend(pid) end
    from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and ${condition}`
  while ((await client.query(ending, [...values])).rows.length > 0) await rest(endingPauseMilliseconds)
}

/** Ends sessions of servers, and resolves when they are gone: what they had not committed is undone by then. */
export const endSessions = (client: pg.Client, which: 'named' | 'others', name: string): Promise<void> =>
  endWhere(client, `starts_with(application_name, $1) and application_name ${which === 'named' ? '=' : '<>'} $2`, [
    namePrefix,
    name,
  ])

/** Opens a session in place of one that was lost. That one may live on in the database, with its locks: it is ended. */
export async function reopenServerSession(lost: pg.Client, connectionString: string, name: string): Promise<pg.Client> {
  const { processID } = lost as pg.Client & { readonly processID: number | null }
  await lost.end().catch(() => undefined)
  const client = await openServerSession(connectionString, name)
  await endWhere(client, 'pid = $1 and application_name = $2', [processID, name]).catch(async (error: unknown) => {
    await client.end()
    throw error
  })
  return client
}

/** Ends a session, which may live a moment longer than its connection: its locks go first. */
export async function closeServerSession(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
  await client.end().catch(() => undefined)
}

/** Raises the epoch: the connections of an earlier one are refused from now on. Answers who led before, to be ended. */
export async function raiseEpoch(client: pg.Client): Promise<{ epoch: number; leader: string | null }> {
  const { rows } = await client.query<{ epoch: string; leader: string | null }>(
    'update store_owner set epoch = epoch + 1 returning epoch, leader',
  )
  return { epoch: Number(rows[0]?.epoch), leader: rows[0]?.leader ?? null }
}

/** Notes who leads, or serves alone. */
export async function noteLeader(client: pg.Client, name: string): Promise<void> {
  await client.query('update store_owner set leader = $1', [name])
}

/** Throws `LostOwnership` unless this epoch still lasts. */
export async function expectEpoch(client: pg.ClientBase, epoch: number | undefined): Promise<void> {
  const { rows } = await client.query<{ epoch: string }>('select epoch from store_owner')
  if (epoch === undefined || Number(rows[0]?.epoch) !== epoch)
    throw new LostOwnership('Another process has taken over this data')
}

/** The same for the session of a server: then it must stop. */
export const expectLasting = (client: pg.ClientBase, epoch: number | undefined): Promise<void> =>
  expectEpoch(client, epoch).catch((error: unknown) => {
    throw error instanceof LostOwnership ? new StoreTaken(error.message) : error
  })

/** Runs a look twice a second, one at a time, until it finds that the store is taken. */
export function openBeats(look: () => Promise<unknown>, log: (message: string) => void) {
  let over = false
  let timer: ReturnType<typeof setInterval> | undefined
  let looking: Promise<void> = Promise.resolve()
  return {
    start({ before, onTaken }: WatchOptions): void {
      const beat = async (): Promise<void> => {
        if (over) return
        await before()
          .then(look)
          .catch((error: unknown) => {
            if (!(error instanceof StoreTaken)) return log(`The database is not back yet: ${String(error)}`)
            over = true
            onTaken()
          })
      }
      timer = setInterval(() => (looking = looking.then(beat)), beatMilliseconds)
      timer.unref()
    },
    async stop(): Promise<void> {
      over = true
      clearInterval(timer)
      await looking
    },
  }
}
