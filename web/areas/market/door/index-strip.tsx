import { memo } from 'react'

import { useLiveQuote } from '#data/quotes.ts'
import { changePercentText, priceText } from '#components/figures.ts'
import { Change } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { Stack, Strip } from '#ui/layout.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { quoteHrefOf } from './links.ts'
import styles from './index-strip.module.css'
import { keyOfListing, tickOf, type Listing } from './listing.ts'
import { PriceAge } from './price-age.tsx'

type Props = {
  label: string
  /** Undefined while loading. */
  rows: readonly Listing[] | undefined
  /** How many are shown at most, and how many places are kept while they load. */
  most?: number | undefined
}

/** Places that are kept while a list of any length loads: those of a phone. */
const placesOfPhone = 4

/** A scrolling strip of index cards. */
export function IndexStrip({ label, rows, most }: Props) {
  if (rows?.length === 0) return undefined
  return (
    <div className={styles['bleed']}>
      <Strip label={label} gap={8}>
        {rows === undefined
          ? Array.from({ length: most ?? placesOfPhone }, (_, place) => <Waiting key={place} />)
          : rows.slice(0, most).map((row) => <IndexCard key={keyOfListing(row)} row={row} />)}
      </Strip>
    </div>
  )
}

const IndexCard = memo(function IndexCard({ row }: { row: Listing }) {
  const live: Listing = useLiveQuote(row)
  return (
    <div className={styles['card']}>
      <Card small href={quoteHrefOf(row)}>
        <Stack gap={0}>
          <Typography size={12} tone="second" cut>
            {row.name}
          </Typography>
          <Typography size={15} weight="semibold">
            {priceText(live.last, tickOf(live))}
          </Typography>
          <span className={styles['change']}>
            <Change change={changePercentText(live.changeRatio, live.change)} size={12} weight="medium" />
            <PriceAge price={live.publicPrice} withDelay />
          </span>
        </Stack>
      </Card>
    </div>
  )
})

function Waiting() {
  return (
    <div className={styles['card']}>
      <Card small>
        <div className={styles['waiting']}>
          <Skeleton width={64} height={12} />
          <Skeleton width={88} height={16} />
          <Skeleton width={56} height={12} />
        </div>
      </Card>
    </div>
  )
}
