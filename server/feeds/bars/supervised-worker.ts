import { Worker } from 'node:worker_threads'
import type { Message, Reply, ThreadData } from './messages.ts'
import type { Question } from './questions.ts'

/** What came of a question: a reply, or the threads that worked on it ended. */
export type Outcome =
  | Extract<Reply, { answer: unknown } | { failed: unknown }>
  | { readonly lost: 'while working' | 'while starting' }

/** A worker thread that is replaced when it ends by itself. It starts with its first question. */
export type SupervisedWorker = {
  /** One question at a time. A question whose thread ends is given to the next thread, once. */
  run(question: Question): Promise<Outcome>
  /** Says that there is no further question: a thread that only waits does not keep the process alive. */
  rest(): void
  /**
   * Computes ahead whenever nothing is asked. A thread that replaces another does so anew, as of its own start. A warm-up
   * that fails, or whose thread ends before it is done, is given up: it may be the cause, and would end every next thread.
   */
  warmUp(now: () => number): void
  close(): Promise<void>
}

export type WorkerOptions = ThreadData & {
  /** Is told of every thread that ended by itself. */
  readonly onLost: (error: unknown) => void
  /** Another program for the thread, for tests. */
  readonly program?: URL
}

/** A question that ends two threads is given up. */
const lostMost = 2
/** Far more than a thread needs: one that leaks ends alone, and not the whole process. */
const memoryMegabytes = 256
/** Short-lived objects of one answer fit; more would only be kept from the system. */
const youngMegabytes = 16
const barWorker = new URL('bar-worker.ts', import.meta.url)

export function openSupervisedWorker(options: WorkerOptions): SupervisedWorker {
  const { onLost } = options
  let worker: Worker | undefined
  let isReady = false
  let settle: ((outcome: Outcome) => void) | undefined
  const warmUp = openWarmUp()
  let closed = false

  function started(): Worker {
    if (worker !== undefined) return worker
    const fresh = startWorker(options, heard, (cause) => lose(cause))
    worker = fresh
    isReady = false
    warmUp.start(fresh)
    return fresh
  }

  function heard(reply: Reply): void {
    if ('ready' in reply) isReady = true
    else if ('warmedUp' in reply) warmUp.finish()
    else if ('warmUpFailed' in reply) {
      warmUp.giveUp()
      onLost(reply.warmUpFailed)
    } else settle?.(reply)
  }

  function lose(cause: unknown): void {
    worker = undefined
    if (isReady && warmUp.isUnderWay()) warmUp.giveUp()
    if (!closed) onLost(cause)
    settle?.({ lost: isReady ? 'while working' : 'while starting' })
  }

  const attempt = (question: Question): Promise<Outcome> =>
    new Promise((resolve) => {
      settle = resolve
      const thread = started()
      thread.ref()
      thread.postMessage({ question } satisfies Message)
    })

  return {
    async run(question) {
      let outcome = await attempt(question)
      for (let lost = 1; 'lost' in outcome && lost < lostMost && !closed; lost += 1) outcome = await attempt(question)
      return outcome
    },
    rest: () => worker?.unref(),
    warmUp(now) {
      if (!warmUp.want(now)) return
      if (worker === undefined) started().unref()
      else warmUp.start(worker)
    },
    async close() {
      closed = true
      await worker?.terminate()
    },
  }
}

/** What is computed ahead: whether it is wanted, and whether the present thread is at it. */
function openWarmUp() {
  let clock: (() => number) | undefined
  let underWay = false
  return {
    /** False when it was wanted before. */
    want(now: () => number): boolean {
      if (clock !== undefined) return false
      clock = now
      return true
    },
    start(thread: Worker): void {
      if (clock === undefined) return
      underWay = true
      thread.postMessage({ warmUp: clock() } satisfies Message)
    },
    finish: () => void (underWay = false),
    isUnderWay: () => underWay,
    giveUp(): void {
      clock = undefined
      underWay = false
    },
  }
}

function startWorker(
  { inputs, place, places, program = barWorker }: WorkerOptions,
  heard: (reply: Reply) => void,
  ended: (cause: unknown) => void,
): Worker {
  const worker = new Worker(program, {
    workerData: { inputs, place, places } satisfies ThreadData,
    // No settings of the process, among which passwords are.
    env: {},
    argv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
  })
  let cause: unknown
  worker.on('message', heard)
  worker.on('error', (error) => (cause = error))
  worker.on('exit', () => ended(cause))
  return worker
}
