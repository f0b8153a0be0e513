import { present } from '@mex/core/assert.ts'
import { columns, sql, type Database, type Tx } from './sql.ts'

/** A changed row of a user: push loads and sends it after the commit. */
export type Notice = { readonly userId: number; readonly topic: string; readonly refId: number }

/**
 * The transaction of some notices. Its id may be given again to another one, after a crash or by a standby that never heard of it; its beginning
 * tells the two apart.
 */
export type NoticeSource = { readonly xid: string; readonly begunAt: string }

/** Writes notices for push in the same commit as the change. */
export async function enqueueNotices(tx: Tx, notices: readonly Notice[]): Promise<void> {
  await writeNotices(tx, notices)
}

/** The same; answers whose they are. */
export async function writeNotices(tx: Tx, notices: readonly Notice[]): Promise<NoticeSource | undefined> {
  if (notices.length === 0) return undefined
  const { rows } = await sql<NoticeSource>`
    with written as (
      insert into outbox (user_id, topic, ref_id)
      select * from ${columns(notices, ['bigint', (row) => row.userId], ['text', (row) => row.topic], ['bigint', (row) => row.refId])}
      returning xid, created_at
    )
    select xid::text as xid, created_at::text as "begunAt" from written limit 1`.execute(tx)
  return rows[0]
}

/**
 * The current snapshot in the text form of PostgreSQL, up to the newest notice. A transaction that ended without a commit is not in it: when
 * the database has crashed, or a standby has taken over, its id may be given to another one, whose notices would then
 * count as read.
 */
export async function snapshotNow(tx: Tx): Promise<string> {
  const { rows } = await sql<{ snapshot: string; last: string | null }>`
    select pg_current_snapshot()::text as snapshot, (select xid::text from outbox order by outbox.xid desc limit 1) as last`.execute(
    tx,
  )
  const { snapshot, last } = present(rows[0], 'a snapshot')
  return upTo(snapshot, last === null ? firstXid : BigInt(last) + 1n)
}

/** The first id that PostgreSQL gives to a transaction. */
const firstXid = 3n

/** The part of a snapshot before a transaction. */
function upTo(snapshot: string, end: bigint): string {
  const [xmin = '', xmax = '', underWay = ''] = snapshot.split(':')
  if (BigInt(xmax) <= end) return snapshot
  const earlier = underWay.split(',').filter((xid) => xid !== '' && BigInt(xid) < end)
  return `${BigInt(xmin) < end ? xmin : end}:${end}:${earlier.join(',')}`
}

/** What was committed after a snapshot: how many notices, and the age of the oldest by the clock of the database. */
export type Unsent = { readonly count: number; readonly oldestSeconds: number }

/** Counts at most this many: a longer queue is as alarming. */
const unsentMax = 10_000

export async function unsentSince(tx: Tx, after: string): Promise<Unsent> {
  const { rows } = await sql<Unsent>`
    select count(*) as count, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
    from (
      select created_at from outbox
      where xid >= pg_snapshot_xmin(${after}::pg_snapshot) and xid < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(xid, ${after}::pg_snapshot)
      order by xid limit ${unsentMax}
    ) as unsent`.execute(tx)
  return present(rows[0], 'a count')
}

/** Notices that were committed after one snapshot and before a later one. */
export type OutboxStretch = { readonly after: string; readonly by: string }

/**
 * The notices of an interval after an id, in the order of their ids. Ids are assigned while the user is locked, so for
 * one user this is the order of the commits; and interval by interval nothing is skipped or repeated. (Transaction ids
 * would not do: they may be assigned before the wait for the lock.)
 */
export async function noticesOf(
  tx: Tx,
  { after, by }: OutboxStretch,
  afterId: number,
  limit: number,
): Promise<(Notice & { readonly id: number })[]> {
  // Materialised, because for the order of ids the planner would scan all of them; and only a bounded range
  // makes it trust the index on transactions.
  const { rows } = await sql<Notice & { id: number }>`
    with stretch as materialized (
      select user_id as "userId", topic, ref_id as "refId", id from outbox
      where xid >= pg_snapshot_xmin(${after}::pg_snapshot) and xid < pg_snapshot_xmax(${by}::pg_snapshot)
        and not pg_visible_in_snapshot(xid, ${after}::pg_snapshot) and pg_visible_in_snapshot(xid, ${by}::pg_snapshot)
        and id > ${afterId}::bigint
    )
    select * from stretch order by id limit ${limit}`.execute(tx)
  return rows
}

