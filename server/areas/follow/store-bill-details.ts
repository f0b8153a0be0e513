import { price } from '@mex/core/money/money.ts'
import { sql, type Tx } from '#db/sql.ts'

/** Journals of follow orders with the turns of their rows, in one query. */
export async function turnsOfJournals(tx: Tx, userId: number, journals: readonly number[]) {
  const { rows } = await sql<{
    journal: number
    event: string
    open_price: bigint | null
    open_quote: string | null
    close_price: bigint | null
    close_quote: string | null
  }>`
    select journal.id as journal, event, open_price, open_quote, close_price, close_quote
    from journal join follow_order on follow_order.user_id = ${userId} and follow_order.id = journal.ref_id
    where journal.user_id = ${userId} and journal.id = any(${journals}::bigint[]) and ref_type = 'follow'`.execute(tx)
  return rows.map((row) => {
    const isEnd = row.event === 'E73' || row.event === 'E74'
    const at = isEnd ? row.close_price : row.open_price
    return {
      journal: row.journal,
      price: at === null ? undefined : price(at),
      quoteId: (isEnd ? row.close_quote : row.open_quote) ?? undefined,
    }
  })
}
