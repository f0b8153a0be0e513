import type { Tx } from '#db/sql.ts'
import { listOrders } from './store.ts'

/** How many orders of a person are not settled or refunded. */
export const countOpenOrders = async (tx: Tx, userId: number): Promise<number> =>
  (await listOrders(tx, userId, { withFinished: false })).length
