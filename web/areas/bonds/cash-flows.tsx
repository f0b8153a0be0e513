import type { Bond } from '@mex/contract/bonds/shapes.ts'

import { moneyText } from '#components/figures.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { joinSentences } from '#text/sentences.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Line, Stack, VisuallyHidden } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import { lengthText, worthText } from './figures.ts'
import type { BondPlan, Payment } from './flows.ts'
import styles from './bonds.module.css'

/** Height of a coupon in percent, when the last payment is cut. */
const couponHeight = 38

/** What comes back and when: coupons to scale, the last payment cut. */
export function CashFlows({ bond, plan }: { bond: Bond; plan: BondPlan }) {
  const t = useText()
  const language = useLanguage()
  const { payments, back, dirty } = plan
  const { currency } = bond
  const [first, last] = [payments[0], payments.at(-1)]
  if (first === undefined || last === undefined || plan.face === 0n) return undefined
  const isOne = payments.length === 1
  const said = (amount: typeof back): string => moneyText(amount, currency)
  const sum = isOne
    ? t('bonds.backOne', { amount: said(back) })
    : t('bonds.backSum', { amount: said(back), count: String(payments.length) })
  return (
    <Card>
      <Stack gap={8}>
        <Line spread="apart" wrap align="baseline">
          <Typography as="h2" size={15} weight="bold">
            {t('bonds.backTitle')}
          </Typography>
          <Typography size={13} tone="second">
            {sum}
          </Typography>
        </Line>
        {isOne ? (
          <KeyValues rows={[{ label: formatCalendarDate(last.date), value: said(last.amount), strong: true }]} />
        ) : (
          <Bars {...{ payments, first, last, said }} />
        )}
        <Typography as="p" size={12} tone="second">
          {joinSentences(language, [
            t('bonds.backText', { paid: worthText(bond, dirty), back: said(back), length: lengthText(t, bond) }),
            ...(isOne ? [] : [t('bonds.lastCut')]),
            ...(currency === 'MXN' ? [] : [t('bonds.backRate')]),
          ])}
        </Typography>
      </Stack>
    </Card>
  )
}

type BarsProps = {
  payments: BondPlan['payments']
  first: Payment
  last: Payment
  said: (amount: BondPlan['back']) => string
}

/** A bar for each coupon and one for the last payment. A single payment needs no drawing. */
function Bars({ payments, first, last, said }: BarsProps) {
  const t = useText()
  return (
    <>
      <Line spread="apart" wrap>
        <Typography size={12} tone="second">
          {t('bonds.twiceAYear', { amount: said(first.amount) })}
        </Typography>
        <Typography size={13} weight="bold">
          {said(last.amount)}
        </Typography>
      </Line>
      <VisuallyHidden>
        {t('bonds.bars', {
          count: String(payments.length),
          first: formatCalendarDate(first.date),
          last: formatCalendarDate(last.date),
        })}
      </VisuallyHidden>
      <div className={styles['flows']} aria-hidden="true">
        {payments.map((payment) => (
          <span key={payment.date} style={{ height: payment === last ? '100%' : `${couponHeight}%` }}>
            {payment === last ? <i className={styles['cut']} /> : undefined}
          </span>
        ))}
      </div>
      <div className={styles['ends']}>
        <span>{formatCalendarDate(first.date)}</span>
        <span>{formatCalendarDate(last.date)}</span>
      </div>
    </>
  )
}
