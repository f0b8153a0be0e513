import type { Tx } from '#db/sql.ts'
import type { PersonalFrame } from '#push/bus.ts'
import { frame } from '#push/frame.ts'
import { verificationStateOf } from './store.ts'
import { verificationStateView } from './views.ts'

/** The push frame after a change of the verification or permission: the current status of both. */
export async function verificationStateFrames(tx: Tx, userId: number): Promise<readonly PersonalFrame[]> {
  return [frame('standing', verificationStateView(await verificationStateOf(tx, userId)))]
}
