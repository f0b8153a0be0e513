import type { Money } from '@mex/core/money/money.ts'
import type { Refusal } from '@mex/core/refusal.ts'
import type { TicketPreview, Shortfall } from './preview.ts'

/** The fields that can show a problem. */
export type ProblemField = 'quantity' | 'limitPrice' | 'leverage'
const fields: readonly string[] = ['quantity', 'limitPrice', 'leverage'] satisfies readonly ProblemField[]

/** Why an order cannot be reviewed now, and the field that shows it. */
export type OrderProblem =
  | { readonly kind: 'offline' }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly at: ProblemField | undefined }
  /** The balance is too small: the needed and the missing amount. */
  | { readonly kind: 'money'; readonly refusal: Refusal; readonly shortfall: Shortfall; readonly available: Money }

/** The problem that keeps the order from the review; undefined when there is none. */
export function orderProblemOf(
  { refusal, shortfall }: Pick<TicketPreview, 'refusal' | 'shortfall'>,
  facts: { readonly isConnected: boolean; readonly available: Money | undefined },
): OrderProblem | undefined {
  if (!facts.isConnected) return { kind: 'offline' }
  if (refusal === undefined) return undefined
  const { available } = facts
  if (shortfall !== undefined && available !== undefined) return { kind: 'money', refusal, shortfall, available }
  return { kind: 'refused', refusal, at: fieldOf(refusal) }
}

function fieldOf({ field }: Refusal): ProblemField | undefined {
  return field !== undefined && fields.includes(field) ? (field as ProblemField) : undefined
}
