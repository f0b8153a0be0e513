import type { Instrument } from '@mex/core/market/instrument.ts'
import type { Listings } from '#areas/market/listings.ts'
import { foldedText } from './help-words.ts'
import type { InstrumentWords } from './instrument-words.ts'

/** The instruments of a question for a price, most likely first. */
export type PriceQuestion = {
  readonly instruments: readonly Instrument[]
  /** The words that name them, for the search page. */
  readonly words: string
  /** The words are the whole name or code of an instrument. */
  readonly isExact: boolean
}

const priceWords =
  /\b(share price|stock price|spot price|market price|exchange rate|trading at|how much is|how much are|how much does|prices?|priced|quotes?|quotation|rate|worth|where is|where are)\b/gu
const chinesePriceWords =
  /多少钱一股|多少钱|什么价位|什么价|什么价格|股票价格|最新价|股价|现价|报价|价格|汇率|行情|多少点|几多|收在|报多少|卖多少|涨了多少|跌了多少|多少/gu

const fillers =
  /\b(what|whats|is|are|the|of|for|a|an|in|at|right|now|today|currently|current|latest|last|live|please|pls|me|tell|give|show|stock|stocks|share|shares|cost|costs|one|how|much|does|do|can|you|i|see|get|its|it|hi|hello)\b/gu
const chineseFillers = /请问|现在|今天|目前|最新|股票|的|是|一股|一下|查|看|在哪|怎么样|吗|呢|啊|了|我想知道|告诉我/gu

/** How many words of a question are compared with the names of instruments. */
const wordsMax = 8

/** The words of the question without those that ask for a price. */
function remaining(text: string): string {
  const without = text.replaceAll(chinesePriceWords, ' ').replaceAll(priceWords, ' ')
  const named = without.replaceAll(chineseFillers, ' ').replaceAll(fillers, ' ')
  return named
    .replaceAll(/兑换|兑|对/g, '/')
    .replaceAll(/[?？!！,，。;；"“”()（）$]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const asksForPrice = (text: string): boolean => text.search(priceWords) >= 0 || text.search(chinesePriceWords) >= 0

/** 'eur/usd' → 'eurusd', '700.hk' → '700'. */
const codeOf = (word: string): string => word.replace(/\.(hk|us|mx)$/, '').replace('/', '')

/** The instruments by their names and codes; made again when a listing changes. */
const exactNames = new WeakMap<readonly Instrument[], ReadonlyMap<string, readonly Instrument[]>>()

function namesOf({ all }: Listings): ReadonlyMap<string, readonly Instrument[]> {
  const known = exactNames.get(all)
  if (known !== undefined) return known
  const named = all.flatMap((instrument) => {
    const { code, name } = instrument
    const names = new Set([code, code.replace(/^0+/, ''), name.en, name.zh].map(foldedText))
    return Array.from(names, (each) => ({ each, instrument }))
  })
  const grouped = Map.groupBy(named, ({ each }) => each)
  const names = new Map(Array.from(grouped, ([each, rows]) => [each, rows.map(({ instrument }) => instrument)]))
  exactNames.set(all, names)
  return names
}

/** The instruments that exactly these words name. */
function exactly(words: string, listings: Listings, known: InstrumentWords): readonly Instrument[] {
  const alias = known.get(words) ?? known.get(words.replace('/', '兑'))
  const aliased = alias === undefined ? [] : listings.candidates(alias).slice(0, 1)
  const code = codeOf(words)
  const coded = /^[a-z0-9.-]+$/.test(code) ? listings.candidates({ code }) : []
  return [...aliased, ...coded, ...(namesOf(listings).get(words) ?? [])]
}

/** A word that begins another one is no name: 'pip' is not a pipeline. */
function isNamedBy({ name }: Instrument, words: string): boolean {
  const english = foldedText(name.en)
  const own = new Set(english.split(/[^\p{L}\p{N}]+/u))
  return (
    name.zh.includes(words) ||
    (words.length >= 4 && english.startsWith(words)) ||
    words.split(/[^\p{L}\p{N}]+/u).every((word) => own.has(word))
  )
}

const named = (words: string, listings: Listings, known: InstrumentWords): readonly Instrument[] => {
  const found = words.length < 2 ? [] : listings.search(words).filter((instrument) => isNamedBy(instrument, words))
  return [...exactly(words, listings, known), ...found]
}

/** Of the months of a future only the first. */
function oneOfEachProduct(instruments: readonly Instrument[]): readonly Instrument[] {
  const seen = new Set<string>()
  return [...new Set(instruments)].filter(({ contract }) => {
    if (contract === undefined) return true
    const isNew = !seen.has(contract.product)
    seen.add(contract.product)
    return isNew
  })
}

/** Exact names in a longer question: codes in capitals and known words. */
function mentioned(question: string, words: string, listings: Listings, known: InstrumentWords): readonly Instrument[] {
  const codes = (question.match(/\b[A-Z][A-Z0-9]{1,9}\b/g) ?? []).slice(0, wordsMax)
  const byCode = codes.flatMap((code) => listings.candidates({ code }).slice(0, 1))
  const byWord = words
    .split(' ')
    .slice(0, wordsMax)
    .flatMap((word) => {
      const alias = known.get(word)
      return alias === undefined ? [] : listings.candidates(alias).slice(0, 1)
    })
  return [...byCode, ...byWord]
}

/** A word of two letters is a name only if the question asks for a price. */
const isName = (words: string): boolean => words.length >= 3 || /\p{Script=Han}{2}/u.test(words)

/**
 * Reads a question for the price of an instrument. Without a word that asks for a price, the question must be the name
 * or the code of an instrument and nothing else. Undefined when it names no instrument.
 */
export function readPriceQuestion(
  question: string,
  listings: Listings,
  known: InstrumentWords,
): PriceQuestion | undefined {
  const text = foldedText(question)
  const words = remaining(text)
  if (words === '') return undefined
  const exact = isName(words) ? exactly(words, listings, known) : []
  const whole = asksForPrice(text) ? named(words, listings, known) : exact
  const found = whole.length === 0 && asksForPrice(text) ? mentioned(question, words, listings, known) : whole
  const instruments = oneOfEachProduct(found)
  return instruments.length === 0 ? undefined : { instruments, words, isExact: exact.length > 0 }
}
