import type { PublicPrice } from '@mex/contract/market/public-price.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'

import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Notice } from '#ui/notice.tsx'
import { venueTimeOf } from '#areas/market/venue-time.ts'
import { useMarketNow } from './market-now.ts'
import { isOldPrice } from './old-price.ts'

type Props = {
  quote: Pick<Quote, 'halted' | 'publicPrice' | 'venue' | 'market'>
}

/** Why nothing is filled at the price of an instrument: it is halted, or what the public source says of it is old or in doubt. */
export function PriceNotice({ quote }: Props) {
  const t = useText()
  if (quote.halted)
    return (
      <Notice tone="danger" urgent>
        {t('quote.haltedText')}
      </Notice>
    )
  const { publicPrice } = quote
  return publicPrice === undefined ? undefined : <PublicNotice quote={quote} price={publicPrice} />
}

function PublicNotice({ quote, price }: Props & { price: PublicPrice }) {
  const t = useText()
  const { now } = useMarketNow()
  const { doubt, quotedAt } = price
  if (doubt !== undefined) return <Notice tone="warn">{t(`quote.doubts.${doubt}`)}</Notice>
  if (!isOldPrice(price, now)) return undefined
  const { zone, label } = venueTimeOf(quote)
  return <Notice tone="warn">{t('quote.oldText', { time: `${formatTimestamp(quotedAt, zone)} ${label}` })}</Notice>
}
