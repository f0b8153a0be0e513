import { sources } from '@mex/core/market/instrument.ts'
import type { CSSProperties, ReactNode } from 'react'

import { priceText } from '#components/figures.ts'
import { useStore } from '#data/store.ts'
import { useLanguage } from '#text/use-text.ts'
import { VirtualList } from '#ui/virtual-list.tsx'
import { ListState, type RowSource } from '#areas/market/lists/list-state.tsx'
import { keyOfListing, tickOf, type Listing } from './listing.ts'
import { PriceAge } from './price-age.tsx'
import { wideLists } from './wide-lists.ts'
import { sortRows, type SortOrder } from '#areas/market/lists/sort-order.ts'
import styles from './quote-list.module.css'
import { QuoteRow } from '#areas/market/lists/quote-row.tsx'
import { useRowMenu } from '#areas/market/lists/use-row-menu.tsx'
import { SortHeader } from '#areas/market/lists/sort-header.tsx'

export type { SortOrder } from '#areas/market/lists/sort-order.ts'

type Props<Row extends Listing> = {
  label: string
  rows: readonly Row[] | undefined
  source: RowSource
  /** The current sort order; without `onOrder` there is no sort header. */
  order?: SortOrder
  onOrder?: (order: SortOrder) => void
  /** The server has sorted the rows; otherwise they are sorted here. */
  isSorted?: boolean
  /** Rows show the change under the price too. */
  withChange?: boolean
  /** Called when the last rows come near the viewport. */
  onEnd?: (() => void) | undefined
  empty?: ReactNode
}

/** How many digits wide a price is: its marks are half as wide. */
function digitsOf(row: Listing): number {
  const text = priceText(row.last, tickOf(row))
  return (text.length + text.replaceAll(/\D/g, '').length) / 2
}

/** A virtualised list of instruments, edge to edge, with sort header and row menu. */
export function QuoteList<Row extends Listing>(props: Props<Row>) {
  const { label, rows, source, order, onOrder, isSorted = false, withChange = false, onEnd, empty } = props
  const language = useLanguage()
  const { openMenu, menu } = useRowMenu()
  const wide = useStore(wideLists)
  const isUntraded = rows?.[0]?.source === sources.globalIndex || undefined
  const hasRows = rows !== undefined && rows.length > 0
  const age = rows?.find(({ publicPrice }) => publicPrice !== undefined)?.publicPrice
  return (
    <div
      className={styles[wide === undefined ? 'narrow' : 'table']}
      style={{ '--price-digits': Math.max(...(rows ?? []).map(digitsOf), 0) } as CSSProperties}
      data-untraded={isUntraded}
    >
      {onOrder === undefined ? undefined : <SortHeader order={order} onOrder={onOrder} Heads={wide?.Heads} />}
      {hasRows ? (
        <>
          {age === undefined ? undefined : (
            <div className={styles['age']}>
              <PriceAge price={age} rows={rows} />
            </div>
          )}
          <VirtualList
            label={label}
            items={isSorted ? rows : sortRows(rows, order, language)}
            keyOf={keyOfListing}
            {...(wide === undefined ? {} : { rowHeight: wide.rowHeight })}
            {...(onEnd === undefined ? {} : { onEnd })}
          >
            {(row) => <QuoteRow listing={row} withChange={withChange} Cells={wide?.Cells} onMenu={openMenu} />}
          </VirtualList>
        </>
      ) : (
        // Nothing moves: an empty list without its heads is another part than the skeleton that it replaces.
        <div key={source.isWaiting ? 'waiting' : 'known'} className={styles['state']}>
          <ListState source={source} empty={empty} />
        </div>
      )}
      {menu}
    </div>
  )
}
