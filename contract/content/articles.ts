import type { Language } from '#language.ts'
import { textIn, type Text, type Traditional } from '#text.ts'

/** News is public; a notice is addressed to every user and is read or unread (rulebook §29). */
export const articleTypes = ['news', 'notice'] as const
export type ArticleType = (typeof articleTypes)[number]

/** Tags of articles, in the order of the list to choose from. */
export const articleTags = {
  US: { en: 'US stocks', zh: '美股' },
  HK: { en: 'Hong Kong', zh: '港股' },
  MX: { en: 'Mexico', zh: '墨西哥' },
  INDEX: { en: 'Indices', zh: '指数' },
  FOREX: { en: 'Forex', zh: '外汇' },
  COMMODITY: { en: 'Commodities', zh: '大宗商品' },
  LEARN: { en: 'Learn', zh: '学习' },
  SERVICE: { en: 'Service', zh: '平台服务' },
} as const satisfies Readonly<Record<string, Text>>
export type ArticleTag = keyof typeof articleTags
export const articleTagNames = Object.keys(articleTags) as ArticleTag[]

export const articleTagText = (tag: ArticleTag, language: Language, traditional?: Traditional): string =>
  textIn(articleTags[tag], language, traditional)

/** The lists of words that a page may ask for. */
export const dictionaries = ['article_tag'] as const
