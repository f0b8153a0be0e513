import type {
  Application as ApplicationView,
  Issue as IssueView,
  SubscriptionStatus,
} from '@mex/contract/offerings/shapes.ts'
import type { Language } from '@mex/contract/language.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { marketRules } from '@mex/core/market/products.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import { one, rate, subtractMoney, valueOf, type Price, type Rate } from '@mex/core/money/money.ts'
import { missingPayment, type Application } from '@mex/core/offerings/application.ts'
import { costAt } from '@mex/core/offerings/application-cost.ts'
import { finalPrice, lotsMax, offerPhase, sharesOf, type NewIssue } from '@mex/core/offerings/new-issue.ts'
import { isPlacing, payUntilOf, phaseOf, sellableFrom, type Offer } from '@mex/core/offerings/offer.ts'
import { coverageOf, initialLots, lotsAsked } from '@mex/core/offerings/pools.ts'
import { isoDate, localDay, type Zone } from '@mex/core/time-zone.ts'
import { prospectusOf } from './prospectus.ts'

/** The language of names and texts in an answer. */
export type Naming = { readonly language: Language; readonly traditional: Traditional }

const dateIn = (zone: Zone, at: number): string => isoDate(localDay(zone, at))

/** How many times the book covers what the public is offered at first, with two decimals. */
export const timesCovered = (offer: Offer): Rate => rate(coverageOf(offer, lotsAsked(offer.book)) * 10n ** 10n)

/** The price of a new issue once it has closed; that of a placing is fixed from the beginning. */
export const knownPrice = (offer: Offer, now: number): Price | undefined =>
  now < offer.endsAt && !isPlacing(offer) ? undefined : finalPrice(offer)

function datesOf(offer: Offer) {
  const { zone, publishedAt, startsAt, endsAt, allotsAt } = offer
  return {
    prospectusDate: dateIn(zone, publishedAt),
    startDate: dateIn(zone, startsAt),
    purchaseEndDate: dateIn(zone, endsAt),
    allotmentDate: dateIn(zone, allotsAt),
    listDate: dateIn(zone, sellableFrom(offer)),
  }
}

/** Where a person stands with an offer (rulebook §1.2); without an application, where somebody new would. */
export function subscriptionOf(
  { endsAt }: Offer,
  application: Pick<Application, 'status'> | undefined,
  now: number,
): SubscriptionStatus {
  switch (application?.status) {
    case 'applied':
      return now < endsAt ? 'subscribed' : 'waiting'
    case 'unpaid':
    case 'allotted':
      return 'allotted'
    case 'none':
      return 'not_allotted'
    case 'cancelled':
    case undefined:
      return 'subscribable'
  }
}

export type IssueFacts = {
  readonly now: number
  readonly naming: Naming
  readonly application: Application | undefined
  readonly conversionRate: Rate | undefined
  readonly commitment: string
  /** Once the draw was made. */
  readonly seed: string | undefined
}

export function issueView(offer: NewIssue, facts: IssueFacts): IssueView {
  const { now, naming, application, conversionRate, commitment, seed } = facts
  const { language, traditional } = naming
  const { id, code, venue, market, currency, low, high, lot, totalShares, prefunded, feeRate } = offer
  const price = knownPrice(offer, now)
  const { startsAt, endsAt, allotsAt, payUntil, listsAt, mechanism, bookHash } = offer
  return {
    id,
    code,
    name: textIn(offer.name, language, traditional),
    venue,
    market,
    classify: marketRules[market].classify,
    sector: textIn(offer.sector, language, traditional),
    currency,
    low,
    high,
    price,
    tick: tickAt(offer.ticks, high),
    lot,
    least: lot,
    most: sharesOf(offer, lotsMax(offer)),
    totalShares,
    publicShares: sharesOf(offer, initialLots(offer)),
    fundsRaised: valueOf(high, totalShares, one),
    prefunded,
    feeRate,
    conversionRate,
    ...datesOf(offer),
    startsAt,
    endsAt,
    allotsAt,
    payUntil,
    listsAt,
    lockDays: 0,
    phase: offerPhase(offer, now),
    subscription: subscriptionOf(offer, application, now),
    timesCovered: timesCovered(offer),
    mechanism,
    bookHash,
    commitment,
    seed,
    profile: textIn(prospectusOf(offer), language, traditional),
  }
}

/** The order status of an application (rulebook §21). */
const orderStatuses = {
  subscribable: 'none',
  subscribed: 'subscribed',
  waiting: 'waiting',
  allotted: 'allotted',
  not_allotted: 'none',
} as const

/** Until when shares are locked: of a placing always known, of a new issue told while allotted shares are locked. */
function lockedUntil(offer: Offer, { status, allotted }: Application, now: number): number | undefined {
  const until = sellableFrom(offer)
  if (isPlacing(offer)) return until
  return status === 'allotted' && allotted > 0n && now < until ? until : undefined
}

export function applicationView(
  offer: Offer,
  application: Application,
  { now, naming }: { readonly now: number; readonly naming: Naming },
): ApplicationView {
  const { language, traditional } = naming
  const { id, quantity, conversionRate, paid, refund, status, drawn, allotted } = application
  const { market, code, venue, currency, lot, low, high, totalShares, feeRate } = offer
  const known = knownPrice(offer, now)
  const price = known ?? high
  const subscription = subscriptionOf(offer, application, now)
  return {
    id,
    source: offer.source,
    issueId: offer.id,
    venue,
    market,
    classify: marketRules[market].classify,
    code,
    name: textIn(offer.name, language, traditional),
    offerCurrency: currency,
    lot,
    ...datesOf(offer),
    fundsRaised: valueOf(high, totalShares, one),
    price,
    isHighest: known === undefined && low < high,
    quantity,
    total: costAt(price, quantity, { feeRate, conversionRate }),
    allotted,
    pending: missingPayment(application),
    actual: subtractMoney(paid, refund),
    paid,
    refund,
    cost: application.cost,
    conversionRate,
    status: subscription,
    orderStatus: orderStatuses[subscription],
    phase: phaseOf(offer, now),
    rank: drawn?.rank,
    positionId: status === 'allotted' ? id : undefined,
    endsAt: offer.endsAt,
    payUntil: payUntilOf(offer),
    allotsAt: offer.allotsAt,
    listsAt: sellableFrom(offer),
    lockedUntil: lockedUntil(offer, application, now),
    appliedAt: application.appliedAt,
    changedAt: application.changedAt,
  }
}
