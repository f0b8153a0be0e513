import { account } from '@mex/contract/account/calls.ts'
import { robots as calls } from '@mex/contract/robots/calls.ts'
import type { RobotView } from '@mex/contract/robots/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { addMoney } from '@mex/core/money/money.ts'

import { LessonSheet, useLessonGate, type LessonGate } from '#areas/lessons/door/lesson-gate.tsx'
import { useMarketCurve } from '#areas/lessons/door/market-curve.ts'
import { useRobotLesson } from '#areas/lessons/door/robot-lesson.ts'
import { sheetWithSteps, useMoneyFirst } from '#areas/wallet/door/money-first.ts'
import { OtherAccounts } from '#areas/wallet/door/other-accounts.tsx'
import { moneyText } from '#components/figures.ts'
import { parseId } from '#components/parse-id.ts'
import { ReviewButton } from '#components/review-button.tsx'
import { useReview } from '#components/use-review.ts'
import { useDraftValue } from '#data/drafts.ts'
import { refresh, useCall, useSend } from '#data/call.ts'
import { useParameters } from '#data/use-navigation.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Screen } from '#ui/screen.tsx'
import { paidIn, robotWallet, transferHref } from './figures.ts'
import { WithoutRobot } from './product.tsx'
import { RentRows } from './rent-rows.tsx'
import { RentSheet } from './rent-sheet.tsx'
import { planOf, quantityMax, type RentalPlan } from './rental-plan.ts'
import { useRobot } from './use-robot.ts'

/** The form that rents a robot. */
export function RentRobot() {
  const { id } = useParameters('rentRobot')
  const { called, robot, isGone } = useRobot(parseId(id))
  if (robot === undefined) return <WithoutRobot title="rentRobot" called={called} isGone={isGone} />
  return <RentPage key={robot.id} robot={robot} />
}

/** Everything that a rental changes. */
const changed = [
  calls.orders,
  calls.order,
  calls.quota,
  calls.list,
  wallet.balance,
  account.overview,
  trading.bills,
  wallet.bills,
]

/** The state of a rental from the form to the receipt. */
function useRenting(robot: RobotView) {
  const balance = useCall(wallet.balance, { wallet: robotWallet }, { everySeconds: 30 })
  const rented = useCall(calls.orders, { pageNum: 1, pageSize: 1 }, { freshSeconds: 60 })
  const gate = useLessonGate('robots', rented.data === undefined ? undefined : rented.data.total > 0)
  const quota = useCall(calls.quota, { robotId: robot.id }, { everySeconds: 30 })
  const [text, setText] = useDraftValue<string>('quantity', '1')
  const sending = useSend(calls.rent, { stale: changed, showsRefusals: true })
  const { isShown, review, sheet } = useReview(sending)
  const available = balance.data?.available
  const own = planOf(robot, text, { available, quota: quota.data })
  const needed = own.fault === 'money' ? own.price : undefined
  const purchase = { wallet: robotWallet, available, needed, later: own.energy, isFixed: true } as const
  const moneyFirst = useMoneyFirst(purchase, sending)
  const plan =
    available === undefined || moneyFirst.transfers === undefined
      ? own
      : planOf(robot, text, { available: addMoney(available, moneyFirst.arriving), quota: quota.data })
  const rent = () => {
    const { quantity } = plan
    if (quantity !== undefined) moneyFirst.confirm(() => sending.send({ robotId: robot.id, quantity }))
  }
  return {
    moneyFirst,
    gate,
    plan: { ...plan, available },
    quota: quota.data,
    text,
    setText,
    isFaultShown: isShown || plan.fault !== 'quantity',
    review: () => review(plan.fault === undefined, gate),
    sheet: sheetWithSteps(
      sheet(rent, () => setText('1')),
      moneyFirst,
    ),
  }
}

function RentPage({ robot }: { robot: RobotView }) {
  const t = useText()
  const { plan, quota, ...form } = useRenting(robot)
  const canRent = robot.isOnOffer && robot.slotsLeft > 0
  return (
    <Screen
      title={t('robots.rentTitle', { name: robot.name })}
      subtitle={t('robots.subtitle', { count: String(robot.cycle) })}
      onRefresh={() => refresh(calls.list, calls.quota, wallet.balance)}
      footer={
        canRent ? (
          <ReviewButton
            text={t('robots.review')}
            offline={t('robots.offline')}
            missing={undefined}
            onPress={form.review}
          />
        ) : undefined
      }
    >
      {canRent ? undefined : <Notice tone="warn">{t(robot.isOnOffer ? 'robots.soldOut' : 'robots.ended')}</Notice>}
      <Card>
        <Stack gap={16}>
          <NumberField
            label={t('robots.quantity')}
            value={form.text}
            onChange={form.setText}
            decimals={0}
            step="1"
            min="1"
            max={String(quantityMax)}
            placeholder="1"
            disabled={!canRent}
            hint={
              quota === undefined
                ? undefined
                : t('robots.quantityHint', { used: String(quota.running), max: String(quota.runningMax) })
            }
            error={form.isFaultShown ? faultText(t, plan, robot) : undefined}
          />
          <RentRows plan={plan} days={robot.cycle} />
          <OtherAccounts moneyFirst={form.moneyFirst} />
        </Stack>
      </Card>
      <MoneyNotice plan={plan} isShort={form.moneyFirst.isShort} />
      <Lesson gate={form.gate} coin={robot.coin} />
      <RentSheet robot={robot} plan={plan} {...form.sheet} />
    </Screen>
  )
}

/** What frauds of this shape do, before the first rental. */
function Lesson({ gate, coin }: { gate: LessonGate; coin: string }) {
  return <LessonSheet gate={gate} lesson={useRobotLesson()} answer={useMarketCurve(coin, 'CRYPTO')} />
}

/** That the wallet does not pay for the rental, or that too little is left for its energy; with the transfer. */
function MoneyNotice({ plan, isShort }: { plan: RentalPlan; isShort: boolean }) {
  const t = useText()
  const transfer = <Button text={t('robots.transfer')} size="small" kind="secondary" href={transferHref()} />
  if (isShort) {
    return (
      <Notice tone="warn" action={transfer}>
        {t('robots.overMoney', { amount: moneyText(plan.available, paidIn) })}
      </Notice>
    )
  }
  if (plan.energyDays === undefined) return undefined
  return (
    <Notice tone="warn" action={transfer}>
      {t('robots.energyWarning', { count: String(plan.energyDays) })}
    </Notice>
  )
}

function faultText(t: Text, plan: RentalPlan, robot: RobotView): string | undefined {
  switch (plan.fault) {
    case 'quantity':
      return t('robots.wrongQuantity')
    case 'quota':
      return t('robots.overQuota', { max: String(plan.runningMax ?? ''), left: String(plan.quotaLeft ?? '') })
    case 'slots':
      return t('robots.overSlots', { count: String(robot.slotsLeft) })
    case 'money':
      return t('robots.overMoney', { amount: moneyText(plan.available, paidIn) })
    case undefined:
      return undefined
  }
}
