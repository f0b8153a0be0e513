import { isAuctionOnly } from '@mex/core/market/products.ts'
import { orderTypeNumbers, type OrderType } from '@mex/core/trading/orders.ts'

import { fieldText, priceText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { NumberField } from '#ui/number-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import type { FieldProblem } from './field-errors.ts'
import type { Fields } from './fields.ts'
import type { LiveQuote } from './instrument.ts'
import type { Ticket } from './ticket.ts'

const types = Object.keys(orderTypeNumbers) as OrderType[]

type Props = {
  ticket: Pick<Ticket, 'type' | 'limit'>
  onChange: (change: Partial<Pick<Ticket, 'type' | 'limit'>>) => void
  quote: LiveQuote
  fields: Fields
  /** What the limit price says. */
  problem: FieldProblem
}

/** The order type, and the limit price, which starts at the last price. */
export function TypeAndLimit({ ticket, onChange, quote, fields, problem }: Props) {
  const t = useText()
  const words = { market: t(isAuctionOnly(quote) ? 'auctions.atOpening' : 'ticket.market'), limit: t('ticket.limit') }
  return (
    <>
      <Segmented
        label={t('ticket.type')}
        options={types.map((value) => ({ value, text: words[value] }))}
        value={ticket.type}
        onChange={(type) => onChange({ type, limit: ticket.limit || fieldText(quote.last, quote.tick) })}
      />
      {ticket.type === 'market' ? undefined : (
        <NumberField
          label={t('ticket.limitPrice')}
          aside={t('ticket.bidAsk', { bid: priceText(quote.bid, quote.tick), ask: priceText(quote.ask, quote.tick) })}
          value={ticket.limit}
          onChange={(limit) => onChange({ limit })}
          decimals={fields.priceDecimals}
          step={fields.priceStep}
          {...(ticket.limit === '' ? {} : problem)}
        />
      )}
    </>
  )
}
