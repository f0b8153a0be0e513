import { emptyBillDetail, type BillDetail } from '@mex/contract/wallet/shapes.ts'
import type { Tx } from '#db/sql.ts'
import { turnsOfJournals } from './store-bill-details.ts'

/** The quotes at which the campaigns of follow orders opened and ended, by journal (specification, calls T). */
export async function followBillDetails(
  tx: Tx,
  userId: number,
  journals: readonly number[],
): Promise<ReadonlyMap<number, BillDetail>> {
  if (journals.length === 0) return new Map()
  const rows = await turnsOfJournals(tx, userId, journals)
  return new Map(rows.map(({ journal, price, quoteId }) => [journal, { ...emptyBillDetail, price, quoteId }]))
}
