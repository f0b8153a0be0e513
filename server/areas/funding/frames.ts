import { writeFrameData } from '@mex/contract/frames.ts'
import type { Tx } from '#db/sql.ts'
import type { PersonalFrame } from '#push/bus.ts'
import { depositsOf } from './store-deposits.ts'
import { withdrawalsOf } from './store-withdrawals.ts'
import { depositView, withdrawalView } from './views.ts'

const keysOf = (userId: number, ids: readonly number[]) => ids.map((id) => ({ userId, id }))

/** The push frames of changed deposits: their current shape. */
export async function depositFrames(tx: Tx, userId: number, ids: readonly number[]): Promise<readonly PersonalFrame[]> {
  const deposits = await depositsOf(tx, keysOf(userId, ids))
  return deposits.map((deposit) => ({
    type: 'deposit',
    data: JSON.stringify(writeFrameData('deposit', depositView(deposit))),
  }))
}

/** The same for withdrawals. */
export async function withdrawalFrames(
  tx: Tx,
  userId: number,
  ids: readonly number[],
): Promise<readonly PersonalFrame[]> {
  const withdrawals = await withdrawalsOf(tx, keysOf(userId, ids))
  return withdrawals.map((withdrawal) => ({
    type: 'withdrawal',
    data: JSON.stringify(writeFrameData('withdrawal', withdrawalView(withdrawal))),
  }))
}
