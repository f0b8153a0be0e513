import type { Price } from '@mex/core/money/money.ts'
import type { Bar, Period, YearRange } from '@mex/core/market/quote.ts'
import type { BarSource } from '#feeds/feed.ts'

/** A question about past sessions, as a message between threads. */
export type Question =
  | {
      readonly kind: 'bars'
      readonly key: string
      readonly period: Period
      readonly end: number
      readonly limit: number
      readonly now: number
    }
  | { readonly kind: 'year'; readonly key: string; readonly now: number }
  | { readonly kind: 'closes'; readonly keys: readonly string[]; readonly limit: number; readonly now: number }

/** The answer to each kind of question; `closes` are in the order of the keys. */
export type Answers = {
  readonly bars: readonly Bar[]
  readonly year: YearRange | undefined
  readonly closes: readonly (readonly Price[])[]
}
export type AnswerTo<One extends Question> = Answers[One['kind']]

/** Answers a question on the thread that calls it. */
export function answerTo(source: BarSource, question: Question): Answers[Question['kind']] {
  switch (question.kind) {
    case 'bars':
      return source.bars(question.key, question.period, question.end, question.limit, question.now)
    case 'year':
      return source.year(question.key, question.now)
    case 'closes':
      return question.keys.map((key) =>
        source.bars(key, '1D', question.now, question.limit, question.now).map(({ close }) => close),
      )
  }
}
