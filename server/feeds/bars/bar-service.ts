import { availableParallelism } from 'node:os'
import { minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { Price, Rate } from '@mex/core/money/money.ts'
import { Refused } from '@mex/core/refusal.ts'
import type { Bar, ChartPeriod, YearRange } from '@mex/core/market/quote.ts'
import type { Feed } from '#feeds/feed.ts'
import type { FeedInputs } from '#feeds/open-feed.ts'
import { openBarThread, type BarThread, type Pending, type ThreadOptions } from './bar-thread.ts'
import type { QueueBounds } from '#fair-queue.ts'
import { placeOf } from './messages.ts'
import type { PastQuote, Question } from './questions.ts'
import { openPastValues } from './past-values.ts'

/** A request for the newest `limit` bars that began by `end` (without `end`: by `now`), as they stand at `now`. */
export type BarsWanted = {
  readonly key: string
  readonly period: ChartPeriod
  readonly end: number | undefined
  readonly limit: number
}

/**
 * Answers about past sessions, computed on worker threads so that they do not block the event loop
 * (docs/decisions/014). Callers are served in turn, by their `caller` key. Every function refuses too_many_requests
 * when the queue is full, and unavailable when the threads cannot run.
 */
export type BarService = {
  bars(wanted: BarsWanted, now: number, caller: string): Promise<readonly Bar[]>
  /** Highest and lowest price of the year before `now`; undefined for an instrument without history. */
  year(key: string, now: number, caller: string): Promise<YearRange | undefined>
  /** The last `sparklinePoints` daily closes of each instrument, oldest first; the newest may still be growing. */
  closes(keys: readonly string[], now: number, caller: string): Promise<Closes>
  /** The quotes of an instrument in force at past instants (all ≤ now), in their order. */
  quotes(key: string, instants: readonly number[], caller: string): Promise<readonly (PastQuote | undefined)[]>
  /** The mids of one currency in another at past instants, each however old it was. */
  rates(from: string, to: string, instants: readonly number[], caller: string): Promise<readonly (Rate | undefined)[]>
  /** Lets the threads fill their caches in idle time, each as of its own start. */
  warmUp(now: () => number): void
  /** Refuses the waiting questions and terminates the threads. */
  close(): Promise<void>
}
export type Closes = ReadonlyMap<string, readonly Price[]>

/** The answer, or `without` when it is refused: a price without its sparkline is better than no price. */
export async function orWithout<Answer>(answer: Promise<Answer>, without: Answer): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Refused) return without
    throw error
  }
}

/** Points of a sparkline (spec §9). */
export const sparklinePoints = 50

export type BarServiceOptions = {
  readonly inputs: FeedInputs
  /** An answer is valid until its next tick. */
  readonly feed: Pick<Feed, 'nextTick'>
  readonly onLost: ThreadOptions['onLost']
  readonly threads?: number
  readonly bounds?: QueueBounds
  readonly program?: URL
}

/** A cold chart takes some 100 ms: a full queue is half a minute of work, the longest that a client waits. */
const defaultBounds: QueueBounds = { most: 256, mostPerCaller: 100 }
/** One thread per core beside the event loop's. More than two cost memory and gain nothing. */
const usualThreads = Math.max(1, Math.min(2, availableParallelism() - 1))

export function openBarService(options: BarServiceOptions): BarService {
  const { inputs, onLost, program, threads: places = usualThreads, bounds = defaultBounds } = options
  const threads = Array.from({ length: places }, (_, place) =>
    openBarThread({ inputs, place, places, bounds, onLost, ...(program === undefined ? {} : { program }) }),
  )
  return {
    ...openAnswers(options.feed, (key) => threads[placeOf(key, places)] as BarThread),
    warmUp: (now) => threads.forEach((thread) => thread.warmUp(now)),
    close: async () => void (await Promise.all(threads.map((thread) => thread.close()))),
  }
}

/** Instruments per `closes` question: some 15 ms of work, so that other callers get their turn. */
const keysPerQuestion = 8
const answersKept = { bars: 64, instruments: 2048 }
/** Values of single past instants: some 200 bytes each. */
const pastValuesKept = 100_000

export type Asking = Pick<BarThread, 'ask'>

