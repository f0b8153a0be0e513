import { transferDelaySeconds } from '@mex/core/wallet/transfer.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'

import { hrefOf } from '#data/links.ts'
import { useSecondsUntil } from '#components/countdown.ts'
import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { StateCard } from '#ui/state-card.tsx'
import { CancelTransfer } from './cancel-transfer.tsx'
import { useWalletLabels } from './door/names.ts'
import type { Accepted, Plan } from './transfer-plan.ts'
import { useTransferState } from './door/transfer-status.ts'

type Props = { accepted: Accepted; plan: Plan }

/** Seconds until the arrival, by the device's clock, because the market's may run faster. */
const useSecondsLeft = ({ at }: Accepted): number => useSecondsUntil(at + transferDelaySeconds * 1000) ?? 0

/** The state of a transfer: pending with a countdown, settled, or cancelled. */
export function TransferReceipt({ accepted, plan }: Props) {
  const t = useText()
  const labels = useWalletLabels()
  const { status, came } = useTransferState(accepted.answer.id)
  const seconds = useSecondsLeft(accepted)
  const cameText = came === undefined ? undefined : moneyText(came.amount, came.currency)
  const left = moneyText(plan.amount, walletCurrency[plan.from])
  const texts = {
    moving: {
      tone: 'wait',
      title: t('wallet.onItsWay'),
      text: seconds > 0 ? t('wallet.onItsWayText', { seconds }) : t('wallet.arriving'),
    },
    settled: {
      tone: 'good',
      title: t('wallet.arrivedTitle'),
      text: t('wallet.arrivedText', {
        amount: cameText ?? moneyText(accepted.answer.estimatedAmount, walletCurrency[plan.to]),
        wallet: labels.name(plan.to),
      }),
    },
    cancelled: {
      tone: 'quiet',
      title: t('wallet.cancelledTitle'),
      text: t('wallet.cancelledText', { amount: cameText ?? left, wallet: labels.name(plan.from) }),
    },
  } as const
  return (
    <Stack gap={16}>
      <StateCard {...texts[status]} />
      {status === 'moving' ? (
        <ProgressBar
          label={t('wallet.onItsWay')}
          percent={((transferDelaySeconds - seconds) / transferDelaySeconds) * 100}
          thin
        />
      ) : undefined}
      <KeyValues
        rows={[
          { label: t('wallet.from'), value: labels.name(plan.from) },
          { label: t('wallet.leaves'), value: left },
          { label: t('wallet.to'), value: labels.name(plan.to) },
          {
            label: plan.figures.converts && status === 'moving' ? t('wallet.arrives') : t('wallet.arrivesExactly'),
            value:
              status === 'cancelled'
                ? '—'
                : status === 'settled' && cameText !== undefined
                  ? cameText
                  : moneyText(accepted.answer.estimatedAmount, walletCurrency[plan.to]),
          },
          { label: t('wallet.reference'), value: String(accepted.answer.id) },
        ]}
      />
    </Stack>
  )
}

/** Cancels the transfer while that is possible; otherwise links to the next page. Done closes the receipt. */
export function TransferReceiptActions({ accepted, onDone }: Omit<Props, 'plan'> & { onDone: () => void }) {
  const t = useText()
  const { status } = useTransferState(accepted.answer.id)
  return (
    <>
      {status === 'moving' ? (
        <CancelTransfer id={accepted.answer.id} />
      ) : (
        <Button text={t('wallet.seeHistory')} kind="secondary" size="large" wide href={hrefOf('history')} />
      )}
      <Button text={t('wallet.done')} size="large" wide onPress={onDone} />
    </>
  )
}
