import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'
import { use } from 'react'

import { PriceAge } from '#areas/market/door/price-age.tsx'
import { auctionChangePercent } from '#areas/auctions/door/use-auction.ts'
import { changePercentText, linePoints, priceText } from '#components/figures.ts'
import { formatTime } from '#text/format-time.ts'
import { unknown } from '#text/format.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { classes } from '#ui/classes.ts'
import { VisuallyHidden } from '#ui/layout.tsx'
import { StaleMark } from '#ui/notice.tsx'
import { ScreenFrameContext } from '#ui/screen-frame.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { PracticeTag, Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import type { LiveQuote } from './instrument.ts'
import styles from './ticket-head.module.css'

type Props = {
  /** Name and code of the URL, shown until the quote has loaded. */
  name: string
  code: string
  quote: LiveQuote | undefined
  /** Of an order for an auction: its published price stands in the place of the live one. */
  auction?: AuctionQuote | undefined
  /** When a stale price was received; epoch milliseconds. */
  staleAt?: number | undefined
  /** Whether the form could not be loaded, so that no price is on its way. */
  isFailed: boolean
}

/** The instrument and its live price: stays in sight through all steps of a ticket. */
export function TicketHead({ name, code, quote, auction, staleAt, isFailed }: Props) {
  const t = useText()
  const { practice, isOver = false } = use(ScreenFrameContext)
  const published = auction?.indicativePrice
  const change =
    auction === undefined || published === undefined
      ? changePercentText(quote?.changeRatio, quote?.change)
      : auctionChangePercent(auction)
  return (
    <div className={styles['head']}>
      <div className={styles['words']}>
        <div className={styles['name']}>
          <span>{quote?.name ?? name}</span>
          <span className={styles['code']}>{quote?.code ?? code}</span>
        </div>
        <div className={classes(styles['price'], auction === undefined && staleAt === undefined && styles['live'])}>
          {quote === undefined ? (
            isFailed ? (
              unknown
            ) : (
              <Skeleton width={110} />
            )
          ) : (
            <>
              <VisuallyHidden>{t('spec.quoteLabels.last')}</VisuallyHidden>
              <span>{priceText(published ?? quote.last, quote.tick)}</span>
              <VisuallyHidden>{t('spec.quoteLabels.changePercent')}</VisuallyHidden>
              <Change change={change} />
              {published === undefined ? undefined : (
                <Typography size={12} tone="second">
                  {t('auctions.indicativeShort')}
                </Typography>
              )}
              <PriceAge price={quote.publicPrice} withDelay />
              {quote.halted ? <Tag text={t('quote.halted')} tone="danger" /> : undefined}
              {staleAt === undefined ? undefined : (
                <StaleMark time={formatTime(staleAt)} text={t('ticket.stale', { time: formatTime(staleAt) })} />
              )}
            </>
          )}
        </div>
      </div>
      {quote === undefined ? undefined : (
        <span className={styles['line']}>
          <Sparkline
            points={linePoints(quote.closes, quote.last, quote.previousClose ?? quote.last)}
            width={76}
            height={32}
          />
        </span>
      )}
      {/* A page has the practice mark in its bar. */}
      {isOver ? <PracticeTag text={practice} /> : undefined}
    </div>
  )
}
