import type { Quote } from '@mex/contract/market/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'

import { changePercentText, changeText, priceText, quantityText, useCompact } from '#components/figures.ts'
import { formatCalendarDate, formatTime } from '#text/format-time.ts'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import { venueTimeOf, weekdayText } from '#areas/market/venue-time.ts'

type Props = { quote: Quote }
type Label = keyof typeof labels
const labels = {
  last: 'spec.quoteLabels.last',
  change: 'spec.quoteLabels.change',
  changePercent: 'spec.quoteLabels.changePercent',
  volume: 'spec.quoteLabels.volume',
  open: 'spec.quoteLabels.open',
  previousClose: 'spec.quoteLabels.previousClose',
  high: 'spec.quoteLabels.high',
  low: 'spec.quoteLabels.low',
  high52: 'spec.quoteLabels.high52',
  low52: 'spec.quoteLabels.low52',
  bid: 'spec.quoteLabels.bid',
  ask: 'spec.quoteLabels.ask',
  bidVolume: 'spec.quoteLabels.bidVolume',
  askVolume: 'spec.quoteLabels.askVolume',
  openInterest: 'spec.quoteLabels.openInterest',
  expiryDate: 'spec.quoteLabels.expiryDate',
  previousSettle: 'spec.quoteLabels.previousSettle',
  lastTrade: 'quote.lastTrade',
  settlePrice: 'quote.settlePrice',
} as const

/** The fetched 52-week range may be older than the tick: extends it by the range of the day. */
export function widest(year: Quote['open'], day: Quote['open'], sign: 1 | -1): Quote['open'] {
  if (year === undefined || day === undefined) return year
  return sign * Number(day - year) > 0 ? day : year
}

/** The figures of the spec's quote labels that the instrument has, in two columns. */
export function KeyFigures({ quote }: Props) {
  const t = useText()
  const compact = useCompact()
  const { tick, lot } = quote
  const { zone, label: zoneLabel } = venueTimeOf(quote)
  const price = (value: Quote['open']) => (value === undefined ? undefined : priceText(value, tick))
  const size = (value: Quote['bidSize']) => (value === undefined ? undefined : quantityText(value, lot))
  const ratio = changePercentText(quote.changeRatio, quote.change)
  const plain = { glyph: false, weight: 'medium' } as const
  // An index has no bid, no ask and no volume; its price and change stand in the head of the page.
  const isTraded = quote.source !== sources.globalIndex
  const figures: readonly (readonly [Label, React.ReactNode])[] = [
    ['open', price(quote.open)],
    ['previousClose', price(quote.previousClose)],
    ['high', price(quote.high)],
    ['low', price(quote.low)],
    ['high52', price(widest(quote.high52, quote.high, 1))],
    ['low52', price(widest(quote.low52, quote.low, -1))],
    ['last', isTraded ? priceText(quote.last, tick) : undefined],
    ['volume', isTraded ? compact(quote.volume) : undefined],
    ['change', isTraded ? <Change key="change" change={changeText(quote.change, tick)} {...plain} /> : undefined],
    ['changePercent', isTraded ? <Change key="ratio" change={ratio} {...plain} /> : undefined],
    ['bid', isTraded ? price(quote.bid) : undefined],
    ['ask', isTraded ? price(quote.ask) : undefined],
    ['bidVolume', isTraded ? size(quote.bidSize) : undefined],
    ['askVolume', isTraded ? size(quote.askSize) : undefined],
    ['openInterest', quote.openInterest === undefined ? undefined : compact(quote.openInterest)],
    ['previousSettle', quote.previousSettle === undefined ? undefined : price(quote.previousClose)],
    ['expiryDate', quote.expiryDate === undefined ? undefined : formatCalendarDate(quote.expiryDate)],
    ['lastTrade', quote.lastTradeAt === undefined ? undefined : `${formatTime(quote.lastTradeAt, zone)} ${zoneLabel}`],
    ['settlePrice', price(quote.settlePrice)],
  ]
  const rows = figures
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => ({ label: capitalize(t(labels[label])), value }))
  return (
    <Card>
      <Stack gap={4}>
        <Typography size={17} weight="bold" as="h2">
          {t('quote.keyFigures')}
        </Typography>
        {quote.sinceClose && quote.lastSession !== undefined ? (
          <Typography size={12} tone="second">
            {t('quote.figuresSince', { day: weekdayText(quote.lastSession.date, t) })}
          </Typography>
        ) : undefined}
        <KeyValues rows={rows} columns={2} />
      </Stack>
    </Card>
  )
}
