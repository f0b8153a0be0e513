import type { FeedInputs } from '#feeds/open-feed.ts'
import type { Answers, Question } from './questions.ts'

/** What a worker thread is started with. The market's secret travels here alone: not in arguments or the environment. */
export type ThreadData = {
  readonly inputs: FeedInputs
  /** Which of how many threads it is. */
  readonly place: number
  readonly places: number
}

export type Message =
  | { readonly question: Question }
  /** Compute ahead whenever nothing is asked, as of this instant. */
  | { readonly warmUp: number }

export type Reply =
  | { readonly ready: true }
  | { readonly answer: Answers[Question['kind']] }
  | { readonly failed: unknown }
  | { readonly warmedUp: true }
  | { readonly warmUpFailed: unknown }

/** The thread that answers for an instrument: always the same one, so that no session is computed and kept twice. */
export function placeOf(key: string, places: number): number {
  let sum = 0
  for (let index = 0; index < key.length; index += 1) sum = (sum * 31 + key.charCodeAt(index)) % 65_521
  return sum % places
}
