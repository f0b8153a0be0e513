import { refusal, type Refusal } from '@mex/core/refusal.ts'

/** Runs expensive work with a limit on concurrency and a bounded queue. Refuses: unavailable, if the queue is full. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result | Refusal>

export type ConcurrencyLimits = { readonly concurrency: number; readonly waitingMax: number }

/** A concurrency limit for one kind of work, first in, first out. */
export function openConcurrencyLimit({ concurrency, waitingMax }: ConcurrencyLimits): ConcurrencyLimit {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < concurrency) running += 1
    else if (waiting.length >= waitingMax) return refusal('unavailable')
    else await new Promise<void>((turn) => waiting.push(turn))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot goes to the next in the queue, so that a new task cannot overtake it.
      if (next === undefined) running -= 1
      else next()
    }
  }
}
