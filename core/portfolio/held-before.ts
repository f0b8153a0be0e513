import { quantity, value, type Quantity, type Value } from '#money/money.ts'

/** Open quantity of a position, and what it cost. */
export type Held = { readonly quantity: Quantity; readonly cost: Value }

/** What changed the open quantity of a position at an instant; a split tells the shares before it. */
export type HeldChange = { readonly at: number } & (
  | ({ readonly kind: 'opened' | 'closed' } & Held)
  | { readonly kind: 'split'; readonly quantity: Quantity }
)

function undone(held: Held, change: HeldChange): Held {
  if (change.kind === 'split') return { ...held, quantity: change.quantity }
  const sign = change.kind === 'opened' ? -1n : 1n
  return {
    quantity: quantity(held.quantity + sign * change.quantity),
    cost: value(held.cost + sign * change.cost),
  }
}

/**
 * What a position held just before each instant: that of now, with every later change undone, the newest first. The ledger knows what
 * happened, so nothing of the past is stored twice. `instants` are ascending.
 */
export function heldBefore(now: Held, changes: readonly HeldChange[], instants: readonly number[]): readonly Held[] {
  const later = changes.toSorted((one, other) => one.at - other.at)
  const held: Held[] = []
  let current = now
  for (const instant of instants.toReversed()) {
    for (let last = later.at(-1); last !== undefined && last.at >= instant; last = later.at(-1)) {
      current = undone(current, last)
      later.pop()
    }
    held.unshift(current)
  }
  return held
}
