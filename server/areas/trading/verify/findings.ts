import { isoInstant } from '#clock.ts'

/** A stored row that is not as expected, and how it differs. */
export type FillFinding = { readonly about: string; readonly message: string }

/**
 * Checks one stored row. If the row is so damaged that the rules cannot be applied, that is a finding about this row, and
 * the check goes on with the others.
 */
export function attempt(findings: FillFinding[], about: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    findings.push({ about, message: `cannot be executed again: ${reason}` })
  }
}

/** Parses rows of the database. An unreadable row is a finding and is left out. */
export function readable<Row, Value>(
  rows: readonly Row[],
  read: (row: Row) => Value,
  { findings, about }: { readonly findings: FillFinding[]; readonly about: (row: Row) => string },
): Value[] {
  const values: Value[] = []
  for (const row of rows) attempt(findings, about(row), () => void values.push(read(row)))
  return values
}

const latestInstant = 8.64e15

/** An instant as a text for a finding, also if it is no valid date. */
export const instantText = (at: number): string => (Math.abs(at) <= latestInstant ? isoInstant(at) : String(at))
