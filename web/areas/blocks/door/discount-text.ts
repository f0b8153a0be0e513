import { divide } from '@mex/core/money/decimal.ts'
import { formatRate, rate, type Price, type Rate } from '@mex/core/money/money.ts'

/** '3.2%', '8.0%'. */
export const discountText = (discount: Rate): string => `${formatRate(rate(discount * 100n), 1)}%`

/** '3.4%': how far a price is below another one, from the two as they are shown, rounded to the tick. */
export const belowText = (lower: Price, upper: Price): string =>
  discountText(rate(divide((upper - lower) * 1000n, upper, 'near') * 10n ** 9n))
