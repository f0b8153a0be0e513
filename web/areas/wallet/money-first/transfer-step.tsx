import { account } from '@mex/contract/account/calls.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import type { PlannedTransfer } from '@mex/core/wallet/transfer-plan.ts'
import { transferDelaySeconds } from '@mex/core/wallet/transfer.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import { useEffect, useEffectEvent, useState } from 'react'

import { useWalletLabels } from '#areas/wallet/door/names.ts'
import { useTransferState } from '#areas/wallet/door/transfer-status.ts'
import { useSecondsUntil } from '#components/countdown.ts'
import { moneyText } from '#components/figures.ts'
import { refresh, useSend } from '#data/call.ts'
import { useText } from '#text/use-text.ts'
import { StepRow, type StepTone } from './step-row.tsx'
import { stateOfTransfer, type TransferState } from './steps.ts'

const whenSent = {
  stale: [account.overview, wallet.balance, wallet.bills, trading.bills],
  showsRefusals: true,
} as const

type Props = {
  transfer: PlannedTransfer
  starts: boolean
  /** A higher number sends the same request again, if its answer was lost. */
  attempt: number
  onState: (state: TransferState) => void
}

/** Sends one transfer when it is its turn, and follows it. Its idempotency key stays until there is a final answer. */
export function TransferStep({ transfer, starts, attempt, onState }: Props) {
  const labels = useWalletLabels()
  const { from, to, amount, arrives } = transfer
  const { send, answer, failure, isBusy } = useSend(wallet.transfer, whenSent)
  const [sentAt, setSentAt] = useState<number>()
  const { status, came } = useTransferState(answer?.id)
  const state = stateOfTransfer({ isBusy, isAnswered: answer !== undefined, failure, status })
  const start = useEffectEvent(() => {
    if (!starts || (state !== 'waiting' && state !== 'unknown')) return
    void send({ from, to, amount }).then((sent) => (sent === undefined ? undefined : setSentAt(Date.now())))
  })
  useEffect(() => start(), [starts, attempt])
  const tell = useEffectEvent(() => {
    onState(state)
    if (state === 'settled') void refresh(account.overview, wallet.balance)
  })
  useEffect(() => tell(), [state])
  const seconds = useSecondsUntil(sentAt === undefined ? undefined : sentAt + transferDelaySeconds * 1000) ?? 0
  const text = useStateText({ state, seconds, message: failure?.message })
  return (
    <StepRow
      tone={tones[state]}
      title={`${labels.name(from)} → ${labels.name(to)}`}
      text={text}
      value={
        came === undefined
          ? `${walletCurrency[from] === walletCurrency[to] ? '' : '≈ '}${moneyText(arrives, walletCurrency[to])}`
          : moneyText(came.amount, came.currency)
      }
    />
  )
}

const tones: Readonly<Record<TransferState, StepTone>> = {
  waiting: 'wait',
  sending: 'run',
  moving: 'run',
  settled: 'done',
  refused: 'failed',
  unknown: 'failed',
  cancelled: 'failed',
}

type Told = { state: TransferState; seconds: number; message: string | undefined }

function useStateText({ state, seconds, message }: Told): string {
  const t = useText()
  if (state === 'moving') return seconds > 0 ? t('moneyFirst.onItsWay', { seconds }) : t('moneyFirst.arriving')
  if (state === 'refused') return message || t('spec.errors.serverSaysNothing')
  return t(`moneyFirst.${state}`)
}
