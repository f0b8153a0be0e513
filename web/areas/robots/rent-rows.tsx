import type { Money } from '@mex/core/money/money.ts'

import { moneyText } from '#components/figures.ts'
import { unknown } from '#text/format.ts'
import { useText } from '#text/use-text.ts'
import { KeyValues } from '#ui/key-values.tsx'
import { paidIn } from './figures.ts'
import type { RentalPlan } from './rental-plan.ts'

/** What is paid now, what of it comes back, what energy costs later, and what is left in the wallet. */
export function RentRows({ plan }: { plan: RentalPlan }) {
  const t = useText()
  const said = (amount: Money | undefined): string => (amount === undefined ? unknown : moneyText(amount, paidIn))
  return (
    <KeyValues
      rows={[
        { label: t('robots.backAtEnd'), value: said(plan.residual) },
        { label: t('robots.rentKept'), value: said(plan.rent) },
        { label: t('robots.youPay'), value: said(plan.price), strong: true },
        { label: t('robots.available'), value: said(plan.available) },
        { label: t('robots.leftAfter'), value: said(plan.left) },
        { label: t('robots.energyLater'), value: said(plan.energy) },
      ]}
    />
  )
}
