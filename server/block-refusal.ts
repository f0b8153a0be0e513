import type { Refusal } from '@mex/core/refusal.ts'
import { permissionRefusal } from '#areas/kyc/permissions.ts'
import type { Tx } from '#db/sql.ts'
import { resetRefusal } from './reset-refusal.ts'

/**
 * Why a user may not buy blocks: without the permission (rulebook §6.4), and while their practice waits to start again, because a
 * block cannot be sold for weeks. Undefined when they may.
 */
export const blockRefusal = async (tx: Tx, user: number): Promise<Refusal | undefined> =>
  (await permissionRefusal(tx, user)) ?? (await resetRefusal(tx, user))
