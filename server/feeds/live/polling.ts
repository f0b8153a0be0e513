import type { QuoteSource } from './source.ts'
import type { SourceAnswer } from './shapes.ts'
import { failureOf, type FailureKind, type SourceFailure } from './source-failure.ts'

/** What a source is asked, and what is done with its answers. */
export type PollingOptions = {
  readonly source: Pick<QuoteSource, 'quotes'>
  /** The symbols to ask for in this round. */
  readonly due: (now: number) => readonly string[]
  /** Epoch milliseconds of the wall clock: a source counts real time. */
  readonly wall: () => number
  readonly take: (answers: readonly SourceAnswer[], symbols: readonly string[]) => Promise<void>
  readonly failed?: (failure: SourceFailure) => void
}

/** How the source has answered, for metrics and the notice of the page. */
export type SourceState = {
  /** When it last answered; undefined before it did. */
  readonly answeredAt: number | undefined
  /** Failed rounds since then. */
  readonly failures: number
  /** Why the last round failed; undefined while it answers. */
  readonly failure: FailureKind | undefined
}

export type Polling = {
  /** Asks for everything that is due, and returns the milliseconds until the next round. */
  round(): Promise<number>
  state(): SourceState
}

/** Symbols of one request: some 200 KB of an answer, and an address of less than 2,000 characters. */
export const symbolsPerRequest = 100
/** Between two rounds. A price of the source changes no oftener than it may be asked for. */
export const roundMilliseconds = 30_000
/** The longest pause after failures, and the longest that we believe a source that asks for one. */
export const pauseMillisecondsMax = 15 * 60_000
const retryAfterMillisecondsMax = 3_600_000

/** How long the source is left alone after so many failures, and for as long as it wants. */
export function pauseAfter(failures: number, { retryAfter = 0 }: Pick<SourceFailure, 'retryAfter'>): number {
  const wanted = Math.min(retryAfter * 1000, retryAfterMillisecondsMax)
  return Math.max(wanted, Math.min(roundMilliseconds * 2 ** (failures - 1), pauseMillisecondsMax))
}

/** Asks in rounds: in batches, one request at a time, and after failures after ever longer pauses. */
export function openPolling({ source, due, wall, take, failed }: PollingOptions): Polling {
  let state: SourceState = { answeredAt: undefined, failures: 0, failure: undefined }

  async function ask(): Promise<number> {
    const symbols = due(wall())
    for (let from = 0; from < symbols.length; from += symbolsPerRequest) {
      const batch = symbols.slice(from, from + symbolsPerRequest)
      await take(await source.quotes(batch), batch)
      state = { answeredAt: wall(), failures: 0, failure: undefined }
    }
    return roundMilliseconds
  }

  return {
    state: () => state,
    async round() {
      try {
        return await ask()
      } catch (error) {
        const failure = failureOf(error)
        state = { ...state, failures: state.failures + 1, failure: failure.kind }
        failed?.(failure)
        return pauseAfter(state.failures, failure)
      }
    },
  }
}
