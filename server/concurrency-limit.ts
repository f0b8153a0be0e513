import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { openFairQueue } from '#fair-queue.ts'

/**
 * Runs expensive work of a caller with a limit on concurrency and a bounded queue. Refuses: unavailable, if the queue or the
 * caller's part of it is full, or if the place is needed for another caller.
 */
export type ConcurrencyLimit = <Result>(caller: string, work: () => Promise<Result>) => Promise<Result | Refusal>

export type ConcurrencyLimits = {
  readonly concurrency: number
  readonly waitingMax: number
  /** Default: as many as there are places. */
  readonly waitingPerCallerMax?: number
}

type Turn = 'run' | 'refused'

/** A concurrency limit for one kind of work; callers take turns, and the work of one caller is first in, first out. */
export function openConcurrencyLimit({
  concurrency,
  waitingMax,
  waitingPerCallerMax = waitingMax,
}: ConcurrencyLimits): ConcurrencyLimit {
  let running = 0
  const waiting = openFairQueue<(turn: Turn) => void>({ most: waitingMax, mostPerCaller: waitingPerCallerMax })
  const turnOf = (caller: string): Promise<Turn> => new Promise((resolve) => waiting.add(caller, resolve)?.('refused'))
  return async (caller, work) => {
    if (running < concurrency) running += 1
    else if ((await turnOf(caller)) === 'refused') return refusal('unavailable')
    try {
      return await work()
    } finally {
      const next = waiting.take()
      // The slot goes to the next in the queue, so that a new task cannot overtake it.
      if (next === undefined) running -= 1
      else next('run')
    }
  }
}
