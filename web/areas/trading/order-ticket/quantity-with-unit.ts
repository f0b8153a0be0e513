import { quantityScale, type Quantity } from '@mex/core/money/money.ts'

import { quantityText } from '#components/figures.ts'
import type { Text } from '#text/use-text.ts'
import type { Unit } from './fields.ts'

/** '40 shares', '0.15 lots'. */
export function quantityWithUnit(t: Text, quantity: Quantity, unit: Unit): string {
  // The number only selects the plural form; the displayed text is exact.
  const count = Number(quantity) / 10 ** quantityScale
  return t(`ticket.${unit}`, { count, shown: quantityText(quantity) })
}
