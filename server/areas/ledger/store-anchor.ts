import type { Reference } from '@mex/core/ledger/ledger.ts'
import { money, type Money } from '@mex/core/money/money.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

/** Totals of all journals before an instant (rulebook §30). */
export type LedgerTotals = {
  /** The newest link of the hash chain over these journals; undefined before the first. */
  readonly seal: { readonly sequence: number; readonly hash: string } | undefined
  readonly journals: number
  readonly lines: number
  readonly balances: readonly { readonly currency: string; readonly debit: Money; readonly credit: Money }[]
}

/** Reads all lines before the instant (epoch milliseconds): not for every request. */
export async function totalsBefore(tx: Tx, instant: number): Promise<LedgerTotals> {
  const until = isoInstant(instant)
  const { rows: links } = await sql<{ sequence: number; hash: Buffer }>`
    select seal.seq as sequence, seal.hash from seal join journal on journal.id = seal.journal_id
    where journal.at < ${until} order by seal.seq desc limit 1`.execute(tx)
  const { rows: counts } = await sql<{ journals: number }>`
    select count(*) as journals from journal where at < ${until}`.execute(tx)
  const { rows: sums } = await sql<{ currency: string; lines: number; debit: bigint; credit: bigint }>`
    select currency, count(*) as lines, sum(debit) as debit, sum(credit) as credit
    from journal_line join journal on journal.id = journal_id
    where at < ${until} group by currency order by currency`.execute(tx)
  const link = links[0]
  return {
    seal: link === undefined ? undefined : { sequence: link.sequence, hash: link.hash.toString('hex') },
    journals: counts[0]?.journals ?? 0,
    lines: sums.reduce((total, row) => total + row.lines, 0),
    balances: sums.map(({ currency, debit, credit }) => ({ currency, debit: money(debit), credit: money(credit) })),
  }
}

/** Hashes of links in hexadecimal, by sequence number; without those that do not exist. */
export async function linkHashesOf(tx: Tx, sequences: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ sequence: number; hash: Buffer }>`
    select seq as sequence, hash from seal where seq = any(${sequences}::bigint[])`.execute(tx)
  return new Map(rows.map(({ sequence, hash }) => [sequence, hash.toString('hex')]))
}

const notesPerPage = 1000

/** The notes of one kind in a half-open interval, oldest first. */
export async function notesAbout(
  tx: Tx,
  type: Reference['type'],
  from: number,
  until: number,
): Promise<readonly { readonly at: number; readonly memo: string }[]> {
  const notes: { readonly at: number; readonly memo: string }[] = []
  for (let last = { at: from, id: 0 }; ;) {
    const { rows } = await sql<{ id: number; at: number; memo: string }>`
      select id, at, memo from journal
      where event = 'NOTE' and ref_type = ${type} and (at, id) > (${isoInstant(last.at)}::timestamptz, ${last.id}::bigint)
        and at < ${isoInstant(until)}
      order by at, id limit ${notesPerPage}`.execute(tx)
    notes.push(...rows)
    const next = rows.at(-1)
    if (next === undefined || rows.length < notesPerPage) return notes
    last = next
  }
}
