import type { Evidence } from '#areas/ledger/verify.ts'
import { applicationsHeld } from './store.ts'

/** What applications hold in the ledger (rulebook §8.5 I5). Their journals need the terms of the offers: `verify ipo` checks them. */
export const evidence: Evidence = { held: { 'U.SUBSCR': [applicationsHeld] }, realised: [] }
