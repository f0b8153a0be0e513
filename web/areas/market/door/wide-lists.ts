import type { ComponentType } from 'react'

import { createStore } from '#data/store.ts'
import type { TableHeads } from '#areas/market/lists/sort-header.tsx'
import type { Listing } from './listing.ts'

/** What makes a list of instruments a table, and what stands above the list of a market. */
export type WideLists = {
  readonly Heads: TableHeads
  /** The figures of a row after its change in percent. */
  readonly Cells: ComponentType<{ listing: Listing }>
  readonly rowHeight: number
  readonly Indices: ComponentType
}

/** The parts of lists in a wide window, which the workspace brings; undefined in a narrow window. */
export const wideLists = createStore<WideLists | undefined>(undefined)
