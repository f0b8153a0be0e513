import type { Bond, Holding } from '@mex/contract/bonds/shapes.ts'

import { SubmitButton, useFailureText } from '#components/call-form.tsx'
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
import { paidIn } from './figures.ts'
import type { BondPlan } from './flows.ts'

type Props = ReviewSheet<Holding> & {
  bond: Bond
  plan: BondPlan
}

/** The review of a purchase, then its receipt. */
export function BuySheet(props: Props) {
  const { bond, plan, open, failure, isBusy, accepted, onConfirm, onClose, onClosed } = props
  const t = useText()
  const say = useFailureText()
  const footer =
    accepted === undefined ? (
      <>
        <Button text={t('bonds.edit')} kind="secondary" size="large" onPress={onClose} />
        <SubmitButton text={t('bonds.confirmBuy')} offline={t('bonds.offline')} busy={isBusy} onPress={onConfirm} />
      </>
    ) : (
      <>
        <Button text={t('bonds.done')} kind="secondary" size="large" onPress={onClose} />
        <Button text={t('bonds.seeMine')} size="large" wide href={hrefOf('trade', { list: 6 })} />
      </>
    )
  return (
    <Sheet open={open} onClose={onClose} onClosed={onClosed} title={t('bonds.reviewTitle')} footer={footer}>
      {accepted === undefined ? (
        <Stack gap={16}>
          <Stack gap={0}>
            <Typography size={20} weight="bold">
              {moneyText(plan.face, bond.currency)}
            </Typography>
            <Typography size={13} tone="second">
              {bond.name}
            </Typography>
          </Stack>
          <CostRows bond={bond} plan={plan} />
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
            name: accepted.name,
            amount: moneyText(accepted.cost, paidIn),
            date: formatCalendarDate(accepted.settles),
          })}
        />
      )}
    </Sheet>
  )
}
