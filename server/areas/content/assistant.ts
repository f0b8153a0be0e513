import type { Traditional } from '@mex/contract/text.ts'
import type { HelpTopic } from './help.ts'
import { writtenLanguages, type WrittenLanguage } from './store-articles.ts'

/** The interpretation of a question: answered by articles, a request for advice, or unknown. */
export type Interpretation =
  | { readonly kind: 'known'; readonly topics: readonly HelpTopic[] }
  | { readonly kind: 'advice' }
  | { readonly kind: 'unknown' }

/** Finds help articles by the words of a question (rulebook §29), by keyword search only. */
export type Assistant = { readonly understand: (question: string) => Interpretation }

const advicePatterns: readonly RegExp[] = [
  /\bshould i (buy|sell|short|invest|hold|close)\b/i,
  /\b(what|which)\b.*\b(should i|to|i should) (buy|sell|short|invest)/i,
  /\bwhich (stock|share|coin|pair|fund|future)s?\b/i,
  /\bwill\b.*\b(go up|go down|rise|fall|drop|crash|recover|double)\b/i,
  /\b(recommend|recommendation|stock tips?|hot tips?|price target|predict|prediction|forecast)\b/i,
  /\bgood (buy|investment|time to (buy|sell))\b/i,
  /(该|應|应该|應該|要不要|能不能|可不可以|适合|適合|值得)(买|買|卖|賣|做空|入手|投资|投資|持有)/,
  /(推荐|推薦|荐股|薦股|预测|預測|抄底|目标价|目標價)/,
  /(会|會|能)(不会|不會)?(涨|漲|跌|翻倍|反弹|反彈)/,
  /(买|買|卖|賣)(什么|什麼|哪)/,
  /哪(只|支|个|個|些|隻)(股票|币|幣|基金|品种|品種)/,
]

const ignored = new Set(
  'a about an and any are as at be been by can could do does for from get had has have help how i if in is it its like may me mean means much my not of on or our please should so that the their there they this to us want was we what when where which who why will with work works would you your'.split(
    ' ',
  ),
)
const ignoredPairs = new Set(
  '什么 怎么 么办 如何 为什 多少 可以 我的 我要 我想 请问 一下 这个 那个 是不 不是 有没 没有 能不 是什 是怎 的是 在哪 哪里 需要 应该 怎样 麼辦 什麼 怎麼 為什 請問 這個 那個 沒有 哪裡 應該 怎樣'.split(
    ' ',
  ),
)

/** Removes plural and other endings. */
const stem = (word: string): string => (word.length > 3 ? word.replace(/(ing|ed|es|s)$/, '') : word)

/** Words of Latin letters, and pairs of Chinese characters, because Chinese has no spaces. */
export function wordsOf(text: string): string[] {
  const latin = (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !ignored.has(word)).map(stem)
  const runs = text.match(/\p{Script=Han}+/gu) ?? []
  const pairs = runs.flatMap((run) => Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2)))
  return [...latin, ...pairs.filter((pair) => !ignoredPairs.has(pair))]
}

/** The weight of a word by its place in the article. */
const weights = { keyword: 4, title: 3, summary: 2, body: 1 } as const
/**
 * The minimum score of an answer, and the minimum share of the best score for further ones. At least one word must
 * match the keywords, title or summary: matches in the body alone are accidental.
 */
const enough = 3.5
const nearBest = 0.55
const answersMax = 3

type Indexed = { readonly topic: HelpTopic; readonly worth: ReadonlyMap<string, number> }

function indexOf(topic: HelpTopic, traditional: Traditional): Indexed {
  const worth = new Map<string, number>()
  const note = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) worth.set(word, Math.max(weight, worth.get(word) ?? 0))
  }
  const noteAll = (language: WrittenLanguage, translate: Traditional): void => {
    const { title, keywords, summary, body } = topic.texts[language]
    for (const keyword of keywords) note(translate(keyword), weights.keyword)
    note(translate(title), weights.title)
    note(translate(summary), weights.summary)
    note(translate(body), weights.body)
  }
  for (const language of writtenLanguages) noteAll(language, (text) => text)
  noteAll('zh', traditional)
  return { topic, worth }
}

export function openAssistant(topics: readonly HelpTopic[], traditional: Traditional): Assistant {
  const indexed = topics.map((topic) => indexOf(topic, traditional))
  const spread = new Map<string, number>()
  for (const { worth } of indexed) for (const word of worth.keys()) spread.set(word, (spread.get(word) ?? 0) + 1)
  /** A word that occurs in few articles has more weight. */
  const rarity = (word: string): number => Math.log(1 + topics.length / (spread.get(word) ?? topics.length))
  return {
    understand(question) {
      if (advicePatterns.some((wish) => wish.test(question))) return { kind: 'advice' }
      const words = [...new Set(wordsOf(question))]
      const found = indexed
        .map(({ topic, worth }) => ({
          topic,
          best: Math.max(0, ...words.map((word) => worth.get(word) ?? 0)),
          score: words.reduce((sum, word) => sum + (worth.get(word) ?? 0) * rarity(word), 0),
        }))
        .filter(({ best, score }) => score >= enough && best >= weights.title)
        .toSorted((one, other) => other.score - one.score)
      const [best] = found
      if (best === undefined) return { kind: 'unknown' }
      const near = found.filter(({ score }) => score >= best.score * nearBest).slice(0, answersMax)
      return { kind: 'known', topics: near.map(({ topic }) => topic) }
    },
  }
}
