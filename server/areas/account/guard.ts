import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Guard } from './store.ts'

const limits = settings.signIn
const minute = 60_000

/** Why nobody may try this name now: too_many_attempts with the minutes to wait; undefined when one may. */
export function lockOf(guard: Guard | undefined, now: number): Refusal | undefined {
  if (guard?.lockedUntil === undefined || guard.lockedUntil <= now) return undefined
  return refusal('too_many_attempts', { values: { m: String(Math.ceil((guard.lockedUntil - now) / minute)) } })
}

/**
 * The guard after another wrong password (rulebook §5): `auth.maxFailures` within the window lock the name, for twice
 * as long each time.
 */
export function afterFailure(guard: Guard | undefined, now: number): Guard {
  const windowMilliseconds = limits.failureWindowMinutes * minute
  const isOpen = guard !== undefined && now - guard.windowStartedAt < windowMilliseconds
  const failures = (isOpen ? guard.failures : 0) + 1
  const locks = guard?.locks ?? 0
  const windowStartedAt = isOpen ? guard.windowStartedAt : now
  if (failures < limits.failuresMax) return { failures, windowStartedAt, locks, lockedUntil: undefined }
  const minutes = Math.min(limits.lockMinutes * 2 ** Math.min(locks, 16), limits.lockMinutesMost)
  return { failures: 0, windowStartedAt: now, locks: locks + 1, lockedUntil: now + minutes * minute }
}
