import { articleTagNames, type ArticleTag, type ArticleType } from '@mex/contract/content/articles.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'
import { publishArticle } from './articles.ts'
import { readHelpText } from './help.ts'
import { htmlOf } from './marked-text.ts'

/** An article by an operator: one file per written language, in the format of `data/help`. */
export type WrittenFiles = {
  readonly type: ArticleType
  readonly tag: ArticleTag
  readonly en: string
  readonly zh: string
  readonly at: number
}

export const isArticleTag = (text: string): text is ArticleTag => articleTagNames.some((tag) => tag === text)
export { articleTagNames }

/**
 * Publishes the article (rulebook §29); answers its id. Throws an error with a readable message for an invalid file.
 */
export async function publishFiles(tx: Tx, { type, tag, en, zh, at }: WrittenFiles): Promise<number> {
  const [english, chinese] = [readHelpText('The English file', en), readHelpText('The Chinese file', zh)]
  return publishArticle(tx, {
    type,
    tag,
    isSimulated: false,
    title: { en: english.title, zh: chinese.title },
    summary: { en: english.summary, zh: chinese.summary },
    body: { en: htmlOf(english.body), zh: htmlOf(chinese.body) },
    at,
  })
}

export type PublishedArticle = {
  readonly id: number
  readonly type: string
  readonly tag: string
  readonly title: string
  readonly version: number
  readonly publishedAt: number
  readonly withdrawnAt: number | null
}

/** The newest articles and notices, including withdrawn ones. */
export async function publishedArticles(tx: Tx, limit: number): Promise<PublishedArticle[]> {
  const { rows } = await sql<PublishedArticle>`
    select article.id, type, tag, title, article.version, published_at as "publishedAt", withdrawn_at as "withdrawnAt"
    from article join article_text on article_id = article.id and article_text.version = article.version and language = 'en'
    order by published_at desc, article.id desc limit ${limit}`.execute(tx)
  return rows
}

/** Withdraws an article; false when no visible article has this id. */
export async function withdrawArticle(tx: Tx, id: number, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update article set withdrawn_at = ${isoInstant(now)} where id = ${id} and withdrawn_at is null`.execute(tx)
  return numAffectedRows === 1n
}
