import { differs, type Bookings } from '#ledger/bookings.ts'
import type { Journal } from '#ledger/ledger.ts'
import { nothing, subtractMoney, type Price } from '#money/money.ts'
import { allotmentCost, applicationAmount, noShares } from './application-cost.ts'
import type { Application, ApplicationStep } from './application.ts'
import type { NewIssue } from './new-issue.ts'
import { applied, cancelled, paidPending, settled, toppedUp } from './postings.ts'

/** An application with the quantities that were asked for, oldest first. */
export type StoredApplication = { readonly application: Application; readonly steps: readonly ApplicationStep[] }

/** The journals of an application (rulebook §20.3, E50 to E55), and what contradicts its offer. */
export function bookingsOfApplication(
  { application, steps }: StoredApplication,
  offer: NewIssue,
  price: Price,
): Bookings {
  const { id, user, status, settledAt, paid, allotted, conversionRate, lapsed } = application
  const begun = steps.map((step, index) => {
    const before = steps[index - 1]
    const occasion = { user, at: step.at }
    if (before === undefined) return applied(occasion, id, step.paid)
    return toppedUp(occasion, id, step.quantity, subtractMoney(step.paid, before.paid))
  })
  const last = steps.at(-1)
  const faults = last === undefined ? ['has no quantity'] : stepFaults(application, steps, offer)
  const isEnded = status !== 'applied' && status !== 'unpaid'
  if (isEnded !== (settledAt !== undefined))
    return { journals: () => begun, faults: [...faults, isEnded ? 'has no end' : 'has ended'] }
  if (settledAt === undefined || last === undefined) return { journals: () => begun, faults }
  const occasion = { user, at: settledAt }
  if (status === 'cancelled') return { journals: () => [...begun, cancelled(occasion, id, paid)], faults }
  const cost = allotted === 0n ? noShares : allotmentCost(price, allotted, { feeRate: offer.feeRate, conversionRate })
  const missing = subtractMoney(paid, last.paid)
  const refund = subtractMoney(paid, cost.cost)
  const journals: readonly Journal[] = [
    ...begun,
    ...(missing === nothing ? [] : [paidPending(occasion, id, missing)]),
    settled(occasion, { application: id, event: lapsed ? 'E55' : 'E53', paid, cost, refund }),
  ]
  const amounts = [...differs('cost', application.cost, cost.cost), ...differs('refund', application.refund, refund)]
  return { journals: () => journals, faults: [...faults, ...amounts] }
}

function stepFaults(
  { quantity, conversionRate }: Application,
  steps: readonly ApplicationStep[],
  offer: NewIssue,
): readonly string[] {
  const amounts = steps.flatMap((step) =>
    differs(`paid for ${step.quantity}`, step.paid, applicationAmount(offer, step.quantity, conversionRate)),
  )
  return steps.at(-1)?.quantity === quantity ? amounts : [...amounts, 'asks for another quantity than its last step']
}
