import { transferDelaySeconds } from '@mex/core/wallet/transfer.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import { ArrowDown } from 'lucide-react'

import type { CallFailure } from '#data/failure.ts'
import { FormMessage } from '#components/form-message.tsx'
import { SubmitButton } from '#components/call-form.tsx'
import { useFailureText } from '#components/failure-text.ts'
import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Typography } from '#ui/typography.tsx'
import { useWalletLabels } from './door/names.ts'
import type { Accepted, Plan } from './transfer-plan.ts'
import { TransferReceipt, TransferReceiptActions } from './transfer-receipt.tsx'
import styles from './transfer-sheet.module.css'

type Props = {
  open: boolean
  plan: Plan
  accepted: Accepted | undefined
  failure: CallFailure | undefined
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
  /** Called when the closing animation has ended. */
  onClosed: () => void
}

/** The review of a transfer, then its receipt. */
export function TransferSheet(props: Props) {
  const { open, plan, accepted, failure, isBusy, onConfirm, onClose, onClosed } = props
  const t = useText()
  const say = useFailureText()
  const review = (
    <>
      <Button text={t('wallet.edit')} kind="secondary" size="large" onPress={onClose} />
      <SubmitButton text={t('wallet.confirm')} offline={t('wallet.offline')} busy={isBusy} onPress={onConfirm} />
    </>
  )
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={accepted === undefined ? t('wallet.reviewTitle') : t('titles.transfer')}
      footer={accepted === undefined ? review : <TransferReceiptActions accepted={accepted} onDone={onClose} />}
    >
      {accepted === undefined ? (
        <Stack gap={16}>
          <Review plan={plan} />
          <FormMessage message={say(failure)} />
        </Stack>
      ) : (
        <TransferReceipt accepted={accepted} plan={plan} />
      )}
    </Sheet>
  )
}

function Review({ plan }: { plan: Plan }) {
  const t = useText()
  const labels = useWalletLabels()
  const { from, to, amount, figures } = plan
  const { converts, rate, spread, arrives } = figures
  const currency = walletCurrency[to]
  const rows: KeyValue[] = [
    ...(rate === undefined
      ? []
      : [{ label: t('wallet.rate'), value: t('wallet.rateText', { ...rate, rate: rate.text }) }]),
    ...(converts ? [{ label: t('wallet.spread'), value: moneyText(spread, currency) }] : []),
    { label: t('wallet.fee'), value: t('wallet.noFee') },
    { label: t('wallet.settles'), value: t('wallet.seconds', { seconds: String(transferDelaySeconds) }) },
  ]
  return (
    <Stack gap={12}>
      <div className={styles['ways']}>
        <Way
          name={labels.name(from)}
          label={t('wallet.leaves')}
          amount={`−${moneyText(amount, walletCurrency[from])}`}
        />
        <span className={styles['arrow']} aria-hidden="true">
          <ArrowDown />
        </span>
        <Way
          name={labels.name(to)}
          label={converts ? t('wallet.arrives') : t('wallet.arrivesExactly')}
          amount={`${converts ? '≈ ' : '+'}${moneyText(arrives, currency)}`}
        />
      </div>
      <KeyValues rows={rows} />
      {converts ? (
        <Typography as="p" size={12} tone="third">
          {t('wallet.rateNote')}
        </Typography>
      ) : undefined}
    </Stack>
  )
}

function Way({ name, label, amount }: { name: string; label: string; amount: string }) {
  return (
    <div className={styles['way']}>
      <span className={styles['name']}>
        <span className={styles['label']}>{label}</span>
        {name}
      </span>
      <span className={styles['amount']}>{amount}</span>
    </div>
  )
}
