import { offerPhase, type NewIssue, type OfferPhase } from './new-issue.ts'
import type { Placing } from './placing.ts'
import { sources } from '#market/instrument.ts'

/** What people apply for: a new issue, or shares of a placing. The `source` tells which. */
export type Offer = NewIssue | Placing
export type OfferSource = Offer['source']

export const isPlacing = (offer: Offer): offer is Placing => offer.source === sources.placingStock

/** When allotted shares can be sold: at the listing of a new issue, at the end of the lock-up of a placing. */
export const sellableFrom = (offer: Offer): number => (isPlacing(offer) ? offer.unlocksAt : offer.listsAt)

/** Until when what is missing for allotted shares can be paid; undefined where everything was paid when applying. */
export const payUntilOf = (offer: Offer): number | undefined => (isPlacing(offer) ? undefined : offer.payUntil)

/** Where an offer stands for everybody; a placing is `listed` once its lock-up is over. */
export const phaseOf = (offer: Offer, now: number): OfferPhase =>
  offerPhase({ ...offer, listsAt: sellableFrom(offer) }, now)

/** The name of an offer among those of all kinds: each kind counts its own. */
export const offerKey = ({ source, id }: { readonly source: OfferSource; readonly id: number }): string =>
  `${source}:${id}`
