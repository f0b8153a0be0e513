import { Refused, refusal } from '@mex/core/refusal.ts'
import { openFairQueue, type QueueBounds } from './fair-queue.ts'
import { openLastingWorker, type Outcome, type WorkerOptions } from './lasting-worker.ts'
import type { AnswerTo, Question } from './questions.ts'

/** A worker thread with the questions that wait for it. */
export type BarThread = {
  /** Refuses too_many_requests when too many wait, and unavailable when the thread cannot run or has been closed. */
  ask<One extends Question>(question: One, caller: string): Promise<AnswerTo<One>>
  warmUp(now: number): void
  close(): Promise<void>
}

export type ThreadOptions = WorkerOptions & { readonly bounds: QueueBounds }

type Asked = {
  readonly question: Question
  readonly resolve: (answer: never) => void
  readonly reject: (error: unknown) => void
}

const unavailable = (): Refused => new Refused(refusal('unavailable'))

export function openBarThread(options: ThreadOptions): BarThread {
  const waiting = openFairQueue<Asked>(options.bounds)
  const worker = openLastingWorker(options)
  let isWorking = false
  let closed = false

  function conclude({ resolve, reject }: Asked, outcome: Outcome): void {
    if ('answer' in outcome) resolve(outcome.answer as never)
    else if ('failed' in outcome) reject(outcome.failed)
    else reject(unavailable())
    // A thread that does not even start will not start for the others either.
    if ('lost' in outcome && outcome.lost === 'while starting') refuseWaiting()
  }

  function refuseWaiting(): void {
    for (let next = waiting.take(); next !== undefined; next = waiting.take()) next.reject(unavailable())
  }

  async function work(): Promise<void> {
    isWorking = true
    for (let next = waiting.take(); next !== undefined; next = waiting.take())
      conclude(next, await worker.run(next.question).catch((error: unknown) => ({ failed: error })))
    isWorking = false
    worker.rest()
  }

  return {
    ask: (question, caller) =>
      new Promise((resolve, reject) => {
        if (closed) reject(unavailable())
        else if (!waiting.add(caller, { question, resolve, reject })) reject(new Refused(refusal('too_many_requests')))
        else if (!isWorking) void work()
      }),
    warmUp: (now) => (closed ? undefined : worker.warmUp(now)),
    async close() {
      closed = true
      refuseWaiting()
      await worker.close()
    },
  }
}
