import { formatRate, rate, type Rate } from '@mex/core/money/money.ts'

/** '3.2%'. */
export const discountText = (discount: Rate): string => `${formatRate(rate(discount * 100n))}%`
