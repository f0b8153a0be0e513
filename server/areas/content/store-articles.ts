import type { ArticleTag, ArticleType } from '@mex/contract/content/articles.ts'
import { present } from '@mex/core/assert.ts'
import { isoInstant } from '#clock.ts'
import { columns, sql, type Tx } from '#db/sql.ts'
import type { Rows } from '#db/schema.ts'

/** The languages that articles are written in; Traditional Chinese is derived. */
export type WrittenLanguage = 'en' | 'zh'
export const writtenLanguages = ['en', 'zh'] as const

export type ArticleRow = {
  readonly id: number
  readonly type: ArticleType
  readonly tag: ArticleTag
  readonly isSimulated: boolean
  readonly cover: readonly number[] | undefined
  readonly title: string
  readonly summary: string
  /** Undefined in lists. */
  readonly body: string | undefined
  /** Only for notices and signed-in readers; otherwise undefined. */
  readonly isRead: boolean | undefined
  readonly publishedAt: number
}

type Nullable<Row, Names extends keyof Row> = Omit<Row, Names> & { readonly [Name in Names]: Row[Name] | null }
type StoredArticle = Nullable<ArticleRow, 'cover' | 'body' | 'isRead'>

const articleOf = ({ cover, body, isRead, ...row }: StoredArticle): ArticleRow => ({
  ...row,
  cover: cover ?? undefined,
  body: body ?? undefined,
  isRead: isRead ?? undefined,
})

/** The reader: only signed-in users have read marks. */
export type Reader = { readonly userId: number | undefined; readonly language: WrittenLanguage; readonly now: number }

const selected = ({ userId }: Reader, body: 'with body' | 'without body') => sql`
  article.id, type, tag, simulated as "isSimulated", cover, title, summary, published_at as "publishedAt",
  ${body === 'with body' ? sql`body` : sql`null as body`},
  case when type = 'notice' and ${userId ?? null}::bigint is not null
    then exists (select from notice_read where article_id = article.id and user_id = ${userId ?? null}) end as "isRead"`

const visible = ({ language, now }: Reader) => sql`
  from article join article_text on article_text.article_id = article.id
    and article_text.version = article.version and language = ${language}
  where withdrawn_at is null and published_at <= ${isoInstant(now)}`

export type ArticleFilter = {
  readonly type: ArticleType | undefined
  readonly tag: ArticleTag | undefined
  readonly keyword: string | undefined
  readonly key: string | undefined
}

/** The key of the help article of a topic. */
export const helpKey = (topic: string): string => `help:${topic}`

/** Escapes the wildcards of `like` in a keyword. */
const patternOf = (keyword: string): string => `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const passes = ({ type, tag, keyword, key }: ArticleFilter) => sql`
  (${type ?? null}::text is null or type = ${type ?? null}) and (${tag ?? null}::text is null or tag = ${tag ?? null})
  and (${key ?? null}::text is null or key = ${key ?? null})
  and (${keyword ?? null}::text is null or title ilike ${patternOf(keyword ?? '')} or summary ilike ${patternOf(keyword ?? '')})`

export async function articlesOf(
  tx: Tx,
  reader: Reader,
  filter: ArticleFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<ArticleRow[]> {
  const { rows } = await sql<StoredArticle>`
    select ${selected(reader, 'without body')} ${visible(reader)} and ${passes(filter)}
    order by published_at desc, article.id desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(articleOf)
}

