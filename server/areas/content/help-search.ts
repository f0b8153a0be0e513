import MiniSearch from 'minisearch'
import type { HelpEntry } from './help-entries.ts'
import { isLatin, pairsOf, partsOf, termsOf, type Part } from './help-words.ts'
import { writtenLanguages, type WrittenLanguage } from './store-articles.ts'

/** An entry that a question may mean. */
export type HelpHit = {
  readonly entry: HelpEntry
  readonly score: number
  /** The share of the question that the entry speaks of, from 0 to 1. */
  readonly fit: number
  /** How alike the question and a phrase of the entry are, from 0 to 1; 1 for the same words. */
  readonly likeness: number
}

/** Finds entries by a question in Simplified Chinese or English, best first. */
export type HelpSearch = (question: string) => readonly HelpHit[]

/** The rest of a question is not read, and further hits are not compared: the time of a search is bounded. */
const charactersMax = 100
const termsMax = 12
const hitsMax = 8
/** The weight of a term by its place in the entry. */
const boosts = { asked: 4, title: 3, text: 1.2, body: 0.6 } as const
/** How much of a term counts as answered, by its place in the entry. */
const credits: Readonly<Record<keyof typeof boosts, number>> = { asked: 1, title: 1, text: 0.6, body: 0.3 }
const typoCredit = 0.8
/** Letters that a misspelling may get wrong, as a share of the word. */
const typoShare = 0.25
const likenessGain = 2

type Document = { readonly id: string; readonly at: number } & Readonly<Record<keyof typeof boosts, string>>
type Found = ReturnType<MiniSearch<Document>['search']>[number]

const documentOf = ({ kind, slug, texts }: HelpEntry, at: number, language: WrittenLanguage): Document => {
  const { title, asked, text, body } = texts[language]
  return { id: `${kind}:${slug}:${language}`, at, title, asked: asked.join(', '), text, body }
}

/** The credit of a term of the question: of the best place in which the entry has the term, or a misspelling of it. */
function creditOf(term: string, { match }: Found): number {
  const placed = (found: string): number =>
    Math.max(0, ...(match[found] ?? []).map((field) => credits[field as keyof typeof credits]))
  if (Object.hasOwn(match, term)) return placed(term)
  if (!isLatin(term)) return 0
  const [first] = term
  const near = Object.keys(match).filter((found) => found[0] === first && Math.abs(found.length - term.length) <= 2)
  return typoCredit * Math.max(0, ...near.map(placed))
}

/**
 * The share of a question that a found entry speaks of. A Latin word weighs by its rarity, a word that no entry has most
 * of all; a Chinese character counts if it is in a pair that the entry has.
 */
function fitOf(parts: readonly Part[], found: Found, rarity: (term: string) => number): number {
  let whole = 0
  let spoken = 0
  for (const { isLatin: isWord, text } of parts) {
    if (isWord) {
      const weight = 2 * rarity(text)
      whole += weight
      spoken += weight * creditOf(text, found)
      continue
    }
    const credits = pairsOf(text).map((pair) => creditOf(pair, found))
    whole += text.length
    for (let at = 0; at < text.length; at += 1) spoken += Math.max(credits[at - 1] ?? 0, credits[at] ?? 0)
  }
  return whole === 0 ? 0 : spoken / whole
}

/** A match in the text or the body alone is accidental. */
const isNamed = ({ match }: Found): boolean =>
  Object.values(match).some((fields) => fields.includes('asked') || fields.includes('title'))

/** Dice's coefficient of two sets of terms. */
function likenessOf(terms: ReadonlySet<string>, phrase: ReadonlySet<string>): number {
  const both = [...phrase].filter((term) => terms.has(term)).length
  return (2 * both) / (terms.size + phrase.size)
}

/** An entry that has exactly these words comes first. */
export const byRank = (one: HelpHit, other: HelpHit): number =>
  Number(other.likeness === 1) - Number(one.likeness === 1) || other.score - one.score

export function openHelpSearch(entries: readonly HelpEntry[]): HelpSearch {
  const index = new MiniSearch<Document>({
    fields: Object.keys(boosts),
    storeFields: ['at'],
    tokenize: termsOf,
    processTerm: (term) => term,
  })
  /** In how many entries a term is. */
  const vocabulary = new Map<string, number>()
  const phrases = entries.map(({ texts }) => {
    const written = writtenLanguages.flatMap((language) => [texts[language].title, ...texts[language].asked])
    return written.map((phrase) => new Set(termsOf(phrase)))
  })
  entries.forEach((entry, at) =>
    writtenLanguages.forEach((language) => {
      const document = documentOf(entry, at, language)
      index.add(document)
      const terms = (Object.keys(boosts) as (keyof typeof boosts)[]).flatMap((field) => termsOf(document[field]))
      for (const term of new Set(terms)) vocabulary.set(term, (vocabulary.get(term) ?? 0) + 1)
    }),
  )
  /** A word that no entry has may be a misspelling of one that some have; a very long one would take long to compare. */
  const isTypo = (term: string): boolean =>
    isLatin(term) && term.length >= 5 && term.length <= 20 && !vocabulary.has(term)
  const rarity = (term: string): number =>
    Math.log(1 + entries.length / (vocabulary.get(term) ?? 1)) / Math.log(1 + entries.length)
  return (question) => {
    const read = question.slice(0, charactersMax)
    const parts = partsOf(read).slice(0, termsMax)
    const terms = new Set(termsOf(read).slice(0, termsMax))
    if (terms.size === 0) return []
    const found = index.search('', {
      tokenize: () => [...terms],
      boost: boosts,
      fuzzy: (term) => (isTypo(term) ? typoShare : false),
    })
    const best = new Map<number, HelpHit>()
    for (const hit of found.slice(0, hitsMax)) {
      const at = hit['at'] as number
      const entry = entries[at]
      if (entry === undefined || best.has(at) || !isNamed(hit)) continue
      const likeness = Math.max(...(phrases[at] ?? []).map((phrase) => likenessOf(terms, phrase)))
      const fit = likeness === 1 ? 1 : fitOf(parts, hit, rarity)
      best.set(at, { entry, fit, likeness, score: hit.score * fit * (1 + likeness * likenessGain) })
    }
    return [...best.values()].toSorted(byRank)
  }
}
