import { refusal, type Refusal } from '@mex/core/refusal.ts'

/** Runs work that costs much, so many at once; refuses `unavailable` when too many wait already. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result | Refusal>

export type TurnLimits = { readonly atOnce: number; readonly waitingMax: number }

/** The turns of one kind of work, in the order in which they were asked for. */
export function openTurns({ atOnce, waitingMax }: TurnLimits): Turns {
  let atWork = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (atWork < atOnce) atWork += 1
    else if (waiting.length >= waitingMax) return refusal('unavailable')
    else await new Promise<void>((turn) => waiting.push(turn))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The turn is handed on, so nobody who comes now is before those who wait.
      if (next === undefined) atWork -= 1
      else next()
    }
  }
}
