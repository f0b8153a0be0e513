import type { Money } from '@mex/core/money/money.ts'

import { moneyText } from '#components/figures.ts'
import { unknown } from '#text/format.ts'
import { useText } from '#text/use-text.ts'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { paidIn } from './figures.ts'
import type { RentalPlan } from './rental-plan.ts'
import styles from './robots.module.css'

/** What is paid; the rent and what comes back, which add up to it; the energy beside it; what is left in the account: each under a rule. */
export function RentRows({ plan, days }: { plan: RentalPlan; days: number }) {
  const t = useText()
  const said = (amount: Money | undefined): string => (amount === undefined ? unknown : moneyText(amount, paidIn))
  const groups = [
    [{ label: t('robots.youPay'), value: said(plan.price), strong: true }],
    [
      { label: t('robots.rentKept'), value: said(plan.rent) },
      { label: t('robots.backAtEnd'), value: said(plan.residual) },
    ],
    [
      {
        label: t('robots.energyLater', { count: String(days) }),
        value: t('robots.about', { amount: said(plan.energy) }),
      },
    ],
    [
      { label: t('robots.available'), value: said(plan.available) },
      { label: t('robots.leftAfter'), value: said(plan.left) },
    ],
  ]
  return (
    <Stack gap={8}>
      {groups.map((rows, place) => (
        <div key={rows[0]?.label} className={place === 0 ? undefined : styles['group']}>
          <KeyValues rows={rows} />
        </div>
      ))}
    </Stack>
  )
}
