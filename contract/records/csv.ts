/** The sign by which spreadsheets know that a text is UTF-8. */
const byteOrderMark = '\uFEFF'
const number = /^-?\d+(\.\d+)?$/
/** Texts that a spreadsheet would evaluate as a formula, also behind a tab or a line break. */
const formula = /^[=+\-@\t\r\n]/

/** A cell of the file: an apostrophe escapes a text that a spreadsheet would evaluate. */
function field(text: string): string {
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Further rows of a file. */
export const csvRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')

/** Rows as a file for spreadsheets: RFC 4180 with a mark for UTF-8, plain decimals, no formulas. */
export const csvOf = (rows: readonly (readonly string[])[]): string => byteOrderMark + csvRows(rows)
