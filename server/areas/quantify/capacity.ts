import type { Money } from '@mex/core/money/money.ts'
import { quantifyCapacity, type QuantifyProduct } from '@mex/core/quantify/products.ts'
import { capacityPeriod, remainingCapacity, type CapacityPlan } from '@mex/core/strategies/capacity.ts'
import type { Feed } from '#feeds/feed.ts'

export type CapacityNow = { readonly plan: CapacityPlan; readonly remaining: Money }

/** The plan of a product that is in force at an instant, and what it has left then: the same for everybody. */
export function capacityOf({ capacity }: Pick<Feed, 'capacity'>, { id }: QuantifyProduct, at: number): CapacityNow {
  const plan = capacity.plan(id, capacityPeriod(at), quantifyCapacity)
  return { plan, remaining: remainingCapacity(plan, capacity.steps(plan, at), at) }
}
