import type { Evidence } from '#areas/ledger/verify.ts'
import {
  chargedByLiquidations,
  chargedByOrders,
  heldByAdditions,
  heldByOrders,
  heldByPositions,
  realisedByClosings,
} from './verify/store-verify.ts'

/** Queries over the rows of trading, which the ledger check compares with the ledger (rulebook §8.5 I3, I4, I9). */
export const evidence: Evidence = {
  held: { 'U.MARGIN': [heldByPositions], 'U.ORDER': [heldByOrders, heldByAdditions] },
  realised: [realisedByClosings],
  charged: [chargedByOrders, chargedByLiquidations],
}
