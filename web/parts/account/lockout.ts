import { refusalCode } from '@mex/contract/refusals.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'

import type { CallFailure } from '#data/failure.ts'
import { useSecondsUntil } from '#parts/countdown.ts'

/** How long a refusal asks to wait, in seconds; undefined when it asks for nothing. */
export function waitOf(failure: CallFailure | undefined, words: readonly RefusalWord[]): number | undefined {
  if (failure === undefined || !words.some((word) => refusalCode(word) === failure.code)) return undefined
  const seconds = Number(failure.details['s'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

/** '14:59', or '1:02:03' of an hour and more. */
export function clockText(seconds: number): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`
}

/** The time that is left of a lock, counted down in sight; undefined when there is none. */
export function useLockout(failure: CallFailure | undefined, words: readonly RefusalWord[]): string | undefined {
  const seconds = waitOf(failure, words)
  const left = useSecondsUntil(failure === undefined || seconds === undefined ? undefined : failure.at + seconds * 1000)
  return left === undefined || left === 0 ? undefined : clockText(left)
}
