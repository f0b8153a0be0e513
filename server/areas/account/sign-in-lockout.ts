import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Lockout } from './store.ts'

const limits = settings.signIn
const minute = 60_000

/**
 * Under which name wrong passwords are counted. The marks keep them apart whatever is typed: nobody can lock the one by
 * trying the other.
 */
export const lockoutName = {
  /** Who signs in by any name of an account: user ID and e-mail together have the tries of one (rulebook §5). */
  account: (userId: number): string => `@${userId}`,
  /** Who signs in by a name that nobody has. */
  nobody: (typed: string): string => `?${typed}`,
  /** Who has signed in and says the password once more: a stranger who tries to sign in locks nobody out here. */
  confirming: (userId: number): string => `#${userId}`,
} as const

/** A clock that is set back finds locks of its future: they do not count. */
const current = (guard: Lockout | undefined, now: number): Lockout | undefined =>
  guard === undefined || guard.windowStartedAt > now ? undefined : guard

/**
 * Why nobody may try this name now: too_many_attempts with the time to wait in minutes, and in seconds for a page that
 * counts them down; undefined when one may.
 */
export function lockOf(stored: Lockout | undefined, now: number): Refusal | undefined {
  const until = current(stored, now)?.lockedUntil
  if (until === undefined || until <= now) return undefined
  const seconds = Math.ceil((until - now) / 1000)
  return refusal('too_many_attempts', { values: { m: String(Math.ceil(seconds / 60)), s: String(seconds) } })
}

/**
 * The guard after another wrong password (rulebook §5): `auth.maxFailures` within the window lock the name, for twice
 * as long each time.
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

/** Attempts with one name from one network are looked at one after the other, so that none slips past the limit. */
const attempts = new Map<string, Promise<unknown>>()

export async function oneByOne<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = attempts.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  attempts.set(name, mine)
  try {
    return await mine
  } finally {
    if (attempts.get(name) === mine) attempts.delete(name)
  }
}
