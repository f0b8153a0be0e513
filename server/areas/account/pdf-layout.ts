import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '@mex/contract/language.ts'
import { readMarkedText, readRuns, type Block } from '@mex/contract/content/marked-text.ts'
import type PDFDocument from 'pdfkit'
import { dateOf, parseInstant } from '#clock.ts'

/** The content of a PDF. */
export type PdfContent = {
  readonly language: Language
  readonly title: string
  /** Markdown. */
  readonly text: string
  /** Publisher and kind of the product: 'UBS MEX · Practice'. */
  readonly publisher: string
  /** 'Simulated money. Practice only.' */
  readonly practice: string
  readonly notAffiliated: string
  /** The version: the hash that registration stores. */
  readonly version: string
  /** 'Page 1 of 3'. */
  readonly page: (number: number, total: number) => string
}

/** The date of this layout: the same text and layout produce the same bytes. */
export const layoutVersion = '2026-11-22T00:00:00Z'
const layoutDay = parseInstant(layoutVersion) ?? 0

type Doc = InstanceType<typeof PDFDocument>

/** One font for all three languages; a PDF embeds only the glyphs that it uses. */
const fonts = join(dirname(fileURLToPath(import.meta.resolve('@embedpdf/fonts-sc'))), '..', 'fonts')
const regular = 'regular'
const bold = 'bold'

const ink = '#141722'
const quiet = '#4a5166'
const line = '#b9bfcc'
const side = 62
const top = 84
const bottom = 92
const bodySize = 10
const noteSize = 8

