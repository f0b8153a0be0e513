import { sources } from '@mex/core/market/instrument.ts'

import { useParameters } from '#data/use-navigation.ts'
import { OpeningTicket } from './order-ticket/opening-ticket.tsx'
import { useText } from '#text/use-text.ts'

const takes = [sources.stock, sources.hongKongStock] as const

export function StockOrderScreen() {
  const t = useText()
  return <OpeningTicket title={t('titles.stockOrder')} given={useParameters('stockOrder')} takes={takes} />
}
