import type { Product } from '@mex/contract/quantify/shapes.ts'

import { LessonSheet } from '#areas/lessons/door/lesson-gate.tsx'
import { LessonLink } from '#areas/lessons/door/lesson-link.tsx'
import { useQuantifyLesson } from '#areas/lessons/door/quantify-lesson.ts'
import { MoneySteps, MoneyStepsButtons } from '#areas/wallet/door/money-steps.tsx'
import { TransferRows } from '#areas/wallet/door/transfer-rows.tsx'
import { SubmitButton } from '#components/call-form.tsx'
import { useFailureText } from '#components/failure-text.ts'
import { moneyText } from '#components/figures.ts'
import { FormMessage } from '#components/form-message.tsx'
import { hrefOf } from '#data/links.ts'
import { ReviewButton } from '#components/review-button.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { StateCard } from '#ui/state-card.tsx'
import { Typography } from '#ui/typography.tsx'
import { money } from '@mex/core/money/money.ts'
import { feesOf } from '@mex/core/quantify/order.ts'
import { AmountForm } from './amount-form.tsx'
import { keptReturn, lastDays, paidIn, partText, strikeDate, strikeText } from './figures.ts'
import { NamedChange } from '#components/named-change.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { indexed, Legend, NavChart } from './nav-chart.tsx'
import styles from './quantify.module.css'
import { usePuttingIn, type PuttingIn } from './use-putting-in.ts'

/** Whose days are shown: those that the list is ranked by. */
export type ShownDays = { readonly days: number; readonly return: Product['return90'] }

type Props = {
  shown: ShownDays
  /** The terms of one strategy. */
  products: readonly Product[]
  open: boolean
  onClose: () => void
}

/** A strategy: its record, what an amount can become, the review, and the receipt. */
export function ProductSheet({ shown, products, open, onClose }: Props) {
  const t = useText()
  const form = usePuttingIn(products, open)
  const lesson = useQuantifyLesson()
  const { product, accepted, isReviewed, moneyFirst } = form
  const { moving } = moneyFirst
  const close = () => {
    moneyFirst.leave()
    onClose()
  }
  if (product === undefined) return undefined
  const curve = { name: product.name, worths: product.navHistory.map(([, nav]) => nav) }
  return (
    <>
      <Sheet
        open={open}
        onClose={close}
        onClosed={form.startAnew}
        title={moving !== undefined ? t('moneyFirst.title') : isReviewed ? t('quantify.reviewTitle') : product.name}
        footer={<Footer form={form} product={product} onClose={close} />}
      >
        {moving !== undefined ? (
          <MoneySteps moving={moving} />
        ) : accepted !== undefined ? (
          <StateCard
            tone="good"
            title={t('spec.successes.purchaseSuccessful')}
            text={t('quantify.savedText', {
              amount: moneyText(accepted.amount, paidIn),
              name: accepted.productName,
              days: String(accepted.termDays),
              date: strikeText(accepted.startsAt),
            })}
          />
        ) : isReviewed ? (
          <Review form={form} product={product} />
        ) : (
          <Stack gap={16}>
            <RecordOf product={product} shown={shown} />
            {product.isOpen ? undefined : <Notice tone="warn">{t('quantify.notOpen')}</Notice>}
            <AmountForm form={form} product={product} products={products} />
            <HowItWorks product={product} />
            <LessonLink kind="quantify" id={product.id} />
          </Stack>
        )}
      </Sheet>
      <LessonSheet gate={form.gate} lesson={lesson} answer={{ curve, isFailed: false }} />
    </>
  )
}

