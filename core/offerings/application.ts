import { allotmentCost, applicationAmount, lotsCovered, noShares } from './application-cost.ts'
import { lotsMax, sharesOf } from './new-issue.ts'
import { isOpenAt } from './placing.ts'
import { payUntilOf, type Offer, type OfferSource } from './offer.ts'
import { applied, cancelled, paidPending, settled, toppedUp, type Settling } from './postings.ts'
import { sources } from '#market/instrument.ts'
import type { Journal } from '#ledger/ledger.ts'
import {
  formatMoney,
  formatQuantity,
  nothing,
  quantity as shares,
  subtractMoney,
  type Money,
  type Price,
  type Quantity,
  type Rate,
} from '#money/money.ts'
import { refusal, type Refusal } from '#refusal.ts'
import { states } from '#states.ts'

/**
 * Where an application stands (rulebook §20.3). `applied` ends by itself when the offer closes: what waits for the draw is an
 * application of a closed offer.
 */
export type ApplicationStatus = 'applied' | 'cancelled' | 'unpaid' | 'allotted' | 'none'
type ApplicationEvent = 'top_up' | 'cancel' | 'allot' | 'allot_unpaid' | 'allot_none' | 'pay' | 'lapse' | 'lapse_none'

export const applicationStates = states<ApplicationStatus, ApplicationEvent>({
  applied: { top_up: 'applied', cancel: 'cancelled', allot: 'allotted', allot_unpaid: 'unpaid', allot_none: 'none' },
  unpaid: { pay: 'allotted', lapse: 'allotted', lapse_none: 'none' },
  cancelled: {},
  allotted: {},
  none: {},
})

/** An application for shares of a new issue or a placing. Money is in cents of SUBSCRIPTION, instants are epoch milliseconds. */
export type Application = {
  readonly id: number
  readonly user: number
  readonly source: OfferSource
  readonly offer: number
  readonly status: ApplicationStatus
  readonly quantity: Quantity
  /** Mid of the offer's currency in the wallet's at the application. */
  readonly conversionRate: Rate
  /** What was paid so far, before any refund. */
  readonly paid: Money
  /** Once it was drawn: its lots, and the rank of its best ticket in its pool. */
  readonly drawn: { readonly lots: number; readonly rank: number } | undefined
  readonly allotted: Quantity
  /** What the allotted shares cost; until it is paid `cost` − `paid` is pending. */
  readonly cost: Money
  readonly refund: Money
  readonly appliedAt: number
  readonly changedAt: number
  /** When the result became known, and when the money was settled. */
  readonly allottedAt: number | undefined
  readonly settledAt: number | undefined
  /** What was missing was not paid: only the lots that the paid money covers are allotted. */
  readonly lapsed: boolean
}

/** A quantity that a person asked for: the application and each addition to it. */
export type ApplicationStep = {
  readonly user: number
  readonly application: number
  readonly quantity: Quantity
  /** What was paid by then. */
  readonly paid: Money
  readonly at: number
}

/** What a decision changes. */
export type ApplicationOutcome = {
  readonly application: Application
  readonly journals: readonly Journal[]
  readonly step?: ApplicationStep
}

/** Refuses a quantity that is not a number of whole lots, or too many (rulebook §20.2). */
function refuseQuantity(offer: Offer, wanted: Quantity | undefined): Refusal | undefined {
  if (wanted === undefined || wanted <= 0n) return refusal('quantity_missing', { field: 'quantity' })
  if (wanted % offer.lot !== 0n)
    return refusal('subscription_step', { field: 'quantity', values: { lot: formatQuantity(offer.lot) } })
  const most = sharesOf(offer, lotsMax(offer))
  if (wanted > most) return refusal('above_maximum', { field: 'quantity', values: { n: formatQuantity(most) } })
  return undefined
}

const closed = ({ source }: Offer): Refusal =>
  refusal(source === sources.placingStock ? 'placing_closed' : 'subscription_closed')

export type ApplyCommand = {
  readonly id: number
  readonly user: number
  readonly at: number
  readonly quantity: Quantity | undefined
}

