import type { Tx } from '#db/sql.ts'
import { lastReset } from './store.ts'

/** Whether the practice of a user waits for its positions to close, to start again. */
export async function isResetting(tx: Tx, userId: number): Promise<boolean> {
  return (await lastReset(tx, userId))?.isOver === false
}
