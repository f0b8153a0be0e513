import { feeTotal } from '@mex/core/fees.ts'
import { isFullyPaid } from '@mex/core/liquidation.ts'
import type { Money, Price } from '@mex/core/money.ts'
import type { Direction } from '@mex/core/orders.ts'
import type { OpeningPreview } from '@mex/core/preview.ts'

import { moneyText, priceText } from '#parts/figures.ts'
import { useText, type Text } from '#text/use-text.ts'
import { KeyValues } from '#ui/key-values.tsx'
import type { Outlook } from './preview.ts'

type Props = {
  outlook: Outlook
  available: Money
  currency: string
  direction: Direction
  leverage: number
  tick: Price
}

/** What the order needs and leaves, under the form. */
export function MoneyRows({ outlook, available, currency, direction, leverage, tick }: Props) {
  const t = useText()
  const { preview, shortfall } = outlook
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
        { label: t('ticket.buyingPower'), value: moneyText(available, currency) },
        { label: t('ticket.buyingPowerAfter'), value: moneyText(after, currency) },
        {
          label: t('ticket.liquidationPrice'),
          value: preview === undefined ? '—' : liquidationText(t, preview, { direction, leverage, tick }),
        },
      ]}
    />
  )
}

/** The estimated liquidation price, or why there is none. */
export function liquidationText(
  t: Text,
  { liquidationPrice }: Pick<OpeningPreview, 'liquidationPrice'>,
  { tick, ...terms }: { readonly direction: Direction; readonly leverage: number; readonly tick: Price },
): string {
  if (liquidationPrice !== undefined) return priceText(liquidationPrice, tick)
  return isFullyPaid(terms) ? t('ticket.noLiquidation') : t('ticket.noLiquidationPrice')
}
