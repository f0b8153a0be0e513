import type { Tx } from '#db/sql.ts'
import { listHoldings } from './store.ts'

/** How many bond holdings a person has that are not redeemed. */
export const countOpenHoldings = async (tx: Tx, userId: number): Promise<number> =>
  (await listHoldings(tx, userId, { withRedeemed: false })).length
