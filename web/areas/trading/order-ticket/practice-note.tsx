import { isAuctionOnly } from '@mex/core/market/products.ts'

import { useText } from '#text/use-text.ts'
import { Typography } from '#ui/typography.tsx'
import type { LiveQuote } from './instrument.ts'

/** Says that the exchange is closed, wherever the wider spread of practice hours is paid. */
export function PracticeNote({ quote }: { quote: LiveQuote }) {
  const t = useText()
  if (quote.phase !== 'practice' || isAuctionOnly(quote)) return undefined
  return (
    <Typography size={12} tone="third" as="p">
      {t('ticket.practiceHours')}
    </Typography>
  )
}