/**
 * The same of some topics and without the notices of some transactions; what is named several times comes once, as its last notice.
 */
async function changesOf(
  tx: Tx,
  { after, by }: OutboxStretch,
  { topics, without }: { readonly topics: readonly string[]; readonly without: readonly NoticeSource[] },
  afterId: number,
): Promise<(Notice & { readonly id: number })[]> {
  const { rows } = await sql<Notice & { id: number }>`
    with stretch as materialized (
      select user_id, topic, ref_id, id from outbox
      where xid >= pg_snapshot_xmin(${after}::pg_snapshot) and xid < pg_snapshot_xmax(${by}::pg_snapshot)
        and not pg_visible_in_snapshot(xid, ${after}::pg_snapshot) and pg_visible_in_snapshot(xid, ${by}::pg_snapshot)
        and id > ${afterId}::bigint and topic = any(${topics}::text[])
        and (xid, created_at) not in (
          select own.xid::xid8, own.begun_at::timestamptz
          from ${columns(without, ['text', (row) => row.xid], ['text', (row) => row.begunAt])} as own (xid, begun_at)
        )
    )
    select user_id as "userId", topic, ref_id as "refId", max(id) as id from stretch
    group by user_id, topic, ref_id order by id limit ${readAtOnce}`.execute(tx)
  return rows
}

/** Reads notices for what is kept in memory. */
export type NoticeReader = {
  /**
   * The first time resolves after `first`, which loads everything; then calls `each` with the notices that were committed since the
   * last reading. What fails is read again the next time.
   */
  read(first: () => Promise<void>, each: (notices: readonly Notice[]) => Promise<void>): Promise<void>
  /**
   * Before a transaction of this process commits. The answer is called after the commit: it calls `apply`, which must bring to memory all
   * that the notices tell of, so that they need not be read; unless a reading has begun, which may know more by now.
   */
  own(this: void): (source: NoticeSource, apply: () => void) => void
}

/** Notices that are read at a time. */
const readAtOnce = 2000

export function openNoticeReader(db: Database, topics: readonly string[]): NoticeReader {
  /** Everything that was visible in this snapshot has been read. */
  let after: string | undefined
  let reading = Promise.resolve()
  /** Readings that have begun, and how many of them have ended. */
  let begun = 0
  let ended = 0
  /** What was brought to memory without reading it. */
  let applied: NoticeSource[] = []

  async function read(...[first, each]: Parameters<NoticeReader['read']>): Promise<void> {
    // Before the rows: what is committed meanwhile is read once more.
    const by = await snapshotNow(db)
    if (after === undefined) await first()
    else if (after !== by) await readStretch({ after, by }, each)
    after = by
    // They were committed before this reading began.
    applied = []
  }

  async function readStretch(stretch: OutboxStretch, each: Parameters<NoticeReader['read']>[1]): Promise<void> {
    for (let afterId = 0; ;) {
      const notices = await changesOf(db, stretch, { topics, without: applied }, afterId)
      const last = notices.at(-1)
      if (last === undefined) return
      await each(notices)
      afterId = last.id
    }
  }

  return {
    read(...work) {
      begun += 1
      reading = reading
        .catch(() => undefined)
        .then(() => read(...work))
        .finally(() => void (ended += 1))
      return reading
    },
    own() {
      const before = begun
      const isQuiet = after !== undefined && before === ended
      return (source, apply) => {
        if (!isQuiet || before !== begun) return
        apply()
        applied.push(source)
      }
    },
  }
}

/** Notices that one statement deletes. */
const deletedAtOnce = 5000

/** Deletes the notices that are older than this, from the oldest on. Uses the wall clock of the database, which also wrote `created_at`. */
export async function deleteOldNotices(db: Database, keepHours: number): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ count: number; last: number | null }>`
      with oldest as (select id, created_at from outbox where id > ${after}::bigint order by id limit ${deletedAtOnce}),
      deleted as (
        delete from outbox using oldest
        where outbox.id = oldest.id and oldest.created_at < now() - make_interval(hours => ${keepHours}::int)
        returning outbox.id
      )
      select count(*) as count, max(id) as last from deleted`.execute(db)
    const { count, last } = present(rows[0], 'a count')
    if (count < deletedAtOnce || last === null) return
    after = last
  }
}
