import type { RobotOrderView, RobotView } from '@mex/contract/robots/shapes.ts'
import { BatteryCharging, CalendarCheck, Coins, Search } from 'lucide-react'

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
import { Stack } from '#ui/layout.tsx'
import { Points } from '#ui/points.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { StateCard } from '#ui/state-card.tsx'
import { Typography } from '#ui/typography.tsx'
import { paidIn } from './figures.ts'
import { RentRows } from './rent-rows.tsx'
import type { RentalPlan } from './rental-plan.ts'

type Props = ReviewSheet<readonly RobotOrderView[]> & {
  robot: RobotView
  plan: RentalPlan
  moneyFirst: MoneyFirst
}

/** The review of a rental, the steps of its money, then its receipt. */
export function RentSheet(props: Props) {
  const { robot, plan, open, failure, isBusy, accepted, onConfirm, onClose, onClosed } = props
  const { moving, transfers } = props.moneyFirst
  const t = useText()
  const say = useFailureText()
  const [first] = accepted ?? []
  const mine =
    accepted?.length === 1 && first !== undefined ? hrefOf('robotRental', { id: first.id }) : hrefOf('robotRecords')
  const footer =
    moving !== undefined ? (
      <MoneyStepsButtons moving={moving} onLeave={onClose} />
    ) : accepted === undefined ? (
      <>
        <Button text={t('robots.edit')} kind="secondary" size="large" onPress={onClose} />
        <SubmitButton
          text={t(transfers === undefined ? 'robots.confirmRent' : 'moneyFirst.confirm')}
          offline={t('robots.offline')}
          busy={isBusy}
          onPress={onConfirm}
        />
      </>
    ) : (
      <>
        <Button text={t('robots.done')} kind="secondary" size="large" onPress={onClose} />
        <Button text={t('robots.seeMine')} size="large" wide href={mine} />
      </>
    )
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={t(moving === undefined ? 'robots.reviewTitle' : 'moneyFirst.title')}
      footer={footer}
    >
      {moving !== undefined ? (
        <MoneySteps moving={moving} />
      ) : accepted === undefined ? (
        <Stack gap={16}>
          <Stack gap={0}>
            <Typography size={20} weight="bold">
              {moneyText(plan.price, paidIn)}
            </Typography>
            <Typography size={13} tone="second">
              {`${plan.quantity ?? 1} × ${robot.name} · ${t('robots.wallet')}`}
            </Typography>
          </Stack>
          <RentRows plan={plan} days={robot.cycle} />
          <TransferRows moneyFirst={props.moneyFirst} />
          <WhatNext robot={robot} plan={plan} />
          <FormMessage title={t('spec.failures.failedPurchase')} message={say(failure)} />
        </Stack>
      ) : (
        <StateCard
          tone="good"
          title={t('spec.successes.purchaseSuccessful')}
          text={t('robots.rentedText', {
            count: accepted.length,
            name: robot.name,
            amount: moneyText(plan.price, paidIn),
          })}
        />
      )}
    </Sheet>
  )
}

function WhatNext({ robot, plan }: { robot: RobotView; plan: RentalPlan }) {
  const t = useText()
  return (
    <Points
      title={t('robots.whatNext')}
      points={[
        { icon: <Search aria-hidden="true" />, text: t('robots.nextPool') },
        { icon: <Coins aria-hidden="true" />, text: t('robots.nextIncome') },
        { icon: <BatteryCharging aria-hidden="true" />, text: t('robots.nextEnergy') },
        {
          icon: <CalendarCheck aria-hidden="true" />,
          text: t('robots.nextEnd', { count: String(robot.cycle), amount: moneyText(plan.residual, paidIn) }),
        },
      ]}
    />
  )
}