export async function countArticles(tx: Tx, reader: Reader, filter: ArticleFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total ${visible(reader)} and ${passes(filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** The number of unread notices of a user. */
export async function countUnreadNotices(tx: Tx, userId: number, now: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from article where type = 'notice' and withdrawn_at is null and published_at <= ${isoInstant(now)}
      and not exists (select from notice_read where article_id = article.id and user_id = ${userId})`.execute(tx)
  return rows[0]?.unread ?? 0
}

export async function articleById(tx: Tx, reader: Reader, id: number): Promise<ArticleRow | undefined> {
  const { rows } = await sql<StoredArticle>`
    select ${selected(reader, 'with body')} ${visible(reader)} and article.id = ${id}`.execute(tx)
  return rows[0] === undefined ? undefined : articleOf(rows[0])
}

export async function markNoticeRead(tx: Tx, userId: number, id: number, now: number): Promise<void> {
  await sql`
    insert into notice_read (user_id, article_id, read_at) values (${userId}, ${id}, ${isoInstant(now)})
    on conflict do nothing`.execute(tx)
}

export type WrittenText = { readonly title: string; readonly summary: string; readonly body: string }
export type WrittenArticle = {
  readonly key: string | undefined
  readonly type: ArticleType
  readonly tag: ArticleTag
  readonly isSimulated: boolean
  readonly cover: readonly number[] | undefined
  readonly texts: Readonly<Record<WrittenLanguage, WrittenText>>
  readonly at: number
}

type PublishedVersion = {
  readonly id: number
  readonly version: number
  readonly texts: WrittenArticle['texts'] | undefined
}

/** The current version of the article with a key; locked until the end of the transaction. */
export async function articleByKey(tx: Tx, key: string): Promise<PublishedVersion | undefined> {
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from article where key = ${key} for update`.execute(tx)
  const found = rows[0]
  if (found === undefined) return undefined
  const texts = await sql<WrittenText & { language: WrittenLanguage }>`
    select language, title, summary, body from article_text
    where article_id = ${found.id} and version = ${found.version}`.execute(tx)
  const byLanguage = new Map(texts.rows.map(({ language, ...text }) => [language, text]))
  const [en, zh] = writtenLanguages.map((language) => byLanguage.get(language))
  return { ...found, texts: en === undefined || zh === undefined ? undefined : { en, zh } }
}

/** Inserts an article; undefined when its key already exists. */
export async function insertArticle(tx: Tx, article: WrittenArticle): Promise<number | undefined> {
  const cover = article.cover === undefined ? undefined : JSON.stringify(article.cover)
  const { rows } = await sql<{ id: number }>`
    insert into article (key, type, tag, simulated, cover, version, published_at)
    values (${article.key}, ${article.type}, ${article.tag}, ${article.isSimulated}, ${cover}::jsonb, 1, ${isoInstant(article.at)})
    on conflict (key) do nothing returning id`.execute(tx)
  const id = rows[0]?.id
  if (id !== undefined) await insertTexts(tx, id, 1, article)
  return id
}

/** Adds a newer version of an existing article. */
export async function replaceArticle(
  tx: Tx,
  { id, version }: { readonly id: number; readonly version: number },
  article: WrittenArticle,
): Promise<void> {
  await insertTexts(tx, id, version, article)
  await sql`update article set version = ${version}, tag = ${article.tag} where id = ${id}`.execute(tx)
}

async function insertTexts(tx: Tx, id: number, version: number, { texts, at }: WrittenArticle): Promise<void> {
  const given = columns(
    writtenLanguages.map((language) => ({ language, ...texts[language] })),
    ['text', (row) => row.language],
    ['text', (row) => row.title],
    ['text', (row) => row.summary],
    ['text', (row) => row.body],
  )
  await sql`
    insert into article_text (article_id, version, language, title, summary, body, written_at)
    select ${id}::bigint, ${version}::int, *, ${isoInstant(at)}::timestamptz from ${given}`.execute(tx)
}

/** Those of the keys that are already published. */
export async function publishedKeys(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<
    Pick<Rows['article'], 'key'>
  >`select key from article where key = any(${keys}::text[])`.execute(tx)
  return new Set(rows.map((row) => present(row.key, 'a key')))
}

/** The number of articles with a key prefix: the reports on one day of one market. */
export async function countKeysFrom(tx: Tx, start: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from article where starts_with(key, ${start})`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Deletes simulated news from before an instant (epoch ms); answers how many. */
export async function deleteNewsBefore(tx: Tx, before: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from article where type = 'news' and simulated and published_at < ${isoInstant(before)}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
