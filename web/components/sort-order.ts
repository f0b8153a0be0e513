/** The sort column and direction of a list; undefined keeps the order of the server. */
export type SortOrder<Column extends string> = { readonly column: Column; readonly from: 'low' | 'high' } | undefined

/** The order after a press on a column: numbers descending first, names ascending first; then reversed; then unsorted. */
export function nextSortOrder<Column extends string>(order: SortOrder<Column>, column: Column): SortOrder<Column> {
  const first = column === 'name' ? 'low' : 'high'
  if (order?.column !== column) return { column, from: first }
  if (order.from === first) return { column, from: first === 'low' ? 'high' : 'low' }
  return undefined
}

type Sortable = bigint | number | string | undefined

/** Sorts rows; unknown values come last in both directions. Texts are compared with the collation of the language. */
export function sortedBy<Row>(
  rows: readonly Row[],
  from: 'low' | 'high',
  valueOf: (row: Row) => Sortable,
  language: string,
): readonly Row[] {
  const sign = from === 'low' ? 1 : -1
  const collator = new Intl.Collator(language)
  return rows.toSorted((left, right) => {
    const [first, second] = [valueOf(left), valueOf(right)]
    if (first === second) return 0
    if (first === undefined) return 1
    if (second === undefined) return -1
    if (typeof first === 'string' && typeof second === 'string') return sign * collator.compare(first, second)
    return first < second ? -sign : sign
  })
}
