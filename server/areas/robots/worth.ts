import { addMoney, nothing, type Money } from '@mex/core/money/money.ts'
import { worthBeyond } from '@mex/core/robots/rental.ts'
import type { Tx } from '#db/sql.ts'
import { openRentals } from './store.ts'

/** What the robots of a person are worth beyond what their wallet holds, in its currency (rulebook §7.3). */
export const robotAssets = async (tx: Tx, userId: number): Promise<Money> =>
  addMoney(nothing, ...(await openRentals(tx, [userId])).map(worthBeyond))
