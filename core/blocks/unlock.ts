import { sources } from '#market/instrument.ts'
import { unlockedPosition, type Position } from '#trading/positions.ts'
import { putPosition, type Trading } from '#trading/trading.ts'

/** Whether the lock-up of the shares of a block is over (rulebook §22). */
export const isUnlockDue = ({ state, source, expiresAt }: Position, at: number): boolean =>
  state === 'LOCKED' && source === sources.blockTrade && expiresAt !== undefined && expiresAt <= at

/** Opens all loaded positions whose lock-up is over. A repetition changes nothing. */
export function unlockDue(trading: Trading, at: number): void {
  for (const position of [...trading.positions.values()].filter((each) => isUnlockDue(each, at))) {
    putPosition(trading, unlockedPosition(position, at))
    const { user, id } = position
    trading.notices.push({ kind: 'UNLOCKED', user, at, id, reason: undefined, quote: undefined })
  }
}
