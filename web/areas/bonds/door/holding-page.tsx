import { account } from '@mex/contract/account/calls.ts'
import { bonds as calls } from '@mex/contract/bonds/calls.ts'
import type { Holding } from '@mex/contract/bonds/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { useState } from 'react'

import { LoadError } from '#components/load-error.tsx'
import { moneyText } from '#components/figures.ts'
import { ReviewButton } from '#components/review-button.tsx'
import { useReview } from '#components/use-review.ts'
import { refresh, useCall, useSend } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { faceField, faceOf, paidIn } from '#areas/bonds/figures.ts'
import { shortName } from '#areas/bonds/names.ts'
import { InterestCard, PeriodCard, WorthCard } from '#areas/bonds/holding-cards.tsx'
import { SellCard, SellSheet, type Sale } from '#areas/bonds/sell-form.tsx'

/** What somebody holds of a bond: its worth, its coupon period, its interest, and the form to sell it. */
export function HoldingPage({ id }: { id: number | undefined }) {
  const t = useText()
  const asked = { pageNum: 1, pageSize: 1, id: id ?? 0 }
  const called = useCall(calls.holdings, asked, { when: id !== undefined, everySeconds: 20, keepEarlier: true })
  const holding = called.data?.rows[0]
  if (holding !== undefined) return <HoldingView key={holding.id} holding={holding} />
  const isGone = id === undefined || called.data !== undefined
  return (
    <Screen title={t('bonds.yourBond')} waiting={!isGone && called.failure === undefined}>
      {isGone ? (
        <EmptyState
          title={t('bonds.gone')}
          text={t('bonds.goneText')}
          action={<Button text={t('bonds.seeOffered')} href={hrefOf('bonds')} />}
        />
      ) : called.failure === undefined ? (
        <>
          <SkeletonCard height={190} />
          <SkeletonCard height={190} />
          <SkeletonCard height={230} />
        </>
      ) : (
        <LoadError title={t('bonds.failed')} text={t('bonds.failedText')} answer={called} />
      )}
    </Screen>
  )
}

/** Everything that a sale changes. */
const changed = [calls.holdings, calls.total, wallet.balance, account.overview, trading.bills, wallet.bills]

function useSelling(holding: Holding) {
  const bond = useCall(calls.list, { pageNum: 1, pageSize: 1, id: holding.bondId }, { everySeconds: 20 })
  const [text, setText] = useState(() => faceField(holding.face))
  const sending = useSend(calls.sell, { stale: changed, showsRefusals: true })
  const { isShown, review, sheet } = useReview(sending)
  const face = faceOf(text)
  const fault =
    face === undefined || face === 0n
      ? ('nothing' as const)
      : face > holding.face
        ? ('over' as const)
        : face % holding.faceUnit === 0n
          ? undefined
          : ('step' as const)
  const sale: Sale = { holding, bond: bond.data?.rows[0], face: fault === undefined ? face : undefined, fault }
  return {
    text,
    setText,
    sale,
    isShown,
    review: () => review(fault === undefined),
    sheet: sheet(() => void sending.send({ id: holding.id, face })),
  }
}

function HoldingView({ holding }: { holding: Holding }) {
  const t = useText()
  const { sale, ...form } = useSelling(holding)
  const { name, matures, status, saleSettles, phase, face } = holding
  const canSell = status === 'bought' && saleSettles !== undefined
  return (
    <Screen
      title={t('bonds.yourBond')}
      subtitle={`${shortName(name)} · ${formatCalendarDate(matures)}`}
      onRefresh={() => refresh(calls.holdings, calls.list)}
      footer={
        canSell ? (
          <>
            <Button
              text={t('bonds.sellAll')}
              kind="secondary"
              size="large"
              onPress={() => form.setText(faceField(face))}
            />
            <ReviewButton
              text={t('bonds.reviewSale')}
              offline={t('bonds.offline')}
              missing={phase === 'closed' ? t('bonds.closedText') : undefined}
              onPress={form.review}
            />
          </>
        ) : undefined
      }
    >
      <WorthCard holding={holding} />
      <HoldingNotice holding={holding} />
      <PeriodCard holding={holding} />
      <InterestCard holding={holding} />
      {canSell ? <SellCard sale={sale} text={form.text} onText={form.setText} isShown={form.isShown} /> : undefined}
      <SellSheet sale={sale} {...form.sheet} />
    </Screen>
  )
}

function HoldingNotice({ holding }: { holding: Holding }) {
  const t = useText()
  const { status, redemption, settles, saleSettles, matures, phase, cost, profit } = holding
  if (status === 'redeeming')
    return (
      <Notice tone="info">
        {redemption === 'maturity'
          ? t('bonds.waitingMaturity')
          : t('bonds.waitingSale', { date: formatCalendarDate(settles) })}
      </Notice>
    )
  if (status === 'redeemed')
    return (
      <Notice tone="success">
        {t('bonds.overText', { amount: moneyText((cost + profit) as typeof cost, paidIn) })}
      </Notice>
    )
  if (saleSettles === undefined)
    return <Notice tone="info">{t('bonds.tooLate', { date: formatCalendarDate(matures) })}</Notice>
  return phase === 'practice' ? <Notice tone="warn">{t('bonds.practiceText')}</Notice> : undefined
}
