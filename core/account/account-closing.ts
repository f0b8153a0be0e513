import type { Holdings } from '#wallet/wallets.ts'
import { refusal, type Refusal } from '#refusal.ts'
import { settings } from '#settings.ts'

/** Open orders, positions and money of one user, which may forbid closing the account (rulebook §4.1, §8.3 E92, E93). */
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

/** Money in transit or in a product, also when no known row explains it. */
const isHeld = ({ order, subscription, withdrawal, transfer, product }: Holdings): boolean =>
  [order, subscription, withdrawal, transfer, product].some((amount) => amount > 0n)

const isWaiting = ({ orders, pending, holdings }: OpenCommitments): boolean =>
  orders > 0 || pending > 0 || holdings.some(isHeld)

/** Whether the user has no open commitments: the account may then be closed or its practice reset. */
export const isFinished = (commitments: OpenCommitments): boolean =>
  !isWaiting(commitments) && commitments.positions === 0 && commitments.holdings.every(({ margin }) => margin === 0n)

/** Decides whether a user may close the account. Refuses: wrong_state while anything is open. */
export const decideAccountClosing = (commitments: OpenCommitments): Refusal | undefined =>
  isFinished(commitments) ? undefined : refusal('wrong_state')

const day = 86_400_000

/** The time from which a practice may be reset; undefined when it may be now. */
export function nextReset(lastAskedAt: number | undefined, now: number): number | undefined {
  if (lastAskedAt === undefined) return undefined
  const from = lastAskedAt + settings.accountClosing.resetEveryDays * day
  return from > now ? from : undefined
}

/**
 * Decides whether a practice may be reset. The reset closes open positions; everything else must be finished.
 * Refuses: wrong_state while something is locked, on its way, pending or in a product, and within 30 days of the last.
 */
export function decideReset(
  commitments: OpenCommitments,
  lastAskedAt: number | undefined,
  now: number,
): Refusal | undefined {
  const isBusy = isWaiting(commitments) || commitments.lockedPositions > 0
  return isBusy || nextReset(lastAskedAt, now) !== undefined ? refusal('wrong_state') : undefined
}

/** Guests last seen before this time are closed; personal data of accounts closed before it is erased. */
export const idleBefore = (now: number): number => now - settings.accountClosing.idleGuestDays * day
export const eraseBefore = (now: number): number => now - settings.accountClosing.eraseDays * day
