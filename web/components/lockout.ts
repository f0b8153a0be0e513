import { refusalCode } from '@mex/contract/refusals.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'

import type { CallFailure } from '#data/failure.ts'
import { useSecondsUntil } from './countdown.ts'

/** The lockout in seconds of a failure with this refusal word; undefined for other failures. */
export function lockedSecondsOf(failure: CallFailure | undefined, word: RefusalWord): number | undefined {
  if (failure === undefined || refusalCode(word) !== failure.code) return undefined
  const seconds = Number(failure.details['s'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

/** '14:59', or '1:02:03' of an hour and more. */
export function clockText(seconds: number): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`
}

export type Lockout = {
  /** The remaining time, counting down; undefined when not locked. */
  readonly left: string | undefined
  /** The lockout has ended since the failure: its message is no longer true. */
  readonly hasEnded: boolean
}

/** The lockout of a failure with this refusal word. */
export function useLockout(failure: CallFailure | undefined, word: RefusalWord): Lockout {
  const seconds = lockedSecondsOf(failure, word)
  const left = useSecondsUntil(failure === undefined || seconds === undefined ? undefined : failure.at + seconds * 1000)
  return { left: left === undefined || left === 0 ? undefined : clockText(left), hasEnded: left === 0 }
}
