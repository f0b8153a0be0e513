import { randomUUID } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import pg from 'pg'

/**
 * Who serves a store: one process at a time, the one whose session holds an advisory lock. All its connections have its name, and
 * work only in its epoch: whoever takes over raises the epoch and then ends the sessions of everybody else. A session of an earlier
 * owner either began before and is ended, or begins after and is refused. So an owner that stood still, or was cut off, can change
 * nothing when it goes on (decision 078).
 */

const ownerLock = 7200
const namePrefix = 'mex server '
/** How often an owner shows that it is alive, and looks after its lock. */
const beatMilliseconds = 500
/** How often a process that stands by looks at the owner. */
const lookMilliseconds = 250
/** So many looks in a row without a sign of life, each answered by the database, and the owner is taken for dead: three seconds. */
const silentLooksMost = 12
/** Sessions that were told to end do so at once, unless the database waits for its disk or for a standby of its own. */
const endingPauseMilliseconds = 20

export class StoreTaken extends Error {
  override readonly name = 'StoreTaken'
}

/** This process has lost the store to another one. To people it is the same as a database that is away. */
class LostOwnership extends Error {
  override readonly name = 'LostOwnership'
  readonly code = '57P01'
}

/** What every connection of an owner is made with. */
export type OwnConnections = {
  /** The `application_name` of its sessions. */
  readonly name: string
  /** Refuses a new connection (SQLSTATE 57P01) when another process has taken over. */
  readonly expectOwner: (client: pg.ClientBase) => Promise<void>
}

export type OwnershipOptions = {
  readonly connectionString: string
  /** Waits until then while another process owns the store, instead of throwing `StoreTaken` at once. */
  readonly standsBy?: AbortSignal | undefined
  readonly log: (message: string) => void
}

export type WatchOptions = {
  /** Runs before each look: it may bring a database server of our own back. */
  readonly before: () => Promise<void>
  /** Another process has the store: this one must stop. */
  readonly onTaken: () => void
}

export type Ownership = {
  readonly connections: OwnConnections
  /** Whether it waited for another process that owned the store. */
  readonly tookOver: boolean
  /** Begins the epoch of this owner. The tables must be there; resolves when no session of an earlier owner is left. */
  begin(): Promise<void>
  /** Shows that the owner is alive, and takes the lock again when its connection is lost. */
  watch(options: WatchOptions): void
  release(): Promise<void>
}

type Session = { readonly pid: number; readonly name: string; readonly beat: string }

async function open(connectionString: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: name,
    keepAlive: true,
    // Its host can be lost without a word: the database then ends the session by itself.
    options:
      '-c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3 -c statement_timeout=5000',
  })
  // A lost connection is found by the next statement.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ownerLock])
  return rows[0]?.taken === true
}

/** The session that holds the lock; undefined if none does, or if the database tells nothing about it. */
async function holderOf(client: pg.Client): Promise<Session | undefined> {
  const { rows } = await client.query<Session>(
    `select pid, application_name as name, state_change::text as beat from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted
       and database = (select oid from pg_database where datname = current_database())
       and usename = current_user and state <> 'disabled' and state_change is not null`,
    [ownerLock],
  )
  return rows[0]
}

/** Ends sessions of servers, and resolves when they are gone: what they had not committed is undone by then. */
async function endSessions(client: pg.Client, which: 'named' | 'others', name: string): Promise<void> {
  const comparison = which === 'named' ? '=' : '<>'
  const ending = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and starts_with(application_name, $1) and application_name ${comparison} $2`
  while ((await client.query(ending, [namePrefix, name])).rows.length > 0) await rest(endingPauseMilliseconds)
}

/** Waits until the lock is free, and frees it when its holder shows no sign of life. */
async function waitForLock(client: pg.Client, until: AbortSignal, log: OwnershipOptions['log']): Promise<void> {
  let seen: Session | undefined
  let silentLooks = 0
  while (!(await tryLock(client))) {
    if (until.aborted) throw new StoreTaken('Another process serves this data, and this one was told to stop')
    const holder = await holderOf(client)
    silentLooks = holder !== undefined && holder.pid === seen?.pid && holder.beat === seen.beat ? silentLooks + 1 : 0
    seen = holder
    if (holder !== undefined && silentLooks >= silentLooksMost) {
      log('The process that serves this data shows no sign of life: ending its sessions')
      await endSessions(client, 'named', holder.name)
      silentLooks = 0
    } else await rest(lookMilliseconds)
  }
}

async function take(client: pg.Client, { standsBy, log }: OwnershipOptions): Promise<boolean> {
  if (await tryLock(client)) return false
  if (standsBy === undefined)
    throw new StoreTaken(
      'Another process already serves this data. Stop it first, give this one a DATA_DIR of its own, or let it stand by (STANDBY=on).',
    )
  log('Another process serves this data: standing by')
  await waitForLock(client, standsBy, log)
  return true
}

const epochOf = async (client: pg.ClientBase): Promise<number> =>
  Number((await client.query<{ epoch: string }>('select epoch from store_owner')).rows[0]?.epoch)

/** Takes a store. Throws `StoreTaken` if another process has it, unless this one stands by. */
export async function takeOwnership(options: OwnershipOptions): Promise<Ownership> {
  const name = `${namePrefix}${randomUUID()}`
  const { connectionString, log } = options
  let client = await open(connectionString, name)
  let epoch: number | undefined
  const tookOver = await take(client, options).catch(async (error: unknown) => {
    await client.end()
    throw error
  })

  async function expectOwner(other: pg.ClientBase): Promise<void> {
    if (epoch === undefined || (await epochOf(other)) !== epoch)
      throw new LostOwnership('Another process has taken over this data')
  }

  /** The lock is taken again only if nobody had it meanwhile: what this process keeps in memory is still true then. */
  async function takeAgain(): Promise<void> {
    await client.end().catch(() => undefined)
    client = await open(connectionString, name)
    if (!(await tryLock(client))) throw new StoreTaken('Another process has taken over this data')
    await expectOwner(client).catch((error: unknown) => {
      throw error instanceof LostOwnership ? new StoreTaken(error.message) : error
    })
  }

  let over = false
  let timer: ReturnType<typeof setInterval> | undefined
  let looking: Promise<void> = Promise.resolve()
  return {
    connections: { name, expectOwner },
    tookOver,
    async begin() {
      const { rows } = await client.query<{ epoch: string }>('update store_owner set epoch = epoch + 1 returning epoch')
      epoch = Number(rows[0]?.epoch)
      await endSessions(client, 'others', name)
    },
    watch({ before, onTaken }) {
      const look = async (): Promise<void> => {
        await before()
        await client.query('select 1').catch(takeAgain)
      }
      const beat = (): void => {
        looking = looking.then(async () => {
          if (over) return
          await look().catch((error: unknown) => {
            if (!(error instanceof StoreTaken)) return log(`The database is not back yet: ${String(error)}`)
            over = true
            onTaken()
          })
        })
      }
      timer = setInterval(beat, beatMilliseconds)
      timer.unref()
    },
    async release() {
      over = true
      clearInterval(timer)
      await looking
      // The session may live a moment longer than its connection.
      await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
      await client.end().catch(() => undefined)
    },
  }
}
