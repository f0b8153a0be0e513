import { parseDecimal } from '@mex/core/money/decimal.ts'
import { price, priceScale, quantity, quantityScale, type Price, type Quantity } from '@mex/core/money/money.ts'
import type { Direction, OrderType } from '@mex/core/trading/orders.ts'

/** What is written on the ticket; amounts as the fields hold them. */
export type Ticket = {
  readonly direction: Direction
  readonly type: OrderType
  readonly limit: string
  readonly quantity: string
  readonly leverage: number
  readonly extendedHours: boolean
}

/** Undefined while nothing is entered or it is no number yet. */
export function quantityOfText(text: string): Quantity | undefined {
  const raw = parseDecimal(finished(text), quantityScale)
  return raw === undefined ? undefined : quantity(raw)
}

export function priceOfText(text: string): Price | undefined {
  const raw = parseDecimal(finished(text), priceScale)
  return raw === undefined ? undefined : price(raw)
}

/** '176.' is on its way to '176.1'. */
const finished = (text: string): string => (text.endsWith('.') ? text.slice(0, -1) : text)
