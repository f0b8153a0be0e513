import { sources } from '@mex/core/market/instrument.ts'

import { useParameters } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { OpeningTicket } from './order-ticket/opening-ticket.tsx'
import { TicketHead } from './order-ticket/ticket-head.tsx'

const BlockTicket = lazyPart(['auth', 'blocks', 'kyc', 'moneyFirst', 'wallet'], () =>
  import('#areas/blocks/door/block-ticket.tsx').then((file) => file.BlockTicket),
)

const shares = [sources.stock, sources.hongKongStock, sources.auctionStock] as const

/** The order form of shares: on the exchange, or of a block (source 4). */
export function StockOrderScreen() {
  const t = useText()
  const given = useParameters('stockOrder')
  if (given.source === String(sources.blockTrade))
    return (
      <BlockTicket
        id={given.id}
        head={(offer) => <TicketHead name={offer.name} code={offer.code} quote={offer} isFailed={false} />}
      />
    )
  return <OpeningTicket title={t('titles.stockOrder')} given={given} takes={shares} />
}
