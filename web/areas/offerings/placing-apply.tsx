import { offerings } from '@mex/contract/offerings/calls.ts'
import { placings } from '@mex/contract/offerings/placing-calls.ts'
import type { Placing } from '@mex/contract/offerings/placing-shapes.ts'
import type { Application } from '@mex/contract/offerings/shapes.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { ChartLine, Lock, RotateCcw, Scale } from 'lucide-react'
import { useState } from 'react'

import { useMoneyFirst, withOtherMoney } from '#areas/wallet/door/money-first.ts'
import { MoneySteps, MoneyStepsButtons } from '#areas/wallet/door/money-steps.tsx'
import { MissingMoney, useReachRow } from '#areas/wallet/door/other-accounts.tsx'
import { TransferRows } from '#areas/wallet/door/transfer-rows.tsx'
import { SubmitButton } from '#components/call-form.tsx'
import { useFailureText } from '#components/failure-text.ts'
import { ReviewButton } from '#components/review-button.tsx'
import { moneyText, quantityText } from '#components/figures.ts'
import { FormMessage } from '#components/form-message.tsx'
import { useCall, useSend } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { Points } from '#ui/points.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { StateCard } from '#ui/state-card.tsx'
import { Typography } from '#ui/typography.tsx'
import { CostRows } from './apply-rows.tsx'
import { changedByApplications } from './changed.ts'
import { lotsIn, paidFrom, paidIn, sharesIn } from './figures.ts'
import { IdentityNotice, useIdentity, useIdentityReason } from './identity.tsx'
import { faultText, LotsField, MoneyNotice } from './lots-field.tsx'
import { payableLots, planOf, purchaseOf } from './plan.ts'
import { placingSteps, termsOf } from './placing-figures.ts'
import { LockNotice, WhatYouMayGet } from './placing-share.tsx'
import { useNow } from './use-offers.ts'

type Props = {
  placing: Placing
  /** The standing application, to which lots are added. */
  standing: Application | undefined
  open: boolean
  onClose: () => void
}

/** The form, the review and the receipt of an application for a placing, in one sheet. */
export function PlacingSheet({ placing, standing, open, onClose }: Props) {
  const t = useText()
  const form = useApplying(placing, standing, open)
  // Asked before the form opens, which waits for it.
  const identity = useIdentity()
  const { plan, step, isAddition } = form
  const { moving } = form.moneyFirst
  const close = () => {
    form.moneyFirst.leave()
    onClose()
  }
  const title =
    step === 'steps'
      ? t('moneyFirst.title')
      : step === 'review'
        ? t('offerings.reviewTitle')
        : t(isAddition ? 'placings.addTitle' : 'placings.applyTitle')
  return (
    <Sheet
      open={open}
      onClose={close}
      onClosed={form.startAnew}
      title={title}
      footer={<Footer form={form} onClose={close} />}
    >
      <Stack gap={16}>
        <Typography size={13} tone="second">
          {`${placing.name} · ${placing.code} · ${t('placings.lotOf', { lot: quantityText(placing.lot) })}`}
        </Typography>
        {step !== 'form' ? undefined : identity.isKnown ? (
          <Form placing={placing} form={form} />
        ) : (
          <SkeletonCard height={340} />
        )}
        {step === 'review' ? (
          <>
            <Typography size={20} weight="bold">
              {t('offerings.reviewLots', { lots: plan.lots, shares: quantityText(sharesIn(placing, plan.lots)) })}
            </Typography>
            <CostRows issue={termsOf(placing)} plan={plan} />
            <TransferRows moneyFirst={form.moneyFirst} />
            <Next placing={placing} />
            <FormMessage message={form.failureText} />
          </>
        ) : undefined}
        {moving === undefined ? undefined : <MoneySteps moving={moving} />}
        {step !== 'receipt' || form.accepted === undefined ? undefined : (
          <StateCard
            tone="good"
            title={t('placings.appliedTitle')}
            text={t('offerings.appliedText', {
              amount: moneyText(form.accepted.paid, paidIn),
              lots: lotsIn(placing, form.accepted.quantity),
              name: placing.name,
            })}
          />
        )}
      </Stack>
    </Sheet>
  )
}

