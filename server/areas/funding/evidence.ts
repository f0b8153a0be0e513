import type { Evidence } from '#areas/ledger/actions.ts'
import { depositsPending } from './store-deposits.ts'
import { withdrawalsHeld } from './store-withdrawals.ts'

/** What open deposits and withdrawals say about the books (rulebook §8.5 I6). */
export const evidence: Evidence = { held: { 'U.WDRAW': [withdrawalsHeld] }, realised: [], pending: [depositsPending] }
