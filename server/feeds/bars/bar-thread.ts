import { Refused, refusal } from '@mex/core/refusal.ts'
import { openFairQueue, type QueueBounds } from '#fair-queue.ts'
import { openSupervisedWorker, type Outcome, type WorkerOptions } from './supervised-worker.ts'
import type { AnswerTo, Question } from './questions.ts'

/** A worker thread with its queue of questions. */
export type BarThread = {
  /**
   * Throws a refusal when the question is not admitted: too_many_requests when the queue is full, unavailable after
   * `close`. The answer rejects with the same refusals when a waiting question is removed from the queue.
   */
  ask<One extends Question>(question: One, caller: string): Pending<AnswerTo<One>>
  warmUp(now: () => number): void
  close(): Promise<void>
}

/** An answer, pending or settled, that several callers can share. */
export type Pending<Answer> = {
  readonly answer: Promise<Answer>
  /**
   * Lets another caller share the answer; the question moves to that caller's turn if it comes sooner. False when the
   * question was refused: a refusal concerns only the callers that asked before it.
   */
  readonly shareWith: (caller: string) => boolean
}

export type ThreadOptions = WorkerOptions & { readonly bounds: QueueBounds }

type Asked = {
  readonly question: Question
  readonly resolve: (answer: never) => void
  readonly reject: (error: unknown) => void
  isRefused: boolean
}

const tooMany = (): Refused => new Refused(refusal('too_many_requests'))
const unavailable = (): Refused => new Refused(refusal('unavailable'))

export function openBarThread(options: ThreadOptions): BarThread {
  const waiting = openFairQueue<Asked>(options.bounds)
  const worker = openSupervisedWorker(options)
  let isWorking = false
  let closed = false

  function refuse(asked: Asked, refused: Refused): void {
    asked.isRefused = true
    asked.reject(refused)
  }

  function settle(asked: Asked, outcome: Outcome): void {
    if ('answer' in outcome) asked.resolve(outcome.answer as never)
    else if ('failed' in outcome) asked.reject(outcome.failed)
    else refuse(asked, unavailable())
    // A thread that cannot start for this question cannot start for the waiting ones either.
    if ('lost' in outcome && outcome.lost === 'while starting') refuseWaiting()
  }

  function refuseWaiting(): void {
    for (let next = waiting.take(); next !== undefined; next = waiting.take()) refuse(next, unavailable())
  }

  async function work(): Promise<void> {
    isWorking = true
    for (let next = waiting.take(); next !== undefined; next = waiting.take())
      settle(next, await worker.run(next.question).catch((error: unknown) => ({ failed: error })))
    isWorking = false
    worker.rest()
  }

  return {
    ask<One extends Question>(question: One, caller: string): Pending<AnswerTo<One>> {
      if (closed) throw unavailable()
      const { promise, resolve, reject } = Promise.withResolvers<AnswerTo<One>>()
      const asked: Asked = { question, resolve, reject, isRefused: false }
      const removed = waiting.add(caller, asked)
      if (removed === asked) throw tooMany()
      if (removed !== undefined) refuse(removed, tooMany())
      if (!isWorking) void work()
      return {
        answer: promise,
        shareWith(other) {
          waiting.share(asked, other)
          return !asked.isRefused
        },
      }
    },
    warmUp: (now) => (closed ? undefined : worker.warmUp(now)),
    async close() {
      closed = true
      refuseWaiting()
      await worker.close()
    },
  }
}
