import { randomUUID } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import type pg from 'pg'
import { advisoryLocks, holdsLock } from './advisory-locks.ts'
import {
  beatMilliseconds,
  closeServerSession,
  endSessions,
  expectEpoch,
  expectLasting,
  lookMilliseconds,
  LostOwnership,
  namePrefix,
  noteLeader,
  openBeats,
  openServerSession,
  openSilence,
  raiseEpoch,
  reopenServerSession,
  showLife,
  StoreTaken,
  tryLock,
  tryLockShared,
  type OwnConnections,
  type WatchOptions,
} from './server-session.ts'

/**
 * One of several servers of a store. All of them share the lock that a single server holds alone; one of them leads: it handles the
 * ticks and runs the jobs. Who leads is fenced as an owner is: the next one raises the epoch, and ends the sessions of the one
 * before. A server that led once makes connections in its own epoch only (decision 079).
 */

/** The settings of this server are not those of the others. */
export class OtherSettings extends Error {
  override readonly name = 'OtherSettings'
}

export type MembershipOptions = {
  readonly connectionString: string
  readonly log: (message: string) => void
}

export type Membership = {
  readonly connections: OwnConnections
  /** Compares its settings, which are JSON, with those of the servers that are there. Throws `OtherSettings`. */
  compare(settings: string): Promise<void>
  /** When the tables are there: the first server notes its settings. */
  begin(settings: string): Promise<void>
  /** Ends the joining: the next server may join, and this one may lead whenever nobody else does. */
  joined(): Promise<void>
  /** Leads if nobody does; answers whether this server leads. While it joins nobody else calls it. */
  lead(): Promise<boolean>
  /** Shows that it is alive, takes its locks again when their connection is lost, and leads as soon as nobody else does. */
  watch(options: WatchOptions & { readonly onLeading: () => void }): void
  release(): Promise<void>
}

const alone = 'Another process serves this data alone: stop it first, or start it with CLUSTER=on too.'

/** Shares the lock of the store. Nobody takes it alone for a moment: whoever takes his share again meanwhile would stop. */
async function share(client: pg.Client): Promise<void> {
  if (!(await tryLockShared(client, advisoryLocks.store))) throw new StoreTaken(alone)
}

/** Whether no other server shares the lock of the store. */
async function isAlone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_locks where ${holdsLock(advisoryLocks.store)} and pid <> pg_backend_pid()`,
  )
  return rows.length === 0
}

/** Throws `LostOwnership` if a process serves the store alone now. Otherwise a server that never led has nothing that another one took over. */
async function expectShared(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select from pg_locks where ${holdsLock(advisoryLocks.store)} and mode = 'ExclusiveLock'`,
  )
  if (rows.length > 0) throw new LostOwnership('Another process serves this data alone now')
}

type Shared = Readonly<Record<string, unknown>>

/** Of these settings, those that the others have not, as JSON. */
const beside = (settings: Shared, others: Shared): string =>
  JSON.stringify(Object.fromEntries(Object.entries(settings).filter(([name, value]) => others[name] !== value)))

async function expectAlike(client: pg.Client, isFirst: boolean, settings: string): Promise<void> {
  if (isFirst) return
  const { rows } = await client.query<{ settings: string | null }>('select settings from store_owner')
  const [others, own] = [rows[0]?.settings ?? '{}', settings].map((text) => JSON.parse(text) as Shared)
  if (others === undefined || own === undefined) return
  const [theirs, here] = [beside(others, own), beside(own, others)]
  if (theirs !== here)
    throw new OtherSettings(
      `The servers of this data run with other settings: theirs ${theirs}, here ${here}. All must be the same: stop all servers before you start one with others.`,
    )
}

async function noteSettings(client: pg.Client, isFirst: boolean, settings: string): Promise<void> {
  if (isFirst) await client.query('update store_owner set settings = $1', [settings])
}

/** Waits until no other server joins; answers whether this is the first one. */
async function join(client: pg.Client): Promise<boolean> {
  while (!(await tryLock(client, advisoryLocks.joining))) await rest(lookMilliseconds)
  await share(client)
  return isAlone(client)
}

/**
 * Begins the epoch of a server that leads, and ends the sessions of the one before. The name is noted last: whoever is interrupted here finds
 * the one before again.
 */
async function beginToLead(client: pg.Client, name: string): Promise<number> {
  const { epoch, leader: before } = await raiseEpoch(client)
  if (before !== null && before !== name) await endSessions(client, 'named', before)
  await noteLeader(client, name)
  return epoch
}

/** How long the server that led goes before the others, when they have all lost their sessions: the database was restarted, or a standby took over. */
const precedenceMilliseconds = 3000

/** Joins the servers of a store. Throws `StoreTaken` if one process serves it alone. */
export async function joinServers({ connectionString, log }: MembershipOptions): Promise<Membership> {
  const name = `${namePrefix}${randomUUID()}`
  let client = await openServerSession(connectionString, name)
  const silentLeader = openSilence(advisoryLocks.leader, beatMilliseconds)
  let epoch: number | undefined
  let leadsFrom = 0

  async function lead(): Promise<boolean> {
    if (epoch !== undefined) return true
    if (!(await tryLock(client, advisoryLocks.leader))) {
      const silent = await silentLeader(client)
      if (silent === undefined) return false
      log('The server that leads shows no sign of life: ending its sessions')
      await endSessions(client, 'named', silent)
      return lead()
    }
    epoch = await beginToLead(client, name)
    return true
  }

  /** A server that led goes on only in its own epoch: what it keeps in memory is still true then. */
  async function takeAgain(): Promise<void> {
    client = await reopenServerSession(client, connectionString, name)
    await share(client)
    leadsFrom = performance.now() + precedenceMilliseconds
    if (epoch === undefined) return
    if (!(await tryLock(client, advisoryLocks.leader))) throw new StoreTaken('Another server leads now')
    await expectLasting(client, epoch)
  }

  let hasJoined = false
  let onLeading = (): void => undefined
  let onSilent = (): void => undefined
  const mayLead = (): boolean => hasJoined && epoch === undefined && performance.now() >= leadsFrom
  const beats = openBeats(async () => {
    await showLife(client, () => onSilent()).catch(takeAgain)
    if (mayLead() && (await lead())) onLeading()
  }, log)

  async function release(): Promise<void> {
    await beats.stop()
    await closeServerSession(client)
  }

  const isFirst = await join(client).catch(async (error: unknown) => {
    await release()
    throw error
  })
  return {
    connections: {
      name,
      expectOwner: async (other) => (epoch === undefined ? expectShared(other) : expectEpoch(other, epoch)),
    },
    compare: (settings) => expectAlike(client, isFirst, settings),
    begin: (settings) => noteSettings(client, isFirst, settings),
    async joined() {
      await client.query('select pg_advisory_unlock($1)', [advisoryLocks.joining])
      hasJoined = true
    },
    lead,
    watch({ onLeading: told, ...options }) {
      onLeading = told
      onSilent = options.onSilent ?? onSilent
      beats.start(options)
    },
    release,
  }
}
