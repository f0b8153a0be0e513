import { useParameters } from '#data/use-navigation.ts'
import { OpeningTicket } from '#parts/order-ticket/opening-ticket.tsx'
import { useText } from '#text/use-text.ts'

export function ForexOrderScreen() {
  const t = useText()
  return <OpeningTicket title={t('titles.paymentForex')} given={useParameters('/pages/payment/forex')} />
}
