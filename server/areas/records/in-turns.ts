import { setImmediate } from 'node:timers/promises'
import { csvOf, csvRows } from '@mex/contract/records/csv.ts'

/** Rows that are written in one turn of the event loop: some milliseconds. */
export const rowsPerTurn = 500

/** Writes the parts of a long text while other work goes on between them. */
export async function writeInTurns<Row>(
  rows: readonly Row[],
  write: (part: readonly Row[]) => string,
): Promise<readonly string[]> {
  const parts: string[] = []
  for (let start = 0; start < rows.length; start += rowsPerTurn) {
    if (start > 0) await setImmediate()
    parts.push(write(rows.slice(start, start + rowsPerTurn)))
  }
  return parts
}

/** Writes rows as a file for spreadsheets. */
export const csvInTurns = async <Row>(
  head: readonly string[],
  rows: readonly Row[],
  lineOf: (row: Row) => readonly string[],
): Promise<string> => [csvOf([head]), ...(await writeInTurns(rows, (part) => csvRows(part.map(lineOf))))].join('')
