import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { isResetting } from '#areas/records/open-reset.ts'
import type { Tx } from '#db/sql.ts'

/**
 * Why a user may not begin what cannot be ended at once: their practice waits for everything to end, to start again, and would have to
 * wait for this too. Undefined when they may.
 */
export const resetRefusal = async (tx: Tx, user: number): Promise<Refusal | undefined> =>
  (await isResetting(tx, user)) ? refusal('wrong_state') : undefined
