import type { SortColumn } from '@mex/contract/market/fields.ts'

import { sortedBy, type SortOrder as Order } from '#components/sort-order.ts'
import type { Listing } from '#areas/market/door/listing.ts'

/** The sort column and direction of a list of quotes; undefined keeps the order of the server. */
export type SortOrder = Order<SortColumn>

/** The sort parameters of a call. */
export const sortParameters = (order: SortOrder) =>
  order === undefined ? {} : { sort: order.column, order: order.from === 'low' ? ('asc' as const) : ('desc' as const) }

/** Sorts rows; unknown values come last in both directions. Names are compared with the collation of the language. */
export const sortRows = <Row extends Listing>(
  rows: readonly Row[],
  order: SortOrder,
  language: string,
): readonly Row[] => (order === undefined ? rows : sortedBy(rows, order.from, (row) => row[order.column], language))
