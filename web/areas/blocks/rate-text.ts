import { divide } from '@mex/core/money/decimal.ts'
import { formatRate, rate, type Rate } from '@mex/core/money/money.ts'

import { unknown } from '#text/format.ts'

/** '1 USD = 18.4000 MXN'. */
export const rateText = (base: string, conversionRate: Rate | undefined, quote: string): string =>
  conversionRate === undefined
    ? unknown
    : `1 ${base} = ${formatRate(rate(divide(conversionRate, 10n ** 8n, 'near') * 10n ** 8n), 4)} ${quote}`
