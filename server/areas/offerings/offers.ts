import { isPlacing, offerKey, type Offer } from '@mex/core/offerings/offer.ts'
import type { NewIssue } from '@mex/core/offerings/new-issue.ts'
import type { Placing } from '@mex/core/offerings/placing.ts'
import type { Feed } from '#feeds/feed.ts'
import type { OfferName } from './store.ts'

type Found = { readonly placings: readonly Placing[]; readonly offers: ReadonlyMap<string, Offer> }

/** By the lists that the feed answers with: they are the same until another offer is published. */
const known = new WeakMap<readonly NewIssue[], Found>()

/** The offers of all kinds that are published by an instant, by key. */
export function offersOf(feed: Feed, now: number): ReadonlyMap<string, Offer> {
  const [issues, placings] = [feed.newIssues(now), feed.placings(now)]
  const found = known.get(issues)
  if (found?.placings === placings) return found.offers
  const offers = new Map([...issues, ...placings].map((offer: Offer) => [offerKey(offer), offer]))
  known.set(issues, { placings, offers })
  return offers
}

/** An offer by its name; it was published, or nobody could have applied. */
export const offerOf = (feed: Feed, name: OfferName, now: number): Offer | undefined =>
  offersOf(feed, now).get(offerKey(name))

/** The name of the offer of an application. */
export const offerNameOf = ({ source, offer }: { readonly source: OfferName['source']; readonly offer: number }) => ({
  source,
  id: offer,
})

/** What an offer is called in notes and files: 'ipo 7'. */
export const kindOf = (offer: Offer): 'placing' | 'ipo' => (isPlacing(offer) ? 'placing' : 'ipo')
