import type { Holdings } from '#wallet/wallets.ts'
import { refusal, type Refusal } from '#refusal.ts'
import { settings } from '#settings.ts'

/** What of somebody's affairs is not finished (rulebook §4.1, §8.3 E92, E93). */
export type OpenCommitments = {
  /** Working orders, and margin that waits for the feed. */
  readonly orders: number
  /** Open positions, and those among them that may not be sold yet. */
  readonly positions: number
  readonly lockedPositions: number
  /** What each wallet holds. */
  readonly holdings: readonly Holdings[]
  /** Reviews, deposits on their way and contracts without money of their own. */
  readonly pending: number
}

/** Money on its way or in a product, also where nobody has said what it waits for. */
const isHeld = ({ order, subscription, withdrawal, transfer, product }: Holdings): boolean =>
  [order, subscription, withdrawal, transfer, product].some((amount) => amount > 0n)

const isWaiting = ({ orders, pending, holdings }: OpenCommitments): boolean =>
  orders > 0 || pending > 0 || holdings.some(isHeld)

/** Whether nothing is open any more: an account may then be closed, and a practice that starts again is ready for it. */
export const isFinished = (affairs: OpenCommitments): boolean =>
  !isWaiting(affairs) && affairs.positions === 0 && affairs.holdings.every(({ margin }) => margin === 0n)

/** Decides whether a person may close the account. Refuses: wrong_state while anything is open. */
export const decideAccountClosing = (affairs: OpenCommitments): Refusal | undefined =>
  isFinished(affairs) ? undefined : refusal('wrong_state')

const day = 86_400_000

/** From when on a practice may start again; undefined when it may now. */
export function nextReset(lastAskedAt: number | undefined, now: number): number | undefined {
  if (lastAskedAt === undefined) return undefined
  const from = lastAskedAt + settings.accountClosing.resetEveryDays * day
  return from > now ? from : undefined
}

/**
 * Decides whether a practice may start again. Open positions are closed on the way; everything else must be finished.
 * Refuses: wrong_state while something is locked, on its way, pending or in a product, and within 30 days of the last.
 */
export function decideReset(
  affairs: OpenCommitments,
  lastAskedAt: number | undefined,
  now: number,
): Refusal | undefined {
  const isBusy = isWaiting(affairs) || affairs.lockedPositions > 0
  return isBusy || nextReset(lastAskedAt, now) !== undefined ? refusal('wrong_state') : undefined
}

/** Guests who were last seen before this are wound down; what connects accounts that closed before it is erased. */
export const idleBefore = (now: number): number => now - settings.accountClosing.idleGuestDays * day
export const eraseBefore = (now: number): number => now - settings.accountClosing.eraseDays * day
