import type { Bookings } from '@mex/core/ledger/bookings.ts'
import type { EventCode } from '@mex/core/ledger/accounts.ts'
import { canonical, change, type Journal } from '@mex/core/ledger/ledger.ts'
import { addMoney, nothing, type Money } from '@mex/core/money/money.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { journalsOfEventsBetween, openJournalsOfEvents, type StoredJournal } from './store-chain-links.ts'
import { shown } from './store-verify.ts'

/** What stored rows of a product are recomputed from. */
export type VerifyFacts = {
  readonly feed: Feed
  /** What was due before must be done (epoch milliseconds). */
  readonly settledUntil: number
  readonly now: number
}

/** Findings of one check, at the most. */
export const findingsMax = 50

/** A row with the journals that it must have. */
export type BookedRow = Bookings & { readonly id: number }

/** A table whose rows have journals: each journal of these events belongs to one row. */
export type BookedRows = {
  /** The name of a row in findings: 'transfer'. */
  readonly name: string
  readonly events: readonly EventCode[]
  /** The rows after an id in the order of their ids, at most `limit`. */
  readonly page: (tx: Tx, afterId: number, limit: number) => Promise<readonly BookedRow[]>
}

/** Rows per page: few enough that comparing them hardly delays answers of the same process. */
const pageSize = 200
/** Journals per statement about the rows of a page. */
const journalPage = 1000

/**
 * Compares the journals of some events with the rows that they refer to, both in the order of the rows' ids and page by
 * page: each journal equals the one that its row implies, each row has all its journals, and no journal is left over.
 */
export async function wrongBookings(tx: Tx, source: BookedRows): Promise<readonly string[]> {
  const journals = openReader(await openJournalsOfEvents(tx, `booked_${source.name}`, source.events, pageSize))
  const found: string[] = []
  let after = 0
  for (;;) {
    const rows = await source.page(tx, after, pageSize)
    const isLast = rows.length < pageSize
    after = rows.at(-1)?.id ?? after
    const page = openPage(source.name, rows)
    for (;;) {
      const next = await journals.upTo(isLast ? Infinity : after)
      if (next === undefined || found.length >= shown) break
      found.push(...page.compare(next))
    }
    // If the comparison stopped inside a page, missing journals cannot be reported.
    if (found.length < shown) found.push(...page.missing())
    if (isLast || found.length >= shown) break
  }
  await journals.close()
  return found.slice(0, shown)
}

/**
 * The same for the rows after an id, one page, without a cursor; `next` is the last row of the page, undefined after the
 * last page. An index serves the events of rows that the check of the ledger compares (journal_booked).
 */
export async function wrongBookingsAfter(
  tx: Tx,
  source: BookedRows,
  after: number,
): Promise<{ readonly found: readonly string[]; readonly next: number | undefined }> {
  const rows = await source.page(tx, after, pageSize)
  const next = rows.length < pageSize ? undefined : rows.at(-1)?.id
  const until = next ?? Number.MAX_SAFE_INTEGER
  const page = openPage(source.name, rows)
  const found: string[] = []
  let from = { row: after + 1, id: -1 }
  for (;;) {
    const journals = await journalsOfEventsBetween(tx, source.events, { after: from, until }, journalPage)
    found.push(...journals.flatMap((journal) => page.compare(journal)))
    const last = journals.at(-1)
    if (last === undefined || journals.length < journalPage)
      return { found: [...found, ...page.missing()].slice(0, shown), next }
    // If the comparison stops inside a page, missing journals cannot be reported.
    if (found.length >= shown) return { found: found.slice(0, shown), next }
    from = { row: last.entry.reference.id, id: last.id }
  }
}

type Reader = {
  /** The next journal whose row has at most this id. */
  upTo(id: number): Promise<StoredJournal | undefined>
  close(): Promise<void>
}

function openReader({ read, close }: Awaited<ReturnType<typeof openJournalsOfEvents>>): Reader {
  let page: readonly StoredJournal[] = []
  let position = 0
  return {
    async upTo(id) {
      if (position === page.length) {
        page = await read()
        position = 0
      }
      const next = page[position]
      if (next === undefined || next.entry.reference.id > id) return undefined
      position += 1
      return next
    },
    close,
  }
}

function openPage(name: string, rows: readonly BookedRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const met = new Set<string>()
  const expectedOf = ({ journals }: BookedRow, spread: Money): readonly Journal[] =>
    journals(spread).filter(({ lines }) => lines.length > 0)
  return {
    compare({ id, entry }: StoredJournal): readonly string[] {
      const row = byId.get(entry.reference.id)
      const expected =
        row === undefined ? undefined : expectedOf(row, spreadIn(entry)).find(({ key }) => key === entry.key)
      const what = `journal ${id} (${entry.event}) of ${name} ${entry.reference.id}`
      if (expected === undefined) return [`${what} belongs to no ${name}: ${canonical(entry)}`]
      met.add(entry.key)
      const [is, should] = [canonical(entry), canonical(expected)]
      return is === should ? [] : [`${what}: is ${is}, should be ${should}`]
    },
    /** Call it after all journals of the page have been compared. */
    missing: (): readonly string[] =>
      rows.flatMap((row) => [
        ...row.faults.map((fault) => `${name} ${row.id}: ${fault}`),
        ...expectedOf(row, nothing)
          .filter(({ key }) => !met.has(key))
          .map(({ key }) => `journal ${key} of ${name} ${row.id}: is missing`),
      ]),
  }
}

/** The spread of a conversion that the platform kept, as posted. */
const spreadIn = ({ lines }: Journal): Money =>
  addMoney(nothing, ...lines.filter(({ account }) => account === 'REV.FX_SPREAD').map(change))
