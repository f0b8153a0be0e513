import type { Market } from '@mex/core/market/instrument.ts'
import { useState, type ReactNode } from 'react'

import { useText } from '#text/use-text.ts'
import { Screen } from '#ui/screen.tsx'
import type { RowSource } from './list-state.tsx'
import styles from './list-page.module.css'
import type { Listing } from '#areas/market/door/listing.ts'
import type { SortOrder } from './sort-order.ts'
import { useMarketNow } from '#areas/market/door/market-now.ts'
import { QuoteList } from '#areas/market/door/quote-list.tsx'
import { sharedPhase } from './shared-phase.ts'
import { SearchLink } from '#areas/market/search/search-link.tsx'

type Props = {
  title: string
  /** Its phase stands under the title. */
  market: Market
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
export function ListPage({ title, market, rows, source, head, order, onOrder, onEnd }: Props) {
  const t = useText()
  const phase = sharedPhase(useMarketNow().clocks, market)
  const [ownOrder, setOwnOrder] = useState<SortOrder>()
  return (
    <Screen
      title={title}
      subtitle={phase === undefined ? undefined : t(`market.phases.${phase}`)}
      bleed
      wide="desk"
      actions={<SearchLink />}
      onRefresh={source.retry}
    >
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
