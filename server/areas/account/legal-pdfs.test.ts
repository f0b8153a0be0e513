import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { languages, type Language } from '@mex/contract/language.ts'
import { readMarkedText, readRuns } from '@mex/contract/content/marked-text.ts'
import { present } from '@mex/core/assert.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import { openTraditional } from '#traditional-chinese.ts'
import { documentNames, openLegalDocuments, type LegalDocuments } from './legal-documents.ts'
import { openLegalPdfs, type LegalPdfs } from './legal-pdfs.ts'

const traditional = openTraditional()
let documents: LegalDocuments
let folder: string
let pdfs: LegalPdfs
before(async () => {
  documents = await openLegalDocuments(join(import.meta.dirname, '..', '..', '..', 'data', 'legal'))
  folder = await mkdtemp(join(tmpdir(), 'mex-pdfs-'))
  pdfs = openLegalPdfs({ documents, traditional, title: 'Our class', folder })
})
after(() => rm(folder, { recursive: true }))

/** Removes whitespace, because the PDF breaks lines anywhere. */
const letters = (text: string): string => text.replaceAll(/\s/g, '')

async function read(body: Buffer): Promise<{ title: unknown; pages: number; text: string }> {
  const pdf = await getDocumentProxy(new Uint8Array(body))
  const { text } = await extractText(pdf, { mergePages: true })
  const { info } = await pdf.getMetadata()
  return { title: (info as { Title?: unknown }).Title, pages: pdf.numPages, text: letters(text) }
}

const sentences: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Our class · Practice',
    'Simulated money. Practice only.',
    'Not affiliated with, or endorsed by, UBS Group AG or any bank.',
  ],
  'zh-CN': [
    'Our class · 练习版',
    '模拟资金，仅供练习。',
    '本产品与瑞银集团（UBS Group AG）及任何银行均无关联，亦未获其认可。',
  ],
  'zh-TW': [
    'Our class · 練習版',
    '模擬資金，僅供練習。',
    '本產品與瑞銀集團（UBS Group AG）及任何銀行均無關聯，亦未獲其認可。',
  ],
}
const pageOne = { en: 'Page 1 of', 'zh-CN': '第 1 页，共', 'zh-TW': '第 1 頁，共' }

for (const language of languages)
  for (const name of documentNames)
    test(`${name} in ${language} contains its whole text, the disclosure, and the version that registration stores`, async () => {
      const file = present(await pdfs.file(`${name}.${language}.pdf`), 'the file')
      const source = present(
        documents.in(language, traditional).find((document) => document.name === name),
        name,
      )
      const { title, pages, text } = await read(file.body)
      assert.equal(title, source.title)
      assert(pages >= 1 && pages <= 6, `${pages} pages`)
      assert(text.includes(letters(present(documents.hashes(language)[name], 'the hash'))))
      for (const sentence of [...sentences[language], pageOne[language], source.title])
        assert(text.includes(letters(sentence)), sentence)
      const written = readMarkedText(source.text).flatMap((block) =>
        block.kind === 'list' ? block.items : block.kind === 'table' ? block.rows.flat() : [block.text],
      )
      // Text that continues on the next page is interrupted by the footer.
      const missing = written
        .map((each) =>
          letters(
            readRuns(each)
              .map((run) => run.text)
              .join(''),
          ),
        )
        .filter((each) => !text.includes(each))
      assert(missing.length < pages, missing.join('\n'))
    })

test('answers no file for any other name', async () => {
  for (const name of ['client-agreement.pdf', 'client-agreement.fr.pdf', '../secrets', 'hasOwnProperty', ''])
    assert.equal(await pdfs.file(name), undefined, name)
})

test('renders a PDF once and caches it; another title gives another file', async () => {
  const name = 'risk-disclosure.en.pdf'
  const first = present(await pdfs.file(name), name)
  const kept = (await readdir(folder)).filter((each) => each.startsWith('risk-disclosure.en.'))
  assert.deepEqual(kept, [`risk-disclosure.en.${first.tag}.pdf`])
  await writeFile(join(folder, present(kept[0], name)), 'as it was kept')
  const again = openLegalPdfs({ documents, traditional, title: 'Our class', folder })
  assert.equal(String((await again.file(name))?.body), 'as it was kept')
  const other = openLegalPdfs({ documents, traditional, title: 'Their class', folder })
  assert.notEqual((await other.file(name))?.tag, first.tag)
})
