import { advisoryLocks, holdsLock } from './advisory-locks.ts'
import { codeOf, inTransaction, lockNotAvailable, sql, type Database, type Tx } from './sql.ts'

/**
 * Between the lists of several servers and the ticks of the one that leads: while a tick is handled no list is under way, and every
 * list knows of all ticks that were handled before it. So an order meets every tick after its acceptance and none before,
 * whichever server accepted it.
 */
export type Gate = {
  /** Before a list decides: waits while a tick is being handled. */
  pass(this: void, tx: Tx): Promise<void>
  /**
   * Handles a tick, or what happens at an instant before the next one, while no list passes. The instant is noted as handled in the
   * commit that lets them pass again: `handle` may add to it.
   */
  hold(instant: number, handle: (tx: Tx) => Promise<void>): Promise<void>
  /**
   * In each commit of the tick that is being handled, before the one that notes it: should that fail, what the tick has made known is still
   * known of no later list by an earlier clock.
   */
  begin(this: void, tx: Tx): Promise<void>
  /** Notes an instant in a commit of its own while the gate is held: what it makes known is then known of no later list by an earlier clock. */
  note(tx: Tx, instant: number): Promise<void>
}

export type GateOptions = {
  readonly db: Database
  /**
   * The last tick that was begun, by whichever server; and what else each list and each tick must know. Runs when nothing of it can change any more
   * before the transaction ends.
   */
  readonly read: (tx: Tx) => Promise<number | undefined>
  readonly begin: (tx: Tx, tick: number) => Promise<void>
  readonly note: (tx: Tx, tick: number) => Promise<void>
  /** Told of every tick that was handled. */
  readonly learn: (tick: number) => void
  /** How long a tick waits for lists, in milliseconds. */
  readonly patience?: number
}

/** A list takes milliseconds. One that is under way for so long is of a server that stands still. */
const patienceMilliseconds = 3000

/**
 * Waits until the lists and the tick under way have ended. Those that come wait for the end of this transaction, which must do little: when its
 * program stands still, the database ends it after three seconds.
 */
export async function closeGate(tx: Tx): Promise<void> {
  await Promise.all([
    sql`select set_config('idle_in_transaction_session_timeout', ${String(patienceMilliseconds)}, true)`.execute(tx),
    sql`select pg_advisory_xact_lock(${advisoryLocks.tick})`.execute(tx),
  ])
}

/**
 * Ends the sessions whose lists are under way: what they had not committed is undone. One whose commit waits for a standby of the database is
 * left alone: it would be committed here and perhaps not there.
 */
async function endLists(tx: Tx): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
    where ${sql.raw(holdsLock(advisoryLocks.tick))} and mode = 'ShareLock' and wait_event is distinct from 'SyncRep'`.execute(
    tx,
  )
}

export function openGate({ db, read, begin, note, learn, patience = patienceMilliseconds }: GateOptions): Gate {
  let held: number | undefined

  /** Answers false if a list has kept the gate from being closed, and was ended. */
  async function hold(instant: number, handle: (tx: Tx) => Promise<void>): Promise<boolean> {
    let isClosed = false
    try {
      await inTransaction(db, async (tx) => {
        await Promise.all([
          sql`select set_config('lock_timeout', ${String(patience)}, true)`.execute(tx),
          // The transaction rests while other connections handle the tick.
          sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx),
          sql`select pg_advisory_xact_lock(${advisoryLocks.tick})`.execute(tx),
          read(tx),
        ])
        isClosed = true
        held = instant
        // Here, while no other tick can be held: one that waited in vain must not end what this one says.
        await handle(tx).finally(() => (held = undefined))
        await note(tx, instant)
      })
      return true
    } catch (error) {
      if (isClosed || codeOf(error) !== lockNotAvailable) throw error
      await endLists(db)
      return false
    }
  }

  return {
    async pass(tx) {
      const [, handled] = await Promise.all([
        sql`select pg_advisory_xact_lock_shared(${advisoryLocks.tick})`.execute(tx),
        // A statement of its own: its snapshot is taken when the lock is held.
        read(tx),
      ])
      if (handled !== undefined) learn(handled)
    },
    async hold(instant, handle) {
      while (!(await hold(instant, handle)));
      learn(instant)
    },
    async begin(tx) {
      if (held !== undefined) await begin(tx, held)
    },
    note,
  }
}
