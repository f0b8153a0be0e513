import { moneyScale, type Money } from '@mex/core/money/money.ts'

import { formatChangePercent, formatProfit, type ChangeText } from '#text/format.ts'

/** A profit relative to the total before it, which its text rounds to hundredths of a per cent. */
function ratioOf(profit: Money, total: Money) {
  const before = total - profit
  return before > 0n ? formatChangePercent({ raw: (profit * 100_000_000n) / before, scale: 6 }) : undefined
}

/** '+MX$404.32 (+0.40%)': what a total has won or lost, in money and of the total before. */
export function totalChange(profit: Money, total: Money | undefined, currency: string): ChangeText | undefined {
  const text = formatProfit({ raw: profit, scale: moneyScale }, currency)
  const ratio = total === undefined ? undefined : ratioOf(profit, total)
  return text === undefined || ratio === undefined ? text : { ...text, text: `${text.text} (${ratio.text})` }
}
