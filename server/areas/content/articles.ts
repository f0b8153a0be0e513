import {
  articleTags,
  articleTagText,
  dictionaries,
  type ArticleTag,
  type ArticleType,
} from '@mex/contract/content/articles.ts'
import type { Answer, Input } from '@mex/contract/call.ts'
import type { Article, ArticleSummary, content } from '@mex/contract/content/calls.ts'
import type { Language } from '@mex/contract/language.ts'
import type { Text, Traditional } from '@mex/contract/text.ts'
import { refuse } from '@mex/core/refusal.ts'
import type { Context } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import { coverOf } from './cover.ts'
import { sanitizeHtml, plainText } from './sanitize.ts'
import {
  helpKey,
  articleById,
  articlesOf,
  countArticles,
  countUnreadNotices,
  insertArticle,
  markNoticeRead,
  replaceArticle,
  articleByKey,
  writtenLanguages,
  type ArticleRow,
  type Reader,
  type WrittenArticle,
  type WrittenText,
} from './store-articles.ts'

/** A public article. Bodies are HTML and are sanitised. */
export type NewArticle = {
  /** Identifies the subject: publishing the same key again creates a newer version. */
  readonly key?: string | undefined
  readonly type: ArticleType
  readonly tag: ArticleTag
  /** Whether its subject happened in the simulated market. */
  readonly isSimulated: boolean
  readonly title: Text
  readonly summary: Text
  readonly body: Text
  /** Heights of the line of the cover picture, 0 to 1000. */
  readonly cover?: readonly number[] | undefined
  /** Publication time, epoch milliseconds; until then the article is hidden. */
  readonly at: number
}

const textsOf = ({ title, summary, body }: NewArticle): WrittenArticle['texts'] => {
  const [en, zh] = writtenLanguages.map((language): WrittenText => ({
    title: plainText(title[language]),
    summary: plainText(summary[language]),
    body: sanitizeHtml(body[language]),
  })) as [WrittenText, WrittenText]
  return { en, zh }
}

const isSame = (left: WrittenText, right: WrittenText): boolean =>
  left.title === right.title && left.summary === right.summary && left.body === right.body

/**
 * Publishes an article or notice (rulebook §29). An existing key gets a new version, unless the texts are the same.
 * Answers the id of the article.
 */
export async function publishArticle(tx: Tx, article: NewArticle): Promise<number> {
  const { key, type, tag, isSimulated, cover, at } = article
  const written: WrittenArticle = { key, type, tag, isSimulated, cover, at, texts: textsOf(article) }
  const id = await insertArticle(tx, written)
  if (id !== undefined) return id
  const published = key === undefined ? undefined : await articleByKey(tx, key)
  if (published === undefined)
    throw new Error(`Broken invariant: the article ${key ?? ''} neither exists nor could be inserted`)
  const { texts } = published
  const isNew = texts === undefined || !writtenLanguages.every((each) => isSame(texts[each], written.texts[each]))
  if (isNew) await replaceArticle(tx, { id: published.id, version: published.version + 1 }, written)
  return published.id
}

type TextOptions = { readonly language: Language; readonly traditional: Traditional }

function summaryView(row: ArticleRow, { language, traditional }: TextOptions): ArticleSummary {
  const translate = (text: string): string => (language === 'zh-TW' ? traditional(text) : text)
  return {
    id: row.id,
    type: row.type,
    title: translate(row.title),
    summary: translate(row.summary),
    cover: row.cover === undefined ? undefined : coverOf(row.cover),
    tag: row.tag,
    tagName: articleTagText(row.tag, language, traditional),
    isSimulated: row.isSimulated,
    isRead: row.isRead,
    createdAt: row.publishedAt,
  }
}

const readerOf = ({ person, language, now }: Context): Reader => ({
  userId: person?.userId,
  language: language === 'en' ? 'en' : 'zh',
  now,
})

/** A page of news or notices. */
export async function listArticles(
  { type, tag, keyword, topic, pageNum, pageSize }: Input<typeof content.articles>,
  context: Context,
  traditional: Traditional,
): Promise<Answer<typeof content.articles>> {
  const { db, person, now, language } = context
  const reader = readerOf(context)
  const filter = { type, tag, keyword, key: topic === undefined ? undefined : helpKey(topic) }
  const [rows, total, unread] = await Promise.all([
    articlesOf(db, reader, filter, { limit: pageSize, offset: (pageNum - 1) * pageSize }),
    countArticles(db, reader, filter),
    person === undefined || type !== 'notice' ? undefined : countUnreadNotices(db, person.userId, now),
  ])
  return { total, pageNum, pageSize, rows: rows.map((row) => summaryView(row, { language, traditional })), unread }
}

/** One article; marks a notice as read. Refuses: not_found. */
export async function readArticle(
  { id }: Input<typeof content.article>,
  context: Context,
  traditional: Traditional,
): Promise<Article> {
  const { db, person, now, language } = context
  const row = await articleById(db, readerOf(context), id)
  if (row === undefined) return refuse('not_found', { field: 'id' })
  const isNotice = person !== undefined && row.type === 'notice'
  if (isNotice && row.isRead === false) await markNoticeRead(db, person.userId, id, now)
  const body = row.body ?? ''
  const shown = summaryView({ ...row, isRead: isNotice ? true : undefined }, { language, traditional })
  return { ...shown, content: language === 'zh-TW' ? traditional(body) : body }
}

/** The entries of a dictionary (specification, calls K); the only dictionary is that of article tags. */
export function dictionaryWords(
  name: (typeof dictionaries)[number],
  { language }: Context,
  traditional: Traditional,
): Answer<typeof content.dictionary> {
  const words = { article_tag: articleTags }[name]
  return (Object.keys(words) as ArticleTag[]).map((value, index) => ({
    label: articleTagText(value, language, traditional),
    value,
    order: index + 1,
  }))
}
