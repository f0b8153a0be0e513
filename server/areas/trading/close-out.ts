import { closable } from '@mex/core/trading/positions.ts'
import type { Tx } from '#db/sql.ts'
import type { TradingCommand } from './commands.ts'
import type { TradingEngine } from './engine.ts'
import { loadLive } from './store.ts'

/** Open contracts of a user: working orders with waiting margin, positions, and positions that may not be sold yet. */
export type OpenContracts = { readonly orders: number; readonly positions: number; readonly lockedPositions: number }

export async function openContracts(tx: Tx, userId: number): Promise<OpenContracts> {
  const { orders, positions, additions } = await loadLive(tx, [userId])
  return {
    orders: orders.length + additions.length,
    positions: positions.length,
    lockedPositions: positions.filter(({ state }) => state === 'LOCKED').length,
  }
}

const language = 'en'

/**
 * Cancels the working orders of these users and closes their positions at the next quote, through the same lane
 * as everybody's orders. What cannot be done now, because a market is closed, is done when it is called again.
 */
export async function closeOut(engine: TradingEngine, userIds: readonly number[]): Promise<void> {
  const { orders, positions } = await loadLive(engine.dependencies.db, userIds)
  const cancels = orders
    .filter(({ isForced, cancelRequestedAt }) => !isForced && cancelRequestedAt === undefined)
    .map((order): TradingCommand => ({ kind: 'cancel', userId: order.user, orderId: order.id, language }))
  const closes = positions
    .filter((position) => closable(position) > 0n)
    .map((position): TradingCommand => ({
      kind: 'close',
      userId: position.user,
      positionId: position.id,
      order: { amount: 'full', type: 'market', limit: undefined, extendedHours: false },
      language,
      isForced: true,
    }))
  // A refusal, for example because the market is closed, is no failure: the next run retries.
  await engine.lane.sendAll([...cancels, ...closes])
}
