import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { present } from '@mex/core/assert.ts'
import { dayMilliseconds, dayNumber } from '@mex/core/time-zone.ts'
import type { Tx } from '#db/sql.ts'
import { publishArticle } from './articles.ts'
import { htmlOf } from './marked-text.ts'
import { helpKey, writtenLanguages, type WrittenLanguage } from './store-articles.ts'

export type HelpText = {
  readonly title: string
  readonly keywords: readonly string[]
  readonly summary: string
  /** With the mark-up of `marked-text.ts`. */
  readonly body: string
}

/** A help topic in both written languages: an article under Learn, also searched by the chat assistant. */
export type HelpTopic = { readonly slug: string; readonly texts: Readonly<Record<WrittenLanguage, HelpText>> }

const layout = /^# (?<title>.+)\nkeywords: (?<keywords>.+)\n\n(?<summary>.+)\n\n(?<body>[^]+)$/

/** Parses one file of `data/help`: title, keywords, a summary sentence and the body. */
export function readHelpText(name: string, text: string): HelpText {
  const found = layout.exec(text)?.groups
  if (found === undefined) throw new Error(`${name} must have a title, keywords, a first sentence and a text`)
  const { title = '', keywords = '', summary = '', body = '' } = found
  return { title, keywords: keywords.split(',').map((each) => each.trim().toLowerCase()), summary, body: body.trim() }
}

/** Reads the folder of the help articles: `<slug>.en.md` and `<slug>.zh.md` for each topic, in the order of names. */
export async function openHelp(folder: string): Promise<readonly HelpTopic[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  const slugs = [...new Set(files.map((name) => present(name.split('.')[0], `a name in ${name}`)))].toSorted()
  return Promise.all(
    slugs.map(async (slug) => {
      const [en, zh] = (await Promise.all(
        writtenLanguages.map(async (language) => {
          const name = `${slug}.${language}.md`
          return readHelpText(name, await readFile(join(folder, name), 'utf8'))
        }),
      )) as [HelpText, HelpText]
      return { slug, texts: { en, zh } }
    }),
  )
}

/** Help bears no date for readers: with this one it stands after all news in lists of both. */
const timeless = dayNumber('2000-01-01') * dayMilliseconds

/** Publishes the help articles under Learn; a changed text becomes a newer version. Answers ids by slug. */
export async function publishHelp(tx: Tx, topics: readonly HelpTopic[]): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const { slug, texts } of topics) {
    const { en, zh } = texts
    const id = await publishArticle(tx, {
      key: helpKey(slug),
      type: 'news',
      tag: 'LEARN',
      isSimulated: false,
      title: { en: en.title, zh: zh.title },
      summary: { en: en.summary, zh: zh.summary },
      body: { en: htmlOf(en.body), zh: htmlOf(zh.body) },
      at: timeless,
    })
    ids.set(slug, id)
  }
  return ids
}
