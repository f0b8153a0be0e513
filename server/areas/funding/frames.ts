import type { Tx } from '#db/sql.ts'
import { frame, keysOf } from '#push/frame.ts'
import type { FrameLoader } from '#push/outbox.ts'
import { depositsOf } from './store-deposits.ts'
import { withdrawalsOf } from './store-withdrawals.ts'
import { depositView, withdrawalView } from './views.ts'

/** The push frames of changed deposits: their current shape. */
export const depositFrames =
  (tx: Tx): FrameLoader =>
  async (userId, ids) => {
    const deposits = await depositsOf(tx, keysOf(userId, ids))
    return deposits.map((deposit) => frame('deposit', depositView(deposit)))
  }

/** The same for withdrawals. */
export const withdrawalFrames =
  (tx: Tx): FrameLoader =>
  async (userId, ids) => {
    const withdrawals = await withdrawalsOf(tx, keysOf(userId, ids))
    return withdrawals.map((withdrawal) => frame('withdrawal', withdrawalView(withdrawal)))
  }