/** The state of an application from the form to the receipt. */
function useApplying(placing: Placing, standing: Application | undefined, isOpen: boolean) {
  const say = useFailureText()
  const balance = useCall(wallet.balance, { wallet: paidFrom }, { everySeconds: 30 })
  const [text, setText] = useState('1')
  const [isShown, setShown] = useState(false)
  const [isReviewed, setReviewed] = useState(false)
  // Kept apart from the calls: once the application is there, the form would add to it.
  const [accepted, setAccepted] = useState<Application>()
  const sent = { stale: changedByApplications, showsRefusals: true, onAnswer: setAccepted } as const
  const applying = useSend(placings.apply, sent)
  const adding = useSend(offerings.add, sent)
  const sending = standing === undefined ? applying : adding
  const terms = termsOf(placing)
  const available = balance.data !== undefined && 'available' in balance.data ? balance.data.available : undefined
  const own = planOf(terms, standing, Number(text === '' ? 0 : text), available)
  const { endsAt } = placing
  const moneyFirst = useMoneyFirst({ ...purchaseOf(own), available: isOpen ? available : undefined, endsAt }, sending)
  const plan = withOtherMoney(own, moneyFirst)
  const quantity = sharesIn(placing, plan.lots)
  const send = () =>
    standing === undefined
      ? applying.send({ id: placing.id, quantity })
      : adding.send({ id: standing.id, quantity, amount: undefined })
  return {
    moneyFirst,
    plan,
    text,
    setText,
    accepted,
    isAddition: standing !== undefined && accepted === undefined,
    step:
      moneyFirst.moving !== undefined ? 'steps' : accepted !== undefined ? 'receipt' : isReviewed ? 'review' : 'form',
    most: payableLots(terms, plan, moneyFirst.payable() ?? available),
    /** The lots of the whole application, with those that stand already. */
    wholeLots: plan.lots + (standing === undefined ? 0 : lotsIn(placing, standing.quantity)),
    isBusy: sending.isBusy,
    failureText: say(sending.failure),
    /** A fault of the quantity is told once the person wants to go on. */
    isFaultShown: isShown || plan.fault === 'over_limit',
    edit: () => setReviewed(false),
    review: () => {
      setShown(true)
      if (sending.failure !== undefined) sending.reset()
      if (plan.fault === undefined) setReviewed(true)
    },
    confirm: () => moneyFirst.confirm(send),
    startAnew: () => {
      setReviewed(false)
      setShown(false)
      if (accepted === undefined) return
      setAccepted(undefined)
      applying.reset()
      adding.reset()
      setText('1')
    },
  } as const
}

type Applying = ReturnType<typeof useApplying>

function Form({ placing, form }: { placing: Placing; form: Applying }) {
  const t = useText()
  const { plan } = form
  return (
    <>
      <IdentityNotice />
      <LotsField
        issue={termsOf(placing)}
        plan={plan}
        value={form.text}
        onChange={form.setText}
        most={form.most}
        error={form.isFaultShown ? faultText(t, plan) : undefined}
      />
      <CostRows issue={termsOf(placing)} plan={plan} reach={useReachRow(form.moneyFirst)} />
      <MissingMoney moneyFirst={form.moneyFirst} />
      {form.moneyFirst.isShort ? <MoneyNotice plan={plan} /> : undefined}
      {plan.lots > 0 ? <WhatYouMayGet placing={placing} lots={form.wholeLots} /> : undefined}
      <LockNotice placing={placing} />
    </>
  )
}

/** What will happen to the money and the shares. */
function Next({ placing }: { placing: Placing }) {
  const t = useText()
  const [closes, allots, unlocks] = placingSteps(t, placing, useNow(30))
  return (
    <Stack>
      <Points
        title={t('offerings.next')}
        points={[
          { icon: <Lock aria-hidden="true" />, text: t('offerings.nextAside', { time: closes?.time ?? '' }) },
          { icon: <Scale aria-hidden="true" />, text: t('placings.nextShare', { time: allots?.time ?? '' }) },
          { icon: <RotateCcw aria-hidden="true" />, text: t('offerings.nextRefund') },
          ...(unlocks === undefined
            ? []
            : [{ icon: <ChartLine aria-hidden="true" />, text: t('placings.nextUnlock', { date: unlocks.time }) }]),
        ]}
      />
      <Typography size={12} tone="third" as="p">
        {t('placings.onePerPerson')}
      </Typography>
    </Stack>
  )
}

function Footer({ form, onClose }: { form: Applying; onClose: () => void }) {
  const t = useText()
  const { isKnown } = useIdentity()
  const identity = useIdentityReason()
  const { moving, transfers } = form.moneyFirst
  switch (form.step) {
    case 'steps':
      return moving === undefined ? undefined : <MoneyStepsButtons moving={moving} onLeave={onClose} />
    case 'form':
      return (
        <>
          <Button text={t('ui.cancel')} kind="secondary" size="large" onPress={onClose} />
          <ReviewButton
            text={t('offerings.review')}
            offline={t('offerings.offline')}
            missing={
              isKnown
                ? (identity ?? (form.plan.amount === undefined ? t('offerings.noRate') : undefined))
                : t('ui.loading')
            }
            onPress={form.review}
          />
        </>
      )
    case 'review':
      return (
        <>
          <Button text={t('offerings.edit')} kind="secondary" size="large" onPress={form.edit} />
          <SubmitButton
            text={t(
              transfers !== undefined
                ? 'moneyFirst.confirm'
                : form.isAddition
                  ? 'offerings.confirmAdd'
                  : 'offerings.confirm',
            )}
            offline={t('offerings.offline')}
            busy={form.isBusy}
            onPress={form.confirm}
          />
        </>
      )
    case 'receipt':
      return (
        <>
          <Button text={t('offerings.done')} kind="secondary" size="large" onPress={onClose} />
          <Button text={t('offerings.seeMine')} size="large" wide href={hrefOf('placingRecords')} />
        </>
      )
  }
}
