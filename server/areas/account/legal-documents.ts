import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@mex/contract/language.ts'
import type { Traditional } from '@mex/contract/text.ts'

export const documentNames = ['client-agreement', 'privacy-policy', 'risk-disclosure'] as const
type Name = (typeof documentNames)[number]
const written = ['en', 'zh-CN'] as const
type Written = (typeof written)[number]

export type LegalDocument = {
  readonly name: Name
  readonly title: string
  /** SHA-256 of the source file, in hexadecimal. Traditional Chinese has the hash of its Simplified source. */
  readonly hash: string
  /** Markdown. */
  readonly text: string
}

/** The three documents that a user accepts at registration (rulebook §4.2). */
export type LegalDocuments = {
  in(language: Language, traditional: Traditional): readonly LegalDocument[]
  /** The hashes that a reader of this language accepts: {document: hash}. */
  hashes(language: Language): Readonly<Record<string, string>>
}

const sourceOf = (language: Language): Written => (language === 'en' ? 'en' : 'zh-CN')

async function read(folder: string, name: Name, language: Written): Promise<LegalDocument> {
  const text = await readFile(join(folder, `${name}.${language}.md`), 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1]
  if (title === undefined) throw new Error(`${name}.${language}.md must begin with a title: "# …"`)
  return { name, title, text, hash: createHash('sha256').update(text).digest('hex') }
}

/** Reads the documents of a folder: `{name}.{language}.md`. */
export async function openLegalDocuments(folder: string): Promise<LegalDocuments> {
  const [english = [], chinese = []] = await Promise.all(
    written.map((language) => Promise.all(documentNames.map((name) => read(folder, name, language)))),
  )
  const sources = { en: english, 'zh-CN': chinese }
  return {
    in: (language, traditional) =>
      language === 'zh-TW'
        ? chinese.map((row) => ({ ...row, title: traditional(row.title), text: traditional(row.text) }))
        : sources[sourceOf(language)],
    hashes: (language) => Object.fromEntries(sources[sourceOf(language)].map(({ name, hash }) => [name, hash])),
  }
}
