import { account } from '@mex/contract/account/calls.ts'
import { bonds as calls } from '@mex/contract/bonds/calls.ts'
import type { Bond } from '@mex/contract/bonds/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { trading } from '@mex/contract/trading/calls.ts'

import { useBondLesson } from '#areas/lessons/door/bond-lesson.ts'
import { LessonSheet, useLessonGate } from '#areas/lessons/door/lesson-gate.tsx'
import { LessonLink } from '#areas/lessons/door/lesson-link.tsx'
import { useMoneyFirst, sheetWithSteps, withOtherMoney } from '#areas/wallet/door/money-first.ts'
import { MissingMoney, useReachRow } from '#areas/wallet/door/other-accounts.tsx'
import { ShortNotice } from '#areas/wallet/door/short-notice.tsx'
import { WatchStar } from '#areas/watchlist/door/watch-star.tsx'
import { useWatching } from '#areas/watchlist/door/watching.ts'
import { LoadError } from '#components/load-error.tsx'
import { moneyText } from '#components/figures.ts'
import { parseId } from '#components/parse-id.ts'
import { ReviewButton } from '#components/review-button.tsx'
import { useReview } from '#components/use-review.ts'
import { refresh, useCall, useSend } from '#data/call.ts'
import { useDraftValue } from '#data/drafts.ts'
import { hrefOf } from '#data/links.ts'
import { useParameters } from '#data/use-navigation.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Column, Columns, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { BondHead, Learn, Terms } from './bond-cards.tsx'
import { BuySheet } from './buy-sheet.tsx'
import { useBondCurve } from './door/bond-curve.ts'
import { CashFlows } from './cash-flows.tsx'
import { CostRows } from './cost-rows.tsx'
import { faceField, faceOf, faceText, paidIn } from './figures.ts'
import { shortName } from './names.ts'
import { affordableFace, planOf, type BondPlan } from './flows.ts'

/** The bond of the URL: by its id, or by its code among those on offer. */
function useBond() {
  const { id, code } = useParameters('buyBond')
  const number = parseId(id)
  const asked = number === undefined ? { pageNum: 1, pageSize: 50 } : { pageNum: 1, pageSize: 1, id: number }
  const called = useCall(calls.list, asked, { everySeconds: 20, keepEarlier: true })
  const rows = called.data?.rows
  return { called, bond: number === undefined ? rows?.find((each) => each.code === code) : rows?.[0] }
}

/** One bond: what it yields, what it costs, what comes back, and the form to buy it. */
export function BuyBond() {
  const t = useText()
  const { called, bond } = useBond()
  if (bond !== undefined) return <BondPage key={bond.id} bond={bond} />
  const isGone = called.data !== undefined || called.failure?.code === 1003
  return (
    <Screen title={t('titles.buyBond')} wide="desk" waiting={!isGone && called.failure === undefined}>
      {isGone ? (
        <EmptyState
          title={t('bonds.gone')}
          text={t('bonds.goneText')}
          action={<Button text={t('bonds.seeOffered')} href={hrefOf('bonds')} />}
        />
      ) : called.failure === undefined ? (
        <>
          <SkeletonCard height={150} />
          <SkeletonCard height={330} />
          <SkeletonCard height={250} />
        </>
      ) : (
        <LoadError title={t('bonds.failed')} text={t('bonds.failedText')} answer={called} />
      )}
    </Screen>
  )
}

/** Everything that a purchase changes. */
const changed = [calls.holdings, calls.total, calls.list, wallet.balance, account.overview, trading.bills, wallet.bills]

/** The state of a purchase from the form to the receipt. */
function useBuying(bond: Bond) {
  const balance = useCall(wallet.balance, { wallet: 'BALANCE' }, { everySeconds: 30 })
  const available = balance.data?.available
  const bought = useCall(calls.holdings, { pageNum: 1, pageSize: 1 }, { freshSeconds: 60 })
  const gate = useLessonGate('bonds', bought.data === undefined ? undefined : bought.data.total > 0)
  const [text, setText] = useDraftValue<string>('amount', faceField(bond.faceMin))
  const sending = useSend(calls.buy, { stale: changed, showsRefusals: true })
  const { isShown, review, sheet } = useReview(sending)
  const own = planOf(bond, faceOf(text), available)
  const needed = own.fault === 'over_money' ? own.cost : undefined
  const moneyFirst = useMoneyFirst({ wallet: 'BALANCE', available, needed }, sending)
  const plan = withOtherMoney(own, moneyFirst)
  const buy = () => moneyFirst.confirm(() => sending.send({ id: bond.id, face: plan.face }))
  return {
    moneyFirst,
    gate,
    available,
    most: affordableFace(bond, moneyFirst.payable() ?? available),
    text,
    setText,
    plan,
    isFaultShown: isShown || plan.fault === 'over_left',
    review: () => review(plan.fault === undefined, gate),
    sheet: sheetWithSteps(
      sheet(buy, () => setText(faceField(bond.faceMin))),
      moneyFirst,
    ),
  }
}

