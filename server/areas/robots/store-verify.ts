import { money, type Money } from '@mex/core/money/money.ts'
import { sql, type Tx } from '#db/sql.ts'

/** The journals of income, energy and rent of some rentals: the event keys with their sums, by rental. */
export async function robotJournals(
  tx: Tx,
  rentals: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, Money>>> {
  if (rentals.length === 0) return new Map()
  const { rows } = await sql<{ ref_id: number; event_key: string; amount: bigint }>`
    select ref_id, event_key, sum(debit) as amount
    from journal join journal_line on journal_line.journal_id = journal.id
    where ref_type = 'robot' and ref_id = any(${rentals}::bigint[]) and event in ('E81', 'E82', 'E83')
    group by ref_id, event_key`.execute(tx)
  return new Map(
    [...Map.groupBy(rows, (row) => row.ref_id)].map(([id, own]) => [
      id,
      new Map(own.map((row) => [row.event_key, money(row.amount)])),
    ]),
  )
}
