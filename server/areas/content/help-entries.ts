import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { openHelp, type HelpTopic } from './help.ts'
import { writtenLanguages, type WrittenLanguage } from './store-articles.ts'

/** `article`: a topic to read about; `howTo`: something to do, with the page that does it; `term`: a word explained. */
export const entryKinds = ['article', 'howTo', 'term'] as const
export type EntryKind = (typeof entryKinds)[number]

export type EntryText = {
  readonly title: string
  /** Words and short phrases that people use for it. */
  readonly asked: readonly string[]
  /** The whole answer of a how-to or a term, the first sentence of an article. */
  readonly text: string
  /** The rest of an article; empty for the others. */
  readonly body: string
}

/** Something that the help explains. */
export type HelpEntry = {
  readonly kind: EntryKind
  readonly slug: string
  /** The path and query of the page that a how-to opens. */
  readonly page: string | undefined
  /** The article that says more about a term. */
  readonly article: string | undefined
  readonly texts: Readonly<Record<WrittenLanguage, EntryText>>
}

/** All that the help knows: help page, list of terms and assistant read and search the same entries. */
export type Help = { readonly topics: readonly HelpTopic[]; readonly entries: readonly HelpEntry[] }

const phrases = z.pipe(
  z.string().check(z.minLength(1)),
  z.transform((text) => text.split(',').map((each) => each.trim())),
)
const writtenText = z.strictObject({ title: z.string(), asked: phrases, text: z.string() })
const written = { slug: z.string().check(z.regex(/^[a-z-]{1,40}$/)), en: writtenText, zh: writtenText }
const howTos = z.array(
  z.strictObject({ ...written, page: z.string().check(z.regex(/^\/pages\/[a-z/]+(\?[a-zA-Z0-9=&-]+)?$/)) }),
)
const terms = z.array(z.strictObject({ ...written, article: z.optional(z.string()) }))

const articleEntry = ({ slug, texts }: HelpTopic): HelpEntry => {
  const [en, zh] = writtenLanguages.map((language): EntryText => {
    const { title, keywords, summary, body } = texts[language]
    return { title, asked: keywords, text: summary, body }
  }) as [EntryText, EntryText]
  return { kind: 'article', slug, page: undefined, article: undefined, texts: { en, zh } }
}

/** Reads a list of how-tos or terms; throws when it has another form. */
export function readEntries(kind: 'howTo' | 'term', json: string): readonly HelpEntry[] {
  const rows: readonly unknown[] = JSON.parse(json) as readonly unknown[]
  const read: readonly (z.output<typeof howTos>[number] | z.output<typeof terms>[number])[] =
    kind === 'howTo' ? z.parse(howTos, rows) : z.parse(terms, rows)
  return read.map((row) => ({
    kind,
    slug: row.slug,
    page: 'page' in row ? row.page : undefined,
    article: 'article' in row ? row.article : undefined,
    texts: { en: { ...row.en, body: '' }, zh: { ...row.zh, body: '' } },
  }))
}

/** Reads the folder of the help: articles, how-tos and terms. */
export async function openHelpEntries(folder: string): Promise<Help> {
  const [topics, howTo, term] = await Promise.all([
    openHelp(folder),
    readFile(join(folder, 'how-to.json'), 'utf8'),
    readFile(join(folder, 'terms.json'), 'utf8'),
  ])
  const entries = [...topics.map(articleEntry), ...readEntries('howTo', howTo), ...readEntries('term', term)]
  const slugs = new Set(topics.map(({ slug }) => slug))
  const lost = entries.find(({ article }) => article !== undefined && !slugs.has(article))
  if (lost !== undefined)
    throw new Error(`The term ${lost.slug} names the article ${lost.article}, which does not exist`)
  return { topics, entries }
}