export type ApplyFacts = {
  /** Why the person may not apply (identity, a practice that waits to start again); undefined when they may. */
  readonly permission: Refusal | undefined
  readonly hasApplied: boolean
  /** The person is short in the shares, or has an order to be: the discount of a placing must not be hedged (rulebook §21). */
  readonly isShort: boolean
  readonly available: Money
  /** Undefined while there is no rate. */
  readonly conversionRate: Rate | undefined
}

/**
 * Decides an application (rulebook §20.2, E50; §21, E57). Refuses: subscription_closed or placing_closed, the permission's reason,
 * short_not_available, already_subscribed, quantity_missing, subscription_step, above_maximum, quote_unavailable, insufficient_balance.
 */
export function decideApplication(
  offer: Offer,
  command: ApplyCommand,
  facts: ApplyFacts,
): ApplicationOutcome | Refusal {
  const { id, user, at, quantity } = command
  if (!isOpenAt(offer, at)) return closed(offer)
  if (facts.permission !== undefined) return facts.permission
  if (facts.isShort) return refusal('short_not_available')
  if (facts.hasApplied) return refusal('already_subscribed')
  const refused = refuseQuantity(offer, quantity)
  if (refused !== undefined || quantity === undefined) return refused ?? refusal('quantity_missing')
  const { conversionRate } = facts
  if (conversionRate === undefined) return refusal('quote_unavailable')
  const paid = applicationAmount(offer, quantity, conversionRate)
  if (paid > facts.available) return refusal('insufficient_balance')
  const application: Application = {
    id,
    user,
    source: offer.source,
    offer: offer.id,
    status: 'applied',
    quantity,
    conversionRate,
    paid,
    drawn: undefined,
    allotted: shares(0n),
    cost: nothing,
    refund: nothing,
    appliedAt: at,
    changedAt: at,
    allottedAt: undefined,
    settledAt: undefined,
    lapsed: false,
  }
  const step = { user, application: id, quantity, paid, at }
  return { application, journals: [applied({ user, at }, application, paid)], step }
}

export type TopUpFacts = Pick<ApplyFacts, 'permission' | 'available'>

/**
 * Decides an addition (rulebook §20.3, E51): `quantity` more shares, so that pieces cost what one application costs. Refuses:
 * subscription_closed or placing_closed, the permission's reason, quantity_missing, subscription_step, above_maximum, insufficient_balance.
 */
export function decideTopUp(
  offer: Offer,
  application: Application,
  { quantity, at }: { readonly quantity: Quantity; readonly at: number },
  { permission, available }: TopUpFacts,
): ApplicationOutcome | Refusal {
  const { id, user, conversionRate } = application
  if (!applicationStates.can(application.status, 'top_up') || !isOpenAt(offer, at)) return closed(offer)
  if (permission !== undefined) return permission
  const total = shares(application.quantity + quantity)
  const refused = refuseQuantity(offer, quantity) ?? refuseQuantity(offer, total)
  if (refused !== undefined) return refused
  const paid = applicationAmount(offer, total, conversionRate)
  const more = subtractMoney(paid, application.paid)
  if (more > available) return refusal('insufficient_balance')
  return {
    application: { ...application, quantity: total, paid, changedAt: at },
    journals: [toppedUp({ user, at }, id, total, more)],
    step: { user, application: id, quantity: total, paid, at },
  }
}

/** Decides a cancel (rulebook §20.3, E52): free until the offer closes. Refuses: order_final. Cancelling again changes nothing. */
export function decideApplicationCancel(
  offer: Offer,
  application: Application,
  at: number,
): ApplicationOutcome | Refusal {
  const { id, user, status, paid } = application
  if (status === 'cancelled') return { application, journals: [] }
  if (!applicationStates.can(status, 'cancel') || at >= offer.endsAt) return refusal('order_final')
  return {
    application: { ...application, status: 'cancelled', refund: paid, changedAt: at, settledAt: at },
    journals: [cancelled({ user, at }, id, paid)],
  }
}

