/** The few marks of Markdown that the product's own documents use. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

/** A run of text and whether it is set in bold. */
export type Run = { readonly text: string; readonly isBold: boolean }

const hasNoSpaces = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]$/

/** Joins the lines of one paragraph: with a space, but not after a Chinese letter, which has none between words. */
const join = (lines: readonly string[]): string =>
  lines.reduce((text, line) => (text === '' ? line : hasNoSpaces.test(text) ? text + line : `${text} ${line}`), '')

const cells = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())

function listOf(lines: readonly string[]): Block {
  const items: string[][] = []
  for (const line of lines) {
    if (line.startsWith('- ')) items.push([line.slice(2).trim()])
    else items.at(-1)?.push(line.trim())
  }
  return { kind: 'list', items: items.map(join) }
}

function blockOf(lines: readonly string[]): Block | undefined {
  const [first = ''] = lines
  if (first.startsWith('# ')) return undefined
  if (first.startsWith('#')) return { kind: 'heading', text: first.replace(/^#+\s*/, '') }
  if (first.startsWith('- ')) return listOf(lines)
  if (first.startsWith('|')) {
    const [head = [], , ...rows] = lines.map(cells)
    return { kind: 'table', head, rows }
  }
  return { kind: 'paragraph', text: join(lines.map((line) => line.trim())) }
}

/** Reads a document. Its own title ('# …') is omitted: the screen shows the title itself. */
export function readMarkedText(text: string): readonly Block[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)
    .map(blockOf)
    .filter((block) => block !== undefined)
}

/** 'All **money** is simulated' as three runs. */
export const readRuns = (text: string): readonly Run[] =>
  text
    .split(/\*\*(.+?)\*\*/)
    .map((part, index) => ({ text: part, isBold: index % 2 === 1 }))
    .filter((run) => run.text !== '')
