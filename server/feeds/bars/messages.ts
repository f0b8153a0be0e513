import type { FeedInputs } from '#feeds/open-feed.ts'
import type { Answers, Question } from './questions.ts'

/** The start data of a worker thread. Only here is the market's secret passed: not in arguments or the environment. */
export type ThreadData = {
  readonly inputs: FeedInputs
  /** Index of the thread, from 0 to `places` - 1. */
  readonly place: number
  readonly places: number
}

export type Message =
  | { readonly question: Question }
  /** Fill the caches in idle time, as of this instant. */
  | { readonly warmUp: number }

export type Reply =
  | { readonly ready: true }
  | { readonly answer: Answers[Question['kind']] }
  | { readonly failed: unknown }
  | { readonly warmedUp: true }
  | { readonly warmUpFailed: unknown }

/** Index of the thread that answers for an instrument: always the same, so that no session is computed twice. */
export function placeOf(key: string, places: number): number {
  let sum = 0
  for (let index = 0; index < key.length; index += 1) sum = (sum * 31 + key.charCodeAt(index)) % 65_521
  return sum % places
}
