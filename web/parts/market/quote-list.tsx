import { useCallback, useState, type ReactNode } from 'react'

import type { CallFailure } from '#data/failure.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { VirtualList } from '#ui/virtual-list.tsx'
import { keyOfListing, type Listing } from './listing.ts'
import { inOrder, type Order } from './order.ts'
import styles from './quote-list.module.css'
import { QuoteRow } from './quote-row.tsx'
import { RowMenu } from './row-menu.tsx'
import { SortHeader } from './sort-header.tsx'

/** The answer behind a list, as `useCall` and `usePages` give it. */
export type Source = {
  readonly isWaiting: boolean
  readonly failure: CallFailure | undefined
  readonly retry: () => Promise<unknown>
}

type StateProps = { source: Source; empty?: ReactNode; skeletonRows?: number }

/** What stands in place of rows: they are on their way, could not be fetched, or there are none. */
function InsteadOfRows({ source, empty, skeletonRows = 8 }: StateProps) {
  const t = useText()
  if (source.failure !== undefined) {
    return (
      <ErrorState
        title={t('market.listFailed')}
        text={source.failure.message || t('market.listFailedText')}
        code={source.failure.code}
        onRetry={() => void source.retry()}
      />
    )
  }
  if (source.isWaiting) return <SkeletonRows rows={skeletonRows} />
  return empty ?? <EmptyState title={t('market.noneTitle')} text={t('market.noneText')} />
}

type Props<Row extends Listing> = {
  label: string
  rows: readonly Row[] | undefined
  source: Source
  /** The order that is shown; without `onOrder` there is no header to change it. */
  order?: Order
  onOrder?: (order: Order) => void
  /** The rows come in this order already; otherwise they are sorted here. */
  isSorted?: boolean
  /** Called when the last rows come near. */
  onEnd?: (() => void) | undefined
  empty?: ReactNode
}

/** A long list of instruments, edge to edge: sort header, rows as they come near the window, and a menu for each. */
export function QuoteList<Row extends Listing>(props: Props<Row>) {
  const { label, rows, source, order, onOrder, isSorted = false, onEnd, empty } = props
  const language = useLanguage()
  const [chosen, setChosen] = useState<Row>()
  const openMenu = useCallback((row: Row) => setChosen(row), [])
  const hasRows = rows !== undefined && rows.length > 0
  return (
    <div>
      {onOrder === undefined ? undefined : <SortHeader order={order} onOrder={onOrder} />}
      {hasRows ? (
        <VirtualList
          label={label}
          items={isSorted ? rows : inOrder(rows, order, language)}
          keyOf={keyOfListing}
          {...(onEnd === undefined ? {} : { onEnd })}
        >
          {(row) => <QuoteRow listing={row} onMenu={openMenu} />}
        </VirtualList>
      ) : (
        <div className={styles['state']}>
          <InsteadOfRows source={source} empty={empty} />
        </div>
      )}
      <RowMenu listing={chosen} onClose={() => setChosen(undefined)} />
    </div>
  )
}

type CardProps = {
  label: string
  rows: readonly Listing[] | undefined
  source: Source
  /** How many rows stand here at most. */
  most: number
}

/** The first few instruments of a list in a card of a page. */
export function QuoteCard({ label, rows, source, most }: CardProps) {
  const [chosen, setChosen] = useState<Listing>()
  const openMenu = useCallback((row: Listing) => setChosen(row), [])
  if (rows === undefined || rows.length === 0) return <InsteadOfRows source={source} skeletonRows={most} />
  return (
    <Card flush>
      <ul className={`${styles['lines']} ${styles['card']}`} aria-label={label}>
        {rows.slice(0, most).map((row) => (
          <li key={keyOfListing(row)}>
            <QuoteRow listing={row} onMenu={openMenu} />
          </li>
        ))}
      </ul>
      <RowMenu listing={chosen} onClose={() => setChosen(undefined)} />
    </Card>
  )
}
