import type { Bond, Holding } from '@mex/contract/bonds/shapes.ts'

import type { MoneyFirst } from '#areas/wallet/door/money-first.ts'
import { MoneySteps, MoneyStepsButtons } from '#areas/wallet/door/money-steps.tsx'
import { TransferRows } from '#areas/wallet/door/transfer-rows.tsx'
import { SubmitButton } from '#components/call-form.tsx'
import { useFailureText } from '#components/failure-text.ts'
import { moneyText } from '#components/figures.ts'
import { FormMessage } from '#components/form-message.tsx'
import type { ReviewSheet } from '#components/use-review.ts'
import { hrefOf } from '#data/links.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { StateCard } from '#ui/state-card.tsx'
import { Typography } from '#ui/typography.tsx'
import { CostRows } from './cost-rows.tsx'
import { bondPriceText, paidIn } from './figures.ts'
import { datedName } from './names.ts'
import type { BondPlan } from './flows.ts'

type Props = ReviewSheet<Holding> & {
  bond: Bond
  plan: BondPlan
  moneyFirst: MoneyFirst
}

/** The review of a purchase, the steps of its money, then its receipt. */
export function BuySheet(props: Props) {
  const { bond, plan, open, failure, isBusy, accepted, onConfirm, onClose, onClosed, moneyFirst } = props
  const { moving, transfers } = moneyFirst
  const t = useText()
  const say = useFailureText()
  const footer =
    moving !== undefined ? (
      <MoneyStepsButtons moving={moving} onLeave={onClose} />
    ) : accepted === undefined ? (
      <>
        <Button text={t('bonds.edit')} kind="secondary" size="large" onPress={onClose} />
        <SubmitButton
          text={t(transfers === undefined ? 'bonds.confirmBuy' : 'moneyFirst.confirm')}
          offline={t('bonds.offline')}
          busy={isBusy}
          onPress={onConfirm}
        />
      </>
    ) : (
      <>
        <Button text={t('bonds.done')} kind="secondary" size="large" onPress={onClose} />
        <Button text={t('bonds.seeMine')} size="large" wide href={hrefOf('trade', { list: 6 })} />
      </>
    )
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={t(moving === undefined ? 'bonds.reviewTitle' : 'moneyFirst.title')}
      footer={footer}
    >
      {moving !== undefined ? (
        <MoneySteps moving={moving} />
      ) : accepted === undefined ? (
        <Stack gap={16}>
          <Stack gap={0}>
            <Typography size={20} weight="bold">
              {t('bonds.faceAt', {
                face: moneyText(plan.face, bond.currency),
                price: bondPriceText(bond, bond.buyPrice),
              })}
            </Typography>
            <Typography size={13} tone="second">
              {datedName(bond.name)}
            </Typography>
          </Stack>
          <CostRows bond={bond} plan={plan} />
          <TransferRows moneyFirst={moneyFirst} />
          <Typography as="p" size={12} tone="second">
            {t('bonds.priceMoves')}
          </Typography>
          <FormMessage title={t('spec.failures.failedPurchase')} message={say(failure)} />
        </Stack>
      ) : (
        <StateCard
          tone="good"
          title={t('spec.successes.purchaseSuccessful')}
          text={t('bonds.boughtText', {
            face: moneyText(accepted.face, accepted.currency),
            name: datedName(accepted.name),
            amount: moneyText(accepted.cost, paidIn),
            date: formatCalendarDate(accepted.settles),
          })}
        />
      )}
    </Sheet>
  )
}
