import type { WalletChoice } from '@mex/contract/wallet/fields.ts'
import { wallet as calls } from '@mex/contract/wallet/calls.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'

import { useCall } from '#data/call.ts'
import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './sums.module.css'

type Props = {
  wallet: WalletChoice
  timeZone: string
  /** YYYY-MM; undefined shows all months. */
  month: string | undefined
}

/** The incoming and outgoing sums of the month. */
export function Sums({ wallet, timeZone, month }: Props) {
  const t = useText()
  const { data } = useCall(calls.bills, { wallet, timeZone, month, pageNum: 1, pageSize: 1 }, { keepEarlier: true })
  const currency = wallet === 'OVERVIEW' ? 'MXN' : walletCurrency[wallet]
  return (
    <Stack gap={4}>
      <dl className={styles['figures']} aria-label={t('wallet.sums')}>
        <div>
          <dt>{t('wallet.came')}</dt>
          <dd>{moneyText(data?.income, currency)}</dd>
        </div>
        <div>
          <dt>{t('wallet.went')}</dt>
          <dd>{moneyText(data?.outcome, currency)}</dd>
        </div>
      </dl>
      <Typography as="p" size={11} tone="third">
        {t('wallet.sumsNote')}
      </Typography>
    </Stack>
  )
}
