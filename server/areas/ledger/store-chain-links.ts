import type { EventCode } from '@mex/core/ledger/accounts.ts'
import type { Journal, Line, Reference } from '@mex/core/ledger/ledger.ts'
import { money, type WalletCurrency } from '@mex/core/money/money.ts'
import { wallets, walletNumbers, type Wallet } from '@mex/core/wallet/wallets.ts'
import { advisoryLocks } from '#db/advisory-locks.ts'
import { columns, sql, type Fragment, type Tx } from '#db/sql.ts'

/** A link of the hash chain (rulebook §8.1). */
export type ChainLink = {
  readonly sequence: number
  readonly journalId: number
  readonly previous: Buffer
  readonly hash: Buffer
}

/** A stored journal; `xid` and `id` are its position in commit order. */
export type StoredJournal = {
  readonly id: number
  readonly xid: string
  readonly entry: Journal
  /** Whether all its lines of users are those of its own user. */
  readonly isOfOneUser: boolean
}

/** Waits until no other transaction adds links to the chain. */
export async function lockChain(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.chain})`.execute(tx)
}

/** The newest link; undefined before the first. */
export async function lastLink(tx: Tx): Promise<ChainLink | undefined> {
  const { rows } = await sql<ChainLink>`
    select seq as sequence, journal_id as "journalId", prev_hash as previous, hash from seal order by seq desc limit 1`.execute(
    tx,
  )
  return rows[0]
}

/** A link by its number; undefined where the chain does not reach. */
export async function linkAt(tx: Tx, sequence: number): Promise<Pick<ChainLink, 'previous' | 'hash'> | undefined> {
  const { rows } = await sql<Pick<ChainLink, 'previous' | 'hash'>>`
    select prev_hash as previous, hash from seal where seq = ${sequence}`.execute(tx)
  return rows[0]
}

type HeadRow = {
  id: number
  xid: string
  event: EventCode
  key: string
  user: number | null
  at: number
  refType: Reference['type']
  refId: number
  memo: string
}

const head = sql`journal.id, journal.xid::text, journal.event, journal.event_key as key, journal.user_id as "user", journal.at,
  journal.ref_type as "refType", journal.ref_id as "refId", journal.memo`

const link = sql`seal.seq as sequence, seal.journal_id as "journalId", seal.prev_hash as previous, seal.hash`

/**
 * Journals after a linked one in commit order, at most `limit`. (`order by xid` alone would mean the column of the
 * result, which is a text: 1000 would come before 999.) Journals of open transactions, and of transactions that began
 * after those, wait, so that no journal has to be inserted between two links.
 */
export async function journalsToLink(tx: Tx, after: number | undefined, limit: number): Promise<StoredJournal[]> {
  const { rows } = await sql<HeadRow>`
    select ${head} from journal
    where xid < pg_snapshot_xmin(pg_current_snapshot())
      and (xid, id) > (coalesce((select xid from journal where id = ${after ?? null}), '0'::xid8), ${after ?? 0}::bigint)
    order by journal.xid, journal.id limit ${limit}`.execute(tx)
  return withLines(tx, rows)
}

/** Journals without a link after a position in commit order, at most `limit`. */
export async function unlinkedAfter(
  tx: Tx,
  { xid, id }: { readonly xid: bigint; readonly id: number },
  limit: number,
): Promise<StoredJournal[]> {
  const { rows } = await sql<HeadRow>`
    select ${head} from journal
    where (xid, id) > (${String(xid)}::xid8, ${id}::bigint) and not exists (select from seal where journal_id = journal.id)
    order by journal.xid, journal.id limit ${limit}`.execute(tx)
  return withLines(tx, rows)
}

/** Links after a sequence number in order, each with its journal. */
export async function linksAfter(tx: Tx, sequence: number, limit: number): Promise<(ChainLink & StoredJournal)[]> {
  const { rows } = await sql<HeadRow & ChainLink>`
    select ${head}, ${link} from seal join journal on journal.id = seal.journal_id
    where seal.seq > ${sequence} order by seal.seq limit ${limit}`.execute(tx)
  return withEntries(tx, rows)
}

/** A stored journal by its id; undefined if there is none. */
export async function journalById(tx: Tx, id: number): Promise<StoredJournal | undefined> {
  const { rows } = await sql<HeadRow>`select ${head} from journal where id = ${id}`.execute(tx)
  return (await withLines(tx, rows))[0]
}

/** The links of some journals, by event key. */
export async function linksOfKeys(
  tx: Tx,
  keys: readonly string[],
): Promise<(ChainLink & StoredJournal & { readonly key: string })[]> {
  const { rows } = await sql<HeadRow & ChainLink>`
    select ${head}, ${link} from seal join journal on journal.id = seal.journal_id
    where journal.event_key in (select key from ${columns(keys, [
      'text',
      (key) => key,
    ])} as given (key)) order by seal.seq`.execute(tx)
  return withEntries(tx, rows)
}

async function withEntries(tx: Tx, rows: readonly (HeadRow & ChainLink)[]) {
  const stored = await withLines(tx, rows)
  return rows.map((row, index) => ({ ...row, ...(stored[index] as StoredJournal) }))
}

/** A journal with its link of the chain; undefined until it has one. */
export type LinkedJournal = StoredJournal & {
  readonly link: { readonly sequence: number; readonly previous: Buffer; readonly hash: Buffer } | undefined
}

/** A user's journals after an id, oldest first, each with its link. Not indexed: for data exports, not for pages. */
export async function journalsOfUser(tx: Tx, userId: number, afterId: number, limit: number): Promise<LinkedJournal[]> {
  const { rows } = await sql<HeadRow & { sequence: number | null; previous: Buffer | null; hash: Buffer | null }>`
    select ${head}, seal.seq as sequence, seal.prev_hash as previous, seal.hash
    from journal left join seal on seal.journal_id = journal.id
    where journal.user_id = ${userId} and journal.id > ${afterId} order by journal.id limit ${limit}`.execute(tx)
  const stored = await withLines(tx, rows)
  return stored.map((row, index) => {
    const { sequence = null, previous = null, hash = null } = rows[index] ?? {}
    const isLinked = sequence !== null && previous !== null && hash !== null
    return { ...row, link: isLinked ? { sequence, previous, hash } : undefined }
  })
}

/** The journals of some events about rows in (`after`, `until`], in the order of these rows, from a position on. */
export async function journalsOfEventsBetween(
  tx: Tx,
  events: readonly EventCode[],
  { after, until }: { readonly after: { readonly row: number; readonly id: number }; readonly until: number },
  limit: number,
): Promise<StoredJournal[]> {
  const { rows } = await sql<HeadRow>`
    select ${head} from journal
    where journal.event in (${sql.join(events.map((event) => sql.lit(event)))})
      and journal.ref_id between ${after.row} and ${until} and (journal.ref_id, journal.id) > (${after.row}, ${after.id})
    order by journal.ref_id, journal.id limit ${limit}`.execute(tx)
  return withLines(tx, rows)
}

/** Statements of journals, a page per call; an empty page is the end. Needs a transaction. */
async function openJournals(tx: Tx, name: string, statement: Fragment, pageSize: number) {
  const cursor = sql.id(name)
  await sql`declare ${cursor} no scroll cursor for ${statement}`.execute(tx)
  return {
    read: async (): Promise<StoredJournal[]> => {
      const { rows } = await sql<HeadRow>`fetch ${sql.lit(pageSize)} from ${cursor}`.execute(tx)
      return withLines(tx, rows)
    },
    close: async (): Promise<void> => void (await sql`close ${cursor}`.execute(tx)),
  }
}

/**
 * The journals of some events in the order of the rows that they refer to. A cursor, because a sort for each page would read all of
 * them each time.
 */
export const openJournalsOfEvents = (tx: Tx, name: string, events: readonly EventCode[], pageSize: number) =>
  openJournals(
    tx,
    name,
    sql`
      select ${head} from journal
      where journal.event in (${sql.join(events.map((event) => sql.lit(event)))}) order by journal.ref_id, journal.id`,
    pageSize,
  )

/** The journals of several users, oldest first; a cursor for the same reason. */
export const openJournalsOfUsers = (tx: Tx, userIds: readonly number[], pageSize: number) =>
  openJournals(
    tx,
    'journals_of_users',
    sql`select ${head} from journal where journal.user_id = any(${userIds}::bigint[]) order by journal.id`,
    pageSize,
  )

type LineRow = {
  journalId: number
  userId: number | null
  account: string
  wallet: number | null
  currency: string
  debit: bigint
  credit: bigint
}

async function withLines(tx: Tx, heads: readonly HeadRow[]): Promise<StoredJournal[]> {
  const { rows } = await sql<LineRow>`
    select journal_id as "journalId", user_id as "userId", account, wallet, currency, debit, credit from journal_line
    where journal_id = any(${heads.map((row) => row.id)}::bigint[]) order by journal_id, line`.execute(tx)
  const lines = Map.groupBy(rows, (row) => row.journalId)
  return heads.map((row) => ({
    id: row.id,
    xid: row.xid,
    entry: {
      event: row.event,
      key: row.key,
      user: row.user ?? undefined,
      at: row.at,
      reference: { type: row.refType, id: row.refId },
      memo: row.memo === '' ? undefined : row.memo,
      lines: (lines.get(row.id) ?? []).map(lineOf),
    },
    isOfOneUser: (lines.get(row.id) ?? []).every(({ userId }) => userId === null || userId === row.user),
  }))
}

/**
 * The wallet of a line. An unknown number is returned as it is, so that a check of the ledger can report the changed
 * journal instead of failing.
 */
export const readWallet = (number: number): Wallet =>
  wallets.find((wallet) => walletNumbers[wallet] === number) ?? (`wallet ${number}` as Wallet)

function lineOf(row: LineRow): Line {
  return {
    account: row.account as Line['account'],
    wallet: row.wallet === null ? undefined : readWallet(row.wallet),
    currency: row.currency as WalletCurrency,
    debit: money(row.debit),
    credit: money(row.credit),
  }
}

export async function insertLinks(tx: Tx, links: readonly ChainLink[]): Promise<void> {
  await sql`
    insert into seal (seq, journal_id, prev_hash, hash)
    select * from ${columns(links, ['bigint', (row) => row.sequence], ['bigint', (row) => row.journalId], ['bytea', (row) => row.previous], ['bytea', (row) => row.hash])}`.execute(
    tx,
  )
}

/** The event keys of these that are in the ledger. */
export async function keysPosted(tx: Tx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select event_key as key from journal where event_key = any(${keys}::text[])`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}
