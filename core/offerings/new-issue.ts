import type { BallotApplication } from './ballot.ts'
import { initialLots, lotsAsked, poolBMax, type BallotMechanism, type PublicOffer } from './pools.ts'
import type { Name, ShareMarket, sources, TickBand } from '#market/instrument.ts'
import { tickDown } from '#market/ticks.ts'
import { divide } from '#money/decimal.ts'
import type { Zone } from '#time-zone.ts'
import { price, quantity, type Currency, type Price, type Quantity, type Rate } from '#money/money.ts'

/** When an offer of any kind is what, epoch milliseconds (rulebook §20.1). */
export type OfferWindow = {
  readonly publishedAt: number
  readonly startsAt: number
  /** End of the applications (`purchaseEndDate`). */
  readonly endsAt: number
  readonly allotsAt: number
}

/** The terms of an offer of any kind. They are published whole before it opens and never change (rulebook §20.1). */
export type OfferTerms = PublicOffer &
  OfferWindow & {
    readonly id: number
    /** Key of the shares. */
    readonly instrument: string
    readonly code: string
    readonly market: ShareMarket
    readonly venue: string
    readonly name: Name
    readonly currency: Currency
    /** Of its market: its dates are days there. */
    readonly zone: Zone
    readonly ticks: readonly TickBand[]
    readonly low: Price
    readonly feeRate: Rate
    /** The part of an application that is paid when applying. */
    readonly prefunded: Rate
    /** The applications of the invented public, in published order. */
    readonly book: readonly BallotApplication[]
    /** SHA-256 of the book, hexadecimal. */
    readonly bookHash: string
  }

/** When a new issue is what, epoch milliseconds (rulebook §20.1). */
export type OfferTimeline = OfferWindow & {
  /** Until then what is missing can be paid. */
  readonly payUntil: number
  /** The opening of the first day on which the shares are traded. */
  readonly listsAt: number
}

/** A new issue: its shares are listed at `listsAt`. */
export type NewIssue = OfferTerms &
  OfferTimeline & {
    readonly source: typeof sources.newStock
    readonly mechanism: BallotMechanism
    readonly sector: Name
  }

/** One person may get at most this part of an offer (rulebook §19 `offer.maxUserPct`). */
const userPartMax = 10n

/** The most lots that one person may apply for: a tenth of the offer, and no more than pool B has (rulebook §20.2). */
export function lotsMax(offer: PublicOffer): number {
  return Math.min(Number(offer.totalShares / offer.lot / userPartMax), poolBMax(offer))
}

type PricedOffer = PublicOffer & Pick<OfferTerms, 'low' | 'ticks' | 'book'>

/** At this many times covered the price is the highest of the range (rulebook §20.1). */
const fullCoverage = 15n

/**
 * The price of an offer, by how the book covers it (rulebook §20.1): tickDn(low + (high − low) × min(1, coverage ÷ 15)), where
 * coverage is the exact ratio of the lots asked for to the lots offered at first.
 */
export function finalPrice({ low, high, ticks, book, ...offer }: PricedOffer): Price {
  if (low === high) return high
  const [asked, full] = [BigInt(lotsAsked(book)), BigInt(initialLots({ ...offer, high })) * fullCoverage]
  if (asked >= full) return high
  return tickDown(ticks, price(low + divide((high - low) * asked, full, 'floor')))
}

/** Where an offer stands for everybody. */
export type OfferPhase = 'upcoming' | 'open' | 'closed' | 'allotted' | 'listed'

export function offerPhase(
  { startsAt, endsAt, allotsAt, listsAt }: Omit<OfferTimeline, 'payUntil'>,
  now: number,
): OfferPhase {
  if (now < startsAt) return 'upcoming'
  if (now < endsAt) return 'open'
  if (now < allotsAt) return 'closed'
  return now < listsAt ? 'allotted' : 'listed'
}

export const sharesOf = ({ lot }: Pick<PublicOffer, 'lot'>, lots: number): Quantity => quantity(lot * BigInt(lots))
