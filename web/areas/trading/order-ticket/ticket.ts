import { parseDecimal } from '@mex/core/money/decimal.ts'
import { price, priceScale, quantity, quantityScale, type Price, type Quantity } from '@mex/core/money/money.ts'
import type { Direction, OrderType } from '@mex/core/trading/orders.ts'

/** The entered values of the ticket; amounts as decimal texts. */
export type Ticket = {
  readonly direction: Direction
  readonly type: OrderType
  readonly limit: string
  readonly quantity: string
  readonly leverage: number
  readonly extendedHours: boolean
  /** Futures only: roll the position at its settlement. */
  readonly autoRoll: boolean
}

/** Undefined for an empty or invalid text. */
export function quantityOfText(text: string): Quantity | undefined {
  const raw = parseDecimal(finished(text), quantityScale)
  return raw === undefined ? undefined : quantity(raw)
}

export function priceOfText(text: string): Price | undefined {
  const raw = parseDecimal(finished(text), priceScale)
  return raw === undefined ? undefined : price(raw)
}

/** Drops a trailing point: '176.' while the user types '176.1'. */
const finished = (text: string): string => (text.endsWith('.') ? text.slice(0, -1) : text)