/** Renders a PDF of A4 pages, tagged for screen readers. */
export async function layOutPdf(content: PdfContent): Promise<Buffer> {
  // Loaded at the first document: a server rarely renders one.
  const { default: Document } = await import('pdfkit')
  const info = { Title: content.title, Author: content.publisher, Subject: content.version, Keywords: content.practice }
  const doc = new Document({
    size: 'A4',
    margins: { top, bottom, left: side, right: side },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: content.language,
    info: { ...info, CreationDate: dateOf(layoutDay) },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  doc.registerFont(regular, join(fonts, 'NotoSansHans-Regular.otf'))
  doc.registerFont(bold, join(fonts, 'NotoSansHans-Bold.otf'))
  head(doc, content)
  for (const block of readMarkedText(content.text)) part(doc, block)
  margins(doc, content)
  doc.end()
  return done
}

const width = (doc: Doc): number => doc.page.width - 2 * side

/** Writes text tagged for screen readers as a heading, a paragraph or a list item. */
function structure(doc: Doc, kind: string, write: () => void): void {
  doc.addStructure(doc.struct(kind, {}, write))
}

function head(doc: Doc, { title, practice, notAffiliated, version }: PdfContent): void {
  structure(doc, 'H1', () => void doc.font(bold).fontSize(20).fillColor(ink).text(title))
  doc.moveDown(0.4)
  structure(doc, 'P', () => void doc.font(bold).fontSize(11).fillColor(ink).text(practice))
  structure(doc, 'P', () => void doc.font(regular).fontSize(bodySize).fillColor(ink).text(notAffiliated))
  doc.moveDown(0.4)
  structure(doc, 'P', () => void doc.font(regular).fontSize(noteSize).fillColor(quiet).text(version))
  doc.moveDown(0.8)
}

/** Starts a new page when less than this height is left, so that a heading is not the last line of a page. */
function keepTogether(doc: Doc, height: number): void {
  if (doc.y + height > doc.page.height - bottom) doc.addPage()
}

function part(doc: Doc, block: Block): void {
  switch (block.kind) {
    case 'heading':
      keepTogether(doc, 70)
      doc.moveDown(0.5)
      structure(doc, 'H2', () => void doc.font(bold).fontSize(13).fillColor(ink).text(block.text, side))
      doc.moveDown(0.3)
      return
    case 'paragraph':
      structure(doc, 'P', () => runs(doc, block.text, side, width(doc)))
      doc.moveDown(0.6)
      return
    case 'list':
      list(doc, block.items)
      return
    case 'table':
      table(doc, block)
  }
}

/** A paragraph with its bold words. */
function runs(doc: Doc, text: string, left: number, wide: number): void {
  const all = readRuns(text)
  doc.fontSize(bodySize).fillColor(ink)
  all.forEach((run, index) => {
    doc.font(run.isBold ? bold : regular)
    const options = { width: wide, lineGap: 2.5, continued: index < all.length - 1 }
    if (index === 0) doc.text(run.text, left, doc.y, options)
    else doc.text(run.text, options)
  })
}

const indent = 14

function list(doc: Doc, items: readonly string[]): void {
  const whole = doc.struct('L')
  doc.addStructure(whole)
  for (const item of items) {
    keepTogether(doc, 16)
    const label = doc.struct(
      'Lbl',
      {},
      () => void doc.font(regular).fontSize(bodySize).fillColor(ink).text('•', side, doc.y),
    )
    const body = doc.struct('LBody', {}, () => {
      // The bullet is on the same line as the text.
      doc.moveUp()
      runs(doc, item, side + indent, width(doc) - indent)
    })
    const row = doc.struct('LI', {}, [label, body])
    whole.add(row)
    row.end()
    doc.moveDown(0.3)
  }
  whole.end()
  doc.x = side
  doc.moveDown(0.4)
}

/** Column widths of a table as shares of its width, and the gap between columns. */
const columns = [0.36, 0.32, 0.32]
const gutter = 10
const cellSize = 9

/** Draws row by row; the table function of the library reopens the font for every cell, which took three seconds. */
function table(doc: Doc, { head: names, rows }: Extract<Block, { kind: 'table' }>): void {
  const whole = doc.struct('Table')
  doc.addStructure(whole)
  for (const cells of [names, ...rows]) {
    const isHead = cells === names
    doc.font(isHead ? bold : regular).fontSize(cellSize)
    const wide = columns.map((share) => share * width(doc) - gutter)
    const height = Math.max(
      ...cells.map((text, index) => doc.heightOfString(text, { width: wide[index], lineGap: 1.5 })),
    )
    keepTogether(doc, height + 10)
    const y = doc.y
    const parts = cells.map((text, index) => {
      const x = side + columns.slice(0, index).reduce((sum, share) => sum + share * width(doc), 0)
      const write = () => void doc.fillColor(ink).text(text, x, y + 4, { width: wide[index], lineGap: 1.5 })
      return doc.struct(isHead ? 'TH' : 'TD', {}, write)
    })
    const row = doc.struct('TR', {}, parts)
    whole.add(row)
    row.end()
    doc.markContent('Artifact', { type: 'Layout' })
    rule(doc, y + height + 7)
    doc.endMarkedContent()
    doc.y = y + height + 8
  }
  whole.end()
  doc.x = side
  doc.moveDown(1)
}

/** Draws the margins of every page: publisher and practice mark above; affiliation, version and page number below. */
function margins(doc: Doc, content: PdfContent): void {
  const { start, count } = doc.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index)
    // Text below the margin would start another page.
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Top'] })
    doc
      .font(bold)
      .fontSize(noteSize)
      .fillColor(quiet)
      .text(content.publisher, side, 44, { width: width(doc), lineBreak: false })
    doc.font(regular).text(content.practice, side, 44, { width: width(doc), align: 'right' })
    rule(doc, 60)
    doc.endMarkedContent()
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    const foot = doc.page.height - 66
    rule(doc, foot - 8)
    doc.fontSize(noteSize).text(content.notAffiliated, side, foot, { width: width(doc) })
    doc.fontSize(7).text(content.version, side, foot + 14, { width: width(doc) * 0.85 })
    const number = content.page(index - start + 1, count)
    doc.fontSize(noteSize).text(number, side, foot + 14, { width: width(doc), align: 'right' })
    doc.endMarkedContent()
    doc.page.margins.bottom = bottom
  }
}

function rule(doc: Doc, y: number): void {
  doc
    .moveTo(side, y)
    .lineTo(doc.page.width - side, y)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke()
}
