import type { SortColumn } from '@mex/contract/market/fields.ts'

import type { Listing } from './door/listing.ts'

/** The sort column and direction; undefined keeps the order of the server. */
export type SortOrder = { readonly column: SortColumn; readonly from: 'low' | 'high' } | undefined

/** The sort parameters of a call. */
export const sortParameters = (order: SortOrder) =>
  order === undefined ? {} : { sort: order.column, order: order.from === 'low' ? ('asc' as const) : ('desc' as const) }

/** The order after a press on a column: numbers descending first, names ascending first; then reversed; then unsorted. */
export function nextSortOrder(order: SortOrder, column: SortColumn): SortOrder {
  const first = column === 'name' ? 'low' : 'high'
  if (order?.column !== column) return { column, from: first }
  if (order.from === first) return { column, from: first === 'low' ? 'high' : 'low' }
  return undefined
}

function compare(left: bigint | undefined, right: bigint | undefined): number {
  if (left === right) return 0
  if (left === undefined) return 1
  if (right === undefined) return -1
  return left < right ? -1 : 1
}

/** Sorts rows; unknown values come last in both directions. Names are compared with the collation of the language. */
export function sortRows<Row extends Listing>(
  rows: readonly Row[],
  order: SortOrder,
  language: string,
): readonly Row[] {
  if (order === undefined) return rows
  const { column } = order
  const sign = order.from === 'low' ? 1 : -1
  if (column === 'name') {
    const { compare } = new Intl.Collator(language)
    return rows.toSorted((left, right) => sign * compare(left.name, right.name))
  }
  return rows.toSorted((left, right) => {
    const [first, second] = [left[column], right[column]]
    const result = compare(first, second)
    return first === undefined || second === undefined ? result : sign * result
  })
}
