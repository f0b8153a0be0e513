import type { Evidence } from '#areas/ledger/actions.ts'
import { transfersHeld } from './store.ts'

/** What the wallet area's open rows say about the books (rulebook §8.5 I6). */
export const evidence: Evidence = { held: { 'U.XFER': [transfersHeld] }, realised: [] }
