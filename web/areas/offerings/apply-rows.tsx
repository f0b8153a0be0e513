import type { Issue } from '@mex/contract/offerings/shapes.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { one, subtractMoney, value } from '@mex/core/money/money.ts'
import { ChartLine, Lock, RotateCcw, Scale } from 'lucide-react'

import { dayOnly, marketTimeText, zoneOf } from '#areas/market/door/market-times.ts'
import { moneyText, pricedText, valueText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Points } from '#ui/points.tsx'
import { Typography } from '#ui/typography.tsx'
import { feeText, paidIn, partText, rateNumber, type Terms } from './figures.ts'
import type { Plan } from './plan.ts'

type CostProps = {
  issue: Terms
  plan: Plan
  /** In the form: what there is to pay with. */
  reach?: KeyValue
}

/** The sum of an application, line by line. */
export function CostRows({ issue, plan, reach }: CostProps) {
  const t = useText()
  const { high, low, tick, currency, feeRate, prefunded } = issue
  const price = pricedText(high, tick, currency)
  const about = (amount: string): string => (plan.isAbout ? `≈ ${amount}` : amount)
  const payNowLabel =
    prefunded < one ? t('offerings.youPayNowPart', { part: partText(prefunded) }) : t('offerings.youPayNow')
  const fee = value(divide(plan.worth * feeRate, 10n ** 12n, 'near'))
  const rows: (KeyValue | false)[] = [
    {
      label: t(low === high ? 'offerings.valueAtPrice' : 'offerings.valueAtTop', { price }),
      value: valueText(plan.worth, currency),
    },
    feeRate > 0n && {
      label: t('offerings.feeOf', { fee: feeText(t, feeRate) }),
      value: valueText(fee, currency),
    },
    currency !== paidIn && {
      label: t('offerings.rateKept'),
      value: t('offerings.rateText', { base: currency, rate: rateNumber(plan.conversionRate), quote: paidIn }),
    },
    { label: payNowLabel, value: about(moneyText(plan.amount, paidIn)), strong: true },
    prefunded < one &&
      plan.whole !== undefined &&
      plan.amount !== undefined && {
        label: t('offerings.payLater'),
        value: about(moneyText(subtractMoney(plan.whole, plan.amount), paidIn)),
      },
    ...(reach === undefined ? [] : [reach]),
    { label: t('offerings.leftIn'), value: about(moneyText(plan.left, paidIn)) },
  ]
  return <KeyValues rows={rows.filter((row): row is KeyValue => row !== false)} />
}

/** What will happen to the money and the shares. */
export function NextSteps({ issue }: { issue: Issue }) {
  const t = useText()
  const at = (instant: number): string => marketTimeText(issue, instant)
  const steps = [
    { icon: <Lock aria-hidden="true" />, text: t('offerings.nextAside', { time: at(issue.endsAt) }) },
    { icon: <Scale aria-hidden="true" />, text: t('offerings.nextDraw', { time: at(issue.allotsAt) }) },
    {
      icon: <RotateCcw aria-hidden="true" />,
      text: issue.prefunded < one ? t('offerings.nextPay', { time: at(issue.payUntil) }) : t('offerings.nextRefund'),
    },
    {
      icon: <ChartLine aria-hidden="true" />,
      text: t('offerings.nextList', { date: dayOnly(issue.listsAt, zoneOf(issue)) }),
    },
  ]
  return (
    <Stack>
      <Points title={t('offerings.next')} points={steps} />
      <Typography as="p" size={12} tone="third">
        {t('offerings.onePerPerson')}
      </Typography>
    </Stack>
  )
}
