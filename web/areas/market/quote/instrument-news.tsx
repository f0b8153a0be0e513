import { marketDetails } from '@mex/contract/market/details.ts'
import type { NewsRow } from '@mex/contract/market/event-shapes.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'
import { formatPrice } from '@mex/core/money/money.ts'

import { changePercentText, priceText, useCompact } from '#components/figures.ts'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { formatCalendarDate, formatTime } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { Line } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './instrument-news.module.css'
import { venueTimeOf } from '#areas/market/venue-time.ts'

/** What happened to an instrument, from public facts of the market; nothing as long as nothing is known. */
export function InstrumentNews({ quote }: { quote: Quote }) {
  const t = useText()
  const { code, market, mode } = quote
  const { data } = useCall(marketDetails.news, { code, market }, { freshSeconds: 60 })
  const textOf = useNewsText(quote)
  if (data === undefined || data.length === 0) return undefined
  return (
    <Card flush>
      <div className={styles['head']}>
        <Line spread="apart">
          <Typography size={17} weight="bold" as="h2">
            {t('quote.news')}
          </Typography>
          {mode === 'sim' ? <Tag text={t('quote.newsSimulated')} tone="warn" /> : undefined}
        </Line>
      </div>
      <List label={t('quote.news')}>
        {data.map((item) => (
          <Row
            key={`${item.kind} ${item.date} ${item.exDate ?? item.at ?? ''}`}
            height={62}
            title={textOf(item)}
            subtitle={formatCalendarDate(item.date)}
            {...(isToCome(item, data) ? { href: hrefOf('calendar', { code, market }) } : {})}
          />
        ))}
      </List>
      <div className={styles['foot']}>
        <Typography size={12} tone="third" as="p">
          {t('quote.newsText')}
        </Typography>
      </div>
    </Card>
  )
}

/** A declaration that has not taken effect: the calendar has its day. */
function isToCome({ kind, exDate }: NewsRow, all: readonly NewsRow[]): boolean {
  if (kind === 'merger' || kind === 'delisting') return true
  const done = { dividendDeclared: 'dividendPaid', splitDeclared: 'splitDone' } as const
  if (kind !== 'dividendDeclared' && kind !== 'splitDeclared') return false
  return !all.some((other) => other.kind === done[kind] && other.exDate === exDate)
}

function useNewsText(quote: Quote): (item: NewsRow) => string {
  const t = useText()
  const compact = useCompact()
  const { zone, label } = venueTimeOf(quote)
  return ({ kind, at: instant, amount, currency, ratio = '', newCode = '', exDate, change, volume }) => {
    const perShare = `${amount === undefined ? '' : formatPrice(amount, 2)} ${currency ?? ''}`
    const at = amount === undefined ? '' : priceText(amount, quote.tick)
    const exDay = exDate === undefined ? '' : formatCalendarDate(exDate)
    switch (kind) {
      case 'dividendDeclared':
      case 'dividendPaid':
      case 'merger':
      case 'delisting':
        return t(`quote.newsOf.${kind}`, { amount: perShare, date: exDay })
      case 'splitDeclared':
      case 'splitDone':
        return t(`quote.newsOf.${kind}`, { ratio, date: exDay })
      case 'code':
        return t('quote.newsOf.code', { code: newCode })
      case 'results':
      case 'listed':
        return t(`quote.newsOf.${kind}`)
      case 'halted':
      case 'resumed':
      case 'marketHalted':
      case 'marketResumed':
        return t(`quote.newsOf.${kind}`, { time: `${formatTime(instant, zone)} ${label}` })
      case 'yearHigh':
      case 'yearLow':
        return t(`quote.newsOf.${kind}`, { price: at })
      case 'move': {
        const percent = changePercentText(change)?.text ?? ''
        // An index is not traded.
        if (volume === undefined || volume === 0n) return t('quote.newsOf.moveAlone', { percent })
        return t('quote.newsOf.move', { percent, volume: compact(volume) })
      }
    }
  }
}
