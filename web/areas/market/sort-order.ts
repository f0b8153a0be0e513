import type { SortColumn } from '@mex/contract/market/fields.ts'

import type { Listing } from './door/listing.ts'

/** By which column a list stands, and from which end; undefined is the order that the market gives. */
export type SortOrder = { readonly column: SortColumn; readonly from: 'low' | 'high' } | undefined

/** What the calls name the two ends. */
export const sortParameters = (order: SortOrder) =>
  order === undefined ? {} : { sort: order.column, order: order.from === 'low' ? ('asc' as const) : ('desc' as const) }

/** The order after a press on a column: numbers from the highest first, names from the first; then the other end; then none. */
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

/** The rows in an order; what is not known stands last from either end. Names are compared as the language does. */
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
