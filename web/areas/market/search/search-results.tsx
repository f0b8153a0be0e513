import type { Quote } from '@mex/contract/market/shapes.ts'
import { markets } from '@mex/core/market/instrument.ts'
import { memo } from 'react'

import { useLiveQuote } from '#data/quotes.ts'
import { changePercentText, priceText } from '#components/figures.ts'
import { quoteHrefOf } from '#areas/market/door/links.ts'
import { keyOfListing } from '#areas/market/door/listing.ts'
import { PriceAge } from '#areas/market/door/price-age.tsx'
import { useMarketTexts } from '#areas/market/door/market-texts.ts'
import { useWatching, type Watching } from '#areas/watchlist/door/watching.ts'
import { WatchStar } from '#areas/watchlist/door/watch-star.tsx'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { VisuallyHidden } from '#ui/layout.tsx'
import { Section } from '#ui/screen.tsx'
import styles from './search.module.css'

type Props = { rows: readonly Quote[]; onOpen: () => void }

/** The results grouped by market, in the order of the first result of each market. */
export function Results({ rows, onOpen }: Props) {
  const t = useText()
  const names = useMarketTexts()
  const watching = useWatching()
  const found = [...new Set(rows.map(({ market }) => market))].filter((market) => markets.includes(market))
  return found.map((market) => (
    <Section key={market} title={names[market]}>
      <Card flush>
        <ul className={styles['results']} aria-label={t('search.results', { market: names[market] })}>
          {rows
            .filter((row) => row.market === market)
            .map((row) => (
              <li key={keyOfListing(row)} className={styles['result']}>
                <Result row={row} onOpen={onOpen} />
                <Star row={row} watching={watching} />
              </li>
            ))}
        </ul>
      </Card>
    </Section>
  ))
}

const Star = ({ row, watching }: { row: Quote; watching: Watching }) => <WatchStar listing={row} watching={watching} />

const Result = memo(function Result({ row, onOpen }: { row: Quote; onOpen: () => void }) {
  const t = useText()
  const live = useLiveQuote(row)
  return (
    <a className={styles['link']} href={quoteHrefOf(row)} onClick={onOpen}>
      <span className={styles['words']}>
        <span className={styles['name']}>{row.name}</span>
        <span className={styles['code']}>
          {`${row.code} · ${row.venue}`}
          <PriceAge price={live.publicPrice} withDelay />
        </span>
      </span>
      <span className={styles['figures']}>
        <VisuallyHidden>{t('spec.quoteLabels.last')}</VisuallyHidden>
        <span className={styles['price']}>{priceText(live.last, live.tick)}</span>
        <VisuallyHidden>{t('spec.quoteLabels.changePercent')}</VisuallyHidden>
        <Change change={changePercentText(live.changeRatio, live.change)} size={12} weight="medium" />
      </span>
    </a>
  )
})
