import type { ProfitRow } from '@mex/contract/quantify/shapes.ts'
import { formatMoney, formatPrice } from '@mex/core/money/money.ts'

/** The daily marks as a CSV file: dates, then plain decimals as the server has them. */
export const csvOf = (headings: readonly string[], marks: readonly ProfitRow[]): string =>
  [
    headings,
    ...marks.map(({ date, nav, profit, total }) => [
      date,
      formatPrice(nav, 8),
      formatMoney(profit),
      formatMoney(total),
    ]),
  ]
    .map((row) => `${row.join(',')}\r\n`)
    .join('')
