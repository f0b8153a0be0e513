import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import {
  permission,
  permissionDueAt,
  permissionFault,
  permissionGate,
  refuseApplication,
  type PermissionFault,
} from '@mex/core/kyc/verification.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { runOne } from '#db/lane.ts'
import type { Database, Tx } from '#db/sql.ts'
import { tellVerificationState } from './reviews.ts'
import {
  dueApplications,
  insertApplication,
  lastApplication,
  saveApplication,
  savePermission,
  verificationStateOf,
  type Application,
} from './store.ts'

export type Applied = { readonly reviewBy: number }

/** Applies for block trades (rulebook §6.4). Refuses what `refuseApplication` refuses. */
export const applyForBlocks = (
  db: Database,
  userId: number,
  riskAcknowledged: boolean,
  now: number,
): Promise<Applied | Refusal> =>
  runOne(db, { userId }, async (tx) => {
    const { block, identity } = await verificationStateOf(tx, userId)
    const refused = refuseApplication(block, identity)
    if (refused !== undefined) return [refused]
    const dueAt = permissionDueAt(now)
    await insertApplication(tx, { userId, riskAcknowledged, at: now, dueAt })
    await savePermission(tx, userId, 'under_review', undefined)
    await tellVerificationState(tx, userId)
    return [{ reviewBy: dueAt }]
  })

/** Why a user may not buy blocks; undefined when they may. Refuses what `permissionGate` refuses. */
export async function permissionRefusal(tx: Tx, userId: number): Promise<Refusal | undefined> {
  const { block, identity } = await verificationStateOf(tx, userId)
  return permissionGate(block, identity)
}

async function conclude(
  tx: Tx,
  { id, userId }: Application,
  fault: PermissionFault | undefined,
  now: number,
): Promise<void> {
  const status = fault === undefined ? 'open' : 'refused'
  await saveApplication(tx, id, { status, reason: fault, at: now })
  await savePermission(tx, userId, status, fault)
  const about =
    fault === undefined
      ? ({ kind: 'block_opened' } as const)
      : ({ kind: 'block_refused', values: { reason: fault } } as const)
  await sendMessages(tx, [{ user: userId, type: 'SERVICE', about, at: now }])
  await tellVerificationState(tx, userId)
}

const batch = 100

/** Decides the due applications; answers how many. Safe to run concurrently. */
export async function reviewApplications(db: Database, now: number): Promise<number> {
  let decided = 0
  for (const { id, userId } of await dueApplications(db, now, batch)) {
    const outcome = await runOne(db, { userId }, async (tx) => {
      const application = await lastApplication(tx, userId)
      if (application?.id !== id || !permission.can(application.status, 'approve')) return [refusal('wrong_state')]
      const { identity } = await verificationStateOf(tx, userId)
      await conclude(tx, application, permissionFault({ ...application, identity }), now)
      return [{ id }]
    })
    if (!isRefusal(outcome)) decided += 1
  }
  return decided
}
