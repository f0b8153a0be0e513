import type { Agency, Campaign, Follow } from '@mex/contract/follow/shapes.ts'
import { CalendarCheck, DoorOpen, Lock } from 'lucide-react'

import type { MoneyFirst } from '#areas/wallet/door/money-first.ts'
import { MoneySteps, MoneyStepsButtons } from '#areas/wallet/door/money-steps.tsx'
import { TransferRows } from '#areas/wallet/door/transfer-rows.tsx'
import { SubmitButton } from '#components/call-form.tsx'
import { useFailureText } from '#components/failure-text.ts'
import { moneyText } from '#components/figures.ts'
import { FormMessage } from '#components/form-message.tsx'
import type { ReviewSheet } from '#components/use-review.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Points } from '#ui/points.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { StateCard } from '#ui/state-card.tsx'
import { Typography } from '#ui/typography.tsx'
import { dateOf, zonedTime, numberText, paidIn, positionText } from './figures.ts'
import type { Plan } from './plan.ts'

type Props = ReviewSheet<Follow> & {
  agency: Agency
  campaign: Campaign
  plan: Plan
  moneyFirst: MoneyFirst
}

/** The review of an order, the steps of its money, then its receipt. */
export function OrderSheet(props: Props) {
  const { agency, campaign, plan, open, isBusy, accepted, onConfirm, onClose, onClosed } = props
  const { moving, transfers } = props.moneyFirst
  const t = useText()
  const say = useFailureText()
  const footer =
    moving !== undefined ? (
      <MoneyStepsButtons moving={moving} onLeave={onClose} />
    ) : accepted === undefined ? (
      <>
        <Button text={t('follow.edit')} kind="secondary" size="large" onPress={onClose} />
        <SubmitButton
          text={t(transfers === undefined ? 'follow.confirm' : 'moneyFirst.confirm')}
          offline={t('follow.offline')}
          busy={isBusy}
          onPress={onConfirm}
        />
      </>
    ) : (
      <>
        <Button text={t('follow.done')} kind="secondary" size="large" onPress={onClose} />
        <Button text={t('follow.seeMine')} size="large" wide href={hrefOf('trade', { list: 5 })} />
      </>
    )
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={t(moving === undefined ? 'follow.reviewTitle' : 'moneyFirst.title')}
      footer={footer}
    >
      {moving !== undefined ? (
        <MoneySteps moving={moving} />
      ) : accepted === undefined ? (
        <Stack gap={16}>
          <Stack gap={0}>
            <Typography size={20} weight="bold">
              {moneyText(plan.amount, paidIn)}
            </Typography>
            <Typography size={13} tone="second">
              {`${agency.name} · ${positionText(t, campaign)} · ${t('follow.campaign', { number: numberText(campaign.number) })}`}
            </Typography>
          </Stack>
          <KeyValues
            rows={[
              { label: t('follow.youPutIn'), value: moneyText(plan.amount, paidIn), strong: true },
              { label: t('follow.leftAfter'), value: moneyText(plan.left, paidIn) },
            ]}
          />
          <TransferRows moneyFirst={props.moneyFirst} />
          <WhatNext campaign={campaign} />
          <FormMessage message={say(props.failure)} />
        </Stack>
      ) : (
        <StateCard
          tone="good"
          title={t('follow.placed')}
          text={t('follow.placedText', {
            amount: moneyText(accepted.amount, paidIn),
            number: numberText(accepted.campaignNumber),
            agency: accepted.agencyName,
            date: zonedTime(accepted.opensAt),
          })}
        />
      )}
    </Sheet>
  )
}

function WhatNext({ campaign }: { campaign: Campaign }) {
  const t = useText()
  return (
    <Points
      title={t('follow.next')}
      points={[
        {
          icon: <DoorOpen aria-hidden="true" />,
          text: t('follow.nextEnters', { date: zonedTime(campaign.opensAt), name: campaign.name }),
        },
        {
          icon: <Lock aria-hidden="true" />,
          text: t('follow.nextStays', { date: zonedTime(campaign.closesAt) }),
        },
        {
          icon: <CalendarCheck aria-hidden="true" />,
          text: t('follow.nextMoney', { date: dateOf(campaign.settlesAt) }),
        },
      ]}
    />
  )
}
