import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Lockout } from './store.ts'

const limits = settings.signIn
const minute = 60_000

/**
 * The names under which failed passwords are counted. The prefixes keep the kinds apart for any input: failures of one
 * kind cannot lock another.
 */
export const lockoutName = {
  /** Sign-in to an existing account: user ID and e-mail share one count (rulebook §5). */
  account: (userId: number): string => `@${userId}`,
  /** Sign-in by an unknown name. */
  unknown: (typed: string): string => `?${typed}`,
  /** A signed-in user who confirms the password: failed sign-ins of strangers do not lock this. */
  confirming: (userId: number): string => `#${userId}`,
  /** A signed-in user who chooses a transaction password and is told whether it is the login password. */
  choosing: (userId: number): string => `+${userId}`,
} as const

/** The names of all counts of an account. */
export const lockoutNamesOf = (userId: number): readonly string[] => [
  lockoutName.account(userId),
  lockoutName.confirming(userId),
  lockoutName.choosing(userId),
]

/** After the clock is set back, a lock may have started in the future: it is ignored. */
const current = (guard: Lockout | undefined, now: number): Lockout | undefined =>
  guard === undefined || guard.windowStartedAt > now ? undefined : guard

/**
 * Refuses an attempt while the name is locked: too_many_attempts with the waiting time in minutes, and in seconds for
 * the countdown of the page; undefined when the name is not locked.
 */
export function lockOf(stored: Lockout | undefined, now: number): Refusal | undefined {
  const until = current(stored, now)?.lockedUntil
  if (until === undefined || until <= now) return undefined
  const seconds = Math.ceil((until - now) / 1000)
  return refusal('too_many_attempts', { values: { m: String(Math.ceil(seconds / 60)), s: String(seconds) } })
}

/**
 * The lockout after another failed password (rulebook §5): `auth.maxFailures` within the window lock the name, for
 * twice as long each time.
 */
export function afterFailure(stored: Lockout | undefined, now: number): Lockout {
  const guard = current(stored, now)
  const windowMilliseconds = limits.failureWindowMinutes * minute
  const isOpen = guard !== undefined && now - guard.windowStartedAt < windowMilliseconds
  const failures = (isOpen ? guard.failures : 0) + 1
  const locks = guard?.locks ?? 0
  const windowStartedAt = isOpen ? guard.windowStartedAt : now
  if (failures < limits.failuresMax) return { failures, windowStartedAt, locks, lockedUntil: undefined }
  const minutes = Math.min(limits.lockMinutes * 2 ** Math.min(locks, 16), limits.lockMinutesMax)
  return { failures: 0, windowStartedAt: now, locks: locks + 1, lockedUntil: now + minutes * minute }
}
