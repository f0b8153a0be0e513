import type { Price, Rate } from '@mex/core/money/money.ts'
import type { Bar, ChartPeriod, Quote, YearRange } from '@mex/core/market/quote.ts'
import type { BarSource, Feed } from '#feeds/feed.ts'

/** A question about past sessions, as a message between threads. */
export type Question =
  | {
      readonly kind: 'bars'
      readonly key: string
      readonly period: ChartPeriod
      readonly end: number
      readonly limit: number
      readonly now: number
    }
  | { readonly kind: 'year'; readonly key: string; readonly now: number }
  | { readonly kind: 'closes'; readonly keys: readonly string[]; readonly limit: number; readonly now: number }
  | { readonly kind: 'quotes'; readonly key: string; readonly instants: readonly number[] }
  | { readonly kind: 'rates'; readonly from: string; readonly to: string; readonly instants: readonly number[] }

/** What a position is valued at. */
export type PastQuote = Pick<Quote, 'bid' | 'ask' | 'last' | 'phase'>

/** The answer to each kind of question; `closes` are in the order of the keys, `quotes` and `rates` in that of the instants. */
export type Answers = {
  readonly bars: readonly Bar[]
  readonly year: YearRange | undefined
  readonly closes: readonly (readonly Price[])[]
  readonly quotes: readonly (PastQuote | undefined)[]
  readonly rates: readonly (Rate | undefined)[]
}
export type AnswerTo<One extends Question> = Answers[One['kind']]

type QuestionSource = BarSource & Pick<Feed, 'quote' | 'lastConversionRate'>

function pastQuote(source: QuestionSource, key: string, at: number): PastQuote | undefined {
  const quote = source.quote(key, at)
  return quote === undefined ? undefined : { bid: quote.bid, ask: quote.ask, last: quote.last, phase: quote.phase }
}

/** Answers a question on the thread that calls it. */
export function answerTo(source: QuestionSource, question: Question): Answers[Question['kind']] {
  switch (question.kind) {
    case 'bars':
      return source.bars(question.key, question.period, question.end, question.limit, question.now)
    case 'year':
      return source.year(question.key, question.now)
    case 'closes':
      return question.keys.map((key) =>
        source.bars(key, '1D', question.now, question.limit, question.now).map(({ close }) => close),
      )
    case 'quotes':
      return question.instants.map((at) => pastQuote(source, question.key, at))
    case 'rates':
      return question.instants.map((at) => source.lastConversionRate(question.from, question.to, at)?.rate)
  }
}
