import { parseDecimal } from '@mex/core/money/decimal.ts'
import {
  money,
  moneyScale,
  price,
  priceScale,
  quantity,
  quantityScale,
  type Money,
  type Price,
  type Quantity,
} from '@mex/core/money/money.ts'
import type { Direction, OrderType } from '@mex/core/trading/orders.ts'

/** The entered values of the ticket; amounts as decimal texts. */
export type Ticket = {
  readonly direction: Direction
  readonly type: OrderType
  readonly limit: string
  /** Which of the two entries counts; the other one stays as it was typed. */
  readonly by: 'quantity' | 'amount'
  readonly quantity: string
  /** In the instrument's currency. */
  readonly amount: string
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

/** Undefined for an empty or invalid text. */
export function amountOfText(text: string): Money | undefined {
  const raw = parseDecimal(finished(text), moneyScale)
  return raw === undefined ? undefined : money(raw)
}

export function priceOfText(text: string): Price | undefined {
  const raw = parseDecimal(finished(text), priceScale)
  return raw === undefined ? undefined : price(raw)
}

/** What is entered in the field that counts. */
export const enteredText = ({ by, quantity, amount }: Pick<Ticket, 'by' | 'quantity' | 'amount'>): string =>
  by === 'amount' ? amount : quantity

/** Drops a trailing point: '176.' while the user types '176.1'. */
const finished = (text: string): string => (text.endsWith('.') ? text.slice(0, -1) : text)
