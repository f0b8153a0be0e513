import { randomUUID } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import type pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import {
  closeServerSession,
  endSessions,
  expectEpoch,
  expectLasting,
  lookMilliseconds,
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
  type OwnConnections,
  type WatchOptions,
} from './server-session.ts'

/**
 * Who serves a store alone: one process at a time, the one whose session holds an advisory lock. All its connections have its name, and
 * work only in its epoch: whoever takes over raises the epoch and then ends the sessions of everybody else. A session of an earlier
 * owner either began before and is ended, or begins after and is refused. So an owner that stood still, or was cut off, can change
 * nothing when it goes on (decision 078).
 */

export type OwnershipOptions = {
  readonly connectionString: string
  /** Waits until then while another process owns the store, instead of throwing `StoreTaken` at once. */
  readonly standsBy?: AbortSignal | undefined
  readonly log: (message: string) => void
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

/** Waits until the lock is free, and frees it when its holder shows no sign of life. */
async function waitForLock(client: pg.Client, until: AbortSignal, log: OwnershipOptions['log']): Promise<void> {
  const silentHolder = openSilence(advisoryLocks.store, lookMilliseconds)
  while (!(await tryLock(client, advisoryLocks.store))) {
    if (until.aborted) throw new StoreTaken('Another process serves this data, and this one was told to stop')
    const silent = await silentHolder(client)
    if (silent === undefined) await rest(lookMilliseconds)
    else {
      log('The process that serves this data shows no sign of life: ending its sessions')
      await endSessions(client, 'named', silent)
    }
  }
}

async function take(client: pg.Client, { standsBy, log }: OwnershipOptions): Promise<boolean> {
  if (await tryLock(client, advisoryLocks.store)) return false
  if (standsBy === undefined)
    throw new StoreTaken(
      'Another process already serves this data. Stop it first, give this one a DATA_DIR of its own, or let it stand by (STANDBY=on).',
    )
  log('Another process serves this data: standing by')
  await waitForLock(client, standsBy, log)
  return true
}

/** Takes a store. Throws `StoreTaken` if another process has it, unless this one stands by. */
export async function takeOwnership(options: OwnershipOptions): Promise<Ownership> {
  const name = `${namePrefix}${randomUUID()}`
  const { connectionString, log } = options
  let client = await openServerSession(connectionString, name)
  let epoch: number | undefined
  const tookOver = await take(client, options).catch(async (error: unknown) => {
    await client.end()
    throw error
  })

  /** The lock is taken again only if nobody had it meanwhile: what this process keeps in memory is still true then. */
  async function takeAgain(): Promise<void> {
    client = await reopenServerSession(client, connectionString, name)
    if (!(await tryLock(client, advisoryLocks.store))) throw new StoreTaken('Another process has taken over this data')
    await expectLasting(client, epoch)
  }

  let onSilent = (): void => undefined
  const beats = openBeats(() => showLife(client, () => onSilent()).catch(takeAgain), log)
  return {
    connections: { name, expectOwner: (other) => expectEpoch(other, epoch) },
    tookOver,
    async begin() {
      epoch = (await raiseEpoch(client)).epoch
      await endSessions(client, 'others', name)
      await noteLeader(client, name)
    },
    watch(options) {
      onSilent = options.onSilent ?? onSilent
      beats.start(options)
    },
    async release() {
      await beats.stop()
      await closeServerSession(client)
    },
  }
}
