import type { Money } from '@mex/core/money/money.ts'
import type { Refusal } from '@mex/core/refusal.ts'
import type { TicketPreview, Shortfall } from './preview.ts'

/** The fields that a reason can stand at. */
export type ProblemField = 'quantity' | 'limitPrice' | 'leverage'
const fields: readonly string[] = ['quantity', 'limitPrice', 'leverage'] satisfies readonly ProblemField[]

/** Why an order cannot be reviewed now, and where that is said. */
export type OrderProblem =
  | { readonly kind: 'offline' }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly at: ProblemField | undefined }
  /** The money is not there: how much the order needs, how much is missing. */
  | { readonly kind: 'money'; readonly refusal: Refusal; readonly shortfall: Shortfall; readonly available: Money }

/** Question three of the ticket: why not. Undefined when nothing is in the way. */
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
