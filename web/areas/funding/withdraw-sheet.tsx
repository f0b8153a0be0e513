import { fundingCurrency } from '@mex/core/funding/postings.ts'

import { hrefOf } from '#data/links.ts'
import { FormMessage } from '#components/form-message.tsx'
import { PayPasswordField } from '#areas/account/door/pay-password-field.tsx'
import { FormField, CallForm } from '#components/call-form.tsx'
import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { cardTitle } from './card-title.ts'
import type { WithdrawalForm } from './use-withdrawal-form.ts'
import { usePlanRows } from './withdraw-fields.tsx'
import { WithdrawReceipt } from './withdraw-receipt.tsx'

type Props = { open: boolean; withdrawal: WithdrawalForm; isConnected: boolean; onClose: () => void }

/** The review of a withdrawal with the transaction password, then its receipt. */
export function WithdrawSheet({ open, withdrawal, isConnected, onClose }: Props) {
  const t = useText()
  const { applied, apply, startAnew, confirm, isLocked } = withdrawal
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={startAnew}
      title={applied === undefined ? t('funding.reviewTitle') : t('funding.receiptTitle')}
      footer={
        applied === undefined ? (
          <>
            <Button text={t('funding.edit')} kind="secondary" size="large" onPress={onClose} />
            <Button
              text={t('funding.confirm')}
              size="large"
              wide
              busy={apply.isBusy}
              disabled={!isConnected || isLocked}
              reason={isConnected ? undefined : t('funding.offline')}
              onPress={() => void confirm()}
            />
          </>
        ) : (
          <>
            <Button text={t('funding.seeHistory')} kind="secondary" size="large" wide href={hrefOf('history')} />
            <Button text={t('funding.done')} size="large" wide onPress={onClose} />
          </>
        )
      }
    >
      {applied === undefined ? <Review withdrawal={withdrawal} /> : <WithdrawReceipt applied={applied} />}
    </Sheet>
  )
}

function Review({ withdrawal }: { withdrawal: WithdrawalForm }) {
  const t = useText()
  const { form, plan, confirm, apply } = withdrawal
  const rows = usePlanRows(plan, plan.card?.kind !== 'coin')
  // The fields of the page are hidden here: their errors appear beside the link back to them.
  const { amount, cardId } = form.formState.errors
  return (
    <Stack gap={16}>
      <KeyValues
        rows={[
          { label: t('funding.leaves'), value: moneyText(plan.amount, fundingCurrency), strong: true },
          { label: t('funding.toCard'), value: plan.card === undefined ? '—' : cardTitle(plan.card) },
          ...rows,
        ]}
      />
      <CallForm onSubmit={() => void confirm()}>
        <FormField control={form.control} name="payPassword">
          {(field) => <PayPasswordField field={field} label={t('funding.payPassword')} failure={apply.failure} />}
        </FormField>
      </CallForm>
      <FormMessage message={form.message ?? amount?.message ?? cardId?.message} />
    </Stack>
  )
}
