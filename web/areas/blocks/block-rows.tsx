import type { BlockOffer } from '@mex/contract/blocks/shapes.ts'

import { ChartLine, Clock, Lock } from 'lucide-react'

import { moneyText, valueText } from '#components/figures.ts'
import { discountText } from '#areas/blocks/door/discount-text.ts'
import { useText } from '#text/use-text.ts'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Points } from '#ui/points.tsx'
import { Typography } from '#ui/typography.tsx'
import { dayOf, paidIn, type BlockPlan } from './figures.ts'
import { rateText } from './rate-text.ts'

type Props = {
  offer: BlockOffer
  plan: BlockPlan
  /** In the form: what there is to pay with. */
  reach?: KeyValue
}

/** The sum of a block, line by line. */
export function CostRows({ offer, plan, reach }: Props) {
  const t = useText()
  const { currency, conversionRate } = offer
  const about = (amount: string): string => (currency === paidIn ? amount : `≈ ${amount}`)
  const rows: (KeyValue | false)[] = [
    { label: t('blocks.value'), value: valueText(plan.worth, currency) },
    currency !== paidIn && { label: t('blocks.rate'), value: rateText(currency, conversionRate, paidIn) },
    { label: t('blocks.fee'), value: about(moneyText(plan.fee, paidIn)) },
    { label: t('blocks.aside'), value: about(moneyText(plan.amount, paidIn)), strong: true },
    ...(reach === undefined ? [] : [reach]),
    { label: t('blocks.leftThere'), value: about(moneyText(plan.left, paidIn)) },
  ]
  return <KeyValues rows={rows.filter((row): row is KeyValue => row !== false)} />
}

/** What happens after the order, and what the lock-up means. */
export function NextSteps({ offer }: Pick<Props, 'offer'>) {
  const t = useText()
  const { name, discount, unlocksAt } = offer
  const date = dayOf(unlocksAt)
  return (
    <Stack gap={12}>
      <Points
        points={[
          { icon: <Clock aria-hidden="true" />, text: t('blocks.confirmsText') },
          {
            icon: <ChartLine aria-hidden="true" />,
            text: t('blocks.priceStepText', { discount: discountText(discount) }),
          },
        ]}
      />
      <Notice tone="warn" icon={<Lock aria-hidden="true" />}>
        {t('blocks.lockText', { date })} {t('blocks.noShorts', { name })}
      </Notice>
      <Typography as="p" size={12} tone="second">
        {t('blocks.moves')}
      </Typography>
    </Stack>
  )
}
