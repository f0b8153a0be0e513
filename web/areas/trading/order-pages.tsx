import { sources } from '@mex/core/market/instrument.ts'

import { useParameters } from '#data/use-navigation.ts'
import { OpeningTicket } from './order-ticket/opening-ticket.tsx'
import { useText } from '#text/use-text.ts'

const futures = [sources.future] as const
const forex = [sources.forex] as const

export function FutureOrderScreen() {
  const t = useText()
  return <OpeningTicket title={t('titles.futureOrder')} given={useParameters('futureOrder')} takes={futures} />
}

export function ForexOrderScreen() {
  const t = useText()
  return <OpeningTicket title={t('titles.forexOrder')} given={useParameters('forexOrder')} takes={forex} />
}
