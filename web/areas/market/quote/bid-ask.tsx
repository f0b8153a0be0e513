import { marketDetails } from '@mex/contract/market/details.ts'
import type { DepthLevel, Quote } from '@mex/contract/market/shapes.ts'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'

import { useCall } from '#data/call.ts'
import { priceText, quantityText } from '#components/figures.ts'
import { LoadError } from '#components/load-error.tsx'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden, Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import { depthRows } from './depth-totals.ts'
import styles from './bid-ask.module.css'

type Props = { quote: Quote }

/** The best bid and ask; a press opens the order book that orders fill from (rulebook §15). */
export function BidAsk({ quote }: Props) {
  const t = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const side = (name: string, size: Quote['bidSize']) => (
    <span className={styles['size']}>
      {capitalize(name)}
      {size === undefined ? undefined : (
        <>
          {' · '}
          <VisuallyHidden>{t('spec.quoteLabels.volume')}</VisuallyHidden>
          {quantityText(size, quote.lot)}
        </>
      )}
    </span>
  )
  return (
    <div>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles['bar']}>
          <span className={styles['bid']}>
            {side(t('quote.bestBid'), quote.bidSize)}
            <VisuallyHidden>{t('spec.subscriptionLabels.price')}</VisuallyHidden>
            <span className={styles['figure']}>{priceText(quote.bid, quote.tick)}</span>
          </span>
          <span className={styles['ask']}>
            {side(t('quote.bestAsk'), quote.askSize)}
            <VisuallyHidden>{t('spec.subscriptionLabels.price')}</VisuallyHidden>
            <span className={styles['figure']}>{priceText(quote.ask, quote.tick)}</span>
          </span>
        </span>
        <ChevronDown className={styles['arrow']} aria-hidden="true" />
        <VisuallyHidden>{isOpen ? t('quote.hideDepth') : t('quote.showDepth')}</VisuallyHidden>
      </button>
      {isOpen ? (
        <div id={id}>
          <Depth quote={quote} />
        </div>
      ) : undefined}
    </div>
  )
}

/** The order book, fetched every five seconds while open. */
function Depth({ quote }: Props) {
  const t = useText()
  const { code, market } = quote
  const { data, failure, retry } = useCall(marketDetails.detail, { code, market }, { everySeconds: 5, freshSeconds: 2 })
  if (data !== undefined) return <Ladder levels={data.depth} quote={quote} />
  if (failure === undefined) {
    return (
      <Card small>
        <Stack gap={12}>
          {[1, 2, 3, 4, 5, 6, 7].map((line) => (
            <Skeleton key={line} height={16} />
          ))}
        </Stack>
      </Card>
    )
  }
  return <LoadError title={t('quote.depthFailed')} text={t('quote.failedText')} answer={{ failure, retry }} />
}

/** The levels with what they hold together: every level of a side is as large, so the totals tell where an order ends. */
function Ladder({ levels, quote }: { levels: readonly DepthLevel[]; quote: Quote }) {
  const t = useText()
  const rows = depthRows(levels)
  const size = (value: Quote['bidSize']) => quantityText(value, quote.lot)
  const [top, last] = [rows[0], rows.at(-1)]
  if (top === undefined || last === undefined) return undefined
  const max = last.bidTotal > last.askTotal ? last.bidTotal : last.askTotal
  return (
    <Card small>
      <table className={styles['ladder']}>
        <caption hidden>{t('quote.depth')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('quote.depthTotal')}</th>
            <th scope="col" className={styles['buy']}>
              {capitalize(t('spec.quoteLabels.bid'))}
            </th>
            <th scope="col" className={styles['sell']}>
              {capitalize(t('spec.quoteLabels.ask'))}
            </th>
            <th scope="col">{t('quote.depthTotal')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ level, bid, bidTotal, ask, askTotal }) => (
            <tr key={level}>
              <td style={bar('up', bidTotal, max)}>{size(bidTotal)}</td>
              <td className={styles['buy']}>{priceText(bid, quote.tick)}</td>
              <td className={styles['sell']}>{priceText(ask, quote.tick)}</td>
              <td style={bar('down', askTotal, max)}>{size(askTotal)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Typography size={12} tone="third" as="p">
        {t('quote.depthText', { bid: size(top.bidSize), ask: size(top.askSize) })}
      </Typography>
    </Card>
  )
}

/** The bar behind a size, starting at the middle of the order book. */
function bar(side: 'up' | 'down', size: bigint, max: bigint) {
  const share = Number((size * 1000n) / max) / 10
  return {
    backgroundImage: `linear-gradient(var(--${side}-soft), var(--${side}-soft))`,
    backgroundPosition: side === 'up' ? 'right' : 'left',
    backgroundSize: `${share}% 22px`,
  }
}
