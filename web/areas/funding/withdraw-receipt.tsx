import { funding } from '@mex/contract/funding/calls.ts'
import type { Withdrawal } from '@mex/contract/funding/shapes.ts'
import { fundingCurrency } from '@mex/core/funding/postings.ts'

import { useCall } from '#data/call.ts'
import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { StateCard } from '#ui/state-card.tsx'
import { useFundingLabels } from './names.ts'
import type { AppliedWithdrawal } from './use-withdrawal-form.ts'

/** The state of a withdrawal. Push reports changes; polling covers a lost connection. */
export function WithdrawReceipt({ applied }: { applied: AppliedWithdrawal }) {
  const t = useText()
  const { data } = useCall(funding.withdrawals, { pageNum: 1, pageSize: 1, id: applied.id }, { everySeconds: 4 })
  const withdrawal = data?.rows[0]
  return (
    <Stack gap={16}>
      <WithdrawalState withdrawal={withdrawal} />
      <KeyValues
        rows={[
          { label: t('funding.leaves'), value: moneyText(applied.amount, fundingCurrency) },
          // Each row is there from the beginning, so that the sheet does not grow when its values come.
          {
            label: t('funding.arrives'),
            value: withdrawal === undefined ? '—' : moneyText(withdrawal.receive, withdrawal.asset),
          },
          { label: t('funding.toCard'), value: withdrawal?.target ?? '—' },
          { label: t('funding.number'), value: String(applied.id) },
        ]}
      />
    </Stack>
  )
}

export function WithdrawalState({ withdrawal }: { withdrawal: Withdrawal | undefined }) {
  const t = useText()
  const labels = useFundingLabels()
  if (withdrawal?.paidAt !== undefined) {
    const amount = moneyText(withdrawal.receive, withdrawal.asset)
    return (
      <StateCard
        tone="good"
        title={t('funding.statePaid')}
        text={t('funding.statePaidText', { amount, target: withdrawal.target })}
      />
    )
  }
  if (withdrawal?.reason !== undefined) {
    const amount = moneyText(withdrawal.amount, fundingCurrency)
    return (
      <StateCard
        tone="quiet"
        title={labels.review('refused')}
        text={t('funding.stateReturnedText', { reason: labels.withdrawalReason(withdrawal.reason), amount })}
      />
    )
  }
  const isApproved = withdrawal?.status === 'approved'
  return (
    <Stack gap={12}>
      <StateCard
        tone="wait"
        title={labels.review(isApproved ? 'approved' : 'pending')}
        text={t(isApproved ? 'funding.stateApprovedText' : 'funding.statePendingText')}
      />
      <ProgressBar label={t('funding.progress')} percent={isApproved ? 75 : 30} thin />
    </Stack>
  )
}
