import { bookingsOfTransfer } from '@mex/core/wallet/bookings.ts'
import type { BookedRows } from '#areas/ledger/verify-rows.ts'
import type { Evidence } from '#areas/ledger/verify.ts'
import { transfersAfter, transfersHeld } from './store.ts'

const booked: BookedRows = {
  name: 'transfer',
  events: ['E20', 'E21', 'E22', 'E23'],
  page: async (tx, afterId, limit) =>
    (await transfersAfter(tx, afterId, limit)).map((transfer) => ({
      id: transfer.id,
      ...bookingsOfTransfer(transfer),
    })),
}

/** Queries for the ledger check over the rows of wallets (rulebook §8.5 I6, and every journal of a transfer). */
export const evidence: Evidence = { held: { 'U.XFER': [transfersHeld] }, realised: [], booked: [booked] }
