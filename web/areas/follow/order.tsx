import { account } from '@mex/contract/account/calls.ts'
import { follows as calls } from '@mex/contract/follow/calls.ts'
import type { Agency, Campaign } from '@mex/contract/follow/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { followMax } from '@mex/core/follow/campaign.ts'
import { formatMoney, type Money } from '@mex/core/money/money.ts'
import { Lock } from 'lucide-react'
import { useRef, useState } from 'react'

import { useFollowLesson } from '#areas/lessons/door/follow-lesson.ts'
import { LessonSheet, useLessonGate, type LessonGate } from '#areas/lessons/door/lesson-gate.tsx'
import { sheetWithSteps, useMoneyFirst, withOtherMoney } from '#areas/wallet/door/money-first.ts'
import { OtherAccounts } from '#areas/wallet/door/other-accounts.tsx'
import { ShortNotice } from '#areas/wallet/door/short-notice.tsx'
import { LoadError } from '#components/load-error.tsx'
import { moneyText } from '#components/figures.ts'
import { parseId } from '#components/parse-id.ts'
import { useReview } from '#components/use-review.ts'
import { refresh, useCall, useSend } from '#data/call.ts'
import { useDraftValue } from '#data/drafts.ts'
import { hrefOf } from '#data/links.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { ReviewButton } from '#components/review-button.tsx'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { dayOf, numberText, paidIn, positionText } from './figures.ts'
import { useAgencyCurve } from './door/agency-curve.ts'
import { OrderSheet } from './order-sheet.tsx'
import { Outcomes } from './outcomes.tsx'
import { StrongLead } from '#components/strong-lead.tsx'
import { planOf, type Plan } from './plan.ts'

/** The campaign of the URL with its agency. */
function useCampaign() {
  const id = parseId(useParameters('followOrder').id)
  const called = useCall(calls.agencies, {}, { everySeconds: 30, keepEarlier: true })
  const agency = called.data?.find(({ campaigns }) => campaigns.some((campaign) => campaign.id === id))
  return { called, agency, campaign: agency?.campaigns.find((campaign) => campaign.id === id) }
}

/** The form of an order that follows a campaign (rulebook §25.2). */
export function FollowOrder() {
  const t = useText()
  const { called, agency, campaign } = useCampaign()
  if (agency !== undefined && campaign !== undefined) return <OrderForm agency={agency} campaign={campaign} />
  const isGone = called.data !== undefined
  return (
    <Screen title={t('titles.followOrder')} waiting={!isGone && called.failure === undefined}>
      {isGone ? (
        <EmptyState
          title={t('follow.campaignGone')}
          text={t('follow.campaignGoneText')}
          action={<Button text={t('follow.seeAll')} href={hrefOf('follow')} />}
        />
      ) : called.failure === undefined ? (
        <>
          <SkeletonCard height={180} />
          <SkeletonCard height={280} />
        </>
      ) : (
        <LoadError title={t('follow.failed')} text={t('follow.failedText')} answer={called} />
      )}
    </Screen>
  )
}

/** Everything that an order changes. */
const changed = [calls.orders, calls.agencies, wallet.balance, account.overview, trading.bills, wallet.bills]

function showBox(field: HTMLDivElement | null): void {
  field?.scrollIntoView({ block: 'center' })
  field?.querySelector('input')?.focus({ preventScroll: true })
}

function useOrdering(campaign: Campaign) {
  const followed = useCall(calls.orders, { pageNum: 1, pageSize: 1 }, { freshSeconds: 60 })
  const gate = useLessonGate('follow', followed.data === undefined ? undefined : followed.data.total > 0)
  const balance = useCall(wallet.balance, { wallet: 'FOLLOW' }, { everySeconds: 30 })
  const available = balance.data?.available
  const [text, setText] = useDraftValue<string>('amount', '1000')
  const [isUnderstood, setUnderstood] = useState(false)
  const sending = useSend(calls.add, { stale: changed, showsRefusals: true })
  const { isShown, review, sheet } = useReview(sending)
  const own = planOf(campaign, text, available)
  const needed = own.fault === 'over_money' ? own.amount : undefined
  const { id, subscribeEnd: endsAt } = campaign
  const moneyFirst = useMoneyFirst({ wallet: 'FOLLOW', available, needed, isFixed: true, endsAt }, sending)
  const plan = withOtherMoney(own, moneyFirst)
  const follow = () => {
    const { amount } = plan
    if (amount === undefined) return
    moneyFirst.confirm(() => sending.send({ agencyId: Math.floor(id / 100_000), campaignId: id, amount }))
  }
  return {
    moneyFirst,
    gate,
    available,
    text,
    setText,
    plan,
    isUnderstood,
    setUnderstood,
    isBoxMissing: isShown && !isUnderstood,
    isFaultShown: isShown || plan.fault === 'above' || plan.fault === 'over_left',
    review: () => review(plan.fault === undefined && isUnderstood, gate),
    sheet: sheetWithSteps(
      sheet(follow, () => setText('1000')),
      moneyFirst,
    ),
  }
}

