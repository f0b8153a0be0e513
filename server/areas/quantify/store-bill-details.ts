import { price } from '@mex/core/money/money.ts'
import { sql, type Tx } from '#db/sql.ts'

/** Journals of quantitative orders with their products and the prices of their ends, in one query. */
export async function productsOfJournals(tx: Tx, userId: number, journals: readonly number[]) {
  const { rows } = await sql<{ journal: number; event: string; product: number; end_nav: bigint | null }>`
    select journal.id as journal, event, product_id as product, end_nav
    from journal join quantify_order on quantify_order.user_id = ${userId} and quantify_order.id = journal.ref_id
    where journal.user_id = ${userId} and journal.id = any(${journals}::bigint[]) and ref_type = 'product'`.execute(tx)
  return rows.map(({ journal, event, product, end_nav }) => ({
    journal,
    product,
    price: event === 'E76' && end_nav !== null ? price(end_nav) : undefined,
  }))
}
