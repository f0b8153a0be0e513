import { Refused, refusal } from '@mex/core/refusal.ts'
import { openFairQueue, type QueueBounds } from './fair-queue.ts'
import { openSupervisedWorker, type Outcome, type WorkerOptions } from './supervised-worker.ts'
import type { AnswerTo, Question } from './questions.ts'

/** A worker thread with the questions that wait for it. */
export type BarThread = {
  /**
   * Throws the refusal of a question that is not admitted: too_many_requests when too many wait, unavailable when the
   * thread has been closed. The answer rejects with the same refusals when a question that waits has to go.
   */
  ask<One extends Question>(question: One, caller: string): Pending<AnswerTo<One>>
  warmUp(now: () => number): void
  close(): Promise<void>
}

/** An answer that is on its way or there. */
export type Pending<Answer> = {
  readonly answer: Promise<Answer>
  /**
   * Lets another caller wait for it too, and no longer than for a question of its own. False when the question was refused:
   * that refusal is about those who asked before.
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

  function conclude(asked: Asked, outcome: Outcome): void {
    if ('answer' in outcome) asked.resolve(outcome.answer as never)
    else if ('failed' in outcome) asked.reject(outcome.failed)
    else refuse(asked, unavailable())
    // A thread that does not even start will not start for the others either.
    if ('lost' in outcome && outcome.lost === 'while starting') refuseWaiting()
  }

  function refuseWaiting(): void {
    for (let next = waiting.take(); next !== undefined; next = waiting.take()) refuse(next, unavailable())
  }

  async function work(): Promise<void> {
    isWorking = true
    for (let next = waiting.take(); next !== undefined; next = waiting.take())
      conclude(next, await worker.run(next.question).catch((error: unknown) => ({ failed: error })))
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
