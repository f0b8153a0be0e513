import type { PublicPrice } from '@mex/contract/market/public-price.ts'

import { formatDate, formatTime, formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { VisuallyHidden } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import { delaysOf } from './delays.ts'
import type { AgeProps } from './door/price-age.tsx'
import { useMarketNow } from './door/market-now.ts'
import { useMarketTexts } from './door/market-texts.ts'
import { isOldPrice } from './door/old-price.ts'

const minutesOf = (seconds: number): number => Math.ceil(seconds / 60)

/** What `PriceAge` shows. */
export function Age({ price, withDelay = false, isFirst = false, rows }: AgeProps) {
  if (rows !== undefined) return <ListDelay rows={rows} />
  return price === undefined ? undefined : <Mark price={price} withDelay={withDelay} isFirst={isFirst} />
}

/** 'In doubt', 'Old 13:45', or the lag of the exchange: words at an end of a line of small text. */
function Mark({ price, withDelay, isFirst }: { price: PublicPrice; withDelay: boolean; isFirst: boolean }) {
  const t = useText()
  const { now } = useMarketNow()
  const { doubt, quotedAt, delaySeconds } = price
  const joined = (text: string): string => (isFirst ? `${text} · ` : ` · ${text}`)
  if (doubt !== undefined) return <Doubtful text={joined(t('quote.doubtful'))} reason={t(`quote.doubts.${doubt}`)} />
  if (isOldPrice(price, now)) {
    const isToday = now !== undefined && formatDate(now) === formatDate(quotedAt)
    const time = isToday ? formatTime(quotedAt) : formatDate(quotedAt)
    return (
      <Doubtful
        text={joined(t('quote.oldAt', { time }))}
        reason={t('quote.staleAt', { time: formatTimestamp(quotedAt) })}
      />
    )
  }
  if (!withDelay || delaySeconds === 0) return undefined
  const minutes = minutesOf(delaySeconds)
  return (
    <Typography size={12} tone="third">
      <span aria-hidden="true">{joined(t('quote.lag', { minutes: String(minutes) }))}</span>
      <VisuallyHidden>{t('quote.allLate', { minutes })}</VisuallyHidden>
    </Typography>
  )
}

const Doubtful = ({ text, reason }: { text: string; reason: string }) => (
  <span title={reason}>
    <Typography size={12} weight="semibold" tone="warn">
      {text}
    </Typography>
  </span>
)

/** How late the prices of a list are: in one sentence, or market by market. */
function ListDelay({ rows }: { rows: NonNullable<AgeProps['rows']> }) {
  const t = useText()
  const names = useMarketTexts()
  const delays = delaysOf(rows)
  const late = delays.filter(({ seconds }) => seconds > 0)
  const [first] = late
  if (first === undefined) return t('quote.live')
  if (delays.length === 1) return t('quote.allLate', { minutes: minutesOf(first.seconds) })
  return late
    .map(({ market, seconds }) => `${names[market]}: ${t('quote.late', { minutes: String(minutesOf(seconds)) })}`)
    .join(' · ')
}
