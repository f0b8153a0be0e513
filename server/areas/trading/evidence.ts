import type { Evidence } from '#areas/ledger/verify.ts'
import {
  chargedByLiquidations,
  chargedByOrders,
  heldByAdditions,
  heldByOrders,
  heldByPositions,
  realisedByClosings,
} from './store-verify.ts'

/** What the trading area's open rows say about the ledger (rulebook §8.5 I3, I4, I9). */
export const evidence: Evidence = {
  held: { 'U.MARGIN': [heldByPositions], 'U.ORDER': [heldByOrders, heldByAdditions] },
  realised: [realisedByClosings],
  charged: [chargedByOrders, chargedByLiquidations],
}
