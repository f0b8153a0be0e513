import { bookingsOfDeposit, bookingsOfWithdrawal } from '@mex/core/funding/bookings.ts'
import type { BookedRows } from '#areas/ledger/verify-rows.ts'
import type { Evidence } from '#areas/ledger/verify.ts'
import { depositsAfter, depositsPending } from './store-deposits.ts'
import { withdrawalsAfter, withdrawalsHeld } from './store-withdrawals.ts'

const deposits: BookedRows = {
  name: 'deposit',
  events: ['E02', 'E03', 'E03x', 'E04', 'E05', 'E06', 'E07'],
  page: async (tx, afterId, limit) =>
    (await depositsAfter(tx, afterId, limit)).map((deposit) => ({ id: deposit.id, ...bookingsOfDeposit(deposit) })),
}

const withdrawals: BookedRows = {
  name: 'withdrawal',
  events: ['E10', 'E11', 'E11x', 'E12'],
  page: async (tx, afterId, limit) =>
    (await withdrawalsAfter(tx, afterId, limit)).map((row) => ({ id: row.id, ...bookingsOfWithdrawal(row) })),
}

/** The amounts and journals that deposits and withdrawals imply in the ledger (rulebook §8.5 I6). */
export const evidence: Evidence = {
  held: { 'U.WDRAW': [withdrawalsHeld] },
  realised: [],
  pending: [depositsPending],
  booked: [deposits, withdrawals],
}
