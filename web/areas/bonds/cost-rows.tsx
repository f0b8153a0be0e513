import type { Bond } from '@mex/contract/bonds/shapes.ts'

import { moneyText } from '#components/figures.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { unknown } from '#text/format.ts'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { midText, paidIn, periodOf, worthText } from './figures.ts'
import type { BondPlan } from './flows.ts'

type Props = {
  bond: Bond
  plan: BondPlan
  /** In the form: what there is to pay with. */
  reach?: KeyValue
}

/**
 * Clean and accrued make the full price, and that in pesos leaves the funding account. A bill accrues nothing, so that its
 * price is the full one; of a bond in pesos the full price is what one pays.
 */
export function CostRows({ bond, plan, reach }: Props) {
  const t = useText()
  const { currency, settles, lastCoupon, nextCoupon, conversionRate } = bond
  const period = periodOf(settles, lastCoupon, nextCoupon)
  const said = (amount: BondPlan['left']): string => (amount === undefined ? unknown : moneyText(amount, paidIn))
  const rows: (KeyValue | false)[] = [
    period !== undefined && { label: t('bonds.clean'), value: worthText(bond, plan.clean) },
    period !== undefined && {
      label: t('bonds.accruedRow', {
        date: formatCalendarDate(lastCoupon).slice(0, 5),
        gone: String(period.gone),
        days: String(period.days),
      }),
      value: moneyText(plan.accrued, currency),
    },
    currency !== paidIn && {
      label: t(period === undefined ? 'bonds.price' : 'bonds.dirty'),
      value: worthText(bond, plan.dirty),
    },
    currency !== paidIn &&
      conversionRate !== undefined && {
        label: t('bonds.rate'),
        value: t('bonds.rateText', { currency, rate: midText(conversionRate) }),
      },
    { label: t('bonds.youPay'), value: said(plan.cost), strong: true },
    ...(reach === undefined ? [] : [reach]),
    { label: t('bonds.leftAfter'), value: said(plan.left) },
    { label: t('bonds.settlesRow'), value: t('bonds.settles', { date: formatCalendarDate(settles) }) },
  ]
  return <KeyValues rows={rows.filter((row): row is KeyValue => row !== false)} />
}