type FormProps = { agency: Agency; campaign: Campaign }

function OrderForm({ agency, campaign }: FormProps) {
  const t = useText()
  const navigation = useNavigation()
  const box = useRef<HTMLDivElement>(null)
  const { plan, ...form } = useOrdering(campaign)
  const { number, opensAt, closesAt, state } = campaign
  const canFollow = state === 'open'
  return (
    <Screen
      title={positionText(t, campaign)}
      subtitle={t('follow.dates', { number: numberText(number), from: dayOf(opensAt), to: dayOf(closesAt) })}
      onRefresh={() => refresh(calls.agencies, wallet.balance)}
      footer={
        canFollow ? (
          <>
            <Button text={t('follow.cancel')} kind="secondary" size="large" onPress={() => navigation.back()} />
            <ReviewButton
              text={t('follow.review')}
              offline={t('follow.offline')}
              missing={undefined}
              onPress={() => {
                form.review()
                // The box may stand under the buttons, which cover the end of the page.
                if (plan.fault === undefined && !form.isUnderstood) showBox(box.current)
              }}
            />
          </>
        ) : undefined
      }
    >
      {canFollow ? undefined : <Notice tone="warn">{t('follow.subscriptionOver')}</Notice>}
      <Card>
        <Stack>
          <AmountField campaign={campaign} plan={plan} form={form} disabled={!canFollow} />
          <OtherAccounts moneyFirst={form.moneyFirst} />
        </Stack>
      </Card>
      {form.moneyFirst.isShort ? (
        <ShortNotice
          text={t('follow.overMoney', { amount: moneyText(form.available, paidIn) })}
          action={t('follow.transfer')}
          href={hrefOf('transfer', { from: 'BALANCE', to: 'FOLLOW' })}
        />
      ) : undefined}
      <Outcomes campaign={campaign} amount={plan.amount} />
      <Notice tone="warn" icon={<Lock aria-hidden="true" />}>
        <StrongLead lead={t('follow.cannotSell')} text={t('follow.cannotSellText')} />
      </Notice>
      {canFollow ? (
        <div ref={box}>
          <Checkbox
            label={t('follow.understand')}
            checked={form.isUnderstood}
            onChange={form.setUnderstood}
            error={form.isBoxMissing ? t('follow.mustUnderstand') : undefined}
          />
        </div>
      ) : undefined}
      <Lesson gate={form.gate} agencyId={agency.id} />
      <OrderSheet agency={agency} campaign={campaign} plan={plan} {...form.sheet} />
    </Screen>
  )
}

/** What frauds of this shape do, before the first order. */
function Lesson({ gate, agencyId }: { gate: LessonGate; agencyId: number }) {
  return <LessonSheet gate={gate} lesson={useFollowLesson()} answer={useAgencyCurve(agencyId)} />
}

const presets = ['1000', '5000', '10000'] as const
const field = (amount: Money): string => formatMoney(amount).replace(/\.00$/, '')

type FieldProps = {
  campaign: Campaign
  plan: Plan
  form: Pick<ReturnType<typeof useOrdering>, 'moneyFirst' | 'available' | 'text' | 'setText' | 'isFaultShown'>
  disabled: boolean
}

function AmountField({ campaign, plan, form, disabled }: FieldProps) {
  const t = useText()
  const { available, text, setText, isFaultShown } = form
  const payable = form.moneyFirst.payable() ?? available
  const most = [followMax, campaign.remaining].reduce(
    (least, each) => (each < least ? each : least),
    payable ?? followMax,
  )
  return (
    <Stack>
      <NumberField
        label={t('follow.amount')}
        aside={t('follow.account', { amount: moneyText(available, paidIn) })}
        value={text}
        onChange={setText}
        decimals={2}
        placeholder="0.00"
        disabled={disabled}
        hint={t('follow.amountHint')}
        error={isFaultShown ? faultText(t, campaign, plan, available) : undefined}
      />
      <Line spread="even">
        {presets.map((preset) => (
          <Button
            key={preset}
            text={preset.replace(/000$/, ',000')}
            kind="secondary"
            disabled={disabled}
            onPress={() => setText(preset)}
          />
        ))}
        <Button text={t('follow.full')} kind="secondary" disabled={disabled} onPress={() => setText(field(most))} />
      </Line>
    </Stack>
  )
}

function faultText(t: Text, { remaining }: Campaign, plan: Plan, available: Money | undefined): string | undefined {
  switch (plan.fault) {
    case 'nothing':
      return t('follow.enterAmount')
    case 'below':
      return t('follow.below')
    case 'above':
      return t('follow.above')
    case 'over_left':
      return t('follow.overLeft', { amount: moneyText(remaining, paidIn) })
    case 'over_money':
      return t('follow.overMoney', { amount: moneyText(available, paidIn) })
    case undefined:
      return undefined
  }
}