/** What settles an application: its shares and what they cost. */
function settledBy(
  application: Application,
  {
    lapsed,
    allotted,
    cost,
    at,
  }: Pick<Settling, 'lapsed' | 'cost'> & { readonly allotted: Quantity; readonly at: number },
): ApplicationOutcome {
  const { user, paid } = application
  const refund = subtractMoney(paid, cost.cost)
  return {
    application: {
      ...application,
      status: allotted > 0n ? 'allotted' : 'none',
      allotted,
      cost: cost.cost,
      refund,
      changedAt: at,
      allottedAt: application.allottedAt ?? at,
      settledAt: at,
      lapsed,
    },
    journals: [settled({ user, at }, { application, lapsed, paid, cost, refund })],
  }
}

/**
 * Settles an application with the lots that it drew (rulebook §20.2, E53; §21, E58); where they cost more than was paid, the rest is to be
 * paid first. Undefined when there is nothing to allot any more.
 */
export function decideAllotment(
  offer: Offer,
  application: Application,
  {
    lots,
    rank,
    price,
    at,
  }: { readonly lots: number; readonly rank: number; readonly price: Price; readonly at: number },
): ApplicationOutcome | undefined {
  if (!applicationStates.can(application.status, 'allot') || at < offer.allotsAt) return undefined
  const allotted = sharesOf(offer, lots)
  const drawn = { ...application, drawn: { lots, rank } }
  if (lots === 0) return settledBy(drawn, { lapsed: false, allotted, cost: noShares, at })
  const { conversionRate, paid } = application
  const cost = allotmentCost(price, allotted, { ...offer, conversionRate })
  if (cost.cost <= paid) return settledBy(drawn, { lapsed: false, allotted, cost, at })
  return {
    application: { ...drawn, status: 'unpaid', allotted, cost: cost.cost, changedAt: at, allottedAt: at },
    journals: [],
  }
}

/** What is still to be paid for allotted shares. */
export const missingPayment = ({ status, cost, paid }: Application): Money =>
  status === 'unpaid' ? subtractMoney(cost, paid) : nothing

/**
 * Decides the payment of what is missing (rulebook §20.3, E54 and E53). Refuses: nothing_to_pay, also after the deadline,
 * incorrect_amount (it must be what is missing), insufficient_balance.
 */
export function decidePayment(
  offer: Offer,
  application: Application,
  { amount, price, at }: { readonly amount: Money; readonly price: Price; readonly at: number },
  available: Money,
): ApplicationOutcome | Refusal {
  const missing = missingPayment(application)
  const until = payUntilOf(offer)
  if (!applicationStates.can(application.status, 'pay') || until === undefined || at >= until)
    return refusal('nothing_to_pay')
  if (amount !== missing)
    return refusal('incorrect_amount', { field: 'amount', values: { amount: formatMoney(missing) } })
  if (missing > available) return refusal('insufficient_balance')
  const { id, user, conversionRate, allotted } = application
  const paid = { ...application, paid: application.cost }
  const cost = allotmentCost(price, allotted, { ...offer, conversionRate })
  const done = settledBy(paid, { lapsed: false, allotted, cost, at })
  return { ...done, journals: [paidPending({ user, at }, id, missing), ...done.journals] }
}

/** Ends an unpaid allotment at its deadline (rulebook §20.3, E55): the person keeps the lots that the paid money covers. */
export function decideLapse(
  offer: Offer,
  application: Application,
  { price, at }: { readonly price: Price; readonly at: number },
): ApplicationOutcome | undefined {
  const until = payUntilOf(offer)
  if (!applicationStates.can(application.status, 'lapse') || until === undefined || at < until) return undefined
  const terms = { ...offer, conversionRate: application.conversionRate }
  const most = Number(application.allotted / offer.lot)
  const lots = lotsCovered(price, offer.lot, most, application.paid, terms)
  const allotted = sharesOf(offer, lots)
  const cost = lots === 0 ? noShares : allotmentCost(price, allotted, terms)
  return settledBy(application, { lapsed: true, allotted, cost, at })
}
