import { useParameters } from '#data/use-navigation.ts'
import { ClosingTicket } from './order-ticket/closing-ticket.tsx'
import { useText } from '#text/use-text.ts'

export function CloseScreen() {
  const t = useText()
  return <ClosingTicket title={t('titles.closePosition')} given={useParameters('closePosition')} />
}
