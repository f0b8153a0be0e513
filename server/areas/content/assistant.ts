import type { Listings } from '#areas/market/listings.ts'
import type { HelpEntry } from './help-entries.ts'
import { byRank, openHelpSearch, type HelpHit } from './help-search.ts'
import { foldedText } from './help-words.ts'
import type { InstrumentWords } from './instrument-words.ts'
import { readPriceQuestion, type PriceQuestion } from './price-questions.ts'
import { kindOf, wishesOf, type QuestionKind } from './question-kinds.ts'

/** The interpretation of a question. */
export type Interpretation =
  | { readonly kind: QuestionKind }
  | ({ readonly kind: 'price' } & PriceQuestion)
  /** Answered by the first entry; the others are near. */
  | { readonly kind: 'known'; readonly entries: readonly HelpEntry[] }
  /** No entry fits well; these are the nearest. */
  | { readonly kind: 'unknown'; readonly nearest: readonly HelpEntry[] }

/** Finds the answer to a question (rulebook §29) by its words: no network, no model, a pure function. */
export type Assistant = {
  readonly understand: (question: string, listings: Listings) => Interpretation
  /** The entries that a text is about, best first. */
  readonly search: (text: string) => readonly HelpEntry[]
}

export type AssistantDependencies = {
  readonly entries: readonly HelpEntry[]
  readonly instrumentWords: InstrumentWords
  /** Simplified Chinese of a question in Traditional Chinese. */
  readonly simplified: (text: string) => string
}

/** An answer must speak of this share of the question. */
const fitMin = 0.5
/** The nearest entries of a question without an answer speak of this share at least. */
const nearFitMin = 0.3
/** Further entries have this share of the best score at least. */
const nearBest = 0.55
const entriesMax = 3
/** How much an entry of the wished kind gains. */
const wishGain = 1.25

const han = /\p{Script=Han}/u

export function openAssistant({ entries, instrumentWords, simplified }: AssistantDependencies): Assistant {
  const search = openHelpSearch(entries)
  const normalised = (question: string): string => (han.test(question) ? simplified(question) : question)

  function ranked(text: string): readonly HelpHit[] {
    const wishes = wishesOf(foldedText(text))
    return search(text)
      .map((hit) => ({ ...hit, score: wishes.has(hit.entry.kind) ? hit.score * wishGain : hit.score }))
      .toSorted(byRank)
  }

  return {
    understand(question, listings) {
      const text = normalised(question)
      const kind = kindOf(foldedText(text))
      if (kind !== undefined) return { kind }
      const price = readPriceQuestion(text, listings, instrumentWords)
      if (price?.isExact === true) return { kind: 'price', ...price }
      const hits = ranked(text)
      const [best] = hits
      if (price !== undefined && best?.likeness !== 1) return { kind: 'price', ...price }
      if (best === undefined || best.fit < fitMin) {
        const near = hits.filter(({ fit }) => fit >= nearFitMin).slice(0, entriesMax)
        return { kind: 'unknown', nearest: near.map(({ entry }) => entry) }
      }
      const near = hits.filter(({ score, fit }) => score >= best.score * nearBest && fit >= fitMin)
      return { kind: 'known', entries: near.slice(0, entriesMax).map(({ entry }) => entry) }
    },
    search: (text) =>
      ranked(normalised(text))
        .filter(({ fit }) => fit >= nearFitMin)
        .map(({ entry }) => entry),
  }
}
