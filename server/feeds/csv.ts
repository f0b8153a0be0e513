/** One row of a table: its cells by column, and its `place` (file and line) for error messages. */
export type Row = { readonly place: string; readonly cell: (column: string) => string }

/** An invalid data file, which an operator may have written. The message names the file and the line. */
export class BadTable extends Error {
  override readonly name = 'BadTable'
  constructor(place: string, what: string) {
    super(`${place}: ${what}`)
  }
}

/** Splits one line of RFC 4180 text without line breaks inside cells; undefined when its quotes do not match. */
export function splitLine(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(',')
  const cells: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y
  while (pattern.lastIndex <= line.length) {
    const match = pattern.exec(line)
    if (match === null) return undefined
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === '') return cells
  }
  return undefined
}

/** Reads a table whose first line names its columns. Throws `BadTable` when a required column or a cell is missing. */
export function parseTable(text: string, file: string, columns: readonly string[]): Row[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const header = splitLine(lines[0] ?? '') ?? []
  const missing = columns.filter((column) => !header.includes(column))
  if (missing.length > 0) throw new BadTable(`${file}:1`, `the column ${missing.join(', ')} is missing`)
  const positions = new Map(header.map((column, position) => [column, position]))
  const rows: Row[] = []
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line === '') continue
    const place = `${file}:${index + 1}`
    const cells = splitLine(line)
    if (cells === undefined) throw new BadTable(place, 'quotes do not match')
    if (cells.length !== header.length) {
      throw new BadTable(place, `${cells.length} cells where the header has ${header.length}`)
    }
    rows.push({ place, cell: (column) => cells[positions.get(column) ?? -1] ?? '' })
  }
  return rows
}
