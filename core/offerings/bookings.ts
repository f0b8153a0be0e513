import { differs, type Bookings } from '#ledger/bookings.ts'
import type { Journal } from '#ledger/ledger.ts'
import { formatQuantity, nothing, subtractMoney, type Price } from '#money/money.ts'
import { allotmentCost, applicationAmount, lotsCovered, noShares } from './application-cost.ts'
import type { Application, ApplicationStep } from './application.ts'
import { sharesOf } from './new-issue.ts'
import { payUntilOf, type Offer } from './offer.ts'
import { applied, cancelled, paidPending, settled, toppedUp } from './postings.ts'

/** An application with the quantities that were asked for, oldest first. */
export type StoredApplication = { readonly application: Application; readonly steps: readonly ApplicationStep[] }

/** The journals of an application (rulebook §20.3, E50 to E58), and what contradicts its offer. */
export function bookingsOfApplication({ application, steps }: StoredApplication, offer: Offer, price: Price): Bookings {
  const { id, user, status, settledAt, paid, allotted, conversionRate, lapsed } = application
  const begun = steps.map((step, index) => {
    const before = steps[index - 1]
    const occasion = { user, at: step.at }
    if (before === undefined) return applied(occasion, application, step.paid)
    return toppedUp(occasion, id, step.quantity, subtractMoney(step.paid, before.paid))
  })
  const last = steps.at(-1)
  const faults = [
    ...(last === undefined ? ['has no quantity'] : stepFaults(application, steps, offer)),
    ...resultFaults(application, offer, price),
  ]
  const isEnded = status !== 'applied' && status !== 'unpaid'
  if (isEnded !== (settledAt !== undefined))
    return { journals: () => begun, faults: [...faults, isEnded ? 'has no end' : 'has ended'] }
  if (settledAt === undefined || last === undefined) return { journals: () => begun, faults }
  const occasion = { user, at: settledAt }
  if (status === 'cancelled') {
    const late = settledAt >= offer.endsAt ? ['was cancelled after the close'] : []
    return { journals: () => [...begun, cancelled(occasion, id, paid)], faults: [...faults, ...late] }
  }
  const cost = allotted === 0n ? noShares : allotmentCost(price, allotted, { ...offer, conversionRate })
  const missing = subtractMoney(paid, last.paid)
  const refund = subtractMoney(paid, cost.cost)
  const journals: readonly Journal[] = [
    ...begun,
    ...(missing === nothing ? [] : [paidPending(occasion, id, missing)]),
    settled(occasion, { application, lapsed, paid, cost, refund }),
  ]
  const amounts = [...differs('cost', application.cost, cost.cost), ...differs('refund', application.refund, refund)]
  const times = settlementFaults({ lapsed, isPaidLater: missing !== nothing, at: settledAt }, offer)
  return { journals: () => journals, faults: [...faults, ...amounts, ...times] }
}

/** What contradicts the times of the offer: nothing is allotted, paid or ended before or after its time. */
function settlementFaults(
  { lapsed, isPaidLater, at }: { readonly lapsed: boolean; readonly isPaidLater: boolean; readonly at: number },
  offer: Offer,
): readonly string[] {
  const { allotsAt } = offer
  // A placing is paid whole when applying: nothing is paid later, and nothing lapses.
  const payUntil = payUntilOf(offer)
  if (payUntil === undefined && (lapsed || isPaidLater)) return ['was paid later']
  const deadline = payUntil ?? allotsAt
  if (lapsed) return at < deadline ? ['ended before the deadline of its payment'] : []
  if (isPaidLater) return at >= deadline ? ['was paid after the deadline'] : []
  return at < allotsAt ? ['was allotted before its time'] : []
}

/** What contradicts the draw: the shares are those of its lots, or after the deadline those that the paid money covers. */
function resultFaults(application: Application, offer: Offer, price: Price): readonly string[] {
  const { status, drawn, paid, cost, conversionRate, lapsed, allotted } = application
  if (status === 'applied' || status === 'cancelled')
    return drawn === undefined && allotted === 0n ? [] : ['has a result before its draw']
  if (drawn === undefined) return ['has a result without a draw']
  const terms = { ...offer, conversionRate }
  const lots = lapsed ? lotsCovered(price, offer.lot, drawn.lots, paid, terms) : drawn.lots
  const wanted = sharesOf(offer, lots)
  if (allotted !== wanted)
    return [`was allotted ${formatQuantity(allotted)} shares, should be ${formatQuantity(wanted)}`]
  if (status !== 'unpaid') return []
  const owing = allotmentCost(price, allotted, terms).cost
  return [...differs('cost', cost, owing), ...(paid < owing ? [] : ['waits for money that was paid'])]
}

function stepFaults(
  { quantity, conversionRate }: Application,
  steps: readonly ApplicationStep[],
  offer: Offer,
): readonly string[] {
  const amounts = steps.flatMap((step) =>
    differs(`paid for ${step.quantity}`, step.paid, applicationAmount(offer, step.quantity, conversionRate)),
  )
  const times = steps.flatMap(({ quantity: asked, at }) =>
    at >= offer.startsAt && at < offer.endsAt
      ? []
      : [`asked for ${formatQuantity(asked)} shares while the offer was closed`],
  )
  const last = steps.at(-1)?.quantity
  return [...amounts, ...times, ...(last === quantity ? [] : ['asks for another quantity than its last step'])]
}