/** Asks the thread of each instrument, and caches answers for all callers while they are valid. */
export function openAnswers(
  { nextTick }: Pick<Feed, 'nextTick'>,
  threadOf: (key: string) => Asking,
): Pick<BarService, 'bars' | 'year' | 'closes' | 'quotes' | 'rates'> {
  const barAnswers = keepAnswers<readonly Bar[]>(answersKept.bars)
  const yearAnswers = keepAnswers<YearRange | undefined>(answersKept.instruments)
  const closeAnswers = keepAnswers<readonly Price[]>(answersKept.instruments)
  const pastQuotes = openPastValues<PastQuote | undefined>(pastValuesKept)
  const pastRates = openPastValues<Rate | undefined>(pastValuesKept)

  /** Asks for the closes of instruments of one thread in one question; the answers are in the order of the keys. */
  function askCloses(thread: Asking, keys: readonly string[], now: number, caller: string) {
    const question = { kind: 'closes', keys, limit: sparklinePoints, now } as const satisfies Question
    const { answer, shareWith } = thread.ask(question, caller)
    return keys.map((key, index) => {
      const closes = { answer: answer.then((all) => all[index] ?? []), shareWith }
      return [key, closeAnswers.keep(key, minuteOf(now), closes)] as const
    })
  }

  return {
    async bars({ key, period, end, limit }, now, caller) {
      const isNewest = end === undefined || end >= now
      const question = { kind: 'bars', key, period, end: isNewest ? now : end, limit, now } as const satisfies Question
      const name = `${key} ${period} ${isNewest ? 'newest' : end} ${limit}`
      const known = barAnswers.find(name, nextTick(now), caller)
      return known ?? barAnswers.keep(name, nextTick(now), threadOf(key).ask(question, caller))
    },
    async year(key, now, caller) {
      const question = { kind: 'year', key, now } as const satisfies Question
      const known = yearAnswers.find(key, nextTick(now), caller)
      return known ?? yearAnswers.keep(key, nextTick(now), threadOf(key).ask(question, caller))
    },
    async closes(keys, now, caller) {
      const answers = new Map(keys.map((key) => [key, closeAnswers.find(key, minuteOf(now), caller)]))
      const missing = [...answers.keys()].filter((key) => answers.get(key) === undefined)
      for (const [thread, own] of Map.groupBy(missing, threadOf))
        for (let from = 0; from < own.length; from += keysPerQuestion)
          for (const [key, answer] of askCloses(thread, own.slice(from, from + keysPerQuestion), now, caller))
            answers.set(key, answer)
      return new Map(
        await Promise.all(Array.from(answers, async ([key, answer]) => [key, (await answer) ?? []] as const)),
      )
    },
    quotes: (key, instants, caller) =>
      pastQuotes(
        key,
        instants,
        (missing) => threadOf(key).ask({ kind: 'quotes', key, instants: missing }, caller).answer,
      ),
    rates: (from, to, instants, caller) =>
      pastRates(
        `${from} ${to}`,
        instants,
        (missing) => threadOf(from).ask({ kind: 'rates', from, to, instants: missing }, caller).answer,
      ),
  }
}

/** Sessions open and end, and splits take effect, at whole minutes: only the newest close can be stale, by less than one. */
const minuteOf = (now: number): number => Math.floor(now / minuteMilliseconds)

/** A cache of the newest answers by name, each valid for one `stretch` of time. Failed answers are removed. */
function keepAnswers<Answer>(most: number) {
  const known = new Map<string, Pending<Answer> & { readonly stretch: number }>()
  return {
    find(name: string, stretch: number, caller: string): Promise<Answer> | undefined {
      const found = known.get(name)
      return found?.stretch === stretch && found.shareWith(caller) ? found.answer : undefined
    },
    keep(name: string, stretch: number, { answer, shareWith }: Pending<Answer>): Promise<Answer> {
      known.delete(name)
      known.set(name, { stretch, answer, shareWith })
      for (const oldest of known.keys()) {
        if (known.size <= most) break
        known.delete(oldest)
      }
      answer.catch(() => {
        if (known.get(name)?.answer === answer) known.delete(name)
      })
      return answer
    },
  }
}
