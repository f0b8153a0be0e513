import { funding } from '@mex/contract/funding/calls.ts'
import { tooLittle } from '@mex/core/funding/withdrawals.ts'
import { useState } from 'react'

import { refresh, useCall } from '#data/call.ts'
import { useIsConnected } from '#data/live.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { focusFirstError } from '#components/call-form.tsx'
import { moneyText } from '#components/figures.ts'
import { useWording } from '#components/refusal-text.ts'
import { LoadError } from '#components/load-error.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { MethodSwitch, type Method } from './method-switch.tsx'
import { RecentWithdrawals } from './recent-withdrawals.tsx'
import { useIsTablet } from './use-is-tablet.ts'
import { useWithdrawalForm } from './use-withdrawal-form.ts'
import { WithdrawFields } from './withdraw-fields.tsx'
import { WithdrawSheet } from './withdraw-sheet.tsx'
import { WithdrawalBlockers } from './withdrawal-blockers.tsx'
import type { Card } from '@mex/contract/funding/shapes.ts'
import type { Answer } from '@mex/contract/call.ts'

type Usable = Answer<typeof funding.usable>

export const WithdrawToBank = () => <WithdrawScreen method="bank" />
export const WithdrawCoins = () => <WithdrawScreen method="coin" />

/** Withdrawing to bank cards or to coin accounts, with a switch between the two. */
function WithdrawScreen({ method }: { method: Method }) {
  const t = useText()
  const title = t(method === 'bank' ? 'titles.withdrawToBank' : 'titles.withdrawCoins')
  const cards = useCall(funding.cards, { kind: method === 'bank' ? 'bank' : 'coin' })
  const usable = useCall(funding.usable, {}, { everySeconds: 10 })
  const failed = [cards, usable].find(({ data, failure }) => data === undefined && failure !== undefined)
  if (cards.data !== undefined && usable.data !== undefined)
    // The key restarts the form when the first card changes, for example after one was added.
    return <Withdraw key={cards.data[0]?.id} title={title} method={method} cards={cards.data} usable={usable.data} />
  return (
    <Screen title={title} waiting={failed === undefined}>
      <WithdrawalMethods method={method} />
      {failed === undefined ? (
        <SkeletonCard height={320} />
      ) : (
        <LoadError
          title={failed === cards ? t('funding.cardsFailed') : t('funding.usableFailed')}
          text={t('funding.safe')}
          answer={failed}
        />
      )}
    </Screen>
  )
}

function WithdrawalMethods({ method }: { method: Method }) {
  const t = useText()
  const navigation = useNavigation()
  return (
    <MethodSwitch
      label={t('funding.withdrawMethod')}
      texts={{ coin: t('funding.coins'), bank: t('funding.bank') }}
      value={method}
      onChange={(next) => navigation.replace(next === 'bank' ? 'withdrawToBank' : 'withdrawCoins')}
    />
  )
}

type Props = { title: string; method: Method; cards: readonly Card[]; usable: Usable }

function Withdraw({ title, method, cards, usable }: Props) {
  const t = useText()
  const isConnected = useIsConnected()
  const withdrawal = useWithdrawalForm(cards)
  const [isOpen, setOpen] = useState(false)
  const say = useWording()
  const { plan, form } = withdrawal
  const isStopped = usable.reasonCode !== undefined
  const isTooMuch = !isStopped && plan.amount !== undefined && plan.amount > usable.amount
  const review = async () => {
    withdrawal.beginReview()
    const isEntered = await form.check(['amount', 'cardId'])
    // The minimum is checked on submit: while typing, most amounts start below it.
    const tooSmall = plan.payout === undefined ? undefined : tooLittle(plan.payout, plan.asset)
    if (tooSmall !== undefined) form.setError('amount', { type: tooSmall.refused, message: say.refusal(tooSmall) })
    if (isEntered && !isTooMuch && plan.payout !== undefined && tooSmall === undefined) setOpen(true)
    else if (isEntered) focusFirstError()
  }
  const canReview = isConnected && !isStopped && !plan.lacksRate
  const isTablet = useIsTablet()
  const button = (
    <Button
      text={t('funding.review')}
      size="large"
      wide
      disabled={!canReview}
      // The notice on top says what stops a withdrawal, with the way on.
      reason={isConnected ? (isStopped ? undefined : t('funding.noRate')) : t('funding.offline')}
      onPress={() => void review()}
    />
  )
  return (
    <Screen
      title={title}
      onRefresh={() => refresh(funding.cards, funding.usable, funding.withdrawals)}
      footer={isTablet ? undefined : button}
    >
      <WithdrawalMethods method={method} />
      <WithdrawalBlockers usable={usable} />
      <Stack gap={24}>
        <Stack>
          <WithdrawFields
            withdrawal={withdrawal}
            method={method}
            cards={cards}
            usable={usable}
            isTooMuch={isTooMuch}
            onSubmit={() => void review()}
          />
          {usable.unsettled > 0n ? (
            <Notice>{t('funding.unsettledText', { amount: moneyText(usable.unsettled, usable.currency) })}</Notice>
          ) : undefined}
        </Stack>
        {isTablet ? <Line>{button}</Line> : undefined}
        <RecentWithdrawals />
      </Stack>
      <WithdrawSheet open={isOpen} withdrawal={withdrawal} isConnected={isConnected} onClose={() => setOpen(false)} />
    </Screen>
  )
}
