import type { Dividend, Removal, Split } from '#market/corporate-actions.ts'
import type { Money, Quantity } from '#money/money.ts'

/** What an action has done to one position. */
export type BookedAction = {
  readonly user: number
  readonly position: number
  readonly instrument: string
  /** A new code changes no position. */
  readonly action: Dividend | Split | Removal
  /** Shares with the right. */
  readonly quantity: Quantity
  /** Of a dividend, in cents of the wallet: above zero received before tax, below zero paid. */
  readonly gross: Money
  readonly tax: Money
  readonly at: number
}
