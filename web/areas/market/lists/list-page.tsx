import { useState, type ReactNode } from 'react'

import { Screen } from '#ui/screen.tsx'
import type { RowSource } from './list-state.tsx'
import styles from './list-page.module.css'
import type { Listing } from '#areas/market/door/listing.ts'
import type { SortOrder } from './sort-order.ts'
import { QuoteList } from '#areas/market/door/quote-list.tsx'
import { SearchLink } from '#areas/market/search/search-link.tsx'

type Props = {
  title: string
  subtitle?: string | undefined
  rows: readonly Listing[] | undefined
  source: RowSource
  /** Above the list: a strip of indices, chips. */
  head?: ReactNode
  /** Undefined: the rows are sorted here. */
  order?: SortOrder
  onOrder?: (order: SortOrder) => void
  onEnd?: () => void
}

/** A page with one list of instruments under a head. */
export function ListPage({ title, subtitle, rows, source, head, order, onOrder, onEnd }: Props) {
  const [ownOrder, setOwnOrder] = useState<SortOrder>()
  return (
    <Screen title={title} subtitle={subtitle} bleed wide="desk" actions={<SearchLink />} onRefresh={source.retry}>
      {head === undefined ? undefined : <div className={styles['edge']}>{head}</div>}
      <QuoteList
        label={title}
        rows={rows}
        source={source}
        order={onOrder === undefined ? ownOrder : order}
        onOrder={onOrder ?? setOwnOrder}
        isSorted={onOrder !== undefined}
        onEnd={onEnd}
      />
    </Screen>
  )
}
