import type { BarSource, Feed } from '#feeds/feed.ts'
import { openAnswers, type BarService } from './bar-service.ts'
import { answerTo, type AnswerTo, type Question } from './questions.ts'

/** A bar service that computes on the thread of the test: the same answers without starting a thread. */
export function openBarsHere(source: Feed & BarSource): BarService {
  const answer = async <One extends Question>(question: One) => answerTo(source, question) as AnswerTo<One>
  const ask = <One extends Question>(question: One) => ({ answer: answer(question), shareWith: () => true })
  return {
    ...openAnswers(source, () => ({ ask })),
    warmUp: () => undefined,
    close: async () => undefined,
  }
}
