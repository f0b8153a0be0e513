import { feeTotal } from '@mex/core/trading/fees.ts'
import { isFullyPaid } from '@mex/core/trading/liquidation.ts'
import { addMoney, type Money } from '@mex/core/money/money.ts'
import type { Direction } from '@mex/core/trading/orders.ts'
import type { OpeningPreview } from '@mex/core/trading/preview.ts'

import type { MoneyFirst } from '#areas/wallet/door/money-first.ts'
import { useReachRow } from '#areas/wallet/door/other-accounts.tsx'
import { moneyText, pricedText, signedText } from '#components/figures.ts'
import { useText, type Text } from '#text/use-text.ts'
import { KeyValues } from '#ui/key-values.tsx'
import type { LiveQuote } from './instrument.ts'
import type { NightPreview, TicketPreview } from './preview.ts'

type Props = {
  ticketPreview: TicketPreview
  available: Money
  moneyFirst: MoneyFirst
  currency: string
  direction: Direction
  leverage: number
  quote: LiveQuote
}

/** What a night costs, in the form and in the review. */
export const nightRow = (t: Text, night: NightPreview, currency: string) => ({
  label: t('ticket.night'),
  value: t('ticket.perNight', { amount: signedText(night.perNight, currency) }),
})

/** The needed and the remaining money, under the form. */
export function MoneyRows({ ticketPreview, available, moneyFirst, currency, direction, leverage, quote }: Props) {
  const t = useText()
  const others = useReachRow(moneyFirst)
  const { preview, request, shortfall, night } = ticketPreview
  const sum =
    preview === undefined
      ? '—'
      : t('ticket.sum', {
          margin: moneyText(preview.margin, currency),
          fee: moneyText(feeTotal(preview.fee), currency),
        })
  const after = shortfall === undefined ? preview?.availableAfter : undefined
  return (
    <KeyValues
      rows={[
        { label: t('ticket.marginAndFee'), value: sum },
        // Until the costs are known, the row of a market order has its place.
        ...((preview === undefined ? request.type === 'market' : isMoreSetAside(preview))
          ? [{ label: t('ticket.reserve'), value: moneyText(preview?.reserve, currency) }]
          : []),
        { label: t('ticket.buyingPower'), value: moneyText(available, currency) },
        others,
        { label: t('ticket.buyingPowerAfter'), value: moneyText(after, currency) },
        {
          label: t('ticket.liquidationPrice'),
          value: preview === undefined ? '—' : liquidationText(t, preview, { direction, leverage }, quote),
        },
        ...(night === undefined ? [] : [nightRow(t, night, currency)]),
      ]}
    />
  )
}

/** A market order holds a little more than margin and fee until it is filled (rulebook §14.2): without the row the sums would not agree. */
const isMoreSetAside = ({ reserve, margin, fee }: OpeningPreview): boolean => reserve > addMoney(margin, feeTotal(fee))

/** The estimated liquidation price, or why there is none. */
export function liquidationText(
  t: Text,
  { liquidationPrice }: Pick<OpeningPreview, 'liquidationPrice'>,
  terms: { readonly direction: Direction; readonly leverage: number },
  { tick, currency }: Pick<LiveQuote, 'tick' | 'currency'>,
): string {
  if (liquidationPrice !== undefined) return pricedText(liquidationPrice, tick, currency)
  return isFullyPaid(terms) ? t('ticket.noLiquidation') : t('ticket.noLiquidationPrice')
}
