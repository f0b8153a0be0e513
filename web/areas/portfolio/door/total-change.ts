import { moneyScale, type Money } from '@mex/core/money/money.ts'

import { formatChangePercent, formatProfit, type ChangeText } from '#text/format.ts'

/** '+0.40%': a profit relative to the total before it; '<0.01%' where there is one that rounds to nothing. */
function ratioText(profit: Money, total: Money): string | undefined {
  const before = total - profit
  if (before <= 0n) return undefined
  const ratio = formatChangePercent({ raw: (profit * 100_000_000n) / before, scale: 6 })
  return ratio?.trend === 'zero' && profit !== 0n ? '<0.01%' : ratio?.text
}

/** '+MX$404.32 (+0.40%)': what a total has won or lost, in money and of the total before. */
export function totalChange(profit: Money, total: Money | undefined, currency: string): ChangeText | undefined {
  const text = formatProfit({ raw: profit, scale: moneyScale }, currency)
  const ratio = total === undefined ? undefined : ratioText(profit, total)
  return text === undefined || ratio === undefined ? text : { ...text, text: `${text.text} (${ratio})` }
}
