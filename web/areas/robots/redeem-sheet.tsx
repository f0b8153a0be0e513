import { account } from '@mex/contract/account/calls.ts'
import { robots as calls } from '@mex/contract/robots/calls.ts'
import type { RobotOrderDetail } from '@mex/contract/robots/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import type { Money } from '@mex/core/money/money.ts'
import { useState } from 'react'

import { SubmitButton } from '#components/call-form.tsx'
import { useFailureText } from '#components/failure-text.ts'
import { moneyText, signedText } from '#components/figures.ts'
import { FormMessage } from '#components/form-message.tsx'
import { useSend } from '#data/call.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { StateCard } from '#ui/state-card.tsx'
import { Typography } from '#ui/typography.tsx'
import { lessText, paidIn } from './figures.ts'

/** Everything that a return changes. */
const changed = [
  calls.orders,
  calls.order,
  calls.messages,
  calls.quota,
  wallet.balance,
  account.overview,
  trading.bills,
  wallet.bills,
]

type Props = { order: RobotOrderDetail; open: boolean; onClose: () => void }

/** The return of a rental: what it costs and brings before it is sent, then what comes. */
export function RedeemSheet({ order, open, onClose }: Props) {
  const t = useText()
  const say = useFailureText()
  const [refund, setRefund] = useState<Money>()
  const sending = useSend(calls.redeem, {
    stale: changed,
    showsRefusals: true,
    onAnswer: (answer) => setRefund(answer.refund),
  })
  const { id, status, redemption, redeemableFrom } = order
  const isOver = status === 'expired'
  const canSend = refund === undefined && redemption !== undefined
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(isOver ? 'robots.returnTakeTitle' : 'robots.returnTitle')}
      footer={
        <>
          <Button text={t('robots.done')} kind="secondary" size="large" onPress={onClose} />
          {canSend ? (
            <SubmitButton
              text={t(isOver ? 'robots.takeNow' : 'robots.returnNow')}
              offline={t('robots.offline')}
              busy={sending.isBusy}
              onPress={() => void sending.send({ id })}
            />
          ) : undefined}
        </>
      }
    >
      {refund === undefined ? (
        <Stack gap={16}>
          {redemption === undefined ? (
            <Notice tone="warn">{t('robots.returnFrom', { time: formatTimestamp(redeemableFrom) })}</Notice>
          ) : (
            <Sum order={order} redemption={redemption} />
          )}
          {isOver ? undefined : (
            <Typography as="p" size={12} tone="second">
              {t('robots.returnText')}
            </Typography>
          )}
          <FormMessage message={say(sending.failure)} />
        </Stack>
      ) : (
        <StateCard
          tone="good"
          title={t('robots.returned')}
          text={t('robots.returnedText', { amount: moneyText(refund, paidIn) })}
        />
      )}
    </Sheet>
  )
}

type SumProps = { order: RobotOrderDetail; redemption: NonNullable<RobotOrderDetail['redemption']> }

/** What comes back: the residual and the unearned rent, less the fee and the energy that was not bought back. */
function Sum({ order, redemption }: SumProps) {
  const t = useText()
  const { refund, fee, unearnedRent, energyUnpaid } = redemption
  const parts = [
    { label: t('robots.residual'), value: moneyText(order.residual, paidIn) },
    { label: t('robots.unearnedRent'), value: signedText(unearnedRent, paidIn), amount: unearnedRent },
    { label: t('robots.returnFee'), value: lessText(fee), amount: fee },
    { label: t('robots.energyUnpaid'), value: lessText(energyUnpaid), amount: energyUnpaid },
  ]
  return (
    <Stack gap={8}>
      <Typography size={20} weight="bold">
        {moneyText(refund, paidIn)}
      </Typography>
      <KeyValues
        rows={[
          ...parts.filter(({ amount }) => amount !== 0n).map(({ label, value }) => ({ label, value })),
          { label: t('robots.youGet'), value: moneyText(refund, paidIn), strong: true },
        ]}
      />
    </Stack>
  )
}
