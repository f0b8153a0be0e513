import type { TickGap } from '#feeds/ticker.ts'

/** For so long a source may be without an answer: two rounds and the time that their requests may take. */
export const silenceMillisecondsMax = 120_000

/** Tells the time in which a source said nothing, piece by piece while it lasts, so that an end of the process loses little of it. */
export function openSilence(began: number, tell: (gap: TickGap) => void) {
  let told = began
  let isSilent = false

  function tellUntil(now: number): void {
    tell({ from: told, to: now })
    told = now
  }

  return {
    /** Another server asked it before: what that one has told is told. */
    goOn(answeredAt: number, askedAt: number): void {
      isSilent = askedAt - answeredAt > silenceMillisecondsMax
      told = isSilent ? askedAt : answeredAt
    },
    answered(now: number): void {
      if (isSilent || now - told > silenceMillisecondsMax) tellUntil(now)
      told = now
      isSilent = false
    },
    /** It did not answer, or nobody asks it any more. */
    unanswered(now: number): void {
      if (!isSilent && now - told <= silenceMillisecondsMax) return
      isSilent = true
      tellUntil(now)
    },
  }
}
