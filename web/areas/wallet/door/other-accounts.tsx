import { walletCurrency } from '@mex/core/wallet/wallets.ts'

import { LeftNotice } from '#areas/wallet/money-first/left-notice.tsx'
import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { MoneyFirst } from './money-first.ts'
import { useWalletLabels } from './names.ts'

type Props = { moneyFirst: MoneyFirst }

/** In a form: what all accounts together can pay, and what is missing in the one that pays. */
export function OtherAccounts({ moneyFirst }: Props) {
  return (
    <Stack gap={12}>
      <KeyValues rows={[useReachRow(moneyFirst)]} />
      <MissingMoney moneyFirst={moneyFirst} />
    </Stack>
  )
}

/** What all accounts together can pay, as a row of the form. */
export function useReachRow({ reach, need }: MoneyFirst) {
  const t = useText()
  const amount = moneyText(reach, walletCurrency[need.wallet])
  return {
    label: t('moneyFirst.withOthers'),
    value: reach === undefined ? <Skeleton width={96} height={17} /> : t('moneyFirst.about', { amount }),
  }
}

/** What became of an earlier try, and whether the other accounts bring what is missing now. */
export function MissingMoney({ moneyFirst }: Props) {
  const t = useText()
  const labels = useWalletLabels()
  const { missing, transfers, need, isTooLate, isOnItsWay } = moneyFirst
  const named = { missing: moneyText(missing, walletCurrency[need.wallet]), wallet: labels.name(need.wallet) }
  return (
    <>
      <LeftNotice wallet={need.wallet} isOnItsWay={isOnItsWay} />
      {transfers === undefined ? undefined : <Notice>{t('moneyFirst.follows', named)}</Notice>}
      {isTooLate ? <Notice tone="warn">{t('moneyFirst.tooLate', named)}</Notice> : undefined}
    </>
  )
}