/** The last days beside buy and hold. */
function RecordOf({ product, shown }: { product: Product; shown: ShownDays }) {
  const t = useText()
  const history = lastDays(product.navHistory, shown.days)
  const days = String(shown.days)
  const figures = [
    [t('quantify.byDays', { days }), shown.return, true],
    [t('quantify.buyAndHold'), keptReturn(history, shown.days), true],
    [t('quantify.worstFall'), product.maximumDrawdown, false],
    [t('quantify.worst30'), product.worst30, false],
  ] as const
  const [first, last] = [history[0], history.at(-1)]
  return (
    <Stack gap={8}>
      <Typography as="p" size={13} tone="second">
        {t(`quantify.rules.${product.strategy}`)}
      </Typography>
      <div className={styles['record']}>
        {figures.map(([label, part, isColoured]) => (
          <NamedChange key={label} label={label} change={partText(part)} coloured={isColoured} size={15} />
        ))}
      </div>
      {first === undefined || last === undefined ? undefined : (
        <NavChart
          label={t('quantify.chart', { name: product.name, days })}
          points={history.map(([, nav]) => Number(nav))}
          kept={indexed(history)}
          ends={[strikeDate(first[0] * 1000), t('quantify.lastDays', { days }), strikeDate(last[0] * 1000)]}
        />
      )}
      <Legend />
    </Stack>
  )
}

function Footer({ form, product, onClose }: { form: PuttingIn; product: Product; onClose: () => void }) {
  const t = useText()
  const { moving, transfers } = form.moneyFirst
  if (moving !== undefined) return <MoneyStepsButtons moving={moving} onLeave={onClose} />
  if (form.accepted !== undefined)
    return (
      <>
        <Button text={t('quantify.done')} kind="secondary" size="large" onPress={onClose} />
        <Button text={t('quantify.seeMine')} size="large" wide href={hrefOf('quantifyRecords')} />
      </>
    )
  if (form.isReviewed)
    return (
      <>
        <Button text={t('quantify.edit')} kind="secondary" size="large" onPress={form.edit} />
        <SubmitButton
          text={t(transfers === undefined ? 'quantify.confirm' : 'moneyFirst.confirm')}
          offline={t('quantify.offline')}
          busy={form.sending.isBusy}
          onPress={form.confirm}
        />
      </>
    )
  return (
    <>
      <Button text={t('quantify.cancel')} kind="secondary" size="large" onPress={onClose} />
      {form.isSignedIn ? (
        <ReviewButton
          text={t('quantify.review')}
          offline={t('quantify.offline')}
          missing={product.isOpen ? undefined : t('quantify.notOpen')}
          onPress={form.review}
        />
      ) : (
        <Button text={t('titles.login')} size="large" wide href={hrefOf('login')} />
      )}
    </>
  )
}

function Review({ form, product }: { form: PuttingIn; product: Product }) {
  const t = useText()
  const say = useFailureText()
  const amount = form.amount ?? money(0n)
  const { termDays } = product
  const { management } = feesOf(amount, amount, termDays)
  const left = form.available === undefined ? undefined : money(form.available - amount + form.moneyFirst.arriving)
  return (
    <Stack gap={16}>
      <Stack gap={0}>
        <Typography size={20} weight="bold">
          {moneyText(amount, paidIn)}
        </Typography>
        <Typography size={13} tone="second">
          {`${product.name} · ${t('quantify.termDays', { days: String(termDays) })}`}
        </Typography>
      </Stack>
      <KeyValues
        rows={[
          { label: t('quantify.wallet'), value: t('quantify.walletName') },
          { label: t('quantify.leftAfter'), value: moneyText(left, paidIn) },
          { label: t('quantify.managementRow'), value: moneyText(management, paidIn) },
          { label: t('quantify.performanceRow'), value: t('quantify.tenth') },
          { label: t('quantify.starts'), value: strikeText(product.startsAt) },
          { label: t('quantify.ends'), value: strikeText(product.endsAt), strong: true },
        ]}
      />
      <TransferRows moneyFirst={form.moneyFirst} />
      <Notice tone="warn">{t('quantify.noExit', { days: String(termDays), date: strikeText(product.endsAt) })}</Notice>
      <FormMessage title={t('spec.failures.failedPurchase')} message={say(form.sending.failure)} />
    </Stack>
  )
}
