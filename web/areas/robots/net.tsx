import type { Money } from '@mex/core/money/money.ts'

import { moneyText, profitText } from '#components/figures.ts'
import { Change } from '#ui/amount.tsx'
import { Typography } from '#ui/typography.tsx'
import { paidIn } from './figures.ts'

type Props = { amount: Money; size?: 13 | 20 | 24 }

/** A profit or a loss in its colour; nothing is neither. */
export function Net({ amount, size = 13 }: Props) {
  const weight = size === 13 ? 'semibold' : 'bold'
  if (amount !== 0n) return <Change change={profitText(amount, paidIn)} glyph={false} size={size} weight={weight} />
  return (
    <Typography size={size} weight={weight}>
      {moneyText(amount, paidIn)}
    </Typography>
  )
}
