import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages, type Language } from '@mex/contract/language.ts'
import { textIn, type Text, type Traditional } from '@mex/contract/text.ts'
import { documentNames, type LegalDocuments } from './legal-documents.ts'
import { notAffiliated, practiceOnly } from './disclosure.ts'
import { layOutPdf, layoutVersion } from './pdf-layout.ts'

export type PdfFile = {
  readonly body: Buffer
  /** The entity tag: changes with the bytes. */
  readonly tag: string
}

/** The legal documents as PDFs, at `/legal/{name}.{language}.pdf`. */
export type LegalPdfs = {
  /** The file of a name; undefined when there is none. */
  file(name: string): Promise<PdfFile | undefined>
}

export type LegalPdfsOptions = {
  readonly documents: LegalDocuments
  readonly traditional: Traditional
  /** The title of the interface. */
  readonly title: string
  /** The cache folder. */
  readonly folder: string
}

const version: Text = { en: 'Version (SHA-256 of the text): {hash}', zh: '版本（文本的 SHA-256）：{hash}' }
const derived: Text = {
  en: '',
  zh: '版本（简体中文原文的 SHA-256，本文由其转换而来）：{hash}',
}
const practice: Text = { en: '{title} · Practice', zh: '{title} · 练习版' }
const page: Text = { en: 'Page {number} of {total}', zh: '第 {number} 页，共 {total} 页' }

const addresses = new Map<string, { readonly name: string; readonly language: Language }>(
  documentNames.flatMap((name) =>
    languages.map((language) => [`${name}.${language}.pdf`, { name, language }] as const),
  ),
)

/** Renders each PDF at its first request and caches it; the texts do not change while the server runs. */
export function openLegalPdfs({ documents, traditional, title, folder }: LegalPdfsOptions): LegalPdfs {
  const ready = new Map<string, Promise<PdfFile>>()

  async function make(name: string, language: Language): Promise<PdfFile> {
    const found = documents.in(language, traditional).find((document) => document.name === name)
    if (found === undefined) throw new Error(`Broken invariant: there is a ${name} in ${language}`)
    const translate = (text: Text, values: Readonly<Record<string, string>> = {}) =>
      textIn(text, language, traditional, values)
    const tag = createHash('sha256')
      .update(
        [layoutVersion, title, language, name, found.text, translate(notAffiliated), translate(practiceOnly)].join(
          '\0',
        ),
      )
      .digest('hex')
      .slice(0, 24)
    const path = join(folder, `${name}.${language}.${tag}.pdf`)
    const kept = await readFile(path).catch(() => undefined)
    if (kept !== undefined) return { body: kept, tag }
    const body = await layOutPdf({
      language,
      title: found.title,
      text: found.text,
      publisher: translate(practice, { title }),
      practice: translate(practiceOnly),
      notAffiliated: translate(notAffiliated),
      version: translate(language === 'zh-TW' ? derived : version, { hash: found.hash }),
      page: (number, total) => translate(page, { number: String(number), total: String(total) }),
    })
    await mkdir(folder, { recursive: true })
    // A concurrent reader never sees an incomplete file, nor does a later one after a loss of power.
    await writeFile(`${path}.new`, body, { flush: true })
    await rename(`${path}.new`, path)
    return { body, tag }
  }

  return {
    async file(address) {
      const asked = addresses.get(address)
      if (asked === undefined) return undefined
      const before = ready.get(address)
      if (before !== undefined) return before
      const making = make(asked.name, asked.language)
      ready.set(address, making)
      // A failure such as a full disk must not be cached: the next request tries again.
      making.catch(() => ready.delete(address))
      return making
    },
  }
}
