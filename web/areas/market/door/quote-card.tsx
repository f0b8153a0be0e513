import { Card } from '#ui/card.tsx'
import { ListState, type RowSource } from '#areas/market/lists/list-state.tsx'
import { keyOfListing, type Listing } from './listing.ts'
import styles from './quote-list.module.css'
import { QuoteRow } from '#areas/market/lists/quote-row.tsx'
import { useRowMenu } from '#areas/market/lists/use-row-menu.tsx'

type Props = {
  label: string
  rows: readonly Listing[] | undefined
  source: RowSource
  /** The maximum number of rows. */
  max: number
}

/** A card with the first instruments of a list. */
export function QuoteCard({ label, rows, source, max }: Props) {
  const { openMenu, menu } = useRowMenu()
  if (rows === undefined || rows.length === 0) return <ListState source={source} skeletonRows={max} />
  return (
    <Card flush>
      <ul className={`${styles['lines']} ${styles['card']}`} aria-label={label}>
        {rows.slice(0, max).map((row) => (
          <li key={keyOfListing(row)}>
            <QuoteRow listing={row} withDelay onMenu={openMenu} />
          </li>
        ))}
      </ul>
      {menu}
    </Card>
  )
}
