import type { Quote } from '@mex/contract/market/shapes.ts'

import { sources } from '@mex/core/market/instrument.ts'

import { priceText } from '#components/figures.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Notice } from '#ui/notice.tsx'
import { venueTimeOf } from '#areas/market/venue-time.ts'

/** Explains that trading in a contract or a share has ended, and when and at which price its positions are closed. */
export function ContractEnd({ quote }: { quote: Quote }) {
  const t = useText()
  const { lastTradeAt, settlePrice, settlesAt, tick, source } = quote
  if (settlesAt === undefined) return undefined
  const { zone, label } = venueTimeOf(quote)
  const stamp = (at: number | undefined): string => `${formatTimestamp(at, zone)} ${label}`
  return (
    <Notice>
      {t(source === sources.future ? 'quote.endedText' : 'quote.leftText', {
        ended: stamp(lastTradeAt),
        settles: stamp(settlesAt),
        price: priceText(settlePrice, tick),
      })}
    </Notice>
  )
}
