import type { Application, Issue } from '@mex/contract/offerings/shapes.ts'

import type { MoneyFirst } from '#areas/wallet/door/money-first.ts'
import { MoneySteps, MoneyStepsButtons } from '#areas/wallet/door/money-steps.tsx'
import { TransferRows } from '#areas/wallet/door/transfer-rows.tsx'
import { SubmitButton } from '#components/call-form.tsx'
import { useFailureText } from '#components/failure-text.ts'
import { moneyText, quantityText } from '#components/figures.ts'
import { FormMessage } from '#components/form-message.tsx'
import type { ReviewSheet } from '#components/use-review.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { StateCard } from '#ui/state-card.tsx'
import { Typography } from '#ui/typography.tsx'
import { CostRows } from './apply-rows.tsx'
import { paidIn, sharesIn } from './figures.ts'
import type { Plan } from './plan.ts'

type Props = ReviewSheet<Application> & {
  issue: Issue
  plan: Plan
  isAddition: boolean
  moneyFirst: MoneyFirst
}

/** The review of an application, the steps of its money, then its receipt. */
export function ApplySheet(props: Props) {
  const { issue, plan, isAddition, open, failure, isBusy, accepted, onConfirm, onClose, onClosed } = props
  const { moving, transfers } = props.moneyFirst
  const t = useText()
  const say = useFailureText()
  const { name } = issue
  const confirm = isAddition ? 'offerings.confirmAdd' : 'offerings.confirmIssue'
  const footer =
    moving !== undefined ? (
      <MoneyStepsButtons moving={moving} onLeave={onClose} />
    ) : accepted === undefined ? (
      <>
        <Button text={t('offerings.edit')} kind="secondary" size="large" onPress={onClose} />
        <SubmitButton
          text={t(transfers === undefined ? confirm : 'moneyFirst.confirm')}
          offline={t('offerings.offline')}
          busy={isBusy}
          onPress={onConfirm}
        />
      </>
    ) : (
      <>
        <Button text={t('offerings.done')} kind="secondary" size="large" onPress={onClose} />
        <Button text={t('offerings.seeMine')} size="large" wide href={hrefOf('trade', { list: 4 })} />
      </>
    )
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={
        moving !== undefined
          ? t('moneyFirst.title')
          : accepted === undefined
            ? t('offerings.reviewTitle')
            : t('offerings.applyFor', { name })
      }
      footer={footer}
    >
      {moving !== undefined ? (
        <MoneySteps moving={moving} />
      ) : accepted === undefined ? (
        <Stack gap={16}>
          <Stack gap={0}>
            <Typography size={20} weight="bold">
              {t('offerings.reviewLots', { lots: plan.lots, shares: quantityText(sharesIn(issue, plan.lots)) })}
            </Typography>
            <Typography size={13} tone="second">
              {`${name} · ${issue.code}`}
            </Typography>
          </Stack>
          <CostRows issue={issue} plan={plan} />
          <TransferRows moneyFirst={props.moneyFirst} />
          <FormMessage message={say(failure)} />
        </Stack>
      ) : (
        <StateCard
          tone="good"
          title={t('offerings.appliedTitle')}
          text={t('offerings.appliedText', {
            amount: moneyText(accepted.paid, paidIn),
            lots: Number(accepted.quantity / issue.lot),
            name,
          })}
        />
      )}
    </Sheet>
  )
}
