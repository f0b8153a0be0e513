import { quantityScale, type Quantity } from '@mex/core/money/money.ts'

import { quantityText } from '#components/figures.ts'
import type { Text } from '#text/use-text.ts'
import type { Unit } from './fields.ts'

/** '40 shares', '0.15 lots'. */
export function quantityWithUnit(t: Text, quantity: Quantity, unit: Unit): string {
  // The number only chooses between one and many; what is shown is the exact text.
  const count = Number(quantity) / 10 ** quantityScale
  return t(`ticket.${unit}`, { count, shown: quantityText(quantity) })
}
