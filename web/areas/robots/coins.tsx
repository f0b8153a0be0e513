import { IndexStrip } from '#areas/market/door/index-strip.tsx'
import { quoteHrefOf } from '#areas/market/door/links.ts'
import { tickOf, type Listing } from '#areas/market/door/listing.ts'
import { PriceAge } from '#areas/market/door/price-age.tsx'
import { changePercentText, priceText } from '#components/figures.ts'
import { useLiveQuote } from '#data/quotes.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { Line } from '#ui/layout.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './robots.module.css'

/** The coins whose prices robots use: a single one takes a line of its own. */
export function Coins({ rows }: { rows: readonly Listing[] | undefined }) {
  const t = useText()
  if (rows === undefined) return <SkeletonCard height={lineHeight} />
  const [first] = rows
  return rows.length === 1 && first !== undefined ? (
    <CoinLine row={first} />
  ) : (
    <IndexStrip label={t('robots.coins')} rows={rows} />
  )
}

/** The height of the card of one coin, in px. */
const lineHeight = 56

function CoinLine({ row }: { row: Listing }) {
  const t = useText()
  const live: Listing = useLiveQuote(row)
  return (
    <Card href={quoteHrefOf(row)}>
      <span className={styles['coin']}>
        <Typography size={13} tone="second">
          {t('robots.coinInDollars', { name: row.name })}
        </Typography>
        <Line>
          <Typography size={15} weight="semibold">
            {priceText(live.last, tickOf(live))}
          </Typography>
          <Change change={changePercentText(live.changeRatio, live.change)} size={12} weight="medium" />
          <PriceAge price={live.publicPrice} withDelay />
        </Line>
      </span>
    </Card>
  )
}
