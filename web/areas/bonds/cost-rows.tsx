import type { Bond } from '@mex/contract/bonds/shapes.ts'

import { moneyText, valueText } from '#components/figures.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { unknown } from '#text/format.ts'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { bondPriceText, midText, paidIn, periodOf } from './figures.ts'
import type { BondPlan } from './flows.ts'

/** Clean and accrued make the full price, and that in pesos leaves the funding account. */
export function CostRows({ bond, plan }: { bond: Bond; plan: BondPlan }) {
  const t = useText()
  const { currency, buyPrice, settles, lastCoupon, nextCoupon, conversionRate } = bond
  const period = periodOf(settles, lastCoupon, nextCoupon)
  const said = (amount: BondPlan['left']): string => (amount === undefined ? unknown : moneyText(amount, paidIn))
  const rows: (KeyValue | false)[] = [
    {
      label: t('bonds.clean', { price: bondPriceText(bond, buyPrice) }),
      value: valueText(plan.clean, currency),
    },
    period !== undefined && {
      label: t('bonds.accruedRow', {
        date: formatCalendarDate(lastCoupon).slice(0, 5),
        gone: String(period.gone),
        days: String(period.days),
      }),
      value: moneyText(plan.accrued, currency),
    },
    { label: t('bonds.dirty'), value: moneyText(plan.full, currency), strong: true },
    {
      label:
        currency === paidIn || conversionRate === undefined
          ? t('bonds.youPay')
          : t('bonds.youPayAt', { currency, rate: midText(conversionRate) }),
      value: said(plan.cost),
    },
    { label: t('bonds.leftAfter'), value: said(plan.left) },
    { label: t('bonds.settlesRow'), value: t('bonds.settles', { date: formatCalendarDate(settles) }) },
  ]
  return <KeyValues rows={rows.filter((row): row is KeyValue => row !== false)} />
}
