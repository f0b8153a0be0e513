import { Worker } from 'node:worker_threads'
import type { Message, Reply, ThreadData } from './messages.ts'
import type { Question } from './questions.ts'

/** The result of a question: a reply, or `lost` when every thread that tried it exited. */
export type Outcome =
  | Extract<Reply, { answer: unknown } | { failed: unknown }>
  | { readonly lost: 'while working' | 'while starting' }

/** A worker thread that is restarted when it exits unexpectedly. It starts with its first question or warm-up. */
export type SupervisedWorker = {
  /** Runs one question at a time. A question whose thread exits is retried once, on the next thread. */
  run(question: Question): Promise<Outcome>
  /** Marks the thread as idle, so that it does not keep the process alive. */
  rest(): void
  /**
   * Fills the caches in idle time. A replacement thread starts anew, as of its own start. A warm-up that fails, or
   * whose thread exits before it is done, is not retried: it may be the cause and would end every next thread.
   */
  warmUp(now: () => number): void
  close(): Promise<void>
}

export type WorkerOptions = ThreadData & {
  /** Called for every thread that exits unexpectedly and for every warm-up that fails. */
  readonly onLost: (error: unknown) => void
  /** Another program for the thread, for tests. */
  readonly program?: URL
}

/** Threads on which a question is tried. */
const attemptsMost = 2
/** Far more than a thread needs: a leak ends the thread and not the whole process. */
const memoryMegabytes = 256
/** Fits the short-lived objects of one answer; more would only take memory from the system. */
const youngMegabytes = 16
const barWorker = new URL('bar-worker.ts', import.meta.url)

export function openSupervisedWorker(options: WorkerOptions): SupervisedWorker {
  const { onLost } = options
  let worker: Worker | undefined
  let isReady = false
  let settle: ((outcome: Outcome) => void) | undefined
  const warmUp = openWarmUp()
  let closed = false

  function ensureStarted(): Worker {
    if (worker !== undefined) return worker
    const fresh = startWorker(options, handleReply, handleExit)
    worker = fresh
    isReady = false
    warmUp.start(fresh)
    return fresh
  }

  function handleReply(reply: Reply): void {
    if ('ready' in reply) isReady = true
    else if ('warmedUp' in reply) warmUp.finish()
    else if ('warmUpFailed' in reply) {
      warmUp.giveUp()
      onLost(reply.warmUpFailed)
    } else settle?.(reply)
  }

  function handleExit(cause: unknown): void {
    worker = undefined
    if (isReady && warmUp.isUnderWay()) warmUp.giveUp()
    if (!closed) onLost(cause)
    settle?.({ lost: isReady ? 'while working' : 'while starting' })
  }

  const attempt = (question: Question): Promise<Outcome> =>
    new Promise((resolve) => {
      settle = resolve
      const thread = ensureStarted()
      thread.ref()
      thread.postMessage({ question } satisfies Message)
    })

  return {
    async run(question) {
      let outcome = await attempt(question)
      for (let attempts = 1; 'lost' in outcome && attempts < attemptsMost && !closed; attempts += 1)
        outcome = await attempt(question)
      return outcome
    },
    rest: () => worker?.unref(),
    warmUp(now) {
      if (!warmUp.want(now)) return
      if (worker === undefined) ensureStarted().unref()
      else warmUp.start(worker)
    },
    async close() {
      closed = true
      await worker?.terminate()
    },
  }
}

/** The state of the warm-up: whether one is wanted, and whether the current thread is running it. */
function openWarmUp() {
  let clock: (() => number) | undefined
  let underWay = false
  return {
    /** False when a warm-up was already wanted. */
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
  onReply: (reply: Reply) => void,
  onExit: (cause: unknown) => void,
): Worker {
  const worker = new Worker(program, {
    workerData: { inputs, place, places } satisfies ThreadData,
    // The settings of the process contain passwords.
    env: {},
    argv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
  })
  let cause: unknown
  worker.on('message', onReply)
  worker.on('error', (error) => (cause = error))
  worker.on('exit', () => onExit(cause))
  return worker
}
