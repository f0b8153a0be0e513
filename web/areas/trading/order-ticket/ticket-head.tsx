import { use } from 'react'

import { changePercentText, linePoints, priceText } from '#components/figures.ts'
import { formatTime } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { StaleMark } from '#ui/notice.tsx'
import { ScreenFrameContext } from '#ui/screen-frame.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { PracticeTag, Tag } from '#ui/tag.tsx'
import type { LiveQuote } from './instrument.ts'
import styles from './ticket-head.module.css'

type Props = {
  /** Name and code of the URL, shown until the quote has loaded. */
  name: string
  code: string
  quote: LiveQuote | undefined
  /** When a stale price was received; epoch milliseconds. */
  staleAt?: number | undefined
}

/** The instrument and its live price: stays in sight through all steps of a ticket. */
export function TicketHead({ name, code, quote, staleAt }: Props) {
  const t = useText()
  const { practice, isOver = false } = use(ScreenFrameContext)
  const change = changePercentText(quote?.changeRatio)
  return (
    <div className={styles['head']}>
      <div className={styles['words']}>
        <div className={styles['name']}>
          <span>{quote?.name ?? name}</span>
          <span className={styles['code']}>{code}</span>
        </div>
        <div className={styles['price']}>
          {quote === undefined ? (
            <Skeleton width={110} />
          ) : (
            <>
              <span>{priceText(quote.last, quote.tick)}</span>
              <Change change={change} />
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
            tone={change?.trend === 'up' ? 'up' : 'down'}
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
