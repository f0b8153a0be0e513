import { offerings } from '@mex/contract/offerings/calls.ts'
import type { Application, Issue } from '@mex/contract/offerings/shapes.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'

import { sheetWithSteps, useMoneyFirst, withOtherMoney } from '#areas/wallet/door/money-first.ts'
import { MissingMoney, useReachRow } from '#areas/wallet/door/other-accounts.tsx'
import { LoadError } from '#components/load-error.tsx'
import { parseId } from '#components/parse-id.ts'
import { useReview } from '#components/use-review.ts'
import { useCall, useSend } from '#data/call.ts'
import { useDraftValue } from '#data/drafts.ts'
import { hrefOf } from '#data/links.ts'
import { ReviewButton } from '#components/review-button.tsx'
import { useParameters } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { ApplySheet } from './apply-sheet.tsx'
import { CostRows, NextSteps } from './apply-rows.tsx'
import { changedByApplications } from './changed.ts'
import { lotsIn, paidFrom, sharesIn } from './figures.ts'
import { faultText, LotsField, MoneyNotice } from './lots-field.tsx'
import { useApplications } from './use-offers.ts'
import { payableLots, planOf, purchaseOf, type Plan } from './plan.ts'
import { IdentityNotice, useIdentity, useIdentityReason } from './identity.tsx'

/** The form of an application for shares of any market. */
export function NewStockSubscription() {
  const { id } = useParameters('newStockSubscription')
  return <ApplyPage id={parseId(id)} />
}

/** The form of an application for shares in Hong Kong, which has a page of its own (spec §2). */
export function HongKongSubscription() {
  const { id } = useParameters('hongKongSubscription')
  return <ApplyPage id={parseId(id)} />
}

function ApplyPage({ id }: { id: number | undefined }) {
  const t = useText()
  const called = useCall(offerings.issue, { id: id ?? 0 }, { when: id !== undefined, everySeconds: 60 })
  const { applications, isKnown } = useApplications()
  const identity = useIdentity()
  const issue = called.data
  if (issue !== undefined && isKnown && identity.isKnown)
    return <ApplyForm issue={issue} application={applications.get(issue.id)} />
  const isGone = id === undefined || called.failure?.code === 1003
  return (
    <Screen title={t('offerings.applyTitle')} waiting={!isGone && called.failure === undefined}>
      {isGone ? (
        <EmptyState
          title={t('offerings.gone')}
          action={<Button text={t('titles.newStocks')} href={hrefOf('newStocks')} />}
        />
      ) : called.failure === undefined ? (
        <SkeletonCard height={340} />
      ) : (
        <LoadError title={t('offerings.failed')} text={t('offerings.failedText')} answer={called} />
      )}
    </Screen>
  )
}

/** The state of an application from the form to the receipt. */
function useApplying(issue: Issue, standing: Application | undefined) {
  const affordable = useCall(offerings.affordable, { id: issue.id }, { everySeconds: 30 })
  const balance = useCall(wallet.balance, { wallet: paidFrom }, { everySeconds: 30 })
  const [text, setText] = useDraftValue<string>('lots', '1')
  const sent = { stale: changedByApplications, showsRefusals: true } as const
  const applying = useSend(offerings.apply, sent)
  const adding = useSend(offerings.add, sent)
  const sending = standing === undefined ? applying : adding
  const { isShown, review, sheet } = useReview({
    ...sending,
    // Of either: once the application is there, the form would add to it.
    answer: applying.answer ?? adding.answer,
    reset: () => {
      applying.reset()
      adding.reset()
    },
  })
  const available = balance.data?.available
  const own = planOf(issue, standing, Number(text === '' ? 0 : text), available)
  const moneyFirst = useMoneyFirst({ ...purchaseOf(own), available, endsAt: issue.endsAt }, sending)
  const plan = withOtherMoney(own, moneyFirst)
  const quantity = sharesIn(issue, plan.lots)
  const send = () =>
    standing === undefined
      ? applying.send({ id: issue.id, quantity })
      : adding.send({ id: standing.id, quantity, amount: undefined })
  return {
    moneyFirst,
    most:
      payableLots(issue, plan, moneyFirst.payable()) ??
      (affordable.data === undefined ? undefined : lotsIn(issue, affordable.data.quantity)),
    text,
    setText,
    plan,
    /** A fault of the quantity is told once the person wants to go on. */
    isFaultShown: isShown || plan.fault === 'over_limit',
    review: () => review(plan.fault === undefined),
    sheet: sheetWithSteps(
      sheet(
        () => moneyFirst.confirm(send),
        () => setText('1'),
      ),
      moneyFirst,
    ),
  }
}

function ApplyForm({ issue, application }: { issue: Issue; application: Application | undefined }) {
  const t = useText()
  const standing = application?.status === 'subscribed' ? application : undefined
  const { plan, ...form } = useApplying(issue, standing)
  const isOpenOffer = issue.phase === 'open' && (application === undefined || standing !== undefined)
  return (
    <Screen
      title={standing === undefined ? t('offerings.applyTitle') : t('offerings.addTitle')}
      subtitle={issue.name}
      footer={<Footer issue={issue} isOpenOffer={isOpenOffer} plan={plan} onReview={form.review} />}
    >
      <IdentityNotice />
      {isOpenOffer ? undefined : (
        <Notice tone="warn">
          {t(application === undefined ? 'offerings.closedText' : 'offerings.subscribedAlready')}
        </Notice>
      )}
      <Card>
        <Stack gap={16}>
          <LotsField
            issue={issue}
            plan={plan}
            value={form.text}
            onChange={form.setText}
            most={form.most}
            error={form.isFaultShown ? faultText(t, plan) : undefined}
          />
          <CostRows issue={issue} plan={plan} reach={useReachRow(form.moneyFirst)} />
          <MissingMoney moneyFirst={form.moneyFirst} />
        </Stack>
      </Card>
      {form.moneyFirst.isShort ? <MoneyNotice plan={plan} /> : undefined}
      <Card>
        <NextSteps issue={issue} />
      </Card>
      <ApplySheet issue={issue} plan={plan} isAddition={standing !== undefined} {...form.sheet} />
    </Screen>
  )
}

type FooterProps = { issue: Issue; isOpenOffer: boolean; plan: Plan; onReview: () => void }

function Footer({ issue, isOpenOffer, plan, onReview }: FooterProps) {
  const t = useText()
  const identity = useIdentityReason()
  if (!isOpenOffer) {
    const href = hrefOf('newStocks', { id: issue.id })
    return <Button text={t('offerings.seeOffer')} size="large" kind="secondary" wide href={href} />
  }
  return (
    <ReviewButton
      text={t('offerings.review')}
      offline={t('offerings.offline')}
      missing={identity ?? (plan.amount === undefined ? t('offerings.noRate') : undefined)}
      onPress={onReview}
    />
  )
}
