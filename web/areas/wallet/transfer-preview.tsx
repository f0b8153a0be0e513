import type { WalletBalance } from '@mex/contract/wallet/shapes.ts'
import type { Money } from '@mex/core/money/money.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'

import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Typography } from '#ui/typography.tsx'
import { useWalletLabels } from './door/names.ts'
import type { TransferFigures } from './transfer-figures.ts'

type Props = {
  /** The balance of the source wallet. */
  balance: WalletBalance | undefined
  figures: TransferFigures
  to: Wallet
  hasAmount: boolean
}

/** The preview of a transfer under its form. */
export function TransferPreview({ balance, figures, to, hasAmount }: Props) {
  const t = useText()
  const labels = useWalletLabels()
  const { converts, rate, spread, arrives } = figures
  const currency = walletCurrency[to]
  const shown = (amount: Money | undefined) => moneyText(hasAmount ? amount : undefined, currency)
  const rows: KeyValue[] = [
    ...(balance === undefined || balance.unsettled === 0n
      ? []
      : [{ label: t('wallet.unsettled'), value: moneyText(balance.unsettled, balance.currency) }]),
    ...(rate === undefined
      ? []
      : [{ label: t('wallet.rate'), value: t('wallet.rateText', { ...rate, rate: rate.text }) }]),
    ...(converts ? [{ label: t('wallet.spread'), value: shown(spread) }] : []),
    { label: t('wallet.fee'), value: t('wallet.noFee') },
    { label: converts ? t('wallet.arrives') : t('wallet.arrivesExactly'), value: shown(arrives), strong: true },
  ]
  return (
    <Card>
      <Stack gap={8}>
        <KeyValues rows={rows} />
        {converts && rate === undefined ? <Notice tone="warn">{t('wallet.noRate')}</Notice> : undefined}
        <Typography as="p" size={12} tone="third">
          {converts ? t('wallet.rateNote') : labels.role(to)}
        </Typography>
      </Stack>
    </Card>
  )
}