function BondPage({ bond }: { bond: Bond }) {
  const t = useText()
  const { plan, ...form } = useBuying(bond)
  const lesson = useBondLesson()
  const curve = useBondCurve(bond.id)
  const reach = useReachRow(form.moneyFirst)
  const isSoldOut = bond.remaining === 0n
  const canBuy = bond.isOffered && bond.phase !== 'closed' && !isSoldOut
  return (
    <Screen
      title={shortName(bond.name)}
      wide="desk"
      subtitle={`${bond.code} · ${bond.currency}`}
      actions={<Star bond={bond} />}
      onRefresh={() => refresh(calls.list, wallet.balance)}
      footer={canBuy ? <Footer plan={plan} onReview={form.review} /> : undefined}
    >
      <Columns>
        <Column>
          <BondHead bond={bond} />
          <StateNotice bond={bond} />
          {isSoldOut ? (
            <Button text={t('bonds.seeOffered')} kind="secondary" wide href={hrefOf('bonds')} />
          ) : (
            <Card>
              <Stack gap={16}>
                <NumberField
                  label={t('bonds.face', { currency: bond.currency })}
                  aside={form.most === undefined ? undefined : t('bonds.most', { amount: faceText(form.most) })}
                  value={form.text}
                  onChange={form.setText}
                  decimals={0}
                  step={faceField(bond.faceUnit)}
                  min={faceField(bond.faceMin)}
                  placeholder="0"
                  disabled={!canBuy}
                  hint={t('bonds.steps', { unit: faceText(bond.faceUnit) })}
                  error={form.isFaultShown ? faultText(t, bond, plan, form.available) : undefined}
                />
                <CostRows bond={bond} plan={plan} reach={reach} />
                <MissingMoney moneyFirst={form.moneyFirst} />
              </Stack>
            </Card>
          )}
          {!isSoldOut && form.moneyFirst.isShort ? (
            <ShortNotice
              text={t('bonds.overMoney', { amount: moneyText(form.available, paidIn) })}
              action={t('bonds.deposit')}
              href={hrefOf('deposit')}
            />
          ) : undefined}
        </Column>
        <Column>
          <CashFlows bond={bond} plan={plan} />
          <Terms bond={bond} />
          <Learn curveSource={bond.curveSource} />
          <LessonLink kind="bonds" id={bond.id} />
        </Column>
      </Columns>
      <LessonSheet gate={form.gate} lesson={lesson} answer={curve} />
      <BuySheet bond={bond} plan={plan} {...form.sheet} />
    </Screen>
  )
}

function Star({ bond: { code, name, buyPrice } }: { bond: Bond }) {
  const watching = useWatching()
  const listing = {
    ...({
      code,
      name,
      market: 'BOND',
      source: sources.bonds,
      classify: 'Bond',
    } as const),
    last: buyPrice,
    change: undefined,
    changeRatio: undefined,
    volume: undefined,
  }
  return <WatchStar listing={listing} watching={watching} />
}

function StateNotice({ bond }: { bond: Bond }) {
  const t = useText()
  if (!bond.isOffered) return <Notice tone="info">{t('bonds.notOffered')}</Notice>
  if (bond.remaining === 0n) return <Notice tone="warn">{t('bonds.soldOutText')}</Notice>
  if (bond.phase === 'closed') return <Notice tone="warn">{t('bonds.closedText')}</Notice>
  return bond.phase === 'practice' ? <Notice tone="warn">{t('bonds.practiceText')}</Notice> : undefined
}

function Footer({ plan, onReview }: { plan: BondPlan; onReview: () => void }) {
  const t = useText()
  return (
    <ReviewButton
      text={t('bonds.review')}
      offline={t('bonds.offline')}
      missing={plan.cost === undefined ? t('bonds.noRate') : undefined}
      onPress={onReview}
    />
  )
}

function faultText(t: Text, bond: Bond, plan: BondPlan, available: BondPlan['left']): string | undefined {
  switch (plan.fault) {
    case 'nothing':
      return t('bonds.enterFace')
    case 'below_min':
      return t('bonds.belowMin', { n: faceText(bond.faceMin) })
    case 'step':
      return t('bonds.wrongStep', { unit: faceText(bond.faceUnit) })
    case 'over_left':
      return t('bonds.overLeft', { amount: moneyText(bond.remaining, bond.currency) })
    case 'over_money':
      return t('bonds.overMoney', { amount: moneyText(available, paidIn) })
    case undefined:
      return undefined
  }
}
